import { posix } from 'node:path';
import type * as js from 'acorn';
import { UserError } from '../../../common/errors.ts';
import { escapeRegExp } from '../../../common/text.ts';
import type { Interpreter } from './interpreter.ts';
import { valueFrom } from './native-methods.ts';
import { parseSource } from './source-code.ts';
import { rawText } from './texts.ts';
import { nodesOf } from './tracked-values.ts';
import { global, is, type Link, objectOf, Scope, unknown, type Value } from './value.ts';

/** Reads a file by its path relative to the workspace. Undefined if the file cannot be read. */
export type ReadFile = (path: string) => string | undefined;

interface Module {
  readonly scope: Scope;
  readonly exports: Map<string, Link>;
}

const endings = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];

/** The files that a spec consists of: itself, and what it imports by a relative path. */
export class Modules {
  readonly #interpreter: Interpreter;
  readonly #readFile: ReadFile;
  readonly #globals: Scope;
  readonly #modules = new Map<string, Module>();

  /** @param globals what each file can name. */
  constructor(interpreter: Interpreter, readFile: ReadFile, globals: Scope) {
    this.#interpreter = interpreter;
    this.#readFile = readFile;
    this.#globals = globals;
  }

  /** Interprets a file. */
  read(file: string, text: string, { body }: Pick<js.Program, 'body'>): Module {
    const scope = new Scope(this.#globals);
    const exported = objectOf([]);
    const folder = posix.dirname(file);
    scope.set('exports', exported);
    scope.set('module', objectOf([['exports', exported]]));
    scope.set('__dirname', folder);
    const meta: [string, Value][] = [
      ['dirname', folder],
      ['env', global('process.env')],
    ];
    scope.set('import.meta', objectOf(meta));
    scope.set('require', { kind: 'native', call: ([source]) => this.#required(rawText(source), file) });
    const module = { scope, exports: new Map() };
    this.#modules.set(file, module);
    this.#interpreter.log.addFile(file, text);
    this.#interpreter.walk(body, scope);
    return module;
  }

  /** Data of a JSON file in one of the folders `fixtures` around a file. */
  fixture(name: string, from: string): Value {
    const found = this.#around(from, [`fixtures/${name}`, `cypress/fixtures/${name}`]);
    return found === undefined ? unknown(`the fixture ${name} was not found`) : valueIn(found, 'default');
  }

  /** Interprets the support file that Cypress loads before a spec. */
  readSupport(spec: string): void {
    const names = ['support/e2e', 'support/index'];
    const read = () => this.#around(spec, [...names, ...names.map((name) => `cypress/${name}`)]);
    this.#interpreter.unrecorded(read, { ofSupport: true });
  }

  /** The configuration of Playwright in the nearest folder around a spec, as it is written. */
  playwrightConfig(spec: string): { readonly file: string; readonly text: string } | undefined {
    for (const folder of foldersAround(spec)) {
      for (const ending of ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs']) {
        const file = posix.join(folder, `playwright.config.${ending}`);
        const text = this.#readFile(file);
        if (text !== undefined) return { file, text };
      }
    }
    return undefined;
  }

  /** The options that the configuration of Cypress has for end-to-end tests. */
  cypressConfig(spec: string): ReadonlyMap<string, Value> {
    const options = new Map<string, Value>();
    const read = () => {
      const found = this.#around(spec, ['cypress.config', 'cypress.json']);
      const config = found && valueIn(found, 'default');
      for (const each of is(config, 'object') ? [config, config.fields.get('e2e')] : [])
        for (const [name, value] of is(each, 'object') ? each.fields : []) options.set(name, value);
    };
    this.#interpreter.unrecorded(read, { ofSupport: false });
    return options;
  }

  /** The first file of some names in the folders around another file, from the inner one out. */
  #around(file: string, names: readonly string[]): Module | undefined {
    const paths = foldersAround(file).flatMap((folder) => names.map((name) => posix.join(folder, name)));
    return this.#first(paths);
  }

  link(node: js.ModuleDeclaration, scope: Scope): void {
    const file = node.loc?.source ?? '';
    const { exports = new Map<string, Link>() } = this.#modules.get(file) ?? {};
    const source =
      node.type !== 'ExportDefaultDeclaration' && node.source != null ? String(node.source.value) : undefined;
    switch (node.type) {
      case 'ImportDeclaration':
        if (node.specifiers.length === 0 && source !== undefined) this.#resolve(source, file);
        for (const each of node.specifiers) {
          const ofModule = each.type === 'ImportDefaultSpecifier' ? 'default' : '*';
          const name = each.type === 'ImportSpecifier' ? nameOf(each.imported) : ofModule;
          scope.link(each.local.name, () => this.#linked(source ?? '', file, name, each.local.name));
        }
        break;
      case 'ExportAllDeclaration':
        for (const [name, link] of this.#resolve(source ?? '', file)?.exports ?? []) exports.set(name, link);
        break;
      case 'ExportDefaultDeclaration': {
        const { declaration } = node;
        const isNamed =
          'id' in declaration && declaration.id != null && declaration.type !== 'FunctionExpression';
        const name = isNamed && declaration.id != null ? declaration.id.name : 'default';
        exports.set('default', { scope, name });
        if (declaration.type === 'ClassDeclaration' || !/Declaration$/.test(declaration.type))
          this.#interpreter.record(declaration, scope, () => {
            scope.set(name, this.#interpreter.expressions.evaluate(declaration as js.Expression, scope));
          });
        break;
      }
      default:
        for (const { local, exported } of node.specifiers) {
          const link = { scope, name: nameOf(local) };
          exports.set(
            nameOf(exported),
            source === undefined ? link : this.#linked(source, file, nameOf(local), nameOf(exported)),
          );
        }
        for (const name of declaredNames(node.declaration)) exports.set(name, { scope, name });
    }
  }

  /** What a file imports from another one, or from a package. */
  #linked(source: string, file: string, name: string, local: string): Link {
    const module = this.#resolve(source, file);
    const link = module?.exports.get(name);
    if (link !== undefined) return link;
    const scope = new Scope();
    scope.set(local, module === undefined ? foreign(source, name, local) : valueIn(module, name));
    return { scope, name: local };
  }

  #required(source: string, file: string): Value {
    const module = this.#resolve(source, file);
    if (module !== undefined) return valueIn(module, 'default');
    if (/^(?:node:)?(?:path|crypto)$/.test(source)) return foreign(source, '*', '');
    // `test` and `expect` may come from a file of fixtures.
    const fields = ['test', 'expect', 'defineConfig', 'faker'].map(
      (name) => [name, foreign(source, name, name)] as const,
    );
    return { ...objectOf(fields), isOpen: true };
  }

  /** A file that another one imports, by a relative path or by one that `tsconfig.json` declares. */
  #resolve(source: string, file: string): Module | undefined {
    if (source.startsWith('.')) return this.#first([posix.join(posix.dirname(file), source)]);
    return this.#first(foldersAround(file).flatMap((folder) => this.#declaredPaths(source, folder)));
  }

  /** Where the `tsconfig.json` of a folder says that the file of an import may be. */
  #declaredPaths(source: string, folder: string): string[] {
    const module = this.#find(posix.join(folder, 'tsconfig.json'));
    const options = module && valueIn(module, 'compilerOptions');
    const { fields } = is(options, 'object') ? options : objectOf([]);
    const [paths, ofAll] = [fields.get('paths'), fields.has('baseUrl') ? [['*', ['*']] as const] : []];
    return [...(is(paths, 'object') ? paths.fields : []), ...ofAll].flatMap(([pattern, targets]) => {
      const found = new RegExp(`^${escapeRegExp(pattern).replace('\\*', '(.*)')}$`).exec(source);
      if (found === null || !Array.isArray(targets)) return [];
      const base = posix.join(folder, rawText(fields.get('baseUrl') ?? '.'));
      return targets.map((each) =>
        posix.join(
          base,
          rawText(each).replace('*', () => found[1] ?? ''),
        ),
      );
    });
  }

  /** The first file that is there, with an ending that its path may lack. */
  #first(paths: readonly string[]): Module | undefined {
    for (const path of paths) {
      const typed = path.replace(/\.([mc]?)js$/, '.$1ts');
      for (const each of new Set([path, typed])) {
        for (const ending of endings) {
          const found = this.#find(each + ending);
          if (found !== undefined) return found;
        }
      }
    }
    return undefined;
  }

  #find(path: string): Module | undefined {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const text = /\.(?:[mc]?[jt]s|json)$/.test(path) ? this.#readFile(path) : undefined;
    if (text === undefined) return undefined;
    let module: Module = { scope: new Scope(), exports: new Map() };
    try {
      if (path.endsWith('.json'))
        module.scope.set('module', objectOf([['exports', valueFrom(JSON.parse(withoutComments(text)))]]));
      else this.#interpreter.outsideOfTest(() => (module = this.read(path, text, parseSource(text, path))));
    } catch (error) {
      if (!(error instanceof UserError || error instanceof SyntaxError || error instanceof RangeError))
        throw error;
      module.scope.set('module', unknown(`${path}: ${error.message}`));
    }
    this.#modules.set(path, module);
    return module;
  }
}

/** The folder of a file, and those around it. */
export function foldersAround(file: string): string[] {
  const folder = posix.dirname(file);
  return folder === '.' || folder === '/' ? [folder] : [folder, ...foldersAround(folder)];
}

/** JSON without the comments and the last commas that configurations may have. */
function withoutComments(text: string): string {
  return text
    .replace(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[\s\S]*?\*\//g, '$1')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');
}

/** What a file exports by a name; `*` is an object of all, and `default` that of a file of CommonJS. */
function valueIn({ scope, exports }: Module, name: string): Value {
  const module = scope.get('module');
  const assigned = is(module, 'object') ? module.fields.get('exports') : module;
  const fields = new Map(is(assigned, 'object') ? assigned.fields : []);
  for (const [each, link] of exports) fields.set(each, link.scope.get(link.name));
  if (fields.has(name)) return fields.get(name);
  if (name === '*' && exports.size > 0) return { kind: 'object', fields };
  return name === 'default' || name === '*' ? assigned : unknown(`${name} is not exported`);
}

/** What a package exports by a name. */
function foreign(source: string, name: string, local: string): Value {
  const [, known] = /^(?:node:)?(path|crypto)$/.exec(source) ?? [];
  if (known !== undefined) return global(name === '*' || name === 'default' ? known : `${known}.${name}`);
  const imported = name === 'default' ? local : name;
  if (imported === 'faker') return global('faker');
  if (imported === 'defineConfig') return { kind: 'native', call: ([config]) => config };
  // The fixtures of all of them have been read.
  if (imported === 'mergeTests') return { kind: 'native', call: () => global('test') };
  const isOfTest = imported === 'test' || imported === 'expect';
  return isOfTest ? global(imported) : unknown(`${local} is imported from ${source}`);
}

function nameOf(node: js.Identifier | js.Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function declaredNames(node: js.Declaration | null | undefined): string[] {
  if (node?.type !== 'VariableDeclaration') return node == null ? [] : [node.id.name];
  // A name too many, such as that of a field, is no name of the file.
  const named = node.declarations.flatMap(({ id }) => [...nodesOf(id)]);
  return named.flatMap((each) => (each.type === 'Identifier' ? each.name : []));
}
