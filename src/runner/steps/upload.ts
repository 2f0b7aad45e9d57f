import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { noRepository, openUpload } from '../../common/upload-file.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import { requestHeaders } from '../requests/page-requests.ts';
import { type FetchedFile, fetchFile } from './fetch-file.ts';
import type { CalledWith, DriverLimits, StepScope } from './step-scope.ts';

/** UPLOAD: sets a file on a file input: one at a URL, or files of the repository. A path is joined with the execution URL. */
export async function upload(scope: StepScope, calledWith: CalledWith<'UPLOAD'>): Promise<void> {
  // Most apps hide the input behind a styled button.
  const input = scope.locator({ includeHidden: true });
  await expectFileInput(input, scope.limits());
  if (typeof calledWith !== 'string') return uploadFromRepository(scope, input, [calledWith.file].flat());
  const url = scope.url(calledWith);
  const headersFor = await requestHeaders(scope, { cookies: false });
  const file = await fetchFile(url, headersFor, scope.remainingMs());
  await setFile(input, file, scope.remainingMs());
}

async function uploadFromRepository(
  { uploadFolder, limits }: StepScope,
  input: Locator,
  paths: readonly string[],
): Promise<void> {
  if (uploadFolder === undefined) throw new Error(noRepository);
  const copies: string[] = [];
  for (const path of paths) copies.push(await copyOf(input, uploadFolder, path));
  await input.setInputFiles(copies, limits());
}

/** The browser gets a copy: it reads the file only when the form is submitted, and what was checked must not change until then. */
async function copyOf(input: Locator, uploadFolder: string, path: string): Promise<string> {
  const { handle } = await openUpload(uploadFolder, path);
  await using opened = handle;
  return storedFile(input, { name: basename(path), buffer: await opened.readFile() });
}

/** Larger files are passed by path, in bytes: copying them into the page takes seconds. */
const maxCopiedBytes = 1024 * 1024;
/** File systems allow 255 bytes; this many characters are fewer in nearly every script. */
const maxNameLength = 80;

/**
 * The driver silently sets nothing on inputs of another type.
 * @param limits for the input to appear.
 * @throws Error if the element is an input of another type, or its label.
 */
async function expectFileInput(input: Locator, limits: DriverLimits): Promise<void> {
  const type = await input.evaluate(
    (node) => {
      const control = node instanceof HTMLInputElement ? node : node.closest('label')?.control;
      return control instanceof HTMLInputElement ? control.type : 'file';
    },
    undefined,
    limits,
  );
  if (type === 'file') return;
  throw new UnexpectedResult(
    (quote) => ({
      clause: `it is an input of type ${quote(type)}`,
      advice: 'Select the input of type "file".',
    }),
    [`Locator: ${input}`],
  );
}

/** Sets a file on an input: a small one with its media type, a large one by its path, with the type that the browser chooses. */
async function setFile(input: Locator, file: FetchedFile, timeout: number): Promise<void> {
  const isLarge = file.buffer.byteLength > maxCopiedBytes;
  await input.setInputFiles(isLarge ? await storedFile(input, file) : file, { timeout });
}

/** Stores a file until the context closes: the page reads it only when the form is submitted. */
async function storedFile(
  input: Locator,
  { name, buffer }: Pick<FetchedFile, 'name' | 'buffer'>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  input
    .page()
    .context()
    .once('close', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name.slice(-maxNameLength));
  await writeFile(path, buffer);
  return path;
}
