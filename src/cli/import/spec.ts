import type * as js from 'acorn';
import { AppAddress } from './app-address.ts';
import { Cypress } from './cypress/cypress.ts';
import { type ImportedCase, type ImportedFile, isNotImported, type Step } from './imported-file.ts';
import { plainOf } from './javascript/convert-value.ts';
import type { Framework } from './javascript/framework.ts';
import { Interpreter } from './javascript/interpreter.ts';
import { Modules, type ReadFile } from './javascript/modules.ts';
import { isTruthy } from './javascript/native-methods.ts';
import { parseSource } from './javascript/source-code.ts';
import { textOf, titleOf, variable } from './javascript/texts.ts';
import { nodesOf } from './javascript/tracked-values.ts';
import {
  firstPage,
  global,
  is,
  NotImported,
  type Of,
  objectOf,
  ofDesktop,
  Scope,
  unknown,
  type Value,
} from './javascript/value.ts';
import { exportedHelpers } from './playwright/exported-code.ts';
import { Playwright } from './playwright/playwright.ts';
import { sizePage } from './steps/actions.ts';
import { CaseWriter } from './steps/case-writer.ts';

const hookNames = ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const;
type HookName = (typeof hookNames)[number];

/** A `describe`, or a test. A block gets its hooks while it is read. */
interface Block {
  readonly title: string;
  readonly tags: readonly string[];
  isOff: boolean;
  readonly hooks: { readonly [Name in HookName]: Value[] };
  /** What `test.use` gives instead of fixtures. */
  readonly used: Map<string, Value>;
  /** The case of its last test, if its tests share a page. */
  shared?: CaseWriter | undefined;
}

/**
 * The cases of a Playwright or Cypress spec. Nothing of it runs: it is interpreted.
 * @param file path relative to the workspace.
 * @throws UserError if it cannot be parsed.
 */
export function readSpec(text: string, file: string, given: AppAddress, readFile: ReadFile): ImportedFile {
  return new Spec(text, file, given, readFile).read();
}

const words = (text: string): string[] => text.split(' ');
const names = words(
  'describe context it specify test before after xdescribe xcontext xit Object Array Math JSON Number Boolean String URL URLSearchParams parseInt parseFloat encodeURIComponent decodeURIComponent process console Promise RegExp Map Set Date crypto path expect',
);
const tagInTitle = /(?<!\S)@\S+/g;

class Spec extends Interpreter {
  readonly framework: Framework;
  readonly #file: string;
  readonly #text: string;
  readonly #body: js.Program['body'];
  readonly #address: AppAddress;
  /** Titles of exported code are descriptions, in which `@` is no tag. */
  readonly #isExport: boolean;
  readonly #modules: Modules;
  /** The blocks around what is read, from the outermost in. */
  #blocks: readonly Block[] = [newBlock({ title: '', tags: [], isOff: false })];
  readonly #fixtures = new Map<string, Value>();
  /** Those of the current test. */
  #current: ReadonlyMap<string, Value> = new Map();
  /** The fixtures that the current test has. */
  readonly #ready = new Set<string>();
  /** Hooks may stand after the tests that they are for, so tests are read at the end. */
  readonly #tests: { readonly blocks: readonly Block[]; readonly body: Value }[] = [];

  constructor(text: string, file: string, given: AppAddress, readFile: ReadFile) {
    super();
    const { body } = parseSource(text, file);
    const declared = body.flatMap(constantNames);
    // Exported files declare these two, see `service/code-export/playwright-test-file.ts`.
    this.#isExport = declared.includes('executionUrl') && declared.includes('stepTimeout');
    this.#body = body;
    this.#text = text;
    this.#file = file;
    // Addresses of exported code are those of the case already.
    this.#address = this.#isExport ? new AppAddress(undefined, { isFixed: true }) : given;
    const globals = new Scope();
    for (const name of [...names, ...hookNames]) globals.set(name, global(name));
    this.#modules = new Modules(this, readFile, globals);
    const isCypress =
      (/\bcy\s*\.\s*\w/.test(text) || /\.cy\.[mc]?[jt]s$/.test(file)) && !text.includes('@playwright/test');
    if (isCypress) {
      this.framework = new Cypress(this, this.#address, (name) => this.#modules.fixture(name, file));
      for (const name of ['cy', 'Cypress']) globals.set(name, global(name));
      const stores = ['localStorage', 'sessionStorage'].map(
        (name) => [name, { kind: 'code', code: name, isDirect: true }] as const,
      );
      for (const [name, store] of [...stores, ['window', objectOf(stores)] as const])
        globals.set(name, store);
    } else this.framework = new Playwright(this, this.#address);
    if (!this.#isExport) return;
    for (const name of Object.keys(exportedHelpers)) globals.set(name, global(`exported.${name}`));
    globals.set('executionUrl', '');
  }

  read(): ImportedFile {
    const body = this.#body.filter((node) => !this.#isExport || !this.#isPartOfExport(node));
    this.log.addFile(this.#file, this.#text);
    if (this.framework instanceof Cypress) {
      const options = this.#modules.cypressConfig(this.#file);
      this.framework.settings.set(options);
      this.#readTasks(this.framework, options.get('setupNodeEvents'));
      this.#modules.readSupport(this.#file);
    }
    if (this.framework instanceof Playwright && !this.#isExport) this.#readConfig(this.framework);
    this.#modules.read(this.#file, this.#text, { body });
    const cases = this.#readCases();
    const statements = this.finish();
    return { cases, statements, comments: this.outside.comments };
  }

  /** Takes the attribute of test IDs. Says that tests begin signed in, if the spec does nothing about it. */
  #readConfig(framework: Playwright): void {
    const config = this.#modules.playwrightConfig(this.#file);
    if (config === undefined) return;
    const { file, text } = config;
    const options = [...nodesOf(parseSource(text, file).body)].flatMap((node) =>
      node.type === 'Property' && node.key.type === 'Identifier'
        ? { node, name: node.key.name, value: node.value }
        : [],
    );
    for (const { name, value } of options)
      if (name === 'testIdAttribute' && value.type === 'Literal')
        framework.testIdAttribute = String(value.value);
    if (/\bstorageState\b\s*(?:\(|:\s*\{)/.test(this.#text)) return;
    const state = options.find(
      ({ name, value }) => name === 'storageState' && value.type !== 'ObjectExpression',
    );
    if (state === undefined) return;
    this.log.addFile(file, text);
    this.outside.leaveOut(this.log.note(state.node), signedIn);
  }

  /** Calls the function of a configuration that defines tasks. */
  #readTasks({ tasks }: Cypress, setup: Value): void {
    if (!is(setup, 'function')) return;
    const call = ([event, defined]: readonly Value[]): Value => {
      const { fields } = event === 'task' && is(defined, 'object') ? defined : objectOf([]);
      for (const [name, task] of fields) tasks.set(name, task);
      return undefined;
    };
    const read = () => this.call(setup, [{ kind: 'native', call }]);
    this.unrecorded(() => this.record(setup.node, setup.scope, read), { ofSupport: false });
  }

  /** Helpers, hooks, and the values of variables: the case has their names. */
  #isPartOfExport(node: js.Program['body'][number]): boolean {
    if (node.type === 'FunctionDeclaration') return Object.hasOwn(exportedHelpers, node.id.name);
    if (/^test\.(?:before|after)Each\(/.test(this.#text.slice(node.start))) return true;
    return constantNames(node).some((name) => ['executionUrl', 'variables', 'stableUuid'].includes(name));
  }

  protected linkModule(node: js.ModuleDeclaration, scope: Scope): void {
    this.#modules.link(node, scope);
  }

  declare(path: string, args: () => Value[]): Value | 'not declared' {
    if (this.testCase !== undefined) return 'not declared';
    const [kind = '', ...modifiers] = path
      .replace(/^test\.(?=describe|before|after|(?:use|extend)\b)/, '')
      .replace(/^(before|after)$/, '$1All')
      .replace(/^x(\w+)$/, '$1.skip')
      .split('.');
    const isHook = hookNames.some((name) => name === kind);
    const isKnown =
      isHook || ['describe', 'context', 'it', 'specify', 'test', 'use', 'extend'].includes(kind);
    if (!isKnown || /^(?:step|info|setTimeout|slow)$/.test(modifiers[0] ?? '')) return 'not declared';
    if (modifiers.includes('configure')) return undefined;
    const other = modifiers.find(
      (each) => !['only', 'skip', 'fixme', 'fail', 'parallel', 'serial'].includes(each),
    );
    if (other !== undefined) throw new NotImported(`${path} has no equivalent`);
    if (kind === 'extend') return this.#extend(args);
    const given = args();
    if (kind === 'use') this.#use(given[0]);
    else this.#add(kind, given, { isOff: modifiers.some((each) => /^(?:skip|fixme|fail)$/.test(each)) });
    return undefined;
  }

  /** Takes the fixtures that are known. The tests can be read without the others. */
  #extend(args: () => Value[]): Value {
    try {
      const [fixtures] = args();
      if (!is(fixtures, 'object')) throw new NotImported('the fixtures are not in this file');
      // Statements that are left out may change lists, but no fixtures.
      for (const [name, fixture] of fixtures.fields) {
        if (name === 'storageState') this.failPart(new NotImported(signedIn));
        else this.#fixtures.set(name, Array.isArray(fixture) ? [...fixture] : fixture);
      }
    } catch (error) {
      if (!(error instanceof NotImported)) throw error;
      this.failPart(error);
    }
    return global('test');
  }

  /** Calls a test, a hook or a fixture with the fixtures that its first parameter names. */
  #runWithFixtures(body: Of<'function'>, given: Of<'object'>, ...more: Value[]): void {
    const [first] = body.node.params;
    const named = (first?.type === 'ObjectPattern' ? first.properties : []).map((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : '',
    );
    if (named.includes('page')) this.#usePage(given);
    const ofRun = named.filter((name) => ofDesktop.has(name) && !this.#current.has(name)).join(' and ');
    if (ofRun !== '')
      this.writer.comment(
        `The spec asks for ${ofRun} here. This case does what it does in Chromium on a desktop.`,
      );
    const automatic = [...this.#fixtures.keys()].filter((name) => isAutomatic(this.#fixtures.get(name)));
    for (const name of [...(more.length === 0 ? automatic : []), ...named]) {
      const fixture = this.#current.get(name);
      if (!this.#current.has(name) || this.#ready.has(name)) continue;
      this.#ready.add(name);
      this.#setUp(name, fixture, given);
    }
    const args = more.length > 0 ? more : [global('test.info')];
    const { framework } = this;
    const call = (): Value =>
      this.awaited(
        this.call(body, first?.type === 'ObjectPattern' ? [given, ...args] : [], framework.context),
      );
    const { body: content } = body.node;
    // A body without braces is a statement: nothing around it would be left out in its place.
    if (content.type !== 'BlockStatement')
      this.record(content, body.scope, () => framework.onUnusedValue(call()));
    else {
      const returned = call();
      const last = content.body.at(-1);
      if (last !== undefined) this.record(last, body.scope, () => framework.onUnusedValue(returned));
    }
    framework.onTestEnd();
  }

  /** A fixture may have another page, and the test may have opened one itself. */
  #usePage(given: Of<'object'>): void {
    const reason = this.writer.read({ line: 0, endLine: 0, code: '' }, () => this.writer.usePage());
    if (reason !== undefined) given.fields.set('page', unknown(reason));
  }

  /** Reads a fixture of `test.extend` up to its call of `use`. */
  #setUp(name: string, fixture: Value, given: Of<'object'>): void {
    const value = Array.isArray(fixture) ? fixture[0] : fixture;
    if (!is(value, 'function')) return void given.fields.set(name, value);
    let isUsed = false;
    const use = ([used]: readonly Value[]): Value => {
      isUsed = true;
      given.fields.set(name, used);
      this.endFunction('what a fixture does after the test has no equivalent');
      return undefined;
    };
    this.#runWithFixtures(value, given, { kind: 'native', call: use });
    if (!isUsed) given.fields.set(name, unknown(`the fixture ${name} is known only when the test runs`));
  }

  #add(kind: string, args: Value[], { isOff }: Pick<Block, 'isOff'>): void {
    const outer = this.#blocks;
    const last = outer.at(-1);
    if (last === undefined) return;
    const body = args.at(-1);
    if (!is(body, 'function') || (isOff && args.length === 1)) {
      // `test.skip()` of a whole block.
      const [first] = args;
      const condition = is(first, 'function') ? this.call(first, [{ ...objectOf([]), isOpen: true }]) : first;
      if (!isOff || typeof condition === 'string')
        throw new NotImported('its function is known only when the tests run');
      last.isOff ||= args.length === 0 || isTruthy(condition);
      return;
    }
    const hook = hookNames.find((name) => name === kind);
    if (hook !== undefined) return void last.hooks[hook].push(body);
    if (isOff && typeof args[0] !== 'string') throw new NotImported('a condition has no equivalent');
    this.#blocks = [...outer, this.#block(args, { isOff })];
    if (kind === 'describe' || kind === 'context') this.call(body, []);
    else this.#tests.push({ blocks: this.#blocks, body });
    this.#blocks = outer;
  }

  #block([first, details]: readonly Value[], { isOff }: Pick<Block, 'isOff'>): Block {
    const title = typeof first === 'string' ? titleOf(first) : '';
    const inTitle = this.#isExport ? [] : (title.match(tagInTitle) ?? []);
    const plainTitle = inTitle.length === 0 ? title : title.replace(tagInTitle, '').trim();
    const fields = is(details, 'object') ? details.fields : undefined;
    const url = fields?.get('baseUrl');
    if (url !== undefined) this.#address.set(textOf(url));
    const tagOption = fields?.get('tag') ?? fields?.get('tags');
    const listed = Array.isArray(tagOption) ? tagOption : typeof tagOption === 'string' ? [tagOption] : [];
    const tags = [...listed.map(titleOf), ...inTitle].map((each) => each.replace(/^@/, ''));
    return newBlock({ title: plainTitle, tags, isOff });
  }

  #use(options: Value): void {
    const fields = new Map(is(options, 'object') ? options.fields : []);
    const url = fields.get('baseURL');
    if (typeof url === 'string') this.#address.set(textOf(url));
    const size = fields.get('viewport');
    const width = is(size, 'object') ? size.fields.get('width') : undefined;
    if (typeof width === 'number') {
      sizePage(this.outside, width);
      fields.delete('viewport');
    }
    for (const [name, value] of fields)
      if (this.#fixtures.has(name)) this.#blocks.at(-1)?.used.set(name, value);
    // Every test case begins without cookies and storage.
    const others = [...fields].filter(
      ([name, value]) =>
        !withoutInfluence.test(name) &&
        !this.#fixtures.has(name) &&
        !(name === 'storageState' && isEmptyState(value)),
    );
    if (others.length === 0) return;
    if (others.some(([name]) => name === 'storageState')) throw new NotImported(signedIn);
    const names = others.map(([name]) => name).join(', ');
    throw new NotImported(`a test case has no ${names}; see the inputs of the action`);
  }

  #readCases(): ImportedCase[] {
    let before: { readonly blocks: readonly Block[]; readonly steps: readonly Step[] } | undefined;
    return this.#tests.map(({ blocks, body }, index) => {
      const sharing = blocks.findLast(({ shared }) => shared !== undefined);
      const writer = sharing?.shared?.fork() ?? new CaseWriter();
      this.testCase = writer;
      this.#ready.clear();
      this.#current = new Map([...this.#fixtures, ...blocks.flatMap(({ used }) => [...used])]);
      this.framework.context?.fields.clear();
      const fixtures = builtInFixtures();
      const run = (hooks: readonly Value[]) => {
        for (const each of hooks) if (is(each, 'function')) this.#runWithFixtures(each, fixtures);
      };
      let last: Step | undefined;
      for (const block of blocks.slice(sharing === undefined ? 0 : blocks.indexOf(sharing) + 1)) {
        writer.isBeforeAll = true;
        run(block.hooks.beforeAll);
        if (writer.sharesPage && !blocks.some(({ shared }) => shared !== undefined)) block.shared = writer;
        if (before?.blocks.includes(block)) last = writer.last;
      }
      writer.isBeforeAll = false;
      run([...blocks.flatMap(({ hooks }) => hooks.beforeEach), body]);
      const inner = blocks.toReversed();
      run(inner.flatMap(({ hooks }) => hooks.afterEach));
      const holder = blocks.find(({ shared }) => shared !== undefined);
      if (holder !== undefined) holder.shared = writer.sharesPage ? writer.fork() : undefined;
      const after = this.#tests.slice(index + 1);
      for (const block of inner)
        if (!after.some((each) => each.blocks.includes(block))) run(block.hooks.afterAll);
      this.endCase();
      const isOff = writer.isOff || blocks.some((each) => each.isOff);
      const ownSteps = writer.stepsSince(last);
      if (before !== undefined && this.framework instanceof Cypress && needsPage(ownSteps[0]))
        writer.steps = [...before.steps, ...ownSteps];
      if (!isOff) before = { blocks, steps: writer.steps };
      return {
        description: blocks.flatMap(({ title }) => title || []).join(' › '),
        tagNames: [...new Set(blocks.flatMap(({ tags }) => tags))],
        isOff,
        steps: writer.steps,
        comments: writer.comments,
      };
    });
  }
}

function newBlock(declared: Pick<Block, 'title' | 'tags' | 'isOff'>): Block {
  return {
    ...declared,
    used: new Map(),
    hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
  };
}

function constantNames(node: js.Program['body'][number]): string[] {
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
}

/** Whether the first step of a test is for the page of the test before, and nothing before it may have opened another one. */
function needsPage(first: Step | undefined): boolean {
  if (first === undefined || first.comments.some(isNotImported)) return false;
  const { selectors, assertion } = first.element;
  return selectors.length > 0 || /^TO_HAVE_(?:URL|TITLE)$/.test(assertion?.expectation ?? '');
}

/** `[async ({ page }, use) => { … }, { auto: true }]`. */
function isAutomatic(fixture: Value): boolean {
  const options = Array.isArray(fixture) ? fixture[1] : undefined;
  return is(options, 'object') && options.fields.get('auto') === true;
}

/** Options of a test that a run has, or that change nothing in it. */
const withoutInfluence = /^(?:baseURL|\w+Timeout|trace|video|screenshot)$/;

const signedIn =
  'a test case begins signed out: set its dependencyId to the test case that signs in, of the type LOGIN';

function isEmptyState(value: Value): boolean {
  return is(value, 'object') && JSON.stringify(plainOf(value)) === '{"cookies":[],"origins":[]}';
}

/** What the first parameter of a test gives. */
function builtInFixtures(): Of<'object'> {
  const globals = ['context', 'request', 'browser'].map((name) => [name, global(name)] as const);
  const page = Object.entries({ page: firstPage, baseURL: variable('OCTO_URL') });
  return { ...objectOf([...ofDesktop, ...page, ...globals]), isOpen: true };
}
