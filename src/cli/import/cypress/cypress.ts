import { joinFilled } from '../../../common/text.ts';
import type { AppAddress } from '../app-address.ts';
import type { Step } from '../imported-file.ts';
import { selectorsOf } from '../javascript/convert-value.ts';
import { Framework, type Interpretation } from '../javascript/framework.ts';
import { itemsOf } from '../javascript/native-methods.ts';
import { textOf, variable } from '../javascript/texts.ts';
import { DeferredValues } from '../javascript/tracked-values.ts';
import {
  type Args,
  type Elements,
  entryOf,
  firstPage,
  global,
  is,
  NotImported,
  noEquivalent,
  type Of,
  objectOf,
  type TaggedValue,
  type Value,
} from '../javascript/value.ts';
import { codeOfPlain, propertyCode } from '../steps/code-in-page.ts';
import { expectCode, expectNone, failsWithout, withComputed } from '../steps/expectations.ts';
import { eachOf, presenceOf } from '../steps/locators.ts';
import { expectScript, scriptCall, scriptMember, scriptWith } from '../steps/script-values.ts';
import { type Command, CypressSettings, definedCommands } from './cypress-project.ts';
import { listen, stub } from './dialog-listeners.ts';
import { actOnEach, changeElements } from './element-actions.ts';
import { finding, givenByContains, narrow, withCommands } from './find-elements.ts';
import { changes, expectedOfCode, links, lodashMethods, readings } from './mapping.ts';
import { expectExists, expectOfElements, expectOfReading } from './should.ts';
import { startingCommands } from './starting-commands.ts';

/** What the names of Cypress mean in a test. */
export class Cypress extends Framework {
  /** `this` of a test: its aliases. */
  override readonly context = objectOf([]);
  /** Reads the data of a file. */
  readonly fixture: (name: string) => Value;
  override readonly readsFunctionsAlone = true;
  readonly #commands = new Map<string, Command>();
  readonly settings: CypressSettings;
  /** What `cy.task` calls, by the names that the configuration gives. */
  readonly tasks = new Map<string, Value>();
  /** The last step before the function that is read: its commands run when all of it has been called. */
  begin: Step | undefined;
  readonly #deferred = new DeferredValues();
  /** Whether the last command of a chain finds elements: the chain then expects that they exist. */
  #isQuery = false;
  /** The elements that a statement has found, and the step that checks that they exist. */
  #found: { readonly of: Elements; readonly step: Step | undefined } | undefined;
  /** What the last command has given: a function that returns nothing gives it, too. */
  #yielded: Value;
  /** Whether a function is read that Cypress calls until it passes. */
  #isRepeated = false;
  /** What `within` limits selectors to. */
  root = firstPage;

  constructor(interpreter: Interpretation, address: AppAddress, fixture: (name: string) => Value) {
    super(interpreter, address);
    this.fixture = fixture;
    this.settings = new CypressSettings(address);
  }

  member(of: TaggedValue, name: string): Value {
    if (of.kind === 'code') {
      const after = of.isDirect === true ? this.#lastBefore() : of.after;
      return { ...of, after, code: of.code + propertyCode(name), isCall: false };
    }
    if (of.kind === 'expectation') return this.#chained(of, name);
    if (of.kind === 'global' && of.name === 'process.env') return variable(name);
    if (of.kind === 'script') return scriptMember(of, isWholeResponse(of) ? fieldOfResponse(name) : name);
    if (of.kind === 'response') return this.#reading(of, name);
    if (of.kind === 'global' && of.name === 'location') return this.ofPage(name);
    if (of.kind === 'global' && /^(?:Cypress|cy|faker|process)\b/.test(of.name))
      return { ...of, name: `${of.name}.${name}` };
    return of.kind === 'elements' && name === 'length' ? this.#reading(of, name) : undefined;
  }

  /** A call of a method of the page, or a chain that ends with a command that finds elements. */
  onUnusedValue(value: Value): void {
    if (is(value, 'code') && value.isCall === true) {
      const step = this.writer.runInPage(`${value.code};`);
      if (value.isDirect === true) this.begin = step;
    }
    if (is(value, 'elements') && this.#isQuery) {
      this.#should(value, ['exist']);
      this.#found = { of: value, step: this.writer.last };
    }
    this.#isQuery = false;
  }

  override scriptOf(value: Of<'reading'>): Of<'script'> {
    if (this.#isRepeated) throw new NotImported('code that is repeated until it passes has no equivalent');
    return super.scriptOf(value);
  }

  override onTestEnd(): void {
    this.begin = this.writer.last;
    this.#deferred.reveal();
  }

  call(of: Value, name: string, given: () => Value[]): Value {
    if (is(of, 'global') && /^(?:console|Cypress\.log)\b/.test(joinFilled([of.name, name], '.')))
      return global('Cypress.log');
    const wasQuery = this.#isQuery;
    const args = given();
    this.#isQuery = false;
    if (is(of, 'elements') && of.isGiven === true) return this.#callOfJQuery(of, name, args);
    if (is(of, 'code') && of.isDirect === true) return this.#callInPage(of, name, args);
    const called = is(of, 'script') ? scriptCall(this.interpreter, of, name, args) : undefined;
    if (called !== undefined) return called;
    const command = this.#commands.get(name);
    const isOfCommand = !is(of, 'global') && !is(of, 'expectation');
    if (command !== undefined && isOfCommand)
      return this.#yield(this.#existing(of, wasQuery, () => this.#runCommand(command, name, args, of)));
    if (is(of, 'expectation')) return this.#checked(of, name, this.#allFilled(args));
    if (is(of, 'global') && of.name !== 'location')
      return this.#callGlobal(joinFilled([of.name, name], '.'), args);
    const isNew = /^(?:get|then|within)$/.test(name) || Object.hasOwn(startingCommands, name);
    const isRead = wasQuery && isNew;
    return this.#yield(this.#existing(of, isRead, () => this.#chain(of, name, this.#allFilled(args))));
  }

  #callOfJQuery(of: Elements, name: string, args: Args): Value {
    const value = this.#chain(of, name, this.#allFilled(args));
    this.#isQuery = false;
    return value;
  }

  /** Reads what follows a query, which fails without its elements, unless a step that uses them checks that. */
  #existing(of: Value, wasQuery: boolean, read: () => Value): Value {
    const last = this.interpreter.testCase?.last;
    const value = read();
    if (!wasQuery || !is(of, 'elements') || /^page(?:\.locator\("(?:body|html)"\))?$/.test(of.line))
      return value;
    const steps = this.writer.stepsSince(last);
    const hasWaited = steps.every(({ element }) => element.interaction?.action === 'WAIT_FOR');
    if (value === of && hasWaited) this.#isQuery = true;
    else if (!steps.some(({ element }) => failsWithout(element, of)))
      this.writer.insertAfter(last, presenceOf(of));
    return value;
  }

  #yield(value: Value): Value {
    this.#yielded = value;
    return value;
  }

  #allFilled(args: Args): Value[] {
    return args.map((each) => this.filled(each));
  }

  /** Calls a function that a command is given. */
  run(body: Value, args: Value[], self?: Value, isRepeated = this.#isRepeated): Value {
    if (is(body, 'global')) return this.interpreter.run(body, args);
    const given = args.map((each) => {
      if (is(each, 'code')) return { ...each, isDirect: true };
      return is(each, 'elements') ? { ...each, isGiven: true } : each;
    });
    const outer = [this.begin, this.#yielded, this.#isRepeated] as const;
    [this.begin, this.#yielded, this.#isRepeated] = [this.interpreter.testCase?.last, undefined, isRepeated];
    try {
      const value = this.#deferred.run(body, () => this.interpreter.run(body, given, self));
      return withCommands(is(value, 'expectation') ? value.of : value) ?? this.#yielded;
    } finally {
      [this.begin, this.#yielded, this.#isRepeated] = outer;
    }
  }

  /** Calls a function whose commands nothing continues. @returns what it returns. */
  runAlone(body: Value, args: Value[], { isRepeated = this.#isRepeated } = {}): Value {
    const value = this.run(body, args, this.context, isRepeated);
    this.onUnusedValue(value);
    return value;
  }

  /** Calls a command that the spec defines. @param of what the command before it gives; missing if it begins a chain. */
  #runCommand({ body, kind }: Command, name: string, args: Value[], of?: Value): Value {
    const subject = kind === 'child' ? [of] : [];
    if (kind !== 'overwritten') return this.#unchecked(this.run(body, [...subject, ...args]));
    const call = (given: Args): Value =>
      of === undefined ? this.#start(name, given) : this.#chain(given[0], name, given.slice(1));
    return this.run(body, [{ kind: 'native', call }, ...(of === undefined ? [] : [of]), ...args]);
  }

  /** Elements that a command has found last: what follows it checks them, or uses them hidden. */
  #unchecked(value: Value): Value {
    const { of, step } = this.#found ?? {};
    if (value === undefined || value !== of || step === undefined || this.writer.last !== step) return value;
    this.writer.steps = this.writer.steps.slice(0, -1);
    this.writer.comments = [...step.comments, ...this.writer.comments];
    this.#isQuery = true;
    return value;
  }

  /** A call of a method of the page in the spec itself, which runs before all commands of the function around it. */
  #callInPage(of: Of<'code'>, name: string, args: Args): Value {
    this.#lastBefore();
    return { ...this.#calledInPage(of, name, args), isDirect: true };
  }

  /** The last step. @throws NotImported if it is one of a command that runs after all of the function around it. */
  #lastBefore(): Step | undefined {
    if (this.writer.hasActedSince(this.begin))
      throw new NotImported('the spec runs this before the commands that stand before it');
    return this.writer.last;
  }

  #calledInPage(of: Of<'code'>, name: string, args: Args): Of<'code'> {
    const code = `${of.code}.${name}(${args.map(codeOfPlain).join(', ')})`;
    return { kind: 'code', code, isCall: true, after: this.writer.last };
  }

  #callGlobal(path: string, args: Args): Value {
    const [first, ...rest] = args;
    const [, command] = /^cy\.(\w+)$/.exec(path) ?? [];
    const own = this.#commands.get(command ?? '');
    if (command === 'stub') return stub(this, args);
    if (command !== undefined && own !== undefined)
      return this.#yield(this.#runCommand(own, command, [...args]));
    if (command !== undefined)
      return this.#yield(this.#start(command, command === 'wrap' ? args : this.#allFilled(args)));
    const lodash = entryOf(lodashMethods, /^Cypress\._\.(\w+)$/.exec(path)?.[1] ?? '');
    if (lodash !== undefined && is(first, 'elements') && path.endsWith('map')) {
      const list = this.scriptOf(this.writer.reading(first, 'all'));
      const [property] = rest;
      return typeof property === 'string'
        ? scriptWith(list, (code) => `${code}.map((each) => each${propertyCode(property)})`)
        : scriptCall(this.interpreter, list, 'map', rest);
    }
    if (lodash !== undefined) return lodash((each) => this.runAlone(rest.at(-1), each), first);
    if (path === 'expect') return { kind: 'expectation', of: first, isNegated: false };
    if (path === 'Cypress.env' || path === 'Cypress.expose') return this.settings.ofEnv(args);
    if (path === 'Cypress.config') return this.settings.option(args);
    if (path === 'Cypress.on') return listen(this, first, rest[0]);
    for (const [name, each] of definedCommands(path, args)) this.#commands.set(name, each);
    return undefined;
  }

  /** A command of a chain, on what the one before has given. */
  #chain(of: Value, name: string, args: Args): Value {
    const [first] = args;
    if (name === 'should' || name === 'and') return this.#should(of, args);
    if (name === 'then') {
      const returned = this.run(first, [namedByParameter(of, first)], this.context);
      return returned ?? (is(of, 'unknown') ? undefined : of);
    }
    if (is(of, 'unknown')) throw new NotImported(of.reason);
    if (name === 'each') return this.#each(of, first);
    // They begin anew.
    if (name === 'get') return this.#start(name, args);
    if (name === 'wait' || name === 'screenshot') return this.#start(name, args) ?? of;
    const isStart = name !== 'scrollTo' && Object.hasOwn(startingCommands, name);
    if (isStart || (of === undefined && Object.hasOwn(finding, name))) return this.#start(name, args);
    if (name === 'as') {
      this.context.fields.set(textOf(first), of);
      return of;
    }
    if (name === 'invoke' && is(of, 'code')) return this.#calledInPage(of, textOf(first), args.slice(1));
    if (name === 'invoke' || name === 'its') return this.#reading(of, textOf(first), args.slice(1));
    if (!is(of, 'elements')) throw new NotImported(`${name} has no equivalent`);
    if (Object.hasOwn(readings, name)) return this.#reading(of, name, args);
    if (name === 'within') return this.#within(of, args.at(-1));
    const found = this.#find(of, name, args);
    if (found === undefined) actOnEach(this.writer, of, [name, args], (all) => this.#items(all));
    return found ?? of;
  }

  /** Elements whose number the step before has checked. */
  #items(of: Elements): Elements[] {
    const count = this.writer.counted(selectorsOf(of));
    if (count !== undefined) return eachOf(of, count);
    throw new NotImported(
      'the number of elements is known only when the test runs; expect it first with have.length',
    );
  }

  /** Of a list, or of elements. */
  #each(of: Value, body: Value): Value {
    const items = is(of, 'elements') ? this.#items(of) : itemsOf(of);
    if (items === undefined) throw new NotImported('the list is known only when the test runs');
    for (const [index, each] of items.entries()) this.runAlone(body, [each, index]);
    return of;
  }

  #reading(of: Value, name: string, args: Args = []): Value {
    if (is(of, 'object') || is(of, 'code') || is(of, 'script'))
      return name
        .split('.')
        .reduce<Value>((each, field) => this.interpreter.expressions.member(each, field), of);
    if (is(of, 'request'))
      throw new NotImported('what the app sends and gets is known only when the test runs');
    if (is(of, 'response') && name === 'status') return this.writer.reading(of, name);
    if (is(of, 'response')) return this.#reading(this.contentsOf(of), name, args);
    if (is(of, 'elements') && /^0\.contentDocument(?:\.body)?$/.test(name))
      return narrow(of, '.contentFrame().locator("body")');
    const change = entryOf(changes, name);
    // jQuery's methods change the elements if they are given a value.
    if (is(of, 'elements') && change !== undefined && args.length > (name === 'attr' ? 1 : 0))
      return changeElements(this.writer, of, change(args), args);
    const method = is(of, 'elements') ? entryOf(readings, name) : undefined;
    if (method === undefined) throw new NotImported(`${name} has no equivalent`);
    if (args.length > (name === 'attr' ? 1 : 0))
      throw new NotImported(`${name} with a value has no equivalent`);
    return this.writer.reading(of, method, args);
  }

  /** The URL, the title, or a part of the location. */
  ofPage(method: string): Value {
    if (!['url', 'href', 'title', 'pathname', 'hash', 'search'].includes(method))
      throw new NotImported(`the ${method} of the location has no equivalent`);
    return this.writer.reading(firstPage, method === 'href' ? 'url' : method);
  }

  #start(name: string, args: Args): Value {
    const [first] = args;
    const isAlias = typeof first === 'string' && first.startsWith('@');
    if (name === 'get' && isAlias) return this.#alias(first.slice(1));
    if (name === 'then') return this.run(first, [], this.context);
    const isQuery = /^(?:get|contains|find(?:All)?By\w+)$/.test(name);
    const found = isQuery ? this.#find(this.root, name, args) : undefined;
    if (found !== undefined) return found;
    // A test case begins without any.
    const isClearing = /^clear(?:All)?(?:Cookies?|\w+Storage)$/.test(name);
    const isOfSet = name.includes('Cookie') && this.writer.isStoring;
    if (isClearing && this.writer.last === undefined && !isOfSet) return undefined;
    const start = entryOf(startingCommands, name);
    if (start === undefined) throw noEquivalent(`cy.${name}`);
    return start(this, args);
  }

  #alias(name: string): Value {
    if (this.context.fields.has(name)) return this.context.fields.get(name);
    throw new NotImported(`the alias @${name} is known only when the test runs`);
  }

  /** What a command finds from elements. @returns undefined if it is one that acts. */
  #find(of: Elements, name: string, args: Args): Elements | undefined {
    const isAround = /^(?:first|last|eq|closest|parents)$/.test(name);
    const found = entryOf(finding, name)?.(isAround ? of : givenByContains(of), args);
    if (found !== undefined) this.#isQuery = true;
    return found;
  }

  #within(of: Elements, body: Value): Elements {
    const outer = this.root;
    this.root = of;
    try {
      this.runAlone(body, [of]);
      return of;
    } finally {
      this.root = outer;
      this.#isQuery = false;
    }
  }

  /** A word after `expect(…)`. Unless it only links others, it is an assertion, as in `expect($button).to.be.visible`. */
  #chained(of: Of<'expectation'>, word: string): Of<'expectation'> {
    const link = entryOf(links, word);
    return link === undefined
      ? this.#checked(of, word, [])
      : { ...of, chainer: joinFilled([of.chainer ?? '', link], '.') };
  }

  /** Adds an assertion. @returns what `.and` continues: Chai negates all that follows `not`. */
  #checked({ of, chainer = '' }: Of<'expectation'>, word: string, args: Args): Of<'expectation'> {
    const checked = this.#should(of, [joinFilled([chainer, word], '.'), ...args]);
    const isNegated = chainer.split('.').includes('not');
    return { kind: 'expectation', of: checked, isNegated: false, chainer: isNegated ? 'not' : '' };
  }

  /** @returns what the next command of the chain is for. */
  #should(of: Value, [chainer, ...args]: Args): Value {
    if (is(chainer, 'function')) {
      this.runAlone(chainer, [of], { isRepeated: true });
      return of;
    }
    const [written = '', ...more] = textOf(chainer).split(/\.and\.(?=\w+\.)/);
    if (more.length > 0) return this.#should(this.#should(of, [written]), [more.join('.and.'), ...args]);
    const isNegated = /(?:^|\.)not\./.test(written);
    const name = written.replace(/(^|\.)not\./, '$1').replace(/^(?:to|be\.to)\./, '');
    if (is(of, 'code') || is(of, 'script')) return this.#expectOfPage(of, name, isNegated, args);
    const chained = { matcher: name, isNegated, args };
    if (is(of, 'reading')) expectOfReading(this, of, chained);
    else if (!is(of, 'elements')) throw new NotImported('only what is read of the page can be checked');
    // Chai compares it as a number.
    else if (name === 'have.length' && typeof args[0] === 'string')
      return this.#should(of, [chainer, Number(args[0])]);
    else if (isNegated ? name === 'exist' : name === 'have.length' && args[0] === 0)
      expectNone(this.writer, of);
    else if (name === 'exist') expectExists(this.writer, of);
    else expectOfElements(this.writer, of, { ...chained, args: withComputed(this, args) });
    const isOfAttribute = name === 'have.attr' && args.length === 1;
    return isOfAttribute ? this.#reading(of, 'attr', args) : of;
  }

  /** Checks what code of the page gives. @returns what the next command is for. */
  #expectOfPage(of: Of<'code'> | Of<'script'>, chainer: string, isNegated: boolean, args: Args): Value {
    const [name, ...values] = args;
    if (/^(?:have\.)?property$/.test(chainer)) {
      const property = this.member(of, textOf(name));
      if (!is(property, 'code') && !is(property, 'script')) throw noEquivalent(chainer);
      return values.length === 0
        ? this.#expectOfPage(property, 'be.undefined', !isNegated, [])
        : this.#expectOfPage(property, 'deep.equal', isNegated, values);
    }
    const expected = { ...expectedOfCode(chainer, args), isNegated };
    if (is(of, 'script')) {
      expectScript(this.writer, of, expected);
      return of;
    }
    expectCode(this, of, expected);
    if (of.isDirect === true) this.begin = this.writer.last;
    return { ...of, isCall: false, after: this.writer.last };
  }
}

function isWholeResponse({ isResponse, path }: Of<'script'>): boolean {
  return isResponse === true && path === undefined;
}

/** @throws NotImported for a field that the value of `requestCode` does not have. */
function fieldOfResponse(name: string): string {
  if (/^(?:body|headers|status)$/.test(name)) return name;
  if (name === 'isOkStatusCode') return 'ok';
  throw noEquivalent(`${name} of a response`);
}

/** What was read has the name of the parameter that a function takes it by. */
function namedByParameter(of: Value, body: Value): Value {
  const [first] = is(body, 'function') ? body.node.params : [];
  return is(of, 'reading') && first?.type === 'Identifier' ? { ...of, name: first.name } : of;
}
