import { type Dirent, existsSync } from 'node:fs';
import { glob, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, posix, relative } from 'node:path';
import { errorCode, messageOf, UserError } from '../../common/errors.ts';
import { makeFolder, relativePath } from '../../common/files.ts';
import { tryParseJson } from '../../common/json.ts';
import { similarFileHint } from '../../common/near-misses.ts';
import { defined } from '../../common/object-fields.ts';
import { cut, formatCount } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { variableNames } from '../../runner/variables/variable-text.ts';
import { logSafe } from '../../runtime/log-text.ts';
import { readText } from '../../test-files/load.ts';
import { parseText } from '../../test-files/parse-text.ts';
import { AppAddress } from './app-address.ts';
import type { ImportedFile, Statement } from './imported-file.ts';
import { foldersAround, type ReadFile } from './javascript/modules.ts';
import { readCodegen } from './recordings/codegen-recording.ts';
import { readDevToolsRecording } from './recordings/devtools-recording.ts';
import { Passwords } from './secrets.ts';
import { readSpec } from './spec.ts';
import { yamlText } from './yaml-text.ts';

interface ImportOptions {
  readonly out: string;
  readonly url?: string | undefined;
  readonly json: boolean;
}

/** What became of one file. */
interface FileResult {
  readonly file: string;
  /** The test file; missing if there is a problem. */
  readonly output?: string;
  readonly problem?: string;
  readonly testCases: number;
  readonly lines: ReturnType<typeof countLines>;
  /** `file`: another file of the spec. */
  readonly notImported: readonly (Pick<Required<Statement>, 'line' | 'reason' | 'code'> &
    Pick<Statement, 'file'>)[];
  /** Variables that a run must define. */
  readonly variables: readonly string[];
  /** Where the app was: addresses below it are now below the URL under test. */
  readonly appUrl?: string | undefined;
}

/** Writes a test file for each spec or recording, and prints what became of them. @returns the exit code. */
export async function importFiles(files: readonly string[], options: ImportOptions): Promise<number> {
  const results = await writeTestFiles(await expand(files), options);
  if (options.json) console.log(JSON.stringify({ files: results }, null, 2));
  else for (const result of results) console.log(logSafe(formatResult(result)));
  return results.some(({ problem }) => problem !== undefined) ? 1 : 0;
}

/** Replaces glob patterns, which a shell leaves as they are in quotes and on Windows, by the files that they match. */
async function expand(files: readonly string[]): Promise<string[]> {
  const isPattern = (file: string) => /[*?[{]/.test(file) && !existsSync(file);
  const found = await Promise.all(files.map((file) => (isPattern(file) ? matching(file) : [file])));
  return [...new Set(found.flat())];
}

/** @throws UserError if a pattern matches nothing. */
async function matching(pattern: string): Promise<string[]> {
  const files: string[] = [];
  const exclude = ({ name }: Dirent) => name === 'node_modules';
  for await (const entry of glob(pattern, { withFileTypes: true, exclude })) {
    if (entry.isFile()) files.push(relative(process.cwd(), join(entry.parentPath, entry.name)));
  }
  if (files.length === 0) throw new UserError(`"${pattern}" matches no file. Name specs or recordings.`);
  return files.sort();
}

export async function writeTestFiles(
  files: readonly string[],
  { out, url }: Pick<ImportOptions, 'out' | 'url'>,
): Promise<FileResult[]> {
  const names = new Set<string>();
  const results: FileResult[] = [];
  for (const file of files) results.push(await importFile(file, join(out, outputName(file, names)), url));
  return results;
}

/** Two files of one name do not share an output; the order of the files says which one gets a number. */
function outputName(file: string, taken: Set<string>): string {
  const stem = stemOf(file);
  let name = stem;
  for (let count = 2; taken.has(name); count += 1) name = `${stem}-${count}`;
  taken.add(name);
  return `${name}.yaml`;
}

async function importFile(file: string, output: string, url: string | undefined): Promise<FileResult> {
  const nothing = { file, testCases: 0, lines: { all: 0, imported: 0 }, notImported: [], variables: [] };
  try {
    const real = await realPathOf(file);
    if ((await stat(real)).isDirectory())
      throw new UserError(`This is a folder. Name the files in it, such as ${join(file, '*.spec.ts')}.`);
    const text = readText(dirname(real), basename(real));
    if (typeof text !== 'string') throw new UserError(`Cannot read the file: ${text.message}`);
    const root = await realpath(process.cwd());
    const path = relativePath(root, real);
    const address = new AppAddress(url);
    const readFile = (other: string) => {
      const found = readText(root, other);
      return typeof found === 'string' ? found : undefined;
    };
    const imported = importText(text, path, address, {
      readFile,
      hasFile: (other) => existsSync(join(root, other)),
    });
    await makeFolder(dirname(output));
    await writeFile(output, imported.yaml, { flag: 'wx' });
    const { yaml: _, ...facts } = imported;
    return { file, output, ...facts, appUrl: address.url };
  } catch (error) {
    return { ...nothing, problem: problemOf(error, output) };
  }
}

async function realPathOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const hint = await similarFileHint('', file);
    throw new UserError(`The file does not exist.${hint} Write its path from the current folder.`);
  }
}

function problemOf(error: unknown, output: string): string {
  const code = errorCode(error);
  const isOfFolder = error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
  if (isOfFolder)
    return `Cannot create the folder ${dirname(output)} (${code}). Set --out to another folder.`;
  if (code === 'EEXIST')
    return `${output} already exists and was not changed. Remove it, or set --out to another folder.`;
  if (error instanceof RangeError) return 'The code is nested too deeply.';
  return messageOf(error);
}

/** The other files of the workspace, by their paths in it. */
interface ProjectFiles {
  readonly readFile?: ReadFile;
  readonly hasFile?: (path: string) => boolean;
}

/**
 * The test file of a spec or recording.
 * @param file path relative to the workspace.
 * @throws UserError if the file cannot be read, or if a test file could not hold its cases.
 */
export function importText(
  text: string,
  file: string,
  address: AppAddress,
  { readFile, hasFile = () => true }: ProjectFiles = {},
) {
  const read = readImportedFile(text, file, address, readFile);
  const inWorkspace = (path: string) =>
    ['.', ...foldersAround(file)].map((folder) => posix.join(folder, path)).find(hasFile) ?? path;
  for (const { element } of read.cases.flatMap(({ steps }) => steps)) resolveUploads(element, inWorkspace);
  const passwords = new Passwords();
  for (const { element } of read.cases.flatMap(({ steps }) => steps)) passwords.find(element);
  const yaml = yamlText(read, passwords);
  const parsed = parseText(yaml, 'yaml');
  if (!('value' in parsed)) throw new UserError(`The test cases cannot be written: ${parsed[0]?.message}`);
  return {
    yaml,
    testCases: read.cases.length,
    lines: countLines(read),
    notImported: read.statements.flatMap(({ file: other, line, reason, code }) =>
      reason === undefined
        ? []
        : [{ ...defined({ file: other }), line, reason, code: passwords.hideIn(code) }],
    ),
    variables: variablesOf(parsed.value),
  };
}

/** Tools resolve paths from the folder of their project, which may be one in the workspace. */
function resolveUploads({ interaction }: ExchangeElement, inWorkspace: (path: string) => string): void {
  if (interaction?.action !== 'UPLOAD' || typeof interaction.calledWith === 'string') return;
  const { file } = interaction.calledWith;
  interaction.calledWith = { file: Array.isArray(file) ? file.map(inWorkspace) : inWorkspace(file) };
}

/** The lines of statements. Those that contain others have none: these are titles and ends of blocks. */
function countLines({ statements }: Pick<ImportedFile, 'statements'>) {
  const lines = new Map<string, Statement>();
  const blocks = new Set<Statement>();
  // Outer statements come first.
  for (const statement of statements) {
    for (let line = statement.line; line <= statement.endLine; line += 1) {
      const key = `${statement.file}:${line}`;
      const outer = lines.get(key);
      // Nothing in it would be listed, so it stands before the statement on the same line.
      if (outer?.reason !== undefined) continue;
      if (outer !== undefined) blocks.add(outer);
      lines.set(key, statement);
    }
  }
  const counted = [...lines.values()].filter((statement) => !blocks.has(statement));
  return { all: counted.length, imported: counted.filter(({ reason }) => reason === undefined).length };
}

/** The variables that texts name, but for those that every run has. */
function variablesOf(value: unknown): string[] {
  const names = new Set<string>();
  const collect = (each: unknown): void => {
    if (typeof each === 'string') for (const name of variableNames(each)) names.add(name);
    else if (typeof each === 'object' && each !== null) Object.values(each).forEach(collect);
  };
  collect(value);
  return [...names].filter((name) => !/^(?:\$|OCTO_|GATE_)/.test(name)).sort();
}

/** So much of a statement is shown, in characters. The test file has all of it. */
const maxShown = 160;

function formatResult(result: FileResult): string {
  const { file, output, problem, testCases, lines, variables, appUrl } = result;
  if (problem !== undefined) return `error: ${file}: ${problem}`;
  const counts = `${formatCount(testCases, 'test case')}, ${lines.imported} of ${formatCount(lines.all, 'line')}`;
  return [
    `${file} → ${output}: ${counts}`,
    ...result.notImported.map(
      ({ file: other = file, line, reason, code }) =>
        `  ${other}:${line}: ${reason}: ${cut(code.split('\n')[0] ?? '', maxShown)}`,
    ),
    ...(appUrl === undefined ? [] : [`  Addresses below ${appUrl} are now below the URL under test.`]),
    ...(variables.length === 0
      ? []
      : [
          `  To run it, set ${variables.map((name) => `--variable ${name}=…`).join(' ')}, in a workflow the input \`variables\`.`,
        ]),
  ].join('\n');
}

/** A file name without its endings: `cart` for `e2e/cart.spec.ts`. */
function stemOf(file: string): string {
  return basename(file).replace(/(?:[.-](?:spec|test|cy|e2e))?\.\w+$/, '') || 'imported';
}

/**
 * Reads the cases of a file.
 * @param file path relative to the folder that paths in it start at.
 * @throws UserError if the file cannot be imported.
 */
export function readImportedFile(
  text: string,
  file: string,
  address: AppAddress,
  readFile: ReadFile = () => undefined,
): ImportedFile {
  const ending = extname(file).toLowerCase();
  if (/^\.[mc]?[jt]s$/.test(ending)) {
    const read = readSpec(text, file, address, readFile);
    if (read.cases.length === 0) throw new UserError('The file has no test that could be read.');
    return read;
  }
  if (ending === '.jsonl') return readCodegen(text, stemOf(file), address);
  if (ending === '.json') {
    const json = tryParseJson(text);
    if (json === undefined) throw new UserError('The file is not valid JSON.');
    const read = readDevToolsRecording(text, json, address);
    if (read !== undefined) return read;
  }
  throw new UserError(
    'The file is neither a Playwright or Cypress spec in JavaScript or TypeScript, nor a recording: Playwright codegen (.jsonl) or Chrome DevTools Recorder (.json).',
  );
}
