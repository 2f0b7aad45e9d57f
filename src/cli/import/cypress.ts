import { escapeRegExp } from '../../common/text.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { actions, leavePage } from './actions.ts';
import type { AppAddress } from './app-address.ts';
import type { CaseWriter } from './case-writer.ts';
import { assertionOf } from './expectations.ts';
import { NotImported } from './not-imported.ts';
import {
  codeOf,
  type Elements,
  nothing,
  numberOf,
  optionsOf,
  plainText,
  selectorsOf,
  textOf,
  type Value,
} from './value.ts';
import type { Call, Framework, Walker } from './walker.ts';

/** Chainers of `should`, without `not.`, and the matchers of Playwright that wait for the same. */
const chainers: Readonly<Record<string, string>> = {
  'be.visible': 'toBeVisible',
  'be.hidden': 'toBeHidden',
  'be.checked': 'toBeChecked',
  'be.disabled': 'toBeDisabled',
  'be.enabled': 'toBeEnabled',
  'be.focused': 'toBeFocused',
  'have.focus': 'toBeFocused',
  'have.text': 'toHaveText',
  contain: 'toContainText',
  contains: 'toContainText',
  include: 'toContainText',
  'contain.text': 'toContainText',
  'include.text': 'toContainText',
  'have.value': 'toHaveValue',
  'have.length': 'toHaveCount',
  'have.attr': 'toHaveAttribute',
  'have.class': 'toContainClass',
  'have.id': 'toHaveId',
  'have.css': 'toHaveCSS',
};

/** Commands that are actions of Playwright under the same or another name. */
const commands: Readonly<Record<string, string>> = {
  click: 'click',
  dblclick: 'dblclick',
  clear: 'clear',
  check: 'check',
  uncheck: 'uncheck',
  scrollIntoView: 'scrollIntoViewIfNeeded',
};

/** `{enter}` in the text of `type`. */
const keys: Readonly<Record<string, string>> = {
  enter: 'Enter',
  esc: 'Escape',
  backspace: 'Backspace',
  del: 'Delete',
  uparrow: 'ArrowUp',
  downarrow: 'ArrowDown',
  leftarrow: 'ArrowLeft',
  rightarrow: 'ArrowRight',
  home: 'Home',
  movetostart: 'Home',
  end: 'End',
  movetoend: 'End',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  selectall: 'ControlOrMeta+A',
};

const withoutEffect = new Set([
  'log',
  'screenshot',
  'clearCookies',
  'clearLocalStorage',
  'clearAllCookies',
  'clearAllLocalStorage',
  'clearAllSessionStorage',
]);

/** What the names of Cypress mean in a test. */
export class Cypress implements Framework {
  readonly #walker: Walker;
  readonly #address: AppAddress;
  readonly #aliases = new Map<string, Elements>();
  /** What `within` limits selectors to. */
  #root = 'page';

  constructor(walker: Walker, address: AppAddress) {
    this.#walker = walker;
    this.#address = address;
  }

  get #writer(): CaseWriter {
    if (this.#walker.writer === undefined) throw new NotImported('it is outside of the tests');
    return this.#walker.writer;
  }

  global(name: string): Value | undefined {
    return name === 'cy' || name === 'Cypress' || name === 'Date' ? { kind: 'global', name } : undefined;
  }

  member(): undefined {
    return undefined;
  }

  awaited(value: Value): Value {
    return value;
  }

  inText(value: Value): Value {
    return value;
  }

  call(of: Value, name: string, call: Call): Value {
    const args = this.#walker.args(call);
    if (name === 'should' || name === 'and') {
      this.#should(of, args);
      return of;
    }
    if (of.kind === 'elements') return this.#command(of, name, args);
    if (of.kind === 'list' && name === 'forEach' && args[0]?.kind === 'function') {
      for (const each of of.items) this.#walker.inline(args[0], [each]);
      return nothing;
    }
    if (of.kind !== 'global') throw new NotImported(`${name} has no equivalent`);
    if (of.name === 'Cypress' && name === 'env') return { kind: 'text', pieces: [{ name: textOf(args[0]) }] };
    if (of.name === 'Date' && name === 'now')
      return { kind: 'text', pieces: [{ name: 'OCTO_STABLE_UUID_SHORT' }] };
    if (of.name === 'cy') return this.#start(name, args);
    throw new NotImported(`${of.name}.${name} has no equivalent`);
  }

  /** A command that begins a chain. */
  #start(name: string, args: readonly Value[]): Value {
    const writer = this.#writer;
    const [first] = args;
    if (withoutEffect.has(name)) return nothing;
    switch (name) {
      case 'visit':
        optionsOf(args[1], []);
        writer.act({ action: 'GO_TO', calledWith: this.#address.opened(first) });
        return nothing;
      case 'reload':
        leavePage(writer, 'location.reload()');
        return nothing;
      case 'go': {
        const code = { back: 'history.back()', forward: 'history.forward()' }[textOf(first)];
        if (code === undefined) break;
        leavePage(writer, code);
        return nothing;
      }
      case 'wait':
        if (first?.kind !== 'number') break;
        writer.act({ action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: first.value } });
        return nothing;
      case 'url':
      case 'title':
        return { kind: 'global', name };
      case 'location':
        if (first === undefined || textOf(first) !== 'pathname') break;
        return { kind: 'global', name: 'pathname' };
      case 'on':
        return this.#answerDialog(args);
      case 'get': {
        const alias =
          first?.kind === 'text' && textOf(first).startsWith('@') ? textOf(first).slice(1) : undefined;
        if (alias === undefined) return this.#found({ kind: 'elements', page: 0, line: this.#root }, args);
        const known = this.#aliases.get(alias);
        if (known === undefined) throw new NotImported(`the alias ${alias} is not one of elements`);
        return known;
      }
      case 'contains':
        return this.#command({ kind: 'elements', page: 0, line: this.#root }, name, args);
    }
    throw new NotImported(`cy.${name} has no equivalent`);
  }

  /** `cy.on('window:confirm', () => false)`. */
  #answerDialog([event, listener]: readonly Value[]): Value {
    if (textOf(event) !== 'window:confirm' || listener?.kind !== 'function') {
      throw new NotImported('only listeners that answer a confirmation have an equivalent');
    }
    const answer = this.#walker.inline(listener, []);
    const isAccepted = answer.kind !== 'boolean' || answer.value;
    this.#writer.act({ action: isAccepted ? 'ACCEPT_DIALOG' : 'DISMISS_DIALOG' });
    return nothing;
  }

  #found(of: Elements, [selector, options]: readonly Value[]): Elements {
    optionsOf(options, []);
    return { ...of, line: of.line + jQuery(selector) };
  }

  /** A command on elements. @returns what the next one works on. */
  #command(of: Elements, name: string, args: readonly Value[]): Value {
    const [first, second] = args;
    const narrow = (code: string): Elements => ({ ...of, line: `${of.line}.${code}` });
    switch (name) {
      case 'first':
      case 'last':
        return narrow(`${name}()`);
      case 'eq':
        return narrow(`nth(${numberOf(first)})`);
      case 'parent':
        return narrow('locator("xpath=..")');
      case 'find':
        return this.#found(of, args);
      case 'contains':
        if (second === undefined || second.kind === 'object')
          return narrow(`getByText(${code(first)}).first()`);
        return { ...of, line: `${of.line}${jQuery(first)}.filter({ hasText: ${code(second)} }).first()` };
      case 'as':
        this.#aliases.set(textOf(first), of);
        return of;
      case 'within': {
        if (first?.kind !== 'function') break;
        const outer = this.#root;
        this.#root = of.line;
        this.#walker.inline(first, []);
        this.#root = outer;
        return of;
      }
    }
    this.#act(selectorsOf(of), name, args);
    return of;
  }

  #act(selectors: ExchangeSelector[], name: string, args: readonly Value[]): void {
    const writer = this.#writer;
    const [first, options] = args;
    if (Object.hasOwn(commands, name)) {
      actions[commands[name] ?? '']?.(writer, selectors, args);
      return;
    }
    switch (name) {
      case 'type':
        this.#type(selectors, first, options);
        return;
      case 'rightclick':
        writer.act({ action: 'CLICK', calledWith: { button: 'right' } }, selectors);
        return;
      case 'select': {
        const index = new Map(first?.kind === 'number' ? [['index', first]] : []);
        actions.selectOption?.(writer, selectors, [
          index.size > 0 ? { kind: 'object', fields: index } : (first ?? nothing),
          options ?? nothing,
        ]);
        return;
      }
      case 'selectFile':
        actions.setInputFiles?.(writer, selectors, args);
        return;
      case 'trigger':
        if (textOf(first) !== 'mouseover' && textOf(first) !== 'mouseenter') break;
        writer.act({ action: 'HOVER' }, selectors);
        return;
    }
    throw new NotImported(`${name} has no equivalent`);
  }

  /** The text replaces that of the field, which is empty in most tests. */
  #type(selectors: ExchangeSelector[], value: Value | undefined, given: Value | undefined): void {
    const writer = this.#writer;
    optionsOf(given, ['force']);
    const text = textOf(value);
    const isEmptied =
      JSON.stringify(writer.last?.element) ===
      JSON.stringify({ selectors, interaction: { action: 'ENTER_TEXT', calledWith: '' } });
    if (isEmptied) writer.steps.pop();
    for (const [index, [part]] of [...text.matchAll(/\{[^{}]+\}|\{\{\}|[^{]+/g)].entries()) {
      const key = /^\{([^{}]+)\}$/.exec(part)?.[1]?.toLowerCase();
      const plain = part === '{{}' ? '{' : part;
      if (key === undefined && index === 0)
        writer.act({ action: 'ENTER_TEXT', calledWith: plain }, selectors);
      else if (key === undefined) writer.act({ action: 'TYPE_TEXT', calledWith: { text: plain } }, selectors);
      else if (Object.hasOwn(keys, key))
        writer.act({ action: 'KEY_PRESS', calledWith: keys[key] ?? '' }, selectors);
      else throw new NotImported(`the key {${key}} has no equivalent`);
    }
  }

  #should(of: Value, [chainer, ...args]: readonly Value[]): void {
    const written = chainer?.kind === 'text' ? textOf(chainer) : '';
    const isNegated = /(?:^|\.)not\./.test(written);
    const name = written.replace(/(^|\.)not\./, '$1').replace(/^(?:to|be\.to)\./, '');
    const writer = this.#writer;
    if (of.kind === 'global') {
      if (isNegated) throw new NotImported(`should('${written}') has no equivalent`);
      writer.add({ selectors: [], assertion: this.#ofPage(of.name, name, args[0]) });
      return;
    }
    if (of.kind !== 'elements') throw new NotImported('only elements, the URL and the title can be checked');
    if (name === 'exist') {
      const selectors = selectorsOf(isNegated ? of : { ...of, line: `${of.line}.first()` });
      writer.add({ selectors, assertion: { expectation: isNegated ? 'NOT_VISIBLE' : 'VISIBLE' } });
      return;
    }
    const matcher = chainers[name];
    if (matcher === undefined) throw new NotImported(`should('${written}') has no equivalent`);
    // Several elements contain a text if one of them does.
    const isAny =
      matcher === 'toContainText' && !isNegated && !/\.(?:first|last|nth)\([^()]*\)$/.test(of.line);
    const line = isAny ? `${of.line}.filter({ hasText: ${code(args[0])} }).first()` : of.line;
    const assertion = isAny ? ({ expectation: 'VISIBLE' } as const) : assertionOf(matcher, isNegated, args);
    writer.add({ selectors: selectorsOf({ ...of, line }), assertion });
  }

  #ofPage(what: string, chainer: string, expected: Value | undefined) {
    const isPart = ['include', 'contain', 'contains'].includes(chainer);
    if (!isPart && !['eq', 'equal', 'match'].includes(chainer))
      throw new NotImported(`should('${chainer}') has no equivalent`);
    if (what === 'pathname') {
      const source = isPart
        ? `[^?#]*${escapeRegExp(textOf(expected))}`
        : `${escapeRegExp(textOf(expected))}(?:[?#]|$)`;
      return assertionOf('toHaveURL', false, [patternOf(`^\\w+://[^/]+${source}`)]);
    }
    if (isPart)
      return assertionOf(what === 'url' ? 'toHaveURL' : 'toHaveTitle', false, [
        patternOf(escapeRegExp(textOf(expected))),
      ]);
    if (what === 'url' && expected?.kind === 'text') {
      return assertionOf('toHaveURL', false, [plainText(this.#address.path(expected))]);
    }
    return assertionOf(
      what === 'url' ? 'toHaveURL' : 'toHaveTitle',
      false,
      expected === undefined ? [] : [expected],
    );
  }
}

function patternOf(source: string): Value {
  return { kind: 'pattern', pieces: [{ plain: source }], flags: '' };
}

function code(value: Value | undefined): string {
  return codeOf(value ?? nothing);
}

/** A selector of jQuery as calls of a locator line. */
function jQuery(selector: Value | undefined): string {
  const text = textOf(selector);
  const [, testId] = /^\[data-testid=["']?([^"'\]]+)["']?\]$/.exec(text) ?? [];
  if (testId !== undefined) return `.getByTestId(${JSON.stringify(testId)})`;
  const [, css = '', pick, index] = /^(.*?)(?::(first|last|eq)(?:\((\d+)\))?)?$/s.exec(text) ?? [];
  const found = `.locator(${JSON.stringify(css.replaceAll(':contains(', ':has-text('))})`;
  if (pick === undefined) return found;
  return pick === 'eq' ? `${found}.nth(${index})` : `${found}.${pick}()`;
}
