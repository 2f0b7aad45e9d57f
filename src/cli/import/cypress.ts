import { joinFilled } from '../../common/text.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { act, blur, dialogAnswer, isLeaving, leavePage } from './actions.ts';
import type { AppAddress } from './app-address.ts';
import type { CaseWriter } from './case-writer.ts';
import { codeForEach, codeOfPattern } from './code-in-page.ts';
import { itemsOf } from './collections.ts';
import { codeOf, optionsOf, patternOf, selectorsOf, textOf, variable } from './convert-value.ts';
import {
  changes,
  commands,
  containing,
  finding,
  isOne,
  keys,
  lodashMethods,
  matcherOfElements,
  matcherOfReading,
  narrow,
  partsOfUrl,
  readings,
  submitting,
} from './cypress-mapping.ts';
import { addExpectation, attributeTest, expectHidden, expectNone, expectThat } from './expectations.ts';
import { Framework, type Interpretation } from './framework.ts';
import type { Step } from './imported-file.ts';
import { eachOf, matching } from './locators.ts';
import { noEquivalent } from './no-equivalent.ts';
import { DeferredValues } from './tracked-values.ts';
import {
  entryOf,
  firstPage,
  global,
  is,
  NotImported,
  type Of,
  objectOf,
  type TaggedValue,
  type Value,
} from './value.ts';

type Args = readonly Value[];
type Elements = Of<'elements'>;

/** What the names of Cypress mean in a test. */
export class Cypress extends Framework {
  /** `this` of a test: its aliases. */
  override readonly context = objectOf([]);
  readonly #fixture: (name: string) => Value;
  readonly #commands = new Map<string, { readonly body: Value; readonly takesSubject: boolean }>();
  readonly #deferred = new DeferredValues();
  /** Whether the last command of a chain finds elements: the chain then expects that they exist. */
  #isQuery = false;
  /** What `within` limits selectors to. */
  #root = firstPage;

  /** @param fixture reads the data of a file. */
  constructor(interpreter: Interpretation, address: AppAddress, fixture: (name: string) => Value) {
    super(interpreter, address);
    this.#fixture = fixture;
  }

  member(of: TaggedValue, name: string): Value {
    if (of.kind === 'expectation') return { ...of, chainer: joinFilled([of.chainer ?? '', name], '.') };
    if (of.kind === 'global' && of.name === 'location') return this.#ofPage(name);
    if (of.kind === 'global' && /^(?:Cypress|process)$/.test(of.name))
      return { ...of, name: `${of.name}.${name}` };
    if (of.kind === 'global' && of.name === 'process.env') return variable(name);
    return of.kind === 'elements' && name === 'length' ? this.#reading(of, name) : undefined;
  }

  /** `expect($button).to.be.visible`, or a chain that ends with a command that finds elements. */
  onUnusedValue(value: Value): void {
    if (is(value, 'expectation')) this.#should(value.of, [value.chainer]);
    if (is(value, 'elements') && this.#isQuery) this.#should(value, ['exist']);
    this.#isQuery = false;
  }

  override onTestEnd(): void {
    this.#deferred.reveal();
  }

  call(of: Value, name: string, given: () => Value[]): Value {
    const args = given();
    this.#isQuery = false;
    const own = this.#commands.get(name);
    if (own?.takesSubject) return this.#run(own.body, [of, ...args]);
    if (is(of, 'expectation'))
      return this.#should(of.of, [joinFilled([of.chainer ?? '', name], '.'), ...this.#allFilled(args)]);
    if (is(of, 'global') && of.name !== 'location')
      return this.#callGlobal(joinFilled([of.name, name], '.'), args);
    return this.#chain(of, name, this.#allFilled(args));
  }

  #allFilled(args: Args): Value[] {
    return args.map((each) => this.filled(each));
  }

  /** Calls a function that a command is given. */
  #run(body: Value, args: Value[], self?: Value): Value {
    return this.#deferred.run(body, () => this.interpreter.run(body, args, self));
  }

  #callGlobal(path: string, args: Args): Value {
    const [first, ...rest] = args;
    const [, command] = /^cy\.(\w+)$/.exec(path) ?? [];
    const own = this.#commands.get(command ?? '');
    if (own !== undefined) return this.#run(own.body, [...args]);
    if (command !== undefined) return this.#start(command, command === 'wrap' ? args : this.#allFilled(args));
    const lodash = entryOf(lodashMethods, /^Cypress\._\.(\w+)$/.exec(path)?.[1] ?? '');
    if (lodash !== undefined) return lodash((each) => this.#run(rest.at(-1), each), first);
    if (path === 'expect') return { kind: 'expectation', of: first, isNegated: false };
    if (path === 'Cypress.env' || path === 'Cypress.expose') return variable(textOf(first));
    if (path === 'Cypress.config' && (first === undefined || first === 'baseUrl') && rest.length === 0) {
      const baseUrl = this.address.url ?? variable('BASE_URL');
      return first === undefined ? objectOf([['baseUrl', baseUrl]]) : baseUrl;
    }
    if (path === 'Date.now') return variable('OCTO_STABLE_UUID_SHORT');
    if (/^console\./.test(path)) return undefined;
    if (path === 'Cypress.Commands.addAll' && is(first, 'object') && rest.length === 0) {
      for (const [each, body] of first.fields) this.#commands.set(each, { body, takesSubject: false });
      return undefined;
    }
    if (path !== 'Cypress.Commands.add') throw new NotImported(`${path} has no equivalent`);
    const options = rest.length > 1 ? optionsOf(rest[0], ['prevSubject']).get('prevSubject') : undefined;
    const takesSubject = options !== undefined && options !== false;
    this.#commands.set(textOf(first), { body: rest.at(-1), takesSubject });
    return undefined;
  }

  /** A command of a chain, on what the one before has given. */
  #chain(of: Value, name: string, args: Args): Value {
    const [first] = args;
    if (name === 'should' || name === 'and') return this.#should(of, args);
    if (name === 'then') return this.#run(first, [namedByParameter(of, first)], this.context) ?? of;
    if (name === 'each') return this.#each(of, first);
    if (name === 'wait') return this.#start(name, args) ?? of;
    // It begins anew.
    if (name === 'get') return this.#start(name, args);
    if (name === 'as') {
      this.context.fields.set(textOf(first), of);
      return of;
    }
    if (name === 'invoke' || name === 'its') return this.#reading(of, textOf(first), args.slice(1));
    if (!is(of, 'elements')) throw new NotImported(`${name} has no equivalent`);
    if (Object.hasOwn(readings, name)) return this.#reading(of, name, args);
    if (name === 'within') return this.#within(of, args.at(-1));
    return this.#found(of, name, args) ?? this.#actOnEach(of, name, args);
  }

  /** Elements whose number the step before has checked. */
  #items(of: Elements): Elements[] {
    const count = this.writer.counted(selectorsOf(of));
    if (count !== undefined) return eachOf(of, count);
    throw new NotImported('the number of elements is known only when the test runs');
  }

  /** Of a list, or of elements. */
  #each(of: Value, body: Value): Value {
    const items = is(of, 'elements') ? this.#items(of) : itemsOf(of);
    if (items === undefined) throw new NotImported('the list is known only when the test runs');
    for (const [index, each] of items.entries()) this.#run(body, [each, index], this.context);
    return of;
  }

  #reading(of: Value, name: string, args: Args = []): Value {
    if (is(of, 'object'))
      return name
        .split('.')
        .reduce<Value>((each, field) => this.interpreter.expressions.member(each, field), of);
    if (is(of, 'response') && name === 'status') return this.writer.reading(of, name);
    const change = entryOf(changes, name);
    // jQuery's methods change the elements if they are given a value.
    if (is(of, 'elements') && change !== undefined && args.length > (name === 'attr' ? 1 : 0))
      return this.#runForEach(of, change(args));
    const method = is(of, 'elements') ? entryOf(readings, name) : undefined;
    if (method === undefined) throw new NotImported(`${name} has no equivalent`);
    if (args.length > (name === 'attr' ? 1 : 0))
      throw new NotImported(`${name} with a value has no equivalent`);
    return this.writer.reading(of, method, args);
  }

  /** Runs code in the page, for elements that must be there. */
  #runForEach(of: Elements, code: string): Elements {
    const script = codeForEach(selectorsOf(of), code);
    this.#should(of, ['exist']);
    this.writer.runInPage(script);
    return of;
  }

  /** The URL, the title, or a part of the location. */
  #ofPage(method: string): Value {
    if (!['url', 'href', 'title', 'pathname', 'hash', 'search'].includes(method))
      throw new NotImported(`the ${method} of the location has no equivalent`);
    return this.writer.reading(firstPage, method === 'href' ? 'url' : method);
  }

  /** Commands that begin a chain. */
  readonly #starting: Readonly<Record<string, (...args: Value[]) => Value>> = {
    url: () => this.#ofPage('url'),
    title: () => this.#ofPage('title'),
    hash: () => this.#ofPage('hash'),
    location: (part) => (typeof part === 'string' ? this.#ofPage(part) : global('location')),
    root: () => (this.#root.line === firstPage.line ? narrow(firstPage, '.locator("html")') : this.#root),
    focused: () => narrow(this.#root, '.locator(":focus")'),
    wrap: (value) => value,
    fixture: (name) => this.#fixture(textOf(name)),
    // As in the first test that has it.
    session: (_, body) => {
      this.#run(body, []);
      return undefined;
    },
    visit: (to, options) => {
      optionsOf(options);
      const url = is(to, 'object') ? optionsOf(to, ['url']).get('url') : to;
      this.writer.act({ action: 'GO_TO', calledWith: this.address.opened(url) });
      return undefined;
    },
    request: (url, ...others) => {
      if (others.length > 0 || typeof url !== 'string') throw noEquivalent('cy.request');
      const address = this.address.path(url);
      this.writer.assert({ expectation: 'RESPONSE_OK', calledWith: address });
      return { kind: 'response', address };
    },
    reload: () => leavePage(this.writer, 'location.reload()'),
    go: (to) => {
      if (to !== 'back' && to !== 'forward') throw noEquivalent('cy.go');
      return leavePage(this.writer, `history.${to}()`);
    },
    wait: (time) => {
      if (typeof time !== 'number') throw noEquivalent('cy.wait');
      return this.writer.waitFor({ type: 'fixedTime', timeMilliseconds: time });
    },
    scrollTo: (to) => {
      if (to !== 'bottom') throw noEquivalent('cy.scrollTo');
      this.writer.act({ action: 'SCROLL' });
      return undefined;
    },
    clearLocalStorage: (...keys) => {
      if (keys.length > 0) throw noEquivalent('cy.clearLocalStorage');
      this.writer.runInPage('localStorage.clear();');
      return undefined;
    },
    on: (event, listener) => this.#answerDialog(event, listener),
    screenshot: () => this.writer.comment('The spec takes a screenshot here. A run has its own.'),
    log: () => undefined,
  };

  #start(name: string, args: Args): Value {
    const [first] = args;
    const isAlias = typeof first === 'string' && first.startsWith('@');
    if (name === 'get' && isAlias) return this.#alias(first.slice(1));
    const isQuery = /^(?:get|contains|find(?:All)?By\w+)$/.test(name);
    const found = isQuery ? this.#found(this.#root, name, args) : undefined;
    if (found !== undefined) return found;
    // A test case begins without any.
    const isClearing = /^clear\w*(?:Cookies?|Storage)$/.test(name);
    if (isClearing && this.writer.last === undefined) return undefined;
    const start = entryOf(this.#starting, name);
    if (start === undefined) throw noEquivalent(`cy.${name}`);
    return start(...args);
  }

  #alias(name: string): Value {
    if (this.context.fields.has(name)) return this.context.fields.get(name);
    throw new NotImported(`the alias @${name} is known only when the test runs`);
  }

  /** `cy.on('window:confirm', () => false)`. Alerts have one answer only. */
  #answerDialog(event: Value, listener: Value): undefined {
    if (event !== 'window:confirm' && event !== 'window:alert')
      throw new NotImported('only listeners for dialogs have an equivalent');
    const dialog: Of<'dialog'> = { kind: 'dialog', answer: {} };
    const returned = this.interpreter.run(listener, [this.writer.reading(dialog, 'message')]);
    dialog.answer.accept = event === 'window:alert' || returned !== false;
    dialog.interaction = dialogAnswer(dialog.answer);
    this.writer.listen(dialog.interaction, { isLasting: true });
  }

  /** What a command finds from elements. @returns undefined if it is one that acts. */
  #found(of: Elements, name: string, args: Args): Elements | undefined {
    const found = entryOf(finding, name)?.(of, args);
    if (found !== undefined) this.#isQuery = true;
    return found;
  }

  #within(of: Elements, body: Value): Elements {
    const outer = this.#root;
    this.#root = of;
    try {
      this.#run(body, [of], this.context);
      return of;
    } finally {
      this.#root = outer;
      this.#isQuery = false;
    }
  }

  /** `click({ multiple: true })`: the command for each element. */
  #actOnEach(of: Elements, name: string, args: Args): Elements {
    const each = args.map((given): Value => {
      if (!is(given, 'object') || given.fields.get('multiple') !== true) return given;
      return objectOf([...given.fields].filter(([option]) => option !== 'multiple'));
    });
    const isForEach = each.some((given, index) => given !== args[index]) && !isOne(of);
    for (const element of isForEach ? this.#items(of) : [of]) this.#act(element, name, each);
    return of;
  }

  #act(of: Elements, name: string, args: Args): Elements {
    const [first, options] = args;
    const { writer } = this;
    const selectors = selectorsOf(of);
    if (name === 'type') this.#type(selectors, first, options);
    else if (name === 'blur') blur(writer, of);
    else if (name === 'rightclick')
      writer.act({ action: 'CLICK', calledWith: { button: 'right' } }, selectors);
    else if (name === 'trigger' && /^mouse(?:over|enter)$/.test(textOf(first)))
      writer.act({ action: 'HOVER' }, selectors);
    else if (name === 'trigger' && args.length === 1 && /^(?:change|input)$/.test(textOf(first)))
      this.#runForEach(of, `element.dispatchEvent(new Event('${textOf(first)}', { bubbles: true }));`);
    else if (name === 'submit' && args.length === 0) this.#runForEach(of, submitting);
    else if (name === 'select') {
      const chosen = typeof first === 'number' ? objectOf([['index', first]]) : first;
      act(writer, selectors, 'selectOption', [chosen, options]);
    } else if (/^(?:un)?check$/.test(name) && (typeof first === 'string' || Array.isArray(first))) {
      for (const value of [first].flat())
        act(writer, selectorsOf(matching(of, `[value=${JSON.stringify(textOf(value))}]`)), name, [options]);
    } else if (!act(writer, selectors, entryOf(commands, name) ?? '', args))
      throw new NotImported(`${name} has no equivalent`);
    return of;
  }

  /** The text replaces that of the field, which is empty in most tests, unless the test has typed into it before. */
  #type(selectors: ExchangeSelector[], value: Value, options: Value): void {
    optionsOf(options, ['force']);
    const { writer } = this;
    const clear = { selectors, interaction: { action: 'ENTER_TEXT', calledWith: '' } };
    const isCleared = JSON.stringify(writer.last?.element) === JSON.stringify(clear);
    if (isCleared) writer.steps = writer.steps.slice(0, -1);
    for (const [index, [part]] of [...textOf(value).matchAll(/\{[^{}]+\}|\{\{\}|[^{]+/g)].entries()) {
      const key = /^\{([^{}]+)\}$/.exec(part)?.[1]?.toLowerCase();
      const text = part === '{{}' ? '{' : part;
      const pressed = entryOf(keys, key ?? '');
      if (pressed !== undefined) writer.act({ action: 'KEY_PRESS', calledWith: pressed }, selectors);
      else if (key !== undefined) throw new NotImported(`the key {${key}} has no equivalent`);
      else if (index === 0 && (isCleared || !continueTyping(writer, selectors)))
        writer.act({ action: 'ENTER_TEXT', calledWith: text }, selectors);
      else writer.act({ action: 'TYPE_TEXT', calledWith: { text } }, selectors);
    }
  }

  /** @returns what the next command of the chain is for. */
  #should(of: Value, [chainer, ...args]: Args): Value {
    if (is(chainer, 'function')) {
      this.#run(chainer, [of]);
      return of;
    }
    const written = textOf(chainer);
    const isNegated = /(?:^|\.)not\./.test(written);
    const name = written.replace(/(^|\.)not\./, '$1').replace(/^(?:to|be\.to)\./, '');
    if (is(of, 'reading')) this.#expectReading(of, name, isNegated, args[0]);
    else if (!is(of, 'elements')) throw new NotImported('only what is read of the page can be checked');
    else if (isNegated ? name === 'exist' : name === 'have.length' && args[0] === 0)
      expectNone(this.writer, of);
    else if (name === 'exist') {
      const selectors = selectorsOf(isOne(of) ? of : { ...of, line: `${of.line}.first()` });
      this.writer.assert({ expectation: 'VISIBLE' }, selectors);
    } else this.#expectElements(of, name, isNegated, args);
    const isOfAttribute = name === 'have.attr' && args.length === 1;
    return isOfAttribute ? this.#reading(of, 'attr', args) : of;
  }

  #expectElements(of: Elements, chainer: string, isNegated: boolean, args: Args): void {
    const matcher = matcherOfElements(chainer);
    const selectors = selectorsOf(of);
    if (matcher === undefined)
      throw new NotImported(`should('${isNegated ? 'not.' : ''}${chainer}') has no equivalent`);
    if (/^toContain(?:Text|Class)$/.test(matcher) && !isOne(of)) {
      // Several elements have a text or a class if one of them does.
      const found =
        matcher === 'toContainText'
          ? narrow(of, `.filter({ hasText: ${codeOf(containing(args[0]))} })`)
          : matching(of, attributeTest('class', args[0], 'words'));
      this.#should(isNegated ? of : found, ['exist']);
      if (isNegated) this.writer.assert({ expectation: 'NOT_VISIBLE' }, selectorsOf(found));
    } else if (matcher === (isNegated ? 'toBeVisible' : 'toBeHidden')) {
      expectHidden(this.writer, of);
    } else if (/^toHave(?:Attribute|Id)$/.test(matcher) && isNegated && !isOne(of)) {
      // Of several elements, the first is checked.
      addExpectation(this.writer, selectorsOf(narrow(of, '.first()')), { matcher, args, isNegated });
    } else if (matcher !== 'toBeVisible' || isNegated || this.writer.counted(selectors) === undefined)
      addExpectation(this.writer, selectors, { matcher, args, isNegated });
  }

  #expectReading(of: Of<'reading'>, chainer: string, isNegated: boolean, expected: Value): void {
    if (chainer === 'be.empty') {
      this.#expectReading(of, 'eq', isNegated, '');
      return;
    }
    const matcher = matcherOfReading(chainer);
    if (matcher === undefined) throw new NotImported(`should('${chainer}') has no equivalent`);
    const isPart = matcher === 'toContain';
    const path = of.method === 'url' && isPart ? this.address.path(expected) : '';
    if (path.startsWith('/') && path !== expected) {
      const url = patternOf('^\\w+://[^/]+', path, '');
      addExpectation(this.writer, [], { matcher: 'toHaveURL', args: [url], isNegated });
      return;
    }
    const part = entryOf(partsOfUrl, of.method);
    if (part === undefined) {
      expectThat(this, of, { matcher, args: [expected], isNegated });
      return;
    }
    const [before, after] = part;
    if (matcher === 'toMatch' && is(expected, 'pattern')) {
      const matches = `${codeOfPattern(expected)}.test(location.${of.method})`;
      this.writer.waitFor({ type: 'code', code: `return ${isNegated ? '!' : ''}${matches};` });
      return;
    }
    const url = patternOf(isPart ? `${before}[^?]*` : before, expected, isPart ? '' : after);
    addExpectation(this.writer, [], { matcher: 'toHaveURL', args: [url], isNegated });
  }
}

/** What was read has the name of the parameter that a function takes it by. */
function namedByParameter(of: Value, body: Value): Value {
  const [first] = is(body, 'function') ? body.node.params : [];
  return is(of, 'reading') && first?.type === 'Identifier' ? { ...of, name: first.name } : of;
}

/** Moves the cursor to the end of a field that has lost the focus. @returns whether the test has typed into it before. */
function continueTyping(writer: CaseWriter, selectors: ExchangeSelector[]): boolean {
  const isSame = ({ element }: Step) => JSON.stringify(element.selectors) === JSON.stringify(selectors);
  const action = ({ element }: Step) => element.interaction?.action ?? '';
  const typed = writer.steps.findLast(
    (step) =>
      isLeaving(step.element.interaction) || (/^(?:ENTER|TYPE)_TEXT$/.test(action(step)) && isSame(step)),
  );
  const { interaction } = typed?.element ?? {};
  if (interaction == null || isLeaving(interaction) || interaction.calledWith === '') return false;
  const last = writer.steps.findLast((step) => action(step) !== '');
  const hasFocus =
    last !== undefined && isSame(last) && /^(?:ENTER_TEXT|TYPE_TEXT|KEY_PRESS)$/.test(action(last));
  if (!hasFocus) writer.act({ action: 'KEY_PRESS', calledWith: 'End' }, selectors);
  return true;
}
