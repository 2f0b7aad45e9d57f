import { constants, existsSync } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { messageOf, UserError } from '../../common/errors.ts';
import { makeFolder } from '../../common/files.ts';
import { npxCommand } from '../../common/repository.ts';
import { shellWord } from '../../common/text.ts';
import { newFileNames } from '../../test-files/write.ts';
import { WrongArguments } from '../run/input-options.ts';

/** Where a new test file is to be written. */
interface WantedFile {
  /** Names the file, if `out` does not. */
  readonly title: string;
  readonly out?: string | undefined;
  /** Default: browser-tests. */
  readonly folder?: string;
}

/**
 * Chooses the file of a recording, or of a generated test case.
 * @returns its path from the workspace.
 * @throws WrongArguments if it exists, is outside of the workspace, or is no YAML file; UserError if it cannot be written.
 */
export async function chooseTestFile(workspace: string, wanted: WantedFile): Promise<string> {
  const path = wanted.out === undefined ? newPath(workspace, wanted) : givenPath(workspace, wanted.out);
  await requireWritable(workspace, path);
  return path;
}

function givenPath(workspace: string, out: string): string {
  const path = pathBelow(workspace, out);
  if (!/^\.ya?ml$/i.test(extname(path)))
    throw new WrongArguments(`Cannot write ${out}: choose a file that ends in .yaml.`);
  if (existsSync(join(workspace, path))) {
    throw new WrongArguments(
      `${path} already exists, and a recording never overwrites a file. Choose another one with --out.`,
    );
  }
  return path;
}

function newPath(workspace: string, { title, folder = 'browser-tests' }: WantedFile): string {
  const base = pathBelow(workspace, folder);
  const names = newFileNames(title, 'recorded');
  for (;;) {
    const path = join(base, names.next().value);
    if (!existsSync(join(workspace, path))) return path;
  }
}

function pathBelow(workspace: string, given: string): string {
  const path = relative(workspace, resolve(workspace, given));
  if (!/^\.\.(?:[/\\]|$)/.test(path) && !isAbsolute(path)) return path;
  throw new WrongArguments(`Cannot write to ${given}: choose a path in this folder or below it.`);
}

/** @throws UserError */
async function requireWritable(workspace: string, path: string): Promise<void> {
  let folder = dirname(join(workspace, path));
  while (!existsSync(folder)) folder = dirname(folder);
  // With a slash, a file is no match.
  await access(join(folder, '/'), constants.W_OK).catch((error: unknown) => {
    throw new UserError(`Cannot write to the folder ${dirname(path)}: ${messageOf(error)}`);
  });
}

/** Writes a new file. @throws UserError */
export async function writeTestFile(workspace: string, path: string, text: string): Promise<void> {
  const full = join(workspace, path);
  try {
    await makeFolder(dirname(full));
    await writeFile(full, text, { flag: 'wx' });
  } catch (error) {
    throw new UserError(`Cannot write ${path}: ${messageOf(error)}`);
  }
}

interface RunArguments {
  /** Default: the folder of the default pattern. */
  readonly folder?: string;
  readonly url: string;
  readonly start?: string | undefined;
  /** Names of variables whose values the reader knows. */
  readonly variables?: readonly string[];
}

/** How to call `run`: `npx` leaves no command behind. */
export function runCommand(
  { folder, url, start, variables = [] }: RunArguments,
  env: NodeJS.ProcessEnv,
): string {
  return [
    env.npm_command === 'exec' ? npxCommand : 'browser-test-gate',
    'run',
    ...(folder === undefined ? [] : [shellWord(folder)]),
    `--url ${shellWord(url)}`,
    ...(start === undefined ? [] : [`--start ${JSON.stringify(start)}`]),
    ...variables.map((name) => `--variable ${name}=…`),
  ].join(' ');
}
