import { dirname, posix } from 'node:path';
import { escapeRegExp } from '../../common/text.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { locatorMethods } from '../../service/locator-line/print-locator.ts';
import { actions, addDialog, dropOptions, leavePage, typeText } from './actions.ts';
import type { AppAddress } from './app-address.ts';
import type { CaseWriter } from './case-writer.ts';
import { assertionOf } from './expectations.ts';
import { exportedHelper } from './exported-code.ts';
import { NotImported } from './not-imported.ts';
import { pageScript, scrollOf } from './page-script.ts';
import {
  codeOf,
  type DialogAnswer,
  type Elements,
  nothing,
  numberOf,
  optionsOf,
  plainText,
  type Reading,
  selectorsOf,
  textOf,
  textOrPatternOf,
  titleOf,
  type Value,
} from './value.ts';
import type { Call, Framework, Walker } from './walker.ts';

const locatorNames = new Set([...Object.values(locatorMethods).map(({ name }) => name), 'contentFrame']);
/** What a test reads of elements, and the matchers that wait for the same. */
const readings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  textContent: {
    toBe: 'toHaveText',
    toEqual: 'toHaveText',
    toContain: 'toContainText',
    toMatch: 'toContainText',
  },
  innerText: {
    toBe: 'toHaveText',
    toEqual: 'toHaveText',
    toContain: 'toContainText',
    toMatch: 'toContainText',
  },
  inputValue: { toBe: 'toHaveValue', toEqual: 'toHaveValue', toMatch: 'toHaveValue' },
  count: { toBe: 'toHaveCount', toEqual: 'toHaveCount' },
  getAttribute: { toBe: 'toHaveAttribute', toEqual: 'toHaveAttribute', toMatch: 'toHaveAttribute' },
  url: { toBe: 'toHaveURL', toEqual: 'toHaveURL', toMatch: 'toHaveURL', toContain: 'toHaveURL' },
  title: { toBe: 'toHaveTitle', toEqual: 'toHaveTitle', toMatch: 'toHaveTitle', toContain: 'toHaveTitle' },
  ...Object.fromEntries(
    Object.entries({
      isVisible: 'toBeVisible',
      isHidden: 'toBeHidden',
      isChecked: 'toBeChecked',
      isDisabled: 'toBeDisabled',
      isEnabled: 'toBeEnabled',
    }).map(([method, matcher]) => [
      method,
      { toBe: matcher, toEqual: matcher, toBeTruthy: matcher, toBeFalsy: matcher },
    ]),
  ),
};
const extracted = new Set(['textContent', 'innerText', 'inputValue', 'getAttribute']);
/** Methods of older code that take the selector themselves: `page.click('#pay')`. */
const selectorMethods = new Set(
  [...Object.keys(actions), ...Object.keys(readings)].filter((name) => name !== 'url' && name !== 'title'),
);
/** They have no influence on what is tested. */
const withoutEffect =
  /^(?:console\.\w+|test\.(?:setTimeout|slow|info\.annotations\.push)|page\.(?:bringToFront|screenshot|setDefault\w+|waitForNavigation))$/;

/** What the names of Playwright Test mean, in a test or in exported code. */
export class Playwright implements Framework {
  readonly #walker: Walker;
  readonly #address: AppAddress;
  readonly #folder: string;
  readonly #isExport: boolean;
  readonly #variables = new WeakMap<Reading, Value>();

  /** @param file path relative to the workspace. */
  constructor(walker: Walker, address: AppAddress, file: string, isExport: boolean) {
    this.#walker = walker;
    this.#address = address;
    this.#folder = dirname(file);
    this.#isExport = isExport;
  }

  get #writer(): CaseWriter {
    if (this.#walker.writer === undefined) throw new NotImported('it is outside of the tests');
    return this.#walker.writer;
  }

  global(name: string): Value | undefined {
    if (name === '__dirname') return plainText(this.#folder);
    if (this.#isExport && exportedHelper(name)) return { kind: 'global', name: `exported.${name}` };
    return globals.has(name) ? { kind: 'global', name } : undefined;
  }

  member(of: Value, name: string): Value | undefined {
    if (of.kind === 'expectation' && name === 'not') return { ...of, negated: !of.negated };
    if (of.kind === 'page' && ['keyboard', 'request', 'mouse'].includes(name))
      return { kind: 'global', name, page: of.page };
    if (of.kind !== 'global') return undefined;
    if (of.name === 'process.env' || of.name === 'import.meta.env')
      return { kind: 'text', pieces: [{ name }] };
    if (of.name === 'import.meta' && name === 'dirname') return plainText(this.#folder);
    return { ...of, name: `${of.name}.${name}` };
  }

  awaited(value: Value): Value {
    if (value.kind === 'list') return { kind: 'list', items: value.items.map((each) => this.awaited(each)) };
    if (value.kind !== 'event') return value;
    if (value.name === 'popup' || value.name === 'page')
      return { kind: 'page', page: this.#writer.openPage() };
    if (value.name !== 'download') throw new NotImported(`the event ${value.name} has no equivalent`);
    const { steps } = this.#writer;
    const since = value.after === undefined ? 0 : steps.indexOf(value.after) + 1;
    const step = steps.slice(since).find(({ element }) => element.interaction?.action === 'CLICK');
    if (step === undefined) throw new NotImported('only a click can start a download');
    const interaction = { action: 'DOWNLOAD' as const, calledWith: textOrPatternOf(anyText) };
    step.element = { selectors: step.element.selectors, interaction };
    return { kind: 'download', step };
  }

  /** The text or attribute that was read is stored in a variable where it was read. */
  inText(value: Value): Value {
    if (value.kind !== 'reading') return value;
    const { of, method, name = 'value', after, args } = value;
    if (of.kind !== 'elements' || !extracted.has(method)) return value;
    const known = this.#variables.get(value);
    if (known !== undefined) return known;
    const variableName = name.replace(/\W/g, '_').replace(/^(?=\d)/, '_');
    this.#writer.insertAfter(after, {
      selectors: selectorsOf(of),
      interaction: { action: 'EXTRACT', calledWith: extraction(variableName, method, args) },
    });
    const variable: Value = { kind: 'text', pieces: [{ name: `$${variableName}` }] };
    this.#variables.set(value, variable);
    return variable;
  }

  call(of: Value, name: string, call: Call): Value {
    switch (of.kind) {
      case 'global':
        return this.#globalCall(name === '' ? of.name : `${of.name}.${name}`, of, call);
      case 'page':
        return this.#pageCall(of.page, name, call);
      case 'elements':
        return this.#elementsCall(of, name, this.#args(call), call);
      case 'expectation':
        this.#expect(of.of, name, of.negated, this.#args(call));
        return nothing;
      case 'list':
        return this.#listCall(of.items, name, call);
      case 'dialog':
        return answer(of.answer, name, this.#args(call), of);
      case 'response':
      case 'download':
        return { kind: 'reading', method: name, of, args: [], after: this.#writer.last };
      case 'reading':
        if (name === 'trim') return of;
        break;
      case 'text':
      case 'number':
        if (name === 'toString') return of;
        break;
      case 'nothing':
        if (name === 'catch') return of;
    }
    throw new NotImported(`${name} has no equivalent`);
  }

  #args(call: Call): Value[] {
    return this.#walker.args(call).map((each) => this.inText(each));
  }

  #globalCall(name: string, of: Value, call: Call): Value {
    if (withoutEffect.test(name)) return nothing;
    const args = () => this.#args(call);
    const exported = name.startsWith('exported.')
      ? exportedHelper(name.slice('exported.'.length))
      : undefined;
    if (exported !== undefined) {
      return exported(this.#walker.args(call), {
        writer: this.#writer,
        walker: this.#walker,
      });
    }
    const page = of.kind === 'global' ? of.page : undefined;
    switch (name) {
      case 'expect':
      case 'expect.soft':
        return { kind: 'expectation', of: this.#walker.args(call)[0] ?? nothing, negated: false };
      case 'test.step': {
        const [title, body] = this.#walker.args(call);
        if (title?.kind === 'text') this.#writer.comment(titleOf(title));
        if (body?.kind === 'function') return this.#walker.inline(body, []);
        break;
      }
      case 'test.skip':
      case 'test.fixme':
        if (call.args.length > 0) break;
        this.#writer.isOff = true;
        return nothing;
      case 'Promise.all':
        return args()[0] ?? nothing;
      case 'String':
        return args()[0] ?? nothing;
      case 'RegExp.new': {
        const [source, flags] = args();
        const pieces = source?.kind === 'text' ? source.pieces : [];
        return { kind: 'pattern', pieces, flags: flags === undefined ? '' : textOf(flags) };
      }
      case 'Map.new':
        return { kind: 'global', name: 'map' };
      case 'path.join':
      case 'path.resolve':
        return plainText(posix.join(...args().map(textOf)));
      case 'Date.now':
        return { kind: 'text', pieces: [{ name: 'OCTO_STABLE_UUID_SHORT' }] };
      case 'randomUUID':
      case 'crypto.randomUUID':
        return { kind: 'text', pieces: [{ name: 'OCTO_STABLE_UUID' }] };
      case 'keyboard.press':
      case 'keyboard.type':
      case 'keyboard.insertText':
        return this.#type(name, page ?? 0, args());
      case 'request.get': {
        const [url, options] = args();
        optionsOf(options, []);
        return { kind: 'response', address: this.#address.path(url) };
      }
      case 'context.waitForEvent':
        return { kind: 'event', name: textOf(args()[0]), after: this.#writer.last };
      case 'context.grantPermissions':
        if (this.#isExport) return nothing;
        break;
      case 'map.set': {
        const [variable, value] = this.#walker.args(call);
        if (value?.kind !== 'reading') break;
        this.inText({ ...value, name: textOf(variable) });
        return nothing;
      }
    }
    throw new NotImported(`${name.replace(/^exported\./, '')} has no equivalent`);
  }

  #type(name: string, page: number, args: readonly Value[]): Value {
    this.#writer.goToPage(page);
    if (name === 'keyboard.press') actions.press?.(this.#writer, [], args);
    else typeText(this.#writer, [], args);
    return nothing;
  }

  #listCall(items: readonly Value[], name: string, call: Call): Value {
    const [body] = this.#walker.args(call);
    if ((name !== 'forEach' && name !== 'map') || body?.kind !== 'function') {
      throw new NotImported(`${name} has no equivalent`);
    }
    return {
      kind: 'list',
      items: items.map((each, index) => this.#walker.inline(body, [each, { kind: 'number', value: index }])),
    };
  }

  #pageCall(page: number, name: string, call: Call): Value {
    const writer = this.#writer;
    if (withoutEffect.test(`page.${name}`)) return nothing;
    if (locatorNames.has(name))
      return this.#elementsCall({ kind: 'elements', page, line: 'page' }, name, this.#args(call), call);
    if (name === 'once' || name === 'on') return this.#dialog(call);
    const args = this.#args(call);
    if (name === 'waitForEvent') return { kind: 'event', name: textOf(args[0]), after: writer.last };
    if (name === 'url' || name === 'title')
      return { kind: 'reading', method: name, of: { kind: 'page', page }, args: [], after: writer.last };
    if (name === 'close') {
      writer.closePage(page);
      return nothing;
    }
    writer.goToPage(page);
    const [first, ...rest] = args;
    if (selectorMethods.has(name)) return this.#elementsCall(this.#bySelector(page, first), name, rest, call);
    switch (name) {
      case 'goto': {
        optionsOf(rest[0], []);
        const address = this.#address.opened(first);
        writer.act({ action: 'GO_TO', calledWith: address });
        return { kind: 'response', address };
      }
      case 'reload':
      case 'goBack':
      case 'goForward':
        optionsOf(first, []);
        leavePage(writer, leavingCode[name]);
        return nothing;
      case 'dragAndDrop':
        return this.#elementsCall(
          this.#bySelector(page, first),
          'dragTo',
          [this.#bySelector(page, rest[0]), ...rest.slice(1)],
          call,
        );
      case 'waitForSelector':
        return this.#elementsCall(this.#bySelector(page, first), 'waitFor', rest, call);
      case 'waitForTimeout':
        writer.act({
          action: 'WAIT_FOR',
          calledWith: { type: 'fixedTime', timeMilliseconds: numberOf(first) },
        });
        return nothing;
      case 'waitForLoadState':
        return waitForState(writer, first);
      case 'waitForURL':
        this.#expect({ kind: 'page', page }, 'toHaveURL', false, [globOf(first), ...rest]);
        return nothing;
      case 'waitForFunction':
        writer.act({
          action: 'WAIT_FOR',
          calledWith: { type: 'code', code: `return Boolean(${pageScript(this.#walker, first, rest[0])});` },
        });
        return nothing;
      case 'evaluate': {
        const scroll = scrollOf(this.#walker, first);
        if (scroll !== undefined)
          writer.act({ action: 'SCROLL', ...(scroll === 'end' ? {} : { calledWith: scroll }) });
        else
          writer.act({
            action: 'JAVASCRIPT',
            calledWith: { execType: 'browser', code: `${pageScript(this.#walker, first, rest[0])};` },
          });
        return nothing;
      }
    }
    throw new NotImported(`page.${name} has no equivalent`);
  }

  /** The dialog that the next step opens. */
  #dialog(call: Call): Value {
    const [event, listener] = this.#walker.args(call);
    if (event === undefined || textOf(event) !== 'dialog' || listener?.kind !== 'function') {
      throw new NotImported('only listeners for dialogs have an equivalent');
    }
    const answer: DialogAnswer = {};
    const dialog = { kind: 'dialog' as const, answer };
    this.#walker.inline(listener, [dialog]);
    addDialog(this.#writer, answer);
    return nothing;
  }

  #bySelector(page: number, selector: Value | undefined): Elements {
    if (selector?.kind === 'elements') return selector;
    return { kind: 'elements', page, line: `page.locator(${codeOf(selector ?? nothing)})` };
  }

  #elementsCall(of: Elements, name: string, args: readonly Value[], call: Call): Value {
    if (locatorNames.has(name)) return narrowed(of, name, args);
    const writer = this.#writer;
    writer.goToPage(of.page);
    if (Object.hasOwn(readings, name)) return { kind: 'reading', method: name, of, args, after: writer.last };
    const selectors = selectorsOf(of);
    const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (act !== undefined) {
      act(writer, selectors, args);
      return nothing;
    }
    const [first, options] = args;
    switch (name) {
      case 'dragTo': {
        if (first?.kind !== 'elements') break;
        const position = optionsOf(options, ['targetPosition']).get('targetPosition');
        writer.act(
          {
            action: 'DRAG_AND_DROP',
            calledWith: { selectors: selectorsOf(first), ...dropOptions(position) },
          },
          selectors,
        );
        return nothing;
      }
      case 'waitFor': {
        const state = optionsOf(first, ['state']).get('state');
        const matcher = { visible: 'toBeVisible', hidden: 'toBeHidden', detached: 'toBeHidden' }[
          state === undefined ? 'visible' : textOf(state)
        ];
        if (matcher === undefined) break;
        this.#expect(of, matcher, false, []);
        return nothing;
      }
      case 'evaluate': {
        const scroll = scrollOf(this.#walker, first);
        if (scroll === undefined || scroll === 'end') break;
        writer.act({ action: 'SCROLL', calledWith: scroll }, selectors);
        return nothing;
      }
    }
    throw new NotImported(
      `${name} has no equivalent (${this.#walker.codeOf(call.node.callee).slice(0, 60)})`,
    );
  }

  #expect(of: Value, matcher: string, isNegated: boolean, args: readonly Value[]): void {
    const writer = this.#writer;
    if (of.kind === 'reading') {
      this.#expectReading(of, matcher, isNegated, args);
      return;
    }
    if (of.kind === 'response' && matcher === 'toBeOK' && !isNegated) {
      writer.add({ selectors: [], assertion: { expectation: 'RESPONSE_OK', calledWith: of.address } });
      return;
    }
    if (of.kind !== 'page' && of.kind !== 'elements') {
      throw new NotImported('only expectations of the page and its elements have an equivalent');
    }
    writer.goToPage(of.page);
    const selectors = of.kind === 'page' ? [] : selectorsOf(of);
    if (matcher === 'toHaveURL' && !isNegated && args[0]?.kind === 'text') {
      optionsOf(args[1], []);
      const calledWith = this.#address.path(args[0]);
      writer.add({ selectors, assertion: { expectation: 'TO_HAVE_URL', calledWith } });
      return;
    }
    const list =
      args[0]?.kind === 'list' && /^to(?:Have|Contain)Text$/.test(matcher) ? args[0].items : undefined;
    if (list === undefined) {
      writer.add({ selectors, assertion: assertionOf(matcher, isNegated, args) });
      return;
    }
    if (isNegated || matcher === 'toContainText')
      throw new NotImported(`${matcher} with a list has no equivalent`);
    // As many elements as texts, each with its text.
    writer.add({
      selectors,
      assertion: assertionOf('toHaveCount', false, [{ kind: 'number', value: list.length }]),
    });
    for (const [index, text] of list.entries()) {
      const nth: ExchangeSelector = { selectorType: 'NTH', selector: String(index) };
      writer.add({
        selectors: [...selectors, nth],
        assertion: assertionOf(matcher, false, [text, ...args.slice(1)]),
      });
    }
  }

  /** `expect(await locator.textContent()).toBe('…')`: the assertion reads the page itself. */
  #expectReading(reading: Reading, matcher: string, isNegated: boolean, args: readonly Value[]): void {
    const { of, method } = reading;
    const isFalse = matcher === 'toBeFalsy' || (args[0]?.kind === 'boolean' && !args[0].value);
    switch (of.kind) {
      case 'download':
        expectFileName(of.step.element, method, matcher, isNegated, args);
        return;
      case 'dialog':
        expectMessage(of.answer, method, matcher, isNegated, args);
        return;
      case 'response':
        if (method === 'ok' ? isNegated !== isFalse : method !== 'status' || numberOf(args[0]) !== 200) {
          throw new NotImported('only a response that is OK has an equivalent');
        }
        this.#expect(of, 'toBeOK', false, []);
        return;
    }
    const waiting = readings[method]?.[matcher];
    if (waiting === undefined) throw new NotImported(`${matcher} of ${method}() has no equivalent`);
    if (this.#writer.hasActedSince(reading.after))
      throw new NotImported('the value was read before another step');
    if (waiting.startsWith('toBe')) {
      this.#expect(of, waiting, isNegated !== isFalse, []);
      return;
    }
    const [expected] = args;
    const isPart = matcher === 'toContain' && of.kind === 'page';
    const part: Value = isPart
      ? { kind: 'pattern', pieces: [{ plain: escapeRegExp(textOf(expected)) }], flags: '' }
      : (expected ?? nothing);
    this.#expect(of, waiting, isNegated, [...reading.args, part]);
  }
}

const globals = new Set([
  'process',
  'console',
  'Promise',
  'String',
  'RegExp',
  'Map',
  'Date',
  'crypto',
  'path',
  'test',
  'expect',
  'context',
  'randomUUID',
  'require',
]);

const leavingCode = {
  reload: 'location.reload()',
  goBack: 'history.back()',
  goForward: 'history.forward()',
};

const anyText: Value = { kind: 'pattern', pieces: [{ plain: '.' }], flags: '' };

function narrowed(of: Elements, name: string, args: readonly Value[]): Elements {
  const [first] = args;
  if (name === 'locator' && first?.kind === 'elements')
    return { ...of, line: of.line + first.line.slice('page'.length) };
  return { ...of, line: `${of.line}.${name}(${args.map(codeOf).join(', ')})` };
}

function extraction(variableName: string, method: string, args: readonly Value[]) {
  return method === 'getAttribute'
    ? { variableName, type: 'ATTRIBUTE' as const, attributeName: textOf(args[0]) }
    : { variableName, type: 'TEXT' as const };
}

const states: Readonly<Record<string, 'load' | 'domContentLoaded' | 'networkIdle'>> = {
  load: 'load',
  domcontentloaded: 'domContentLoaded',
  networkidle: 'networkIdle',
};

/** Every step waits for the page to load. */
function waitForState(writer: CaseWriter, state: Value | undefined): Value {
  if (state === undefined) return nothing;
  const type = states[textOf(state)];
  if (type === undefined) throw new NotImported('this state of the page has no equivalent');
  writer.act({ action: 'WAIT_FOR', calledWith: { type } });
  return nothing;
}

function answer(dialog: DialogAnswer, name: string, [text]: readonly Value[], of: Value): Value {
  if (name === 'message') return { kind: 'reading', method: name, of, args: [], after: undefined };
  if (name !== 'accept' && name !== 'dismiss') throw new NotImported(`${name} of a dialog has no equivalent`);
  dialog.accept = name === 'accept';
  if (text !== undefined) dialog.promptText = textOf(text);
  return nothing;
}

function expectMessage(
  dialog: DialogAnswer,
  method: string,
  matcher: string,
  isNegated: boolean,
  [text]: readonly Value[],
): void {
  if (isNegated || method !== 'message') throw new NotImported(`${matcher} of a dialog has no equivalent`);
  dialog.messageContaining = expectedText(matcher, text);
}

function expectFileName(
  element: CaseWriter['steps'][number]['element'],
  method: string,
  matcher: string,
  isNegated: boolean,
  [name]: readonly Value[],
): void {
  if (isNegated || method !== 'suggestedFilename' || element.interaction?.action !== 'DOWNLOAD') {
    throw new NotImported(`${matcher} of a download has no equivalent`);
  }
  const text =
    matcher === 'toContain'
      ? { kind: 'pattern' as const, pieces: [{ plain: escapeRegExp(textOf(name)) }], flags: '' }
      : name;
  element.interaction.calledWith = textOrPatternOf(text);
}

/** `**\/cart` as a pattern. */
function globOf(address: Value | undefined): Value {
  const glob = address?.kind === 'text' ? textOf(address) : '';
  if (!glob.includes('*')) return address ?? nothing;
  const source = escapeRegExp(glob)
    .replaceAll('\\*\\*/', '(?:.*/)?')
    .replaceAll('\\*\\*', '.*')
    .replaceAll('\\*', '[^/]*');
  return { kind: 'pattern', pieces: [{ plain: `^${source}$` }], flags: '' };
}

/** What a message must contain. */
function expectedText(matcher: string, text: Value | undefined): string {
  if (matcher === 'toContain' || matcher === 'toMatch') return textOrPatternOf(text);
  if (matcher !== 'toBe' && matcher !== 'toEqual')
    throw new NotImported(`${matcher} of a message has no equivalent`);
  return textOrPatternOf({
    kind: 'pattern',
    pieces: [{ plain: `^${escapeRegExp(textOf(text))}$` }],
    flags: '',
  });
}
