import { posix } from 'node:path';
import { escapeRegExp } from '../../common/text.ts';
import type { Interaction } from '../../contract/exchange/interaction.ts';
import { act, dialogAnswer, leavePage } from './actions.ts';
import { plainOf } from './constants.ts';
import { exchangeText } from './exchange-text.ts';
import { NotImported } from './not-imported.ts';
import type { Playwright } from './playwright.ts';
import { expectThat } from './readings.ts';
import {
  type Args,
  type DialogAnswer,
  type Elements,
  entryOf,
  isConstant,
  nothing,
  numberOf,
  optionsOf,
  plainText,
  selectorsOf,
  textOf,
  titleOf,
  type Value,
  variable,
} from './value.ts';
import type { Walker } from './walker.ts';

/** @returns undefined for a method without a result. */
export type GlobalMethod = (on: Playwright, args: Args, page: number) => Value | undefined;
type Method = (on: Playwright, of: Elements, args: Args) => Value | undefined;

const expectation: GlobalMethod = (_, [of = nothing]) => ({ kind: 'expectation', of, negated: false });
const joinedPath: GlobalMethod = (_, args) => plainText(posix.join(...args.map(textOf)));
const stableUuid: GlobalMethod = () => variable('OCTO_STABLE_UUID');
const skip: GlobalMethod = ({ writer }, args) => {
  if (args.length > 0) throw new NotImported('a condition has no equivalent');
  writer.isOff = true;
};
/** Keys for what has the focus. */
const onPage =
  (name: string): GlobalMethod =>
  (on, args, page) => {
    on.writer.goToPage(page);
    const given = args.map((each) => on.inText(each));
    act(on.writer, [], name, given);
  };
/** What is called by its name. */
export const globalMethods: Readonly<Record<string, GlobalMethod>> = {
  expect: expectation,
  'expect.soft': expectation,
  'expect.configure': () => ({ kind: 'global', name: 'expect' }),
  'expect.poll'({ walker }, [read, options]) {
    optionsOf(options, ['message', 'intervals']);
    return { kind: 'expectation', of: walker.awaited(walker.run(read, [])), negated: false };
  },
  'test.step'({ writer, walker }, [title, body]) {
    if (title?.kind === 'text') writer.comment(titleOf(title));
    return walker.run(body, []);
  },
  'test.skip': skip,
  'test.fixme': skip,
  'Promise.all': (_, [list]) => list,
  String: (on, [value = nothing]) => on.inText(value),
  'RegExp.new': (_, [source, flags]) => ({
    kind: 'pattern',
    pieces: source?.kind === 'text' ? source.pieces : [],
    flags: flags === undefined ? '' : textOf(flags),
  }),
  'Map.new': () => ({ kind: 'global', name: 'map' }),
  'map.set'(on, [name, value]) {
    if (value?.kind !== 'reading') throw new NotImported('only what is read of the page can be stored');
    on.inText({ ...value, name: textOf(name) });
  },
  'path.join': joinedPath,
  'path.resolve': joinedPath,
  'Date.now': () => variable('OCTO_STABLE_UUID_SHORT'),
  randomUUID: stableUuid,
  'crypto.randomUUID': stableUuid,
  'keyboard.press': onPage('press'),
  'keyboard.type': onPage('type'),
  'keyboard.insertText': onPage('type'),
  'request.get'({ address }, [url, options]) {
    optionsOf(options);
    return { kind: 'response', address: address.path(url) };
  },
  'context.waitForEvent': (on, [name]) => on.event(textOf(name)),
};

const leave =
  (code: string): Method =>
  ({ writer }, _, [options]) => {
    optionsOf(options);
    leavePage(writer, code);
  };

const answerDialog =
  (isLasting: boolean): Method =>
  ({ writer, walker }, _, [event, listener]) => {
    if (event === undefined || textOf(event) !== 'dialog' || listener?.kind !== 'function')
      throw new NotImported('only listeners for dialogs have an equivalent');
    const answer: DialogAnswer = {};
    walker.inline(listener, [{ kind: 'dialog', answer }]);
    writer.listen(dialogAnswer(answer), isLasting);
  };

const wait = (calledWith: Extract<Interaction, { action: 'WAIT_FOR' }>['calledWith']): Interaction => ({
  action: 'WAIT_FOR',
  calledWith,
});
const pageStates: Readonly<Record<string, 'load' | 'domContentLoaded' | 'networkIdle'>> = {
  load: 'load',
  domcontentloaded: 'domContentLoaded',
  networkidle: 'networkIdle',
};

export const pageMethods: Readonly<Record<string, Method>> = {
  goto({ writer, address }, _, [to, options]) {
    optionsOf(options);
    const opened = address.opened(to);
    writer.act({ action: 'GO_TO', calledWith: opened });
    return { kind: 'response', address: opened };
  },
  reload: leave('location.reload()'),
  goBack: leave('history.back()'),
  goForward: leave('history.forward()'),
  close: ({ writer }, { page }) => {
    writer.closePage(page);
  },
  on: answerDialog(true),
  once: answerDialog(false),
  url: (on, page) => on.writer.reading(page, 'url'),
  title: (on, page) => on.writer.reading(page, 'title'),
  waitForSelector: (on, page, [selector, ...rest]) => on.onElements(on.find(page, selector), 'waitFor', rest),
  dragAndDrop: (on, page, [source, target, ...rest]) =>
    on.onElements(on.find(page, source), 'dragTo', [on.find(page, target), ...rest]),
  waitForTimeout({ writer }, _, [time]) {
    writer.act(wait({ type: 'fixedTime', timeMilliseconds: numberOf(time) }));
  },
  waitForLoadState({ writer }, _, [state]) {
    // Every step waits for the page to load.
    if (state === undefined) return;
    const type = entryOf(pageStates, textOf(state));
    if (type === undefined) throw new NotImported('this state of the page has no equivalent');
    writer.act(wait({ type }));
  },
  waitForURL(on, page, [url, ...rest]) {
    expectThat(on, page, 'toHaveURL', false, [globOf(url), ...rest]);
  },
  waitForFunction({ writer, walker }, _, [script, argument]) {
    writer.act(wait({ type: 'code', code: `return Boolean(${pageScript(walker, script, argument)});` }));
  },
  evaluate({ writer, walker }, _, [script, argument]) {
    const scroll = scrollOf(walker, script);
    if (scroll !== undefined)
      writer.act({ action: 'SCROLL', ...(scroll === 'end' ? {} : { calledWith: scroll }) });
    else {
      const code = `${pageScript(walker, script, argument)};`;
      writer.act({ action: 'JAVASCRIPT', calledWith: { execType: 'browser', code } });
    }
  },
};

const awaitedStates: Readonly<Record<string, string>> = {
  visible: 'toBeVisible',
  hidden: 'toBeHidden',
  detached: 'toBeHidden',
};

/** Methods of elements that are more than one step of `actions.ts`. */
export const elementMethods: Readonly<Record<string, Method>> = {
  setChecked({ writer }, of, [state, ...options]) {
    const isUnchecked = isConstant(state, false);
    if (!isUnchecked && !isConstant(state, true)) throw new NotImported('the state is not constant');
    act(writer, selectorsOf(of), isUnchecked ? 'uncheck' : 'check', options);
  },
  waitFor(on, of, [options]) {
    const state = optionsOf(options, ['state']).get('state') ?? plainText('visible');
    const matcher = entryOf(awaitedStates, textOf(state));
    if (matcher === undefined) throw new NotImported('this state of elements has no equivalent');
    expectThat(on, of, matcher, false, []);
  },
  evaluate({ writer, walker }, of, [script]) {
    const scroll = scrollOf(walker, script);
    if (scroll === undefined || scroll === 'end')
      throw new NotImported('code for an element has no equivalent');
    writer.act({ action: 'SCROLL', calledWith: scroll }, selectorsOf(of));
  },
};

/** `**\/cart` as a pattern. */
function globOf(address: Value = nothing): Value {
  const glob = address.kind === 'text' ? textOf(address) : '';
  if (!glob.includes('*')) return address;
  const source = escapeRegExp(glob)
    .replaceAll('\\*\\*/', '(?:.*/)?')
    .replaceAll('\\*\\*', '.*')
    .replaceAll('\\*', '[^/]*');
  return { kind: 'pattern', pieces: [{ plain: `^${source}$` }], flags: '' };
}

/** A function with its argument, or code, as an expression that runs in the page. */
function pageScript(walker: Walker, script: Value | undefined, argument: Value | undefined): string {
  if (script?.kind === 'text') return `await (${exchangeText(script.pieces)})`;
  if (script?.kind !== 'function') throw new NotImported('the code is known only when the test runs');
  const given =
    argument === undefined ? '' : JSON.stringify(plainOf(argument, exchangeText), (_, each) => each ?? null);
  return `await (${walker.scriptOf(script.node)})(${given})`;
}

const number = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const scrolls = /^\(?\w*\)?\s*=>\s*\{?\s*\w+\.scrollTo\((.*?)\);?\s*\}?$/s;
const toEnd = /^(?:0,\s*|\{\s*(?:left:\s*\d+,\s*)?top:\s*)document\.\w+\.scrollHeight\b[^()]*$/;
const toPosition = new RegExp(`^(${number}),\\s*(${number})$`);
const toFields = new RegExp(
  `^\\{\\s*(?:left:\\s*(${number}))?,?\\s*(?:top:\\s*(${number}))?,?\\s*(?:behavior:\\s*'\\w+')?\\s*\\}$`,
);

/**
 * Where a function that only scrolls goes: `() => window.scrollTo(0, 120)`.
 * @returns undefined for any other function; `end` for the end of the page.
 */
function scrollOf(walker: Walker, script: Value | undefined): { x?: number; y?: number } | 'end' | undefined {
  if (script?.kind !== 'function') return undefined;
  const [, to] = scrolls.exec(walker.scriptOf(script.node)) ?? [];
  if (to === undefined) return undefined;
  if (toEnd.test(to)) return 'end';
  const [found, x, y] = toPosition.exec(to) ?? toFields.exec(to) ?? [];
  if (found === undefined) return undefined;
  return { ...(x === undefined ? {} : { x: Number(x) }), ...(y === undefined ? {} : { y: Number(y) }) };
}
