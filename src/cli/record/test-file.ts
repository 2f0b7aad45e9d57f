import { access, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { Document } from 'yaml';
import { makeFolder } from '../../common/make-folder.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { handWrittenText, shortElement } from '../../test-files/hand-written.ts';
import { fileNameFor } from '../../test-files/write.ts';
import { WrongArguments } from '../wrong-arguments.ts';

/** What the file of a recorded test case says. */
export interface TestFile {
  readonly description: string;
  readonly entryPointUrlPath: string;
  readonly elements: readonly ExchangeElement[];
  /** The variables that must be given. */
  readonly variables: readonly string[];
}

/** A test file as a person would write it: each selector and each action on one line. */
export function testFileText({ description, entryPointUrlPath, elements, variables }: TestFile): string {
  const value = {
    description,
    ...(entryPointUrlPath === '/' ? {} : { entryPointUrlPath }),
    elements: elements.map(shortElement),
  };
  const document = new Document(value, { version: '1.2', aliasDuplicateObjects: false });
  if (variables.length > 0) {
    document.commentBefore = ` Needs these variables: ${variables.join(', ')}`;
  }
  return handWrittenText(document);
}

/**
 * Chooses the file of a recording, or of a generated test case.
 * @param out the requested file; otherwise a new one is named after the title.
 * @returns its path from the workspace.
 * @throws WrongArguments if it exists, is outside of the workspace, or is no YAML file.
 */
export async function chooseTestFile(
  workspace: string,
  out: string | undefined,
  title: string,
  folder = 'browser-tests',
): Promise<string> {
  if (out !== undefined) {
    const path = relative(workspace, resolve(workspace, out));
    if (path.startsWith('..'))
      throw new WrongArguments(`Cannot write ${out}: choose a file in this folder or below it.`);
    if (!/^\.ya?ml$/i.test(extname(path)))
      throw new WrongArguments(`Cannot write ${out}: choose a file that ends in .yaml.`);
    if (await exists(workspace, path)) {
      throw new WrongArguments(
        `${path} exists already, and recordings replace no file. Choose another one with --out.`,
      );
    }
    return path;
  }
  const name = fileNameFor({ description: title, id: '' }).replace(/\.yaml$/, '') || 'recorded';
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}.yaml`);
    if (!(await exists(workspace, path))) return path;
  }
}

async function exists(workspace: string, path: string): Promise<boolean> {
  return access(join(workspace, path)).then(
    () => true,
    () => false,
  );
}

/** Writes a new file. @throws Error if it exists meanwhile. */
export async function writeTestFile(workspace: string, path: string, text: string): Promise<void> {
  const full = join(workspace, path);
  await makeFolder(dirname(full));
  await writeFile(full, text, { flag: 'wx' });
}
