import type { ImportDeclaration, Program } from 'acorn';
import { AppAddress } from './app-address.ts';
import { CaseWriter, type ImportedCase, type ImportedFile } from './case-writer.ts';
import { Cypress } from './cypress.ts';
import { exportedHelpers } from './exported-code.ts';
import { NotImported } from './not-imported.ts';
import { Playwright } from './playwright.ts';
import { Scope } from './scope.ts';
import type { SourceCode } from './source-code.ts';
import { type Args, firstPage, isConstant, nothing, textOf, titleOf, type Value } from './value.ts';
import { Walker } from './walker.ts';

interface Block {
  readonly title: string;
  readonly tags: readonly string[];
  readonly isOff: boolean;
  readonly hooks: readonly Value[];
}

/**
 * The cases of a Playwright or Cypress spec. Nothing of it runs: constants, functions and hooks of the file are followed by
 * their syntax.
 */
export function readSpec({ program, text }: SourceCode, file: string, given: AppAddress): ImportedFile {
  const walker = new Walker(text);
  const isExport = isExportedCode(program);
  // Addresses of exported code are those of the case already.
  const address = isExport ? new AppAddress(undefined, true) : given;
  const isCypress = /\bcy\s*\.\s*\w/.test(text) && !text.includes('@playwright/test');
  const framework = isCypress ? new Cypress(walker, address) : new Playwright(walker, address, file);
  const declarations = new Declarations(walker, address, isExport);
  walker.framework = framework;
  walker.declare = (path, args) => declarations.declare(path, args);
  const scope = new Scope();
  for (const name of [...declaring, ...notRead, ...builtIn]) scope.set(name, { kind: 'global', name });
  for (const node of program.body) if (node.type === 'ImportDeclaration') bindImports(node, scope);
  framework.define(scope, isExport);
  walker.walk(
    program.body.filter((node) => !isExport || !isPartOfExport(node, walker.log.codeOf(node))),
    scope,
  );
  const cases = declarations.readCases();
  const statements = walker.finish();
  return { cases, statements, comments: walker.outside.comments };
}

type TopLevel = Program['body'][number];

/** Exported files declare these two, see `service/code-export/test-file.ts`. */
function isExportedCode({ body }: Program): boolean {
  const names = body.flatMap(constantNames);
  return names.includes('executionUrl') && names.includes('stepTimeout');
}

/** Helpers, hooks, and the values of variables: the case has their names. */
function isPartOfExport(node: TopLevel, code: string): boolean {
  if (node.type === 'FunctionDeclaration') return Object.hasOwn(exportedHelpers, node.id.name);
  if (/^test\.(?:before|after)Each\(/.test(code)) return true;
  return constantNames(node).some((name) => ['executionUrl', 'variables', 'stableUuid'].includes(name));
}

function constantNames(node: TopLevel): string[] {
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
}

/** What JavaScript defines, as far as constants are made of it. */
const builtIn = ['Object', 'Array', 'Math', 'JSON', 'Number'];

/** `test` and `expect` may come from a file of fixtures. */
const importable = ['test', 'expect', 'path', 'randomUUID', 'crypto'];

function bindImports({ specifiers, source }: ImportDeclaration, scope: Scope): void {
  for (const { local, ...each } of specifiers) {
    const { imported = local } = { imported: undefined, ...each };
    const name = imported.type === 'Identifier' ? imported.name : local.name;
    const unknown = new NotImported(`${local.name} is imported from ${source.value}`);
    scope.set(local.name, importable.includes(name) ? { kind: 'global', name } : unknown);
  }
}

const declaring = ['describe', 'context', 'it', 'specify', 'beforeEach', 'test', 'require'];
const notRead = ['before', 'beforeAll', 'after', 'afterAll', 'afterEach'];
const tagInTitle = /(?<!\S)@\S+/g;

/** The tests of a file, with their titles and hooks. */
class Declarations {
  readonly #walker: Walker;
  readonly #address: AppAddress;
  readonly #isExport: boolean;
  /** The blocks around what is read, from the outermost in. A block gets its hooks while it is read. */
  #blocks: readonly (Block & { hooks: readonly Value[] })[] = [
    { title: '', tags: [], isOff: false, hooks: [] },
  ];
  /** Hooks may stand after the tests that they are for, so tests are read at the end. */
  readonly #fixtures = new Map<string, Value>();
  /** The fixtures that the current test has. */
  readonly #ready = new Set<string>();
  readonly #tests: { readonly blocks: readonly Block[]; readonly body: Value }[] = [];

  /** @param isExport titles are descriptions, in which `@` is no tag. */
  constructor(walker: Walker, address: AppAddress, isExport: boolean) {
    this.#isExport = isExport;
    this.#walker = walker;
    this.#address = address;
  }

  /** What a call outside of tests declares. @returns undefined if it is of something else. */
  declare(path: string, args: () => Args): Value | undefined {
    const [kind = '', ...modifiers] = path
      .replace(/^test\.(?=describe|beforeEach|(?:use|extend)\b)/, '')
      .split('.');
    if (notRead.includes(kind)) throw new NotImported(`${kind} has no equivalent`);
    if (![...declaring, 'use', 'extend'].includes(kind)) return undefined;
    if (modifiers.includes('configure')) return nothing;
    const unknown = modifiers.find((each) => !['only', 'skip', 'fixme', 'parallel', 'serial'].includes(each));
    if (unknown !== undefined) throw new NotImported(`${path} has no equivalent`);
    const given = args();
    if (kind === 'use') this.#use(given[0]);
    else if (kind === 'extend') {
      const [fixtures] = given;
      if (fixtures?.kind !== 'object') throw new NotImported('the fixtures are not in this file');
      for (const [name, fixture] of fixtures.fields) this.#fixtures.set(name, fixture);
      return { kind: 'global', name: 'test' };
    } else if (kind === 'require') {
      const names = ['test', 'expect'].map((name) => [name, { kind: 'global', name }] as const);
      return { kind: 'object', fields: new Map(names) };
    } else this.#add(kind, given, modifiers.includes('skip') || modifiers.includes('fixme'));
    return nothing;
  }

  /** Calls a test, a hook or a fixture with the fixtures that its first parameter names. */
  #runWithFixtures(body: Extract<Value, { kind: 'function' }>, given: Fixtures, ...more: Args): void {
    const [first] = body.node.params;
    const named = (first?.type === 'ObjectPattern' ? first.properties : []).map((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : '',
    );
    for (const [name, fixture] of this.#fixtures) {
      const isNeeded = named.includes(name) || (more.length === 0 && isAutomatic(fixture));
      if (!isNeeded || this.#ready.has(name)) continue;
      this.#ready.add(name);
      this.#setUp(name, fixture, given);
    }
    const args = more.length > 0 ? more : [{ kind: 'global', name: 'test.info' } as const];
    this.#walker.inline(body, first?.type === 'ObjectPattern' ? [given, ...args] : []);
  }

  /** Reads a fixture of \`test.extend\` up to its call of \`use\`. */
  #setUp(name: string, fixture: Value, given: Fixtures): void {
    const value = fixture.kind === 'list' ? fixture.items[0] : fixture;
    if (value?.kind !== 'function') {
      given.fields.set(name, value ?? nothing);
      return;
    }
    const use = ([used = nothing]: Args): Value => {
      given.fields.set(name, used);
      this.#walker.endFunction('what a fixture does after the test has no equivalent');
      return nothing;
    };
    this.#runWithFixtures(value, given, { kind: 'native', call: use });
  }

  #add(kind: string, args: Args, isOff: boolean): void {
    const body = args.at(-1);
    if (body?.kind !== 'function') throw new NotImported('its function is known only when the tests run');
    const outer = this.#blocks;
    const last = outer.at(-1);
    if (kind === 'beforeEach') {
      if (last !== undefined) last.hooks = [...last.hooks, body];
      return;
    }
    this.#blocks = [...outer, this.#block(args, isOff)];
    if (kind === 'describe' || kind === 'context') this.#walker.inline(body, []);
    else this.#tests.push({ blocks: this.#blocks, body });
    this.#blocks = outer;
  }

  #block([first, details]: Args, isOff: boolean): Block {
    const title = first?.kind === 'text' ? titleOf(first) : '';
    const inTitle = this.#isExport ? [] : (title.match(tagInTitle) ?? []);
    const own = inTitle.length === 0 ? title : title.replace(tagInTitle, '').trim();
    const fields = details?.kind === 'object' ? details.fields : undefined;
    const url = fields?.get('baseUrl');
    if (url !== undefined) this.#address.set(textOf(url));
    const given = fields?.get('tag') ?? fields?.get('tags') ?? nothing;
    const listed = given.kind === 'list' ? given.items : given.kind === 'text' ? [given] : [];
    const tags = [...listed.map(titleOf), ...inTitle].map((each) => each.replace(/^@/, ''));
    return { title: own, tags, isOff, hooks: [] };
  }

  #use(options: Value | undefined): void {
    const fields = options?.kind === 'object' ? options.fields : new Map<string, Value>();
    const url = fields.get('baseURL');
    if (url?.kind === 'text') this.#address.set(textOf(url));
    const others = [...fields.keys()].filter(
      (name) => !/^(?:baseURL|\w+Timeout|trace|video|screenshot)$/.test(name),
    );
    if (others.length === 0) return;
    throw new NotImported(`a test case has no ${others.join(', ')}; see the inputs of the action`);
  }

  readCases(): ImportedCase[] {
    return this.#tests.map(({ blocks, body }) => {
      const writer = new CaseWriter();
      this.#walker.testCase = writer;
      const given = builtInFixtures();
      this.#ready.clear();
      for (const each of [...blocks.flatMap(({ hooks }) => hooks), body])
        if (each.kind === 'function') this.#runWithFixtures(each, given);
      this.#walker.endCase();
      return {
        description: blocks.flatMap(({ title }) => title || []).join(' › '),
        tagNames: [...new Set(blocks.flatMap(({ tags }) => tags))],
        isOff: writer.isOff || blocks.some(({ isOff }) => isOff),
        steps: writer.steps,
        comments: writer.comments,
      };
    });
  }
}

/** `[async ({ page }, use) => { … }, { auto: true }]`. */
function isAutomatic(fixture: Value): boolean {
  const options = fixture.kind === 'list' ? fixture.items[1] : undefined;
  return options?.kind === 'object' && isConstant(options.fields.get('auto'), true);
}

type Fixtures = Extract<Value, { kind: 'object' }>;

/** What the first parameter of a test gives. */
function builtInFixtures(): Fixtures {
  const fields = new Map<string, Value>([
    ['page', firstPage],
    ['context', { kind: 'global', name: 'context' }],
    ['request', { kind: 'global', name: 'request' }],
  ]);
  return { kind: 'object', fields };
}
