import { posix } from 'node:path';
import { escapeRegExp, joinFilled } from '../../../common/text.ts';
import { numberOf, optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import { Framework } from '../javascript/framework.ts';
import { isTruthy, listOf } from '../javascript/native-methods.ts';
import { patternOf, rawText, textOf, textOrPatternOf, titleOf, variable } from '../javascript/texts.ts';
import {
  type Args,
  type Elements,
  type Expected,
  entryOf,
  firstPage,
  global,
  is,
  isTagged,
  NotImported,
  noEquivalent,
  type Of,
  type TaggedValue,
  type Value,
} from '../javascript/value.ts';
import {
  act,
  blur,
  chooseFiles,
  dialogAnswer,
  isAction,
  leavePage,
  reopenPage,
  sizePage,
} from '../steps/actions.ts';
import {
  allElements,
  codeOfPlain,
  onlyOf,
  onlyStores,
  pageScript,
  propertyCode,
  requestCode,
  scriptCall,
  scriptMember,
  scrollOf,
} from '../steps/code-in-page.ts';
import { cookieCode } from '../steps/cookies.ts';
import { expectThat, isReading } from '../steps/expectations.ts';
import { eachOf, isLocatorMethod, narrowed, presenceOf } from '../steps/locators.ts';
import { exportedHelpers } from './exported-code.ts';

/** What is called by its name. */
type GlobalMethod = (on: Playwright, args: Args, page: number) => Value;
type Method = (on: Playwright, of: Elements, args: Args) => Value;

/** They have no influence on what is tested. */
const withoutEffect =
  /^(?:console\.\w+|test\.(?:setTimeout|slow)|test\.info\.(?:annotations\.push|attach|setTimeout|slow)|page\.(?:bringToFront|pause|setDefault\w+)|(?:browser|context)\.close|context\.setDefault\w+)$/;

/** Methods of an address and of its parts that change nothing. */
const ofAddress = /^(?:get|getAll|has|toString|includes|startsWith|endsWith|split|slice|replace)$/;

/** They read what there is, and never fail. */
const doesNotWait = /^(?:isVisible|isHidden|count|all|allTextContents|allInnerTexts|url|title)$/;

/** What the names of Playwright Test mean, in a test or in exported code. */
export class Playwright extends Framework {
  /** The attribute that the configuration names for test IDs. */
  testIdAttribute = 'data-testid';

  member(of: TaggedValue, name: string): Value {
    if (of.kind === 'expectation' && name === 'not') return { ...of, isNegated: !of.isNegated };
    if (of.kind === 'elements' && of.line === 'page')
      return { kind: 'global', name: name === 'request' ? 'page.request' : name, page: of.page };
    if (of.kind === 'script') return scriptMember(of, name);
    if (of.kind === 'code') return { ...of, code: of.code + propertyCode(name) };
    if (of.kind !== 'global') return undefined;
    if (of.name === 'process.env') return variable(name);
    if (of.name === 'test' && name === 'expect') return global('expect');
    // Of a test that has passed so far: what happens after a failure is not a test.
    if (of.name === 'test.info' && /^(?:status|expectedStatus)$/.test(name)) return 'passed';
    return { ...of, name: `${of.name}.${name}` };
  }

  onUnusedValue(value: Value): void {
    if (is(value, 'reading') && doesNotWait.test(value.method))
      this.writer.comment(`The spec calls ${value.method}() here and does not use what it gives.`);
    else if (is(value, 'reading')) throw new NotImported('nothing uses what it reads');
  }

  call(of: Value, name: string, args: () => Value[]): Value {
    if (!isTagged(of)) throw new NotImported(`${name} of this value has no equivalent`);
    const given = () => args().map((each) => this.filled(each));
    switch (of.kind) {
      case 'global': {
        const path = joinFilled([of.name, name], '.');
        if (withoutEffect.test(path)) return undefined;
        const own = path.replace(/^exported\./, '');
        const method = entryOf(own === path ? globalMethods : exportedHelpers, own);
        if (method === undefined) throw noEquivalent(own);
        return method(this, args(), of.page ?? 0);
      }
      case 'elements':
        if (of.line !== 'page') return this.onElements(of, name, given());
        if (name === 'screenshot')
          this.writer.comment('The spec takes a screenshot here. A run has its own.');
        return name === 'screenshot' || withoutEffect.test(`page.${name}`)
          ? undefined
          : this.#onPage(of, name, given);
      case 'expectation':
        expectThat(this, of.of, { matcher: name, args: given(), isNegated: of.isNegated });
        return undefined;
      case 'dialog':
        if (name !== 'accept' && name !== 'dismiss') return this.writer.reading(of, name);
        of.answer.accept = name === 'accept';
        for (const text of given()) of.answer.promptText = textOf(text);
        return undefined;
      case 'script': {
        const called = scriptCall(this.interpreter, of, name, given());
        if (called !== undefined) return called;
        const part = entryOf(partsOfResponse, name);
        if (part === undefined) throw noEquivalent(name);
        return scriptMember(of, part);
      }
      case 'code':
        if (!ofAddress.test(name)) throw noEquivalent(name);
        return { ...of, code: `${of.code}.${name}(${given().map(codeOfPlain).join(', ')})` };
      case 'response':
        return /^(?:text|json|headers)$/.test(name)
          ? scriptMember(this.contentsOf(of), partsOfResponse[name] ?? '')
          : this.writer.reading(of, name);
      case 'request':
        throw new NotImported('what the app sends and gets is known only when the test runs');
      case 'download':
        // The step waits for the whole file. Where the spec keeps it changes nothing.
        if (name === 'saveAs' || name === 'delete') return undefined;
        return this.writer.reading(of, name);
      case 'chooser':
        if (name !== 'setFiles') throw noEquivalent(name);
        return chooseFiles(this.writer, of.step, given());
    }
    throw noEquivalent(name);
  }

  #onPage(of: Elements, name: string, args: () => Args): Value {
    if (isLocatorMethod(name)) return this.#located(of, name, args());
    if (name === 'waitForEvent') return this.event(textOf(args()[0]));
    if (name === 'context') return global('context');
    const method = entryOf(pageMethods, name);
    if (method !== undefined) return this.#whenAwaited(name, of, () => method(this, of, args()));
    // Methods of older code take the selector themselves: `page.click('#pay')`.
    if (!isAction(name) && !isReading(name) && !Object.hasOwn(elementMethods, name))
      throw noEquivalent(`page.${name}`);
    this.writer.goToPage(of.page);
    const [selector, ...rest] = args();
    return this.onElements(elementsOf(of, selector), name, rest);
  }

  /** What a method finds. `TEST_ID` stands for `data-testid` only. */
  #located(of: Elements, name: string, args: Args): Elements {
    const [id] = args;
    if (name !== 'getByTestId' || this.testIdAttribute === 'data-testid') return narrowed(of, name, args);
    if (is(id, 'pattern')) throw new NotImported(`a pattern for ${this.testIdAttribute} has no equivalent`);
    return narrowed(of, 'locator', [`[${this.testIdAttribute}=${JSON.stringify(rawText(id))}]`]);
  }

  onElements(of: Elements, name: string, args: Args): Value {
    if (isLocatorMethod(name)) return this.#located(of, name, args);
    if (name === 'page') return { ...firstPage, page: of.page };
    if (isReading(name)) {
      this.writer.goToPage(of.page);
      const count = name.startsWith('all') ? this.writer.counted(selectorsOf(of)) : undefined;
      const found = count === undefined ? undefined : eachOf(of, count);
      if (name === 'all' && found !== undefined) return found;
      const items = found?.map((each) => this.writer.reading(each, 'textContent'));
      return { ...this.writer.reading(of, name, args), items };
    }
    return this.#whenAwaited(name, of, () => {
      if (act(this.writer, selectorsOf(of), name, args)) return undefined;
      const method = entryOf(elementMethods, name);
      if (method === undefined) throw noEquivalent(name);
      return method(this, of, args);
    });
  }

  /** Calls a method where it is called, or where it is awaited if it waits. */
  #whenAwaited(name: string, { page }: Elements, call: () => Value): Value {
    const wait = (): Value => {
      if (name !== 'close') this.writer.goToPage(page);
      return call();
    };
    return name.startsWith('waitFor') ? { kind: 'pending', wait } : wait();
  }

  /** An event of the page, which steps after this one cause. */
  event(name: string): Value {
    const after = this.writer.last;
    const wait = (): Value => {
      if (name === 'popup' || name === 'page') return this.writer.openPage();
      if (name !== 'download' && name !== 'filechooser')
        throw new NotImported(`the event ${name} has no equivalent`);
      const step = this.writer
        .stepsSince(after)
        .find(({ element }) => element.interaction?.action === 'CLICK');
      if (step === undefined) throw new NotImported(`only a click can cause the event ${name}`);
      if (name === 'filechooser') return { kind: 'chooser', step };
      const calledWith = textOrPatternOf(patternOf('.', '', ''));
      step.element = { selectors: step.element.selectors, interaction: { action: 'DOWNLOAD', calledWith } };
      return { kind: 'download', step };
    };
    return { kind: 'pending', wait };
  }
}

/** What a method of the page that takes a selector is for: the first element. */
function elementsOf(page: Elements, selector: Value): Elements {
  if (is(selector, 'elements')) return selector;
  const found = narrowed(page, 'locator', [selector]);
  return /^#[\w-]+$/.test(textOf(selector)) ? found : narrowed(found, 'first', []);
}

const expectation: GlobalMethod = (_, [of]) => ({ kind: 'expectation', of, isNegated: false });
const joinedPath: GlobalMethod = (_, args) => posix.join(...args.map(textOf));
/** A condition that does not hold changes nothing. */
const skip: GlobalMethod = ({ writer }, args) => {
  if (args.length === 0 || isTruthy(args[0])) writer.isOff = true;
};
/** Keys for what has the focus. */
const onPage =
  (name: string): GlobalMethod =>
  (on, args, page) => {
    on.writer.goToPage(page);
    act(
      on.writer,
      [],
      name,
      args.map((each) => (is(each, 'reading') ? on.toVariable(each) : each)),
    );
  };
/** Options of a context that a run has for all test cases, or that change nothing in most apps. */
const ofDevice = [
  ...['viewport', 'screen', 'isMobile', 'hasTouch', 'deviceScaleFactor', 'userAgent', 'colorScheme'],
  ...['locale', 'timezoneId', 'recordVideo', 'ignoreHTTPSErrors', 'acceptDownloads'],
];

/** What methods of a response give of the value of `requestCode`. */
const partsOfResponse: Readonly<Record<string, string>> = {
  ok: 'ok',
  status: 'status',
  headers: 'headers',
  json: 'body',
  text: 'text',
};

/** A request that the page sends, with its cookies or without. */
const send =
  (method: string, { isAnonymous }: { readonly isAnonymous: boolean }): GlobalMethod =>
  (on, [url, options], page) => {
    on.writer.goToPage(page);
    if (isAnonymous)
      on.writer.comment('The spec sends the cookies of its own requests here. This step sends none.');
    const given = new Map(optionsOf(options, ['data', 'form', 'headers', 'failOnStatusCode']));
    const [data, form] = [given.get('data'), given.get('form')];
    const fields: [string, Value][] = [
      ['method', method],
      ['body', form ?? data],
      ['form', form !== undefined],
      ['failOnStatusCode', given.get('failOnStatusCode') ?? false],
      ['isAnonymous', isAnonymous],
    ];
    const code = requestCode(on.address.below(url), new Map([...given, ...fields]));
    return { kind: 'script', step: on.writer.runInPage(code) };
  };

const get =
  ({ isAnonymous }: { readonly isAnonymous: boolean }): GlobalMethod =>
  ({ address, writer }, [url, options]) => {
    optionsOf(options);
    return { kind: 'response', address: address.path(url), after: writer.last, isAnonymous };
  };

/** Code that runs before each page is loaded, if it only stores something. */
const initScript: GlobalMethod = ({ writer, interpreter }, [script, argument]) => {
  if (!onlyStores(interpreter, script))
    throw new NotImported('only code that stores something can run before a page is loaded');
  writer.storeBefore(`${pageScript(interpreter, script, argument)};`);
  writer.comment('The spec stores this before each page is loaded. Here, it is stored once.');
};

const newPage: GlobalMethod = ({ writer }) => writer.initialPage();

const globalMethods: Readonly<Record<string, GlobalMethod>> = {
  expect: expectation,
  'expect.soft': expectation,
  'expect.configure': () => global('expect'),
  // Matchers of the spec are named where it uses them.
  'expect.extend': () => global('expect'),
  'expect.objectContaining': (_, [of]) => ({ kind: 'partial', of }),
  'expect.poll'({ interpreter, writer }, [read, options]) {
    optionsOf(options);
    const { last } = writer;
    const of = interpreter.awaited(interpreter.run(read, []));
    if (writer.last !== last) throw new NotImported('steps that are repeated have no equivalent');
    return { kind: 'expectation', of, isNegated: false };
  },
  'test.step'({ writer, interpreter }, [title, body]) {
    if (typeof title === 'string') writer.comment(titleOf(title));
    return interpreter.awaited(interpreter.run(body, []));
  },
  'test.skip': skip,
  'test.fixme': skip,
  // A test case that fails as expected has no equivalent: it is there, but does not run.
  'test.fail': skip,
  'test.info': () => global('test.info'),
  'browser.newPage': newPage,
  'context.newPage': newPage,
  'browser.newContext'({ writer }, [options]) {
    const names = [...optionsOf(options, ofDevice).keys()].join(', ');
    if (names !== '') writer.comment(`The spec sets ${names} here, which a test case does not have.`);
    return global('context');
  },
  'context.clearCookies'({ writer }) {
    if (writer.last !== undefined || writer.isStoring)
      throw new NotImported('cookies can be cleared at the beginning only');
  },
  'context.addCookies'({ writer, address }, [cookies]) {
    const codes = listOf(cookies).map((each) => cookieCode(address, each));
    for (const code of codes) writer.storeBefore(code);
    writer.comment('The spec sets cookies of the browser. Here, the page sets them in a first visit.');
  },
  'URL.new'({ writer }, [read, ...others]) {
    const isOfPage = is(read, 'reading') && read.method === 'url' && is(read.of, 'elements');
    if (!isOfPage || others.length > 0) throw new NotImported('only the address of the page can be parsed');
    if (is(read.of, 'elements')) writer.goToPage(read.of.page);
    return { kind: 'code', code: 'new URL(location.href)', after: read.after };
  },
  'path.join': joinedPath,
  'path.resolve': joinedPath,
  'keyboard.press': onPage('press'),
  'keyboard.type': onPage('type'),
  'keyboard.insertText': onPage('type'),
  'mouse.wheel'({ writer }, [x, y], page) {
    writer.goToPage(page);
    writer.comment('The spec scrolls what is under the mouse. Here, the page is scrolled.');
    return void writer.runInPage(`window.scrollBy(${numberOf(x)}, ${numberOf(y)});`);
  },
  'request.get': get({ isAnonymous: true }),
  'page.request.get': get({ isAnonymous: false }),
  ...Object.fromEntries(
    ['post', 'put', 'patch', 'delete'].flatMap((name) =>
      ['page.request', 'context.request', 'request'].map((of) => [
        `${of}.${name}`,
        send(name, { isAnonymous: of === 'request' }),
      ]),
    ),
  ),
  'context.addInitScript': initScript,
  'context.waitForEvent': (on, [name]) => on.event(textOf(name)),
};

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

const pageMethods: Readonly<Record<string, Method>> = {
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
  addInitScript: (on, { page }, args) => initScript(on, args, page),
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
const elementMethods: Readonly<Record<string, Method>> = {
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
