import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { FetchedFile } from './fetch-file.ts';

/** What the driver copies into a page at once, in bytes: more takes seconds. */
const copiedBytes = 1024 * 1024;
/** File systems take 255 bytes; so many characters are fewer in nearly every script. */
const nameLength = 80;

/**
 * The driver puts nothing into inputs of another type, and does not say so.
 * @param timeout for the input to come, in ms.
 * @throws Error where the element is such an input, or a label of one.
 */
export async function expectFileInput(input: Locator, timeout: number): Promise<void> {
  const type = await input.evaluate(
    (node) => {
      const control = node instanceof HTMLInputElement ? node : node.closest('label')?.control;
      return control instanceof HTMLInputElement ? control.type : 'file';
    },
    undefined,
    { timeout },
  );
  if (type === 'file') return;
  throw new Error(
    `The input takes no files: its type is ${type}. Choose the input of type "file".\nLocator: ${input}`,
  );
}

/** Puts a file into an input: a small one as it came, a big one by its path, with the type that the browser gives it. */
export async function putInto(input: Locator, file: FetchedFile, timeout: number): Promise<void> {
  const big = file.buffer.byteLength > copiedBytes;
  await input.setInputFiles(big ? await storedFile(input, file) : file, { timeout });
}

/** Stores a file for as long as the page may read it, which is when a form is sent. */
async function storedFile(input: Locator, { name, buffer }: FetchedFile): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  input
    .page()
    .context()
    .once('close', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name.slice(-nameLength));
  await writeFile(path, buffer);
  return path;
}
