import type { ImportDeclaration, Program } from 'acorn';
import { AppAddress } from './app-address.ts';
import { CaseWriter, type ImportedCase, type ImportedFile } from './case-writer.ts';
import { Cypress } from './cypress.ts';
import { exportedHelper } from './exported-code.ts';
import { NotImported } from './not-imported.ts';
import { Playwright } from './playwright.ts';
import { Scope } from './scope.ts';
import type { SourceCode } from './source-code.ts';
import { type FunctionNode, nothing, plainText, textOf, titleOf, type Value } from './value.ts';
import { type Call, type Framework, Walker } from './walker.ts';

interface Block {
  readonly titles: readonly string[];
  readonly tags: readonly string[];
  readonly isOff: boolean;
  readonly hooks: Value[];
  readonly outer: Block | undefined;
}

/**
 * The cases of a Playwright or Cypress spec. Nothing of it runs: constants, functions and hooks of the file are followed by
 * their syntax.
 */
export function readSpec(source: SourceCode, file: string, given: AppAddress): ImportedFile {
  const walker = new Walker(source);
  const isExport = isExportedCode(source.program);
  // Addresses of exported code are those of the case already.
  const address = isExport ? new AppAddress(undefined, true) : given;
  const isCypress = /\bcy\s*\.\s*\w/.test(source.text) && !source.text.includes('@playwright/test');
  const framework = isCypress
    ? new Cypress(walker, address)
    : new Playwright(walker, address, file, isExport);
  const structure = new Structure(walker, framework, address, isExport);
  walker.framework = structure;
  const scope = new Scope();
  for (const node of source.program.body) if (node.type === 'ImportDeclaration') bindImports(node, scope);
  if (isExport) scope.set('executionUrl', plainText(''));
  walker.walk(
    source.program.body.filter((node) => !isExport || !isPartOfExport(node)),
    scope,
  );
  const cases = structure.readCases();
  const statements = walker.finish();
  return { cases, statements, comments: walker.comments };
}

type TopLevel = Program['body'][number];

/** Exported files declare these two, see `service/code-export/test-file.ts`. */
function isExportedCode({ body }: Program): boolean {
  const names = body.flatMap(constantNames);
  return names.includes('executionUrl') && names.includes('stepTimeout');
}

/** Helpers, and the values of variables: the case has their names. */
function isPartOfExport(node: TopLevel): boolean {
  if (node.type === 'FunctionDeclaration') return exportedHelper(node.id.name) !== undefined;
  return constantNames(node).some((name) => ['executionUrl', 'variables', 'stableUuid'].includes(name));
}

function constantNames(node: TopLevel): string[] {
  if (node.type !== 'VariableDeclaration') return [];
  return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
}

/** `test` and `expect` may come from a file of fixtures. */
const importable = new Set(['test', 'expect', 'path', 'randomUUID', 'crypto']);

function bindImports({ specifiers, source }: ImportDeclaration, scope: Scope): void {
  for (const { local, ...each } of specifiers) {
    const imported =
      'imported' in each && each.imported.type === 'Identifier' ? each.imported.name : local.name;
    const isKnown = importable.has(imported);
    const unknown = new NotImported(`${local.name} is imported from ${source.value}`);
    scope.set(local.name, isKnown ? { kind: 'global', name: imported } : unknown);
  }
}

const tagInTitle = /(?<!\S)@\S+/g;

/** The tests of a file, with their titles and hooks. Everything else is the framework's. */
class Structure implements Framework {
  readonly #walker: Walker;
  readonly #framework: Framework;
  readonly #address: AppAddress;
  readonly #isExport: boolean;
  #block: Block = { titles: [], tags: [], isOff: false, hooks: [], outer: undefined };
  /** Hooks may stand after the tests that they are for, so tests are read at the end. */
  readonly #tests: { readonly block: Block; readonly body: Value }[] = [];

  /** @param isExport titles are descriptions, in which `@` is no tag. */
  constructor(walker: Walker, framework: Framework, address: AppAddress, isExport: boolean) {
    this.#isExport = isExport;
    this.#walker = walker;
    this.#framework = framework;
    this.#address = address;
  }

  global = (name: string) =>
    structural.has(name) ? ({ kind: 'global', name } as const) : this.#framework.global(name);
  member = (of: Value, name: string) => this.#framework.member(of, name);
  awaited = (value: Value) => this.#framework.awaited(value);
  inText = (value: Value) => this.#framework.inText(value);

  call(of: Value, name: string, call: Call): Value {
    const called = of.kind === 'global' ? (name === '' ? of.name : `${of.name}.${name}`) : '';
    if (this.#walker.writer !== undefined) return this.#framework.call(of, name, call);
    const [kind, ...modifiers] = called
      .replace(/^test\.(?=describe|beforeEach|afterEach|use\b)/, '')
      .split('.');
    const isOff = modifiers.some((each) => each === 'skip' || each === 'fixme');
    if (modifiers.includes('fail') || modifiers.includes('extend'))
      throw new NotImported(`${called} has no equivalent`);
    switch (kind) {
      case 'test':
      case 'it':
      case 'specify':
        this.#addTest(this.#walker.args(call), isOff);
        return nothing;
      case 'describe':
      case 'context':
        if (modifiers.includes('configure')) return nothing;
        this.#describe(this.#walker.args(call), isOff);
        return nothing;
      case 'beforeEach':
        this.#block.hooks.push(this.#walker.args(call).at(-1) ?? nothing);
        return nothing;
      case 'use':
        this.#use(this.#walker.args(call)[0]);
        return nothing;
      case 'require':
        return {
          kind: 'object',
          fields: new Map(['test', 'expect'].map((each) => [each, { kind: 'global', name: each }])),
        };
      default:
        return this.#framework.call(of, name, call);
    }
  }

  /** A block or test inside of the current block. */
  #inner([first, details]: readonly Value[], isOff: boolean): Block {
    const title = first?.kind === 'text' ? titleOf(first) : '';
    const inTitle = this.#isExport ? [] : (title.match(tagInTitle) ?? []);
    const own = inTitle.length === 0 ? title : title.replace(tagInTitle, '').trim();
    const fields = details?.kind === 'object' ? details.fields : undefined;
    const given = fields?.get('tag') ?? fields?.get('tags') ?? nothing;
    const listed = given.kind === 'list' ? given.items : given.kind === 'text' ? [given] : [];
    const tags = [...listed.map(titleOf), ...inTitle].map((each) => each.replace(/^@/, ''));
    const outer = this.#block;
    return {
      titles: own === '' ? outer.titles : [...outer.titles, own],
      tags: [...new Set([...outer.tags, ...tags])],
      isOff: isOff || outer.isOff,
      hooks: [],
      outer,
    };
  }

  #describe(args: readonly Value[], isOff: boolean): void {
    const body = args.at(-1);
    if (body?.kind !== 'function') throw new NotImported('the tests are known only when they run');
    const outer = this.#block;
    this.#block = this.#inner(args, isOff);
    this.#walker.inline(body, []);
    this.#block = outer;
  }

  #addTest(args: readonly Value[], isOff: boolean): void {
    const body = args.at(-1);
    if (body?.kind !== 'function') throw new NotImported('the test has no body');
    this.#tests.push({ block: this.#inner(args, isOff), body });
  }

  #use(options: Value | undefined): void {
    const fields = options?.kind === 'object' ? [...options.fields] : [];
    for (const [name, value] of fields) {
      if (name === 'baseURL' && value.kind === 'text') this.#address.set(textOf(value));
    }
    const others = fields
      .map(([name]) => name)
      .filter((name) => name !== 'baseURL' && !/Timeout$|^(?:trace|video|screenshot)$/.test(name));
    if (others.length > 0)
      throw new NotImported(`a test case has no ${others.join(', ')}; see the inputs of the action`);
  }

  readCases(): ImportedCase[] {
    return this.#tests.map(({ block, body }) => {
      const writer = new CaseWriter();
      this.#walker.writer = writer;
      for (const hook of [...hooksOf(block), body])
        if (hook.kind === 'function') this.#walker.inline(hook, fixtures(hook.node));
      this.#walker.writer = undefined;
      return {
        description: block.titles.join(' › '),
        tagNames: block.tags,
        isOff: block.isOff || writer.isOff,
        steps: writer.steps,
        comments: writer.comments,
      };
    });
  }
}

const structural = new Set(['describe', 'context', 'it', 'specify', 'beforeEach', 'test', 'require']);

function hooksOf(block: Block): Value[] {
  return [...(block.outer === undefined ? [] : hooksOf(block.outer)), ...block.hooks];
}

/** What the first parameter of a test gives. */
function fixtures(node: FunctionNode): Value[] {
  const given = new Map<string, Value>([
    ['page', { kind: 'page', page: 0 }],
    ['context', { kind: 'global', name: 'context' }],
    ['request', { kind: 'global', name: 'request' }],
  ]);
  return node.params[0]?.type === 'ObjectPattern' ? [{ kind: 'object', fields: given }] : [];
}
