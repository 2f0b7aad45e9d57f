import { escapeRegExp } from '../../../common/text.ts';
import { numberOf, optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import type { Framework } from '../javascript/framework.ts';
import { textOf } from '../javascript/texts.ts';
import {
  type Args,
  type Elements,
  type Expected,
  entryOf,
  is,
  NotImported,
  type Of,
  type Value,
} from '../javascript/value.ts';
import { act, blur, dialogAnswer, leavePage, reopenPage, sizePage } from '../steps/actions.ts';
import { allElements, onlyOf, onlyStores, pageScript, scrollOf } from '../steps/code-in-page.ts';
import { expectThat } from '../steps/expectations.ts';
import { narrowed, presenceOf } from '../steps/locators.ts';

/** What methods need of `Playwright`. */
export interface PlaywrightPages extends Framework {
  onElements(of: Elements, name: string, args: Args): Value;
  event(name: string): Value;
}

type Method = (on: PlaywrightPages, of: Elements, args: Args) => Value;

/** What a method of the page that takes a selector is for: the first element. */
export function elementsOf(page: Elements, selector: Value): Elements {
  if (is(selector, 'elements')) return selector;
  const found = narrowed(page, 'locator', [selector]);
  return /^#[\w-]+$/.test(textOf(selector)) ? found : narrowed(found, 'first', []);
}

/** Code that runs before each page is loaded, if it only stores something. */
export function storeBeforeLoad(
  { writer, interpreter }: PlaywrightPages,
  [script, argument]: Args,
): undefined {
  if (!onlyStores(interpreter, script))
    throw new NotImported('only code that stores something can run before a page is loaded');
  writer.storeBefore(`${pageScript(interpreter, script, argument)};`);
  writer.comment('The spec stores this before each page is loaded. Here, it is stored once.');
}

const leave =
  (code: string): Method =>
  ({ writer }, _, [options]) => {
    optionsOf(options);
    return leavePage(writer, code);
  };

const answerDialog =
  (options: { readonly isPersistent: boolean }): Method =>
  ({ writer, interpreter }, _, [event, listener]) => {
    if (event !== 'dialog') throw new NotImported('only listeners for dialogs have an equivalent');
    const dialog: Of<'dialog'> = { kind: 'dialog', answer: {} };
    interpreter.run(listener, [dialog]);
    dialog.interaction = dialogAnswer(dialog.answer);
    writer.listen(dialog.interaction, options);
  };

const awaitRequest: Method = (on, _, args) => on.watchRequest({ isAwaited: true }, args);

const pageStates: Readonly<Record<string, 'load' | 'domContentLoaded' | 'networkIdle'>> = {
  load: 'load',
  domcontentloaded: 'domContentLoaded',
  networkidle: 'networkIdle',
};

/** Methods of a page, by their names. */
export const pageMethods: Readonly<Record<string, Method>> = {
  goto({ writer, address }, _, [to, options]) {
    optionsOf(options, ['referer']);
    const opened = address.opened(to);
    writer.act({ action: 'GO_TO', calledWith: opened });
    if (writer.store()) reopenPage(writer, opened);
    return { kind: 'response', address: opened, after: writer.last };
  },
  reload: leave('location.reload()'),
  goBack: leave('history.back()'),
  goForward: leave('history.forward()'),
  close: ({ writer }, { page }) => writer.closePage(page),
  addInitScript: (on, _, args) => storeBeforeLoad(on, args),
  on: answerDialog({ isPersistent: true }),
  once: answerDialog({ isPersistent: false }),
  url: (on, page) => on.writer.reading(page, 'url'),
  title: (on, page) => on.writer.reading(page, 'title'),
  waitForSelector: (on, page, [selector, ...rest]) =>
    on.onElements(elementsOf(page, selector), 'waitFor', rest),
  dragAndDrop: (on, page, [source, target, ...rest]) =>
    on.onElements(elementsOf(page, source), 'dragTo', [elementsOf(page, target), ...rest]),
  waitForTimeout: ({ writer }, _, [time]) =>
    writer.waitFor({ type: 'fixedTime', timeMilliseconds: numberOf(time) }),
  setViewportSize: ({ writer }, _, [size]) =>
    sizePage(writer, numberOf(optionsOf(size, ['width', 'height']).get('width'))),
  waitForLoadState({ writer }, _, [state]) {
    // Every step waits for the page to load.
    if (state === undefined) return;
    const type = entryOf(pageStates, textOf(state));
    if (type === undefined) throw new NotImported('this state of the page has no equivalent');
    writer.waitFor({ type });
  },
  waitForURL(on, page, [url, ...rest]) {
    expectThat(on, page, { matcher: 'toHaveURL', args: [globOf(url), ...rest] });
  },
  waitForNavigation(on, page, [options]) {
    const url = optionsOf(options, ['url']).get('url');
    if (url !== undefined) expectThat(on, page, { matcher: 'toHaveURL', args: [globOf(url)] });
    else on.writer.comment('The spec waits for a navigation here. Steps wait for one, and pass without it.');
  },
  waitForResponse: awaitRequest,
  waitForRequest: awaitRequest,
  waitForFunction({ writer, interpreter }, _, [script, argument]) {
    return writer.waitUntil(`return Boolean(${pageScript(interpreter, script, argument)});`);
  },
  evaluate({ writer, interpreter }, _, [script, argument]) {
    const scroll = scrollOf(interpreter, script);
    if (scroll !== undefined) {
      writer.act({ action: 'SCROLL', ...(scroll === 'end' ? {} : { calledWith: scroll }) });
      return undefined;
    }
    return { kind: 'script', step: writer.runInPage(`${pageScript(interpreter, script, argument)};`) };
  },
};

const awaitedStates: Readonly<Record<string, Expected>> = {
  visible: { matcher: 'toBeVisible' },
  hidden: { matcher: 'toBeHidden' },
  detached: { matcher: 'toHaveCount', args: [0] },
};

/** Methods of elements that are more than one step of `actions.ts`. */
export const elementMethods: Readonly<Record<string, Method>> = {
  setChecked({ writer }, of, [state, ...options]) {
    if (typeof state !== 'boolean') throw new NotImported('the state is not constant');
    act(writer, selectorsOf(of), state ? 'check' : 'uncheck', options);
  },
  blur: ({ writer }, of) => blur(writer, of),
  waitFor(on, of, [options]) {
    const state = optionsOf(options, ['state']).get('state') ?? 'visible';
    const expected = entryOf(awaitedStates, textOf(state));
    if (expected === undefined) throw new NotImported('this state of elements has no equivalent');
    expectThat(on, of, expected);
  },
  evaluateAll({ writer, interpreter }, of, [script, argument]) {
    const code = pageScript(interpreter, script, argument, `[...${allElements(selectorsOf(of))}]`);
    return { kind: 'script', step: writer.runInPage(`${code};`) };
  },
  evaluate({ writer, interpreter }, of, [script, argument]) {
    const scroll = scrollOf(interpreter, script);
    if (scroll === undefined || scroll === 'end') {
      const code = pageScript(interpreter, script, argument, onlyOf(allElements(selectorsOf(of))));
      writer.add(presenceOf(of));
      return { kind: 'script', step: writer.runInPage(`${code};`) };
    }
    writer.act({ action: 'SCROLL', calledWith: scroll }, selectorsOf(of));
    return undefined;
  },
};

/** `**\/cart` as a pattern. */
function globOf(address: Value): Value {
  const glob = typeof address === 'string' ? textOf(address) : '';
  if (!glob.includes('*')) return address;
  const source = escapeRegExp(glob)
    .replaceAll('\\*\\*/', '(?:.*/)?')
    .replaceAll('\\*\\*', '.*')
    .replaceAll('\\*', '[^/]*');
  return { kind: 'pattern', source: `^${source}$`, flags: '' };
}
