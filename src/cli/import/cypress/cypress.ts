import { joinFilled } from '../../../common/text.ts';
import type { AppAddress } from '../app-address.ts';
import type { Step } from '../imported-file.ts';
import { optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import { Framework, type Interpretation } from '../javascript/framework.ts';
import { fieldsOf, itemsOf } from '../javascript/native-methods.ts';
import { textOf, titleOf, variable } from '../javascript/texts.ts';
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
import { act, blur, dialogAnswer, leavePage, reopenPage, sizePage } from '../steps/actions.ts';
import {
  allElements,
  codeOfPlain,
  elementByText,
  expectScript,
  propertyCode,
  requestCode,
  scriptCall,
  scriptMember,
  scriptWith,
  valueTest,
} from '../steps/code-in-page.ts';
import { cookieCode } from '../steps/cookies.ts';
import { expectNone, failsWithout, withCounts } from '../steps/expectations.ts';
import { eachOf, matching, presenceOf } from '../steps/locators.ts';
import { type Command, CypressSettings, definedCommands } from './cypress-project.ts';
import { finding, givenByContains, innermost, isOne, narrow } from './find-elements.ts';
import {
  changes,
  commands,
  expectedOfCode,
  lodashMethods,
  onlyWatches,
  readings,
  submitting,
  widthOf,
} from './mapping.ts';
import { expectExists, expectOfElements, expectOfReading } from './should.ts';
import { typeText } from './typing.ts';

/** What the names of Cypress mean in a test. */
export class Cypress extends Framework {
  /** `this` of a test: its aliases. */
  override readonly context = objectOf([]);
  readonly #fixture: (name: string) => Value;
  override readonly readsFunctionsAlone = true;
  readonly #commands = new Map<string, Command>();
  readonly settings: CypressSettings;
  /** What `cy.task` calls, by the names that the configuration gives. */
  readonly tasks = new Map<string, Value>();
  /** The last step before the function that is read: its commands run when all of it has been called. */
  #begin: Step | undefined;
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
  #root = firstPage;

  /** @param fixture reads the data of a file. */
  constructor(interpreter: Interpretation, address: AppAddress, fixture: (name: string) => Value) {
    super(interpreter, address);
    this.#fixture = fixture;
    this.settings = new CypressSettings(address);
  }

  member(of: TaggedValue, name: string): Value {
    if (of.kind === 'code') {
      const after = of.isDirect === true ? this.#lastBefore() : of.after;
      return { ...of, after, code: of.code + propertyCode(name), isCall: false };
    }
    if (of.kind === 'expectation') return { ...of, chainer: joinFilled([of.chainer ?? '', name], '.') };
    if (of.kind === 'global' && of.name === 'process.env') return variable(name);
    if (of.kind === 'script') return scriptMember(of, name);
    if (of.kind === 'response') return this.#reading(of, name);
    if (of.kind === 'global' && of.name === 'location') return this.#ofPage(name);
    if (of.kind === 'global' && /^(?:Cypress|cy|faker|process)\b/.test(of.name))
      return { ...of, name: `${of.name}.${name}` };
    return of.kind === 'elements' && name === 'length' ? this.#reading(of, name) : undefined;
  }

  /** `expect($button).to.be.visible`, or a chain that ends with a command that finds elements. */
  onUnusedValue(value: Value): void {
    if (is(value, 'code') && value.isCall === true) {
      const step = this.writer.runInPage(`${value.code};`);
      if (value.isDirect === true) this.#begin = step;
    }
    if (is(value, 'expectation')) this.#should(value.of, [value.chainer]);
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
    this.#begin = this.writer.last;
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
    const own = this.#commands.get(name);
    const isOfCommand = !is(of, 'global') && !is(of, 'expectation');
    if (own !== undefined && isOfCommand)
      return this.#yield(this.#existing(of, wasQuery, () => this.#runCommand(own, name, args, of)));
    if (is(of, 'expectation'))
      return this.#should(of.of, [joinFilled([of.chainer ?? '', name], '.'), ...this.#allFilled(args)]);
    if (is(of, 'global') && of.name !== 'location')
      return this.#callGlobal(joinFilled([of.name, name], '.'), args);
    const isNew = /^(?:get|then|within)$/.test(name) || Object.hasOwn(this.#starting, name);
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
  #run(body: Value, args: Value[], self?: Value, isRepeated = this.#isRepeated): Value {
    if (is(body, 'global')) return this.#callGlobal(body.name, args);
    const given = args.map((each) => {
      if (is(each, 'code')) return { ...each, isDirect: true };
      return is(each, 'elements') ? { ...each, isGiven: true } : each;
    });
    const outer = [this.#begin, this.#yielded, this.#isRepeated] as const;
    [this.#begin, this.#yielded, this.#isRepeated] = [this.interpreter.testCase?.last, undefined, isRepeated];
    try {
      const value = this.#deferred.run(body, () => this.interpreter.run(body, given, self));
      return ofCommand(value) ?? this.#yielded;
    } finally {
      [this.#begin, this.#yielded, this.#isRepeated] = outer;
    }
  }

  /** Calls a command that the spec defines. @param of what the command before it gives; missing if it begins a chain. */
  #runCommand({ body, kind }: Command, name: string, args: Value[], of?: Value): Value {
    const subject = kind === 'child' ? [of] : [];
    if (kind !== 'overwritten') return this.#unchecked(this.#run(body, [...subject, ...args]));
    const call = (given: Args): Value =>
      of === undefined ? this.#start(name, given) : this.#chain(given[0], name, given.slice(1));
    return this.#run(body, [{ kind: 'native', call }, ...(of === undefined ? [] : [of]), ...args]);
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
    if (this.writer.hasActedSince(this.#begin))
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
    if (command === 'stub') return this.#stub(args);
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
    if (lodash !== undefined) return lodash((each) => this.#run(rest.at(-1), each), first);
    if (path === 'expect') return { kind: 'expectation', of: first, isNegated: false };
    if (path === 'Cypress.env' || path === 'Cypress.expose') return this.settings.ofEnv(args);
    if (path === 'Cypress.config') return this.settings.option(args);
    if (path === 'Cypress.on') return this.#listen(first, rest[0]);
    for (const [name, each] of definedCommands(path, args)) this.#commands.set(name, each);
    return undefined;
  }

  /** A command of a chain, on what the one before has given. */
  #chain(of: Value, name: string, args: Args): Value {
    const [first] = args;
    if (name === 'should' || name === 'and') return this.#should(of, args);
    if (name === 'then') {
      const given = this.#run(first, [namedByParameter(of, first)], this.context);
      return given ?? (is(of, 'unknown') ? undefined : of);
    }
    if (is(of, 'unknown')) throw new NotImported(of.reason);
    if (name === 'each') return this.#each(of, first);
    // They begin anew.
    if (name === 'get') return this.#start(name, args);
    if (name === 'wait' || name === 'screenshot') return this.#start(name, args) ?? of;
    const isStart = name !== 'scrollTo' && Object.hasOwn(this.#starting, name);
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
    return this.#find(of, name, args) ?? this.#actOnEach(of, name, args);
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
    for (const [index, each] of items.entries()) this.#run(body, [each, index], this.context);
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
      return this.#change(of, change(args), args);
    const method = is(of, 'elements') ? entryOf(readings, name) : undefined;
    if (method === undefined) throw new NotImported(`${name} has no equivalent`);
    if (args.length > (name === 'attr' ? 1 : 0))
      throw new NotImported(`${name} with a value has no equivalent`);
    return this.writer.reading(of, method, args);
  }

  /** Changes elements. If they were found by the attribute that changes, a mark finds them from then on. */
  #change(of: Elements, code: string, [name]: Args): Elements {
    const isFoundByIt = selectorsOf(of).some(({ selector }) => selector.includes(`[${titleOf(name)}`));
    if (!isFoundByIt) return this.#runForEach(of, code);
    const mark = `data-changed-${this.writer.steps.length}`;
    this.#runForEach(of, `{ ${code} element.setAttribute(${JSON.stringify(mark)}, ''); }`);
    return narrow({ ...of, line: firstPage.line }, `.locator("[${mark}]")`);
  }

  /** Runs code in the page, for elements that must be there. */
  #runForEach(of: Elements, code: string): Elements {
    this.#should(of, ['exist']);
    const elements = elementByText(selectorsOf(of)) ?? allElements(selectorsOf(of));
    this.writer.runInPage(`for (const element of ${elements}) ${code}`);
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
    wrap: ofCommand,
    fixture: (name) => this.#fixture(textOf(name)),
    task: (name, argument) => {
      const task = this.tasks.get(textOf(name));
      // By convention, they print a message.
      if (task === undefined && /^(?:log|table)$/.test(textOf(name))) return undefined;
      if (task === undefined) throw noEquivalent('cy.task');
      return this.#run(task, [argument]);
    },
    // As in the first test that has it.
    session: (_, body) => void this.#run(body, []),
    visit: (to, options) => {
      const known = ['url', 'qs', 'failOnStatusCode', 'onBeforeLoad', 'onLoad'];
      const given = optionsOf(is(to, 'object') ? to : options, known);
      this.#visit(this.address.opened(given.get('url') ?? to), given);
      return undefined;
    },
    request: (url, ...others) => {
      if (others.length > 0 || typeof url !== 'string') return this.#request(url, others);
      const address = this.address.path(url);
      this.writer.assert({ expectation: 'RESPONSE_OK', calledWith: address });
      return { kind: 'response', address, after: this.writer.last };
    },
    reload: () => leavePage(this.writer, 'location.reload()'),
    go: (to) => {
      if (to !== 'back' && to !== 'forward') throw noEquivalent('cy.go');
      return leavePage(this.writer, `history.${to}()`);
    },
    wait: (time) => {
      if (typeof time === 'number') return this.writer.waitFor({ type: 'fixedTime', timeMilliseconds: time });
      if (![time].flat().every((each) => typeof each === 'string' && each.startsWith('@')))
        throw noEquivalent('cy.wait');
      return this.watchRequest({ isAwaited: true });
    },
    intercept: (...args) => {
      if (!onlyWatches(args, ({ node }) => this.interpreter.log.codeOf(node)))
        throw noEquivalent('cy.intercept');
      return this.watchRequest({ isAwaited: false }, args);
    },
    viewport: (width, height) => sizePage(this.writer, widthOf(width, height)),
    window: (options) => this.#inPage('window', options),
    document: (options) => this.#inPage('document', options),
    scrollTo: (x, y) => {
      const to = x === 'top' ? [0, 0] : [x, y].filter((each) => typeof each === 'number');
      if (x !== 'bottom' && to.length < 2) throw noEquivalent('cy.scrollTo');
      this.writer.act({
        action: 'SCROLL',
        ...(x === 'bottom' ? {} : { calledWith: { x: to[0], y: to[1] } }),
      });
      return undefined;
    },
    setCookie: (name, value, options) => {
      const others = is(options, 'object') ? options.fields : [];
      const cookie = objectOf([...others, ['name', name], ['value', value]]);
      this.writer.storeBefore(cookieCode(this.address, cookie));
      return this.writer.comment(
        'The spec sets a cookie of the browser. Here, the page sets it in a first visit.',
      );
    },
    clearLocalStorage: (key) => this.#clearStorage('localStorage', key),
    clearAllLocalStorage: () => this.#clearStorage('localStorage'),
    clearAllSessionStorage: () => this.#clearStorage('sessionStorage'),
    on: (event, listener) => this.#listen(event, listener),
    screenshot: () => this.writer.comment('The spec takes a screenshot here. A run has its own.'),
    log: () => undefined,
  };

  /** What is stored before the page loads is stored by a first visit. */
  #visit(address: string, given: ReadonlyMap<string, Value>): void {
    const parameters = given.get('qs') === undefined ? [] : fieldsOf(given.get('qs'));
    const query = parameters
      .map(([name, value]) => `${name}=${titleOf(value).replace(/[^\w.~$-]+/g, encodeURIComponent)}`)
      .join('&');
    const calledWith = query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
    const opened = this.writer.act({ action: 'GO_TO', calledWith });
    const window = { kind: 'code', code: 'window' } as const;
    if (given.has('onBeforeLoad')) this.#run(given.get('onBeforeLoad'), [{ ...window, after: opened }]);
    this.writer.store();
    if (this.writer.last !== opened) reopenPage(this.writer, calledWith);
    if (given.has('onLoad')) this.#run(given.get('onLoad'), [{ ...window, after: this.writer.last }]);
  }

  /** `cy.request('POST', '/api/items', { … })`, sent by the page: only the app itself gets it. */
  #request(first: Value, [url, body]: Args): Value {
    const names = ['method', 'url', 'body', 'form', 'headers', 'failOnStatusCode'];
    const given = is(first, 'object')
      ? optionsOf(first, names)
      : new Map<string, Value>([
          ['method', url === undefined || is(url, 'object') ? 'GET' : first],
          ['url', typeof url === 'string' ? url : first],
          ['body', typeof url === 'string' ? body : url],
        ]);
    const path = this.address.below(given.get('url'));
    return { kind: 'script', step: this.writer.runInPage(requestCode(path, given)) };
  }

  #inPage(code: string, options: Value): Value {
    optionsOf(options);
    return { kind: 'code', code, after: this.writer.last };
  }

  #clearStorage(storage: string, key?: Value): undefined {
    if (is(key, 'pattern')) throw noEquivalent('cy.clearLocalStorage');
    const call = key === undefined ? 'clear()' : `removeItem(${codeOfPlain(key)})`;
    this.writer.runInPage(`${storage}.${call};`);
  }

  #start(name: string, args: Args): Value {
    const [first] = args;
    const isAlias = typeof first === 'string' && first.startsWith('@');
    if (name === 'get' && isAlias) return this.#alias(first.slice(1));
    if (name === 'then') return this.#run(first, [], this.context);
    const isQuery = /^(?:get|contains|find(?:All)?By\w+)$/.test(name);
    const found = isQuery ? this.#find(this.#root, name, args) : undefined;
    if (found !== undefined) return found;
    // A test case begins without any.
    const isClearing = /^clear(?:All)?(?:Cookies?|\w+Storage)$/.test(name);
    const isOfSet = name.includes('Cookie') && this.writer.isStoring;
    if (isClearing && this.writer.last === undefined && !isOfSet) return undefined;
    const start = entryOf(this.#starting, name);
    if (start === undefined) throw noEquivalent(`cy.${name}`);
    return start(...args);
  }

  #alias(name: string): Value {
    if (this.context.fields.has(name)) return this.context.fields.get(name);
    throw new NotImported(`the alias @${name} is known only when the test runs`);
  }

  /** `cy.on('window:confirm', () => false)`. Alerts have one answer only. */
  #listen(event: Value, listener: Value): undefined {
    // Errors of the app do not end a test case.
    if (event === 'uncaught:exception') {
      this.useWithoutSteps(listener, 'an error of the app');
      return;
    }
    if (event !== 'window:confirm' && event !== 'window:alert')
      throw new NotImported('only listeners for dialogs have an equivalent');
    const dialog: Of<'dialog'> = { kind: 'dialog', answer: {} };
    const called = is(listener, 'object') ? listener.fields.get('listener') : listener;
    const returned = this.interpreter.run(called, [this.writer.reading(dialog, 'message')]);
    dialog.answer.accept = event === 'window:alert' || returned !== false;
    dialog.interaction = dialogAnswer(dialog.answer);
    // The listener is there before the commands that stand before it.
    const before = this.writer
      .stepsSince(this.#begin)
      .findLast(({ element }) => element.interaction?.action === 'CLICK');
    this.writer.listen(dialog.interaction, { isPersistent: true, before });
  }

  /** `cy.stub(win, 'confirm').returns(true)`, or a listener for dialogs: `cy.on('window:confirm', cy.stub())`. */
  #stub([of, name]: Args): Value {
    const answers = is(of, 'code') && of.code === 'window' && (name === 'confirm' || name === 'alert');
    if (of !== undefined && !answers) throw noEquivalent('cy.stub');
    const stub = objectOf([]);
    const listen = (returned: Value) => {
      stub.fields.set('listener', { kind: 'native', call: () => returned });
      if (answers) this.#listen(`window:${name}`, stub);
      return stub;
    };
    stub.fields.set('returns', { kind: 'native', call: ([returned]) => listen(returned) });
    stub.fields.set('as', { kind: 'native', call: () => stub });
    // Without a value, it returns undefined, and a dialog is dismissed, as dialogs are that no step answers.
    if (name === 'alert') listen(undefined);
    else stub.fields.set('listener', { kind: 'native', call: () => false });
    return stub;
  }

  /** What a command finds from elements. @returns undefined if it is one that acts. */
  #find(of: Elements, name: string, args: Args): Elements | undefined {
    const isAround = /^(?:first|last|eq|closest|parents)$/.test(name);
    const found = entryOf(finding, name)?.(isAround ? of : givenByContains(of), args);
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
    const selectors = selectorsOf(innermost(of));
    if (name === 'type') {
      optionsOf(options, ['force']);
      typeText(writer, selectors, textOf(first));
    } else if (name === 'blur') blur(writer, of);
    else if (name === 'rightclick') act(writer, selectors, 'click', [objectOf([['button', 'right']])]);
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

  /** @returns what the next command of the chain is for. */
  #should(of: Value, [chainer, ...args]: Args): Value {
    if (is(chainer, 'function')) {
      this.#run(chainer, [of], undefined, true);
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
    else expectOfElements(this.writer, of, { ...chained, args: withCounts(this, args) });
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
    if (this.writer.hasActedSince(of.after)) throw new NotImported('the value was read before another step');
    this.writer.waitUntil(`const value = ${of.code};\nreturn Boolean(${valueTest(expected)});`);
    if (of.isDirect === true) this.#begin = this.writer.last;
    return { ...of, isCall: false, after: this.writer.last };
  }
}

/** What a command gives: elements whose methods are commands. */
function ofCommand(value: Value): Value {
  return is(value, 'elements') && value.isGiven === true ? { ...value, isGiven: false } : value;
}

/** What was read has the name of the parameter that a function takes it by. */
function namedByParameter(of: Value, body: Value): Value {
  const [first] = is(body, 'function') ? body.node.params : [];
  return is(of, 'reading') && first?.type === 'Identifier' ? { ...of, name: first.name } : of;
}
