import { escapeRegExp } from '../../common/text.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { act, leavePage } from './actions.ts';
import type { AppAddress } from './app-address.ts';
import type { CaseWriter } from './case-writer.ts';
import { assertionOf } from './expectations.ts';
import { NotImported } from './not-imported.ts';
import type { Scope } from './scope.ts';
import {
  type Args,
  codeOf,
  containing,
  type Elements,
  entryOf,
  nothing,
  numberOf,
  optionsOf,
  pattern,
  plainText,
  selectorsOf,
  textOf,
  type Value,
  variable,
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

/** Commands and the methods of Playwright that do the same. */
const commands: Readonly<Record<string, string>> = {
  click: 'click',
  dblclick: 'dblclick',
  clear: 'clear',
  check: 'check',
  uncheck: 'uncheck',
  scrollIntoView: 'scrollIntoViewIfNeeded',
  selectFile: 'setInputFiles',
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

const withoutEffect =
  /^(?:log|screenshot|clearCookies|clear(?:All)?LocalStorage|clearAll(?:Cookies|SessionStorage))$/;

/** What the names of Cypress mean in a test. */
export class Cypress implements Framework {
  readonly #walker: Walker;
  readonly #address: AppAddress;
  readonly #aliases = new Map<string, Elements>();
  /** What `within` limits selectors to. */
  #root: Elements = { kind: 'elements', page: 0, line: 'page' };

  constructor(walker: Walker, address: AppAddress) {
    this.#walker = walker;
    this.#address = address;
  }

  get #writer(): CaseWriter {
    return this.#walker.writer;
  }

  define(scope: Scope): void {
    for (const name of ['cy', 'Cypress', 'Date']) scope.set(name, { kind: 'global', name });
  }

  call(of: Value, name: string, call: Call): Value {
    const args = call.args();
    if (name === 'should' || name === 'and') this.#should(of, args);
    else if (of.kind === 'elements') return this.#narrowed(of, name, args) ?? this.#act(of, name, args);
    else if (of.kind !== 'global') throw new NotImported(`${name} has no equivalent`);
    else if (of.name === 'cy') return this.#start(name, args);
    else if (of.name === 'Cypress' && name === 'env') return variable(textOf(args[0]));
    else if (of.name === 'Date' && name === 'now') return variable('OCTO_STABLE_UUID_SHORT');
    else throw new NotImported(`${of.name}.${name} has no equivalent`);
    return of;
  }

  /** A command that begins a chain. */
  #start(name: string, args: Args): Value {
    const [first, options] = args;
    if (name === 'url' || name === 'title') return { kind: 'global', name };
    if (name === 'location' && first !== undefined && textOf(first) === 'pathname')
      return { kind: 'global', name: 'pathname' };
    if (name === 'get' && first?.kind === 'text' && textOf(first).startsWith('@')) {
      const known = this.#aliases.get(textOf(first).slice(1));
      if (known !== undefined) return known;
      throw new NotImported(`the alias ${textOf(first)} is not one of elements`);
    }
    if (name === 'get' || name === 'contains') return this.#narrowed(this.#root, name, args) ?? nothing;
    if (name === 'visit') {
      optionsOf(options);
      this.#writer.act({ action: 'GO_TO', calledWith: this.#address.opened(first) });
    } else if (name === 'reload') leavePage(this.#writer, 'location.reload()');
    else if (name === 'go' && /^(?:back|forward)$/.test(textOf(first)))
      leavePage(this.#writer, `history.${textOf(first)}()`);
    else if (name === 'wait' && first?.kind === 'constant') {
      const calledWith = { type: 'fixedTime' as const, timeMilliseconds: numberOf(first) };
      this.#writer.act({ action: 'WAIT_FOR', calledWith });
    } else if (name === 'on') this.#answerDialog(args);
    else if (!withoutEffect.test(name)) throw new NotImported(`cy.${name} has no equivalent`);
    return nothing;
  }

  /** `cy.on('window:confirm', () => false)`. */
  #answerDialog([event, listener]: Args): void {
    if (textOf(event) !== 'window:confirm' || listener?.kind !== 'function')
      throw new NotImported('only listeners that answer a confirmation have an equivalent');
    const answer = this.#walker.inline(listener, []);
    const isAccepted = answer.kind !== 'constant' || answer.value !== false;
    this.#writer.act({ action: isAccepted ? 'ACCEPT_DIALOG' : 'DISMISS_DIALOG' });
  }

  /** What a command finds from elements. @returns undefined if it is one that acts. */
  #narrowed(of: Elements, name: string, args: Args): Elements | undefined {
    const [first, second] = args;
    const narrow = (code: string): Elements => ({ ...of, line: of.line + code });
    switch (name) {
      case 'first':
      case 'last':
        return narrow(`.${name}()`);
      case 'eq':
        return narrow(`.nth(${numberOf(first)})`);
      case 'parent':
        return narrow('.locator("xpath=..")');
      case 'get':
      case 'find':
        optionsOf(second);
        return narrow(jQuery(first));
      case 'contains':
        return second === undefined || second.kind === 'object'
          ? narrow(`.getByText(${codeOf(first ?? nothing)}).first()`)
          : narrow(`${jQuery(first)}.filter({ hasText: ${codeOf(second)} }).first()`);
      case 'as':
        this.#aliases.set(textOf(first), of);
        return of;
      case 'within':
        if (first?.kind !== 'function') throw new NotImported('the function of `within` is not in this file');
        this.#within(of, () => this.#walker.inline(first, []));
        return of;
    }
    return undefined;
  }

  #within(of: Elements, work: () => void): void {
    const outer = this.#root;
    this.#root = of;
    work();
    this.#root = outer;
  }

  #act(of: Elements, name: string, args: Args): Elements {
    const selectors = selectorsOf(of);
    const [first = nothing, options] = args;
    const isHover = name === 'trigger' && /^mouse(?:over|enter)$/.test(textOf(first));
    if (name === 'type') this.#type(selectors, first, options);
    else if (name === 'rightclick')
      this.#writer.act({ action: 'CLICK', calledWith: { button: 'right' } }, selectors);
    else if (name === 'select') {
      const byIndex: Value = { kind: 'object', fields: new Map([['index', first]]) };
      const chosen = first.kind === 'constant' ? byIndex : first;
      act(this.#writer, selectors, 'selectOption', [chosen, options ?? nothing]);
    } else if (isHover) this.#writer.act({ action: 'HOVER' }, selectors);
    else if (!act(this.#writer, selectors, entryOf(commands, name) ?? '', args))
      throw new NotImported(`${name} has no equivalent`);
    return of;
  }

  /** The text replaces that of the field, which is empty in most tests. */
  #type(selectors: ExchangeSelector[], value: Value, options: Value | undefined): void {
    optionsOf(options, ['force']);
    const writer = this.#writer;
    const clear = { selectors, interaction: { action: 'ENTER_TEXT', calledWith: '' } };
    if (JSON.stringify(writer.last?.element) === JSON.stringify(clear))
      writer.steps = writer.steps.slice(0, -1);
    for (const [index, [part]] of [...textOf(value).matchAll(/\{[^{}]+\}|\{\{\}|[^{]+/g)].entries()) {
      const key = /^\{([^{}]+)\}$/.exec(part)?.[1]?.toLowerCase();
      const text = part === '{{}' ? '{' : part;
      const pressed = entryOf(keys, key ?? '');
      if (pressed !== undefined) writer.act({ action: 'KEY_PRESS', calledWith: pressed }, selectors);
      else if (key !== undefined) throw new NotImported(`the key {${key}} has no equivalent`);
      else if (index === 0) writer.act({ action: 'ENTER_TEXT', calledWith: text }, selectors);
      else writer.act({ action: 'TYPE_TEXT', calledWith: { text } }, selectors);
    }
  }

  #should(of: Value, [chainer, ...args]: Args): void {
    const written = chainer?.kind === 'text' ? textOf(chainer) : '';
    const isNegated = /(?:^|\.)not\./.test(written);
    const name = written.replace(/(^|\.)not\./, '$1').replace(/^(?:to|be\.to)\./, '');
    const matcher = entryOf(chainers, name);
    if (of.kind === 'global' && !isNegated) this.#writer.assert(this.#ofPage(of.name, name, args[0]));
    else if (of.kind !== 'elements')
      throw new NotImported('only elements, the URL and the title can be checked');
    else if (name === 'exist') {
      const selectors = selectorsOf(isNegated ? of : { ...of, line: `${of.line}.first()` });
      this.#writer.assert({ expectation: isNegated ? 'NOT_VISIBLE' : 'VISIBLE' }, selectors);
    } else if (matcher === undefined) throw new NotImported(`should('${written}') has no equivalent`);
    else if (matcher === 'toContainText' && !isNegated && !/\.(?:first|last|nth)\([^()]*\)$/.test(of.line)) {
      // Several elements contain a text if one of them does.
      const line = `${of.line}.filter({ hasText: ${codeOf(args[0] ?? nothing)} }).first()`;
      this.#writer.assert({ expectation: 'VISIBLE' }, selectorsOf({ ...of, line }));
    } else this.#writer.assert(assertionOf(matcher, isNegated, args), selectorsOf(of));
  }

  #ofPage(what: string, chainer: string, expected: Value = nothing) {
    const isPart = ['include', 'contain', 'contains'].includes(chainer);
    if (!isPart && !['eq', 'equal', 'match'].includes(chainer))
      throw new NotImported(`should('${chainer}') has no equivalent`);
    const matcher = what === 'title' ? 'toHaveTitle' : 'toHaveURL';
    if (what === 'pathname') {
      const path = escapeRegExp(textOf(expected));
      const source = isPart ? `[^?#]*${path}` : `${path}(?:[?#]|$)`;
      return assertionOf(matcher, false, [pattern(`^\\w+://[^/]+${source}`)]);
    }
    if (isPart) return assertionOf(matcher, false, [containing(expected)]);
    const isUrl = what === 'url' && expected.kind === 'text';
    return assertionOf(matcher, false, [isUrl ? plainText(this.#address.path(expected)) : expected]);
  }
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
