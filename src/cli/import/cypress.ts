import { joinFilled } from '../../common/text.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { act, leavePage } from './actions.ts';
import type { AppAddress } from './app-address.ts';
import type { CaseWriter } from './case-writer.ts';
import { around, chainers, commands, keys, ofReadings, read } from './cypress-words.ts';
import { addExpectation } from './expectations.ts';
import type { Call, Framework } from './framework.ts';
import { NotImported } from './not-imported.ts';
import { expectThat } from './readings.ts';
import type { Scope } from './scope.ts';
import {
  type Args,
  codeOf,
  type Elements,
  entryOf,
  firstPage,
  listOf,
  nothing,
  numberOf,
  optionsOf,
  patternOf,
  plainText,
  type Reading,
  selectorsOf,
  textOf,
  type Value,
  variable,
} from './value.ts';
import type { Walker } from './walker.ts';

const withoutEffect =
  /^(?:log|screenshot|clearCookies|clear(?:All)?LocalStorage|clearAll(?:Cookies|SessionStorage))$/;

/** What the names of Cypress mean in a test. */
export class Cypress implements Framework {
  readonly walker: Walker;
  readonly address: AppAddress;
  readonly #aliases = new Map<string, Elements>();
  /** Whether the last command of a chain finds elements: the chain then expects that they exist. */
  #isQuery = false;
  /** What `within` limits selectors to. */
  #root = firstPage;

  constructor(walker: Walker, address: AppAddress) {
    this.walker = walker;
    this.address = address;
  }

  get writer(): CaseWriter {
    return this.walker.writer;
  }

  define(scope: Scope): void {
    for (const name of ['cy', 'Cypress', 'Date', 'expect']) scope.set(name, { kind: 'global', name });
  }

  member(of: Value, name: string): Value | undefined {
    if (of.kind === 'expectation') return { ...of, chainer: joinFilled([of.chainer ?? '', name], '.') };
    if (of.kind === 'global' && of.name === 'location') return this.#ofPage(name);
    return of.kind === 'elements' && name === 'length' ? this.#reading(of, name) : undefined;
  }

  /** `expect($button).to.be.visible`, or a chain that ends with a command that finds elements. */
  performed(value: Value): void {
    if (value.kind === 'expectation') this.#should(value.of, [plainText(value.chainer ?? '')]);
    if (value.kind === 'elements' && this.#isQuery) this.#should(value, [plainText('exist')]);
    this.#isQuery = false;
  }

  call(of: Value, name: string, call: Call): Value {
    const args = call.args();
    this.#isQuery = false;
    if (name === 'should' || name === 'and') return this.#should(of, args);
    if (of.kind === 'expectation')
      return this.#should(of.of, [plainText(joinFilled([of.chainer ?? '', name], '.')), ...args]);
    if (name === 'invoke') return this.#reading(of, textOf(args[0]), args.slice(1));
    if (name === 'its') return this.#reading(of, textOf(args[0]));
    if (name === 'each' && of.kind === 'list')
      return listOf(of.items.map((item) => this.walker.run(args[0], [item])));
    if (of.kind === 'elements' && Object.hasOwn(read, name)) return this.#reading(of, name, args);
    if (of.kind === 'elements') return this.#narrowed(of, name, args) ?? this.#act(of, name, args);
    if (of.kind !== 'global') throw new NotImported(`${name} has no equivalent`);
    if (of.name === 'cy') return this.#start(name, args);
    if (of.name === 'expect') return { kind: 'expectation', of: args[0] ?? nothing, negated: false };
    if (of.name === 'Cypress' && name === 'env') return variable(textOf(args[0]));
    if (of.name === 'Date' && name === 'now') return variable('OCTO_STABLE_UUID_SHORT');
    throw new NotImported(`${of.name}.${name} has no equivalent`);
  }

  #reading(of: Value, name: string, args: Args = []): Value {
    const method = of.kind === 'elements' ? entryOf(read, name) : undefined;
    if (method === undefined) throw new NotImported(`${name} has no equivalent`);
    return this.writer.reading(of, method, args);
  }

  /** The URL, the title, or a part of the location. */
  #ofPage(method: string): Value {
    if (!['url', 'href', 'title', 'pathname', 'hash'].includes(method))
      throw new NotImported(`the ${method} of the location has no equivalent`);
    return this.writer.reading(firstPage, method === 'href' ? 'url' : method);
  }

  /** A command that begins a chain. */
  #start(name: string, args: Args): Value {
    const [first, options] = args;
    if (['url', 'title', 'hash'].includes(name)) return this.#ofPage(name);
    if (name === 'location')
      return first === undefined ? { kind: 'global', name } : this.#ofPage(textOf(first));
    if (name === 'focused') return { ...this.#root, line: `${this.#root.line}.locator(":focus")` };
    if (name === 'wrap' && first !== undefined) return first;
    if (name === 'get' && first?.kind === 'text' && textOf(first).startsWith('@')) {
      const known = this.#aliases.get(textOf(first).slice(1));
      if (known !== undefined) return known;
      throw new NotImported(`the alias ${textOf(first)} is not one of elements`);
    }
    if (name === 'get' || name === 'contains') return this.#narrowed(this.#root, name, args) ?? nothing;
    if (name === 'visit') {
      optionsOf(options);
      this.writer.act({ action: 'GO_TO', calledWith: this.address.opened(first) });
    } else if (name === 'reload') leavePage(this.writer, 'location.reload()');
    else if (name === 'go' && /^(?:back|forward)$/.test(textOf(first)))
      leavePage(this.writer, `history.${textOf(first)}()`);
    else if (name === 'wait' && first?.kind === 'constant') {
      const calledWith = { type: 'fixedTime' as const, timeMilliseconds: numberOf(first) };
      this.writer.act({ action: 'WAIT_FOR', calledWith });
    } else if (name === 'scrollTo' && textOf(first) === 'bottom') this.writer.act({ action: 'SCROLL' });
    else if (name === 'on') this.#answerDialog(args);
    else if (!withoutEffect.test(name)) throw new NotImported(`cy.${name} has no equivalent`);
    return nothing;
  }

  /** `cy.on('window:confirm', () => false)`. */
  #answerDialog([event, listener]: Args): void {
    if (textOf(event) !== 'window:confirm' || listener?.kind !== 'function')
      throw new NotImported('only listeners that answer a confirmation have an equivalent');
    const answer = this.walker.inline(listener, []);
    const isAccepted = answer.kind !== 'constant' || answer.value !== false;
    this.writer.listen({ action: isAccepted ? 'ACCEPT_DIALOG' : 'DISMISS_DIALOG' }, true);
  }

  /** What a command finds from elements. @returns undefined if it is one that acts. */
  #narrowed(of: Elements, name: string, args: Args): Elements | undefined {
    const [first, second] = args;
    const narrow = (code: string): Elements => {
      this.#isQuery = true;
      return { ...of, line: of.line + code };
    };
    const step = entryOf(around, name);
    if (step !== undefined && first === undefined) return narrow(`.locator(${JSON.stringify(step)})`);
    switch (name) {
      case 'first':
      case 'last':
        return narrow(`.${name}()`);
      case 'eq':
        return narrow(`.nth(${numberOf(first)})`);
      case 'children':
        return narrow(`.locator(${JSON.stringify(`:scope > ${first === undefined ? '*' : cssOf(first)}`)})`);
      case 'filter':
        return narrow(`.locator(${JSON.stringify(`:scope:is(${cssOf(first)})`)})`);
      case 'not':
        return narrow(`.locator(${JSON.stringify(`:scope:not(${cssOf(first)})`)})`);
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
        this.#within(of, () => this.walker.run(first, [of]));
        this.#isQuery = false;
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
      this.writer.act({ action: 'CLICK', calledWith: { button: 'right' } }, selectors);
    else if (name === 'select') {
      const byIndex: Value = { kind: 'object', fields: new Map([['index', first]]) };
      const chosen = first.kind === 'constant' ? byIndex : first;
      act(this.writer, selectors, 'selectOption', [chosen, options ?? nothing]);
    } else if (isHover) this.writer.act({ action: 'HOVER' }, selectors);
    else if (!act(this.writer, selectors, entryOf(commands, name) ?? '', args))
      throw new NotImported(`${name} has no equivalent`);
    return of;
  }

  /** The text replaces that of the field, which is empty in most tests. */
  #type(selectors: ExchangeSelector[], value: Value, options: Value | undefined): void {
    optionsOf(options, ['force']);
    const writer = this.writer;
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

  /** @returns what the next command of the chain is for. */
  #should(of: Value, [chainer, ...args]: Args): Value {
    if (chainer?.kind === 'function') {
      this.walker.run(chainer, [of]);
      return of;
    }
    const written = textOf(chainer);
    const isNegated = /(?:^|\.)not\./.test(written);
    const name = written.replace(/(^|\.)not\./, '$1').replace(/^(?:to|be\.to)\./, '');
    if (of.kind === 'reading') this.#expectReading(of, name, isNegated, args[0]);
    else if (of.kind !== 'elements') throw new NotImported('only what is read of the page can be checked');
    else if (name === 'exist') {
      const selectors = selectorsOf(isNegated || isOne(of) ? of : { ...of, line: `${of.line}.first()` });
      this.writer.assert({ expectation: isNegated ? 'NOT_VISIBLE' : 'VISIBLE' }, selectors);
    } else this.#expectElements(of, name, isNegated, args);
    const isOfAttribute = name === 'have.attr' && args.length === 1;
    return isOfAttribute ? this.#reading(of, 'attr', args) : of;
  }

  #expectElements(of: Elements, chainer: string, isNegated: boolean, args: Args): void {
    const matcher = entryOf(chainers, chainer);
    const selectors = selectorsOf(of);
    if (matcher === undefined)
      throw new NotImported(`should('${isNegated ? 'not.' : ''}${chainer}') has no equivalent`);
    if (matcher === 'toContainText' && !isNegated && !isOne(of)) {
      // Several elements contain a text if one of them does.
      const line = `${of.line}.filter({ hasText: ${codeOf(args[0] ?? nothing)} }).first()`;
      this.writer.assert({ expectation: 'VISIBLE' }, selectorsOf({ ...of, line }));
    } else if (matcher !== 'toBeVisible' || isNegated || !this.#areCounted(selectors))
      addExpectation(this.writer, selectors, matcher, isNegated, args);
  }

  /** Whether the last step has counted elements: only visible ones are. */
  #areCounted(selectors: ExchangeSelector[]): boolean {
    const { last } = this.writer;
    const isCount = last?.element.assertion?.expectation === 'TO_HAVE_COUNT';
    return isCount && JSON.stringify(last.element.selectors) === JSON.stringify(selectors);
  }

  #expectReading(of: Reading, chainer: string, isNegated: boolean, expected: Value = nothing): void {
    const matcher = entryOf(ofReadings, chainer);
    if (matcher === undefined) throw new NotImported(`should('${chainer}') has no equivalent`);
    if (of.method !== 'pathname' && of.method !== 'hash') {
      expectThat(this, of, matcher, isNegated, [expected]);
      return;
    }
    const [before, after] = of.method === 'hash' ? ['^[^#]*', '$'] : ['^\\w+://[^/]+', '(?:[?#]|$)'];
    const isPart = matcher === 'toContain';
    const url = isPart ? patternOf(`${before}[^?]*`, expected, '') : patternOf(before, expected, after);
    if (matcher === 'toMatch') throw new NotImported('a pattern of a part of the location has no equivalent');
    addExpectation(this.writer, [], 'toHaveURL', isNegated, [url]);
  }
}

/** Whether a locator finds one element at most. */
function isOne({ line }: Elements): boolean {
  return /\.(?:first|last|nth)\([^()]*\)$/.test(line);
}

const ofJQuery =
  /:(?:first|last|eq|gt|lt|even|odd|hidden|parent|input|button|text|checkbox|radio|selected|header)\b(?!-)/;

/** A selector of jQuery as CSS. */
function cssOf(selector: Value | undefined): string {
  const text = textOf(selector);
  const [found] = ofJQuery.exec(text) ?? [];
  if (found !== undefined) throw new NotImported(`${found} of jQuery has no equivalent`);
  return text.replaceAll(':contains(', ':has-text(');
}

/** A selector of jQuery as calls of a locator line. */
function jQuery(selector: Value | undefined): string {
  const text = textOf(selector);
  const [, testId] = /^\[data-testid=["']?([^"'\]]+)["']?\]$/.exec(text) ?? [];
  if (testId !== undefined) return `.getByTestId(${JSON.stringify(testId)})`;
  const [, css = '', pick, index] = /^(.*?)(?::(first|last|eq)(?:\((\d+)\))?)?$/s.exec(text) ?? [];
  const found = `.locator(${JSON.stringify(cssOf(plainText(css)))})`;
  if (pick === undefined) return found;
  return pick === 'eq' ? `${found}.nth(${index})` : `${found}.${pick}()`;
}
