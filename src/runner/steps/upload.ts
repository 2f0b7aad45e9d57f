import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Response } from 'undici';
import { readBody } from '../../common/async.ts';
import { innermostReason } from '../../common/errors.ts';
import { maxUploadBytes, noRepository, openUpload } from '../../common/files.ts';
import { decodePercent } from '../../common/text.ts';
import type { CalledWith } from '../../contract/exchange/interaction.ts';
import { ExpectationFailed, expectMet, stateExpectations } from '../expect/expectation.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import { fieldType, fileInputsOf } from '../file-input.ts';
import { fetchAsPage, RedirectedAway, TooManyRedirects } from '../requests.ts';
import { isTimeout, withTimeout } from '../wait.ts';
import type { StepScope } from './step-scope.ts';

/**
 * UPLOAD: sets a file on a file input, or in the file chooser that a click on another element opens: one at a URL, or files of
 * the repository. A path is joined with the execution URL.
 */
export async function upload(scope: StepScope, calledWith: CalledWith<'UPLOAD'>): Promise<void> {
  const { page, uploadFolder } = scope;
  const input = await fileInput(scope);
  if (typeof calledWith === 'string') {
    const file = await fetchFile(new URL(scope.url(calledWith)), scope);
    // A small file keeps its media type; of a large one, the browser chooses the type.
    const isLarge = file.buffer.byteLength > maxCopiedBytes;
    return setFiles(scope, input, isLarge ? await storedFile(page, file) : file);
  }
  if (uploadFolder === undefined) throw new Error(noRepository);
  const copies: string[] = [];
  for (const path of [calledWith.file].flat()) copies.push(await copyOf(page, uploadFolder, path));
  await setFiles(scope, input, copies);
}

/** How long a click may take to open a file chooser, in ms. */
const chooserMs = 5000;

/** @param input undefined if a click on the element of the step opens the file chooser. */
async function setFiles(
  scope: StepScope,
  input: Locator | undefined,
  files: FetchedFile | string | readonly string[],
): Promise<void> {
  const given = typeof files === 'object' && 'length' in files ? [...files] : files;
  if (input !== undefined) {
    await requireEnabled(input, scope);
    return input.setInputFiles(given, scope.limits());
  }
  const { page } = scope;
  const opened = page.waitForEvent('filechooser', { ...scope.limits(), timeout: 0 });
  opened.catch(() => undefined);
  await scope.control().click(scope.limits());
  const chooser = await withTimeout(opened, Math.min(chooserMs, scope.remainingMs()), noChooser).catch(() => {
    throw new UnexpectedResult(
      () => ({
        clause: noChooser,
        advice: 'Select the input of type "file", or the button that opens the file chooser.',
      }),
      [`Locator: ${scope.locator()}`],
    );
  });
  await chooser.setFiles(given, { timeout: scope.remainingMs() });
}

/** @throws UnexpectedResult if an input stays disabled: the driver would set files on it, which a person cannot. */
async function requireEnabled(input: Locator, scope: StepScope): Promise<void> {
  await expectMet(input, stateExpectations.ENABLED, scope.limits()).catch((error: unknown) => {
    // Of other problems, the driver's error about the files says more.
    if (!(error instanceof ExpectationFailed) || error.received === undefined) return;
    throw new UnexpectedResult(() => ({ clause: 'it is disabled' }), [error.message]);
  });
}

const noChooser = 'no file chooser opened';

/** The browser gets a copy: it reads the file only when the form is submitted, and what was checked must not change until then. */
async function copyOf(page: Page, uploadFolder: string, path: string): Promise<string> {
  const { handle } = await openUpload(uploadFolder, path);
  await using opened = handle;
  return storedFile(page, { name: basename(path), buffer: await opened.readFile() });
}

/** Larger files are passed by path, in bytes: copying them into the page takes seconds. */
const maxCopiedBytes = 1024 * 1024;
/** File systems allow 255 bytes; this many characters are fewer in nearly every script. */
const maxNameLength = 80;

/**
 * The file input of a step: the element itself, which most apps hide, that of its label, or the only one inside it.
 * @returns undefined if the element has no file input, so a click on it has to open a file chooser.
 * @throws UnexpectedResult if the element is a field of another type: the driver silently sets nothing on it.
 */
async function fileInput(scope: StepScope): Promise<Locator | undefined> {
  const elements = scope.locator({ includeHidden: true });
  await elements.first().waitFor({ state: 'attached', ...scope.limits() });
  const inputs = fileInputsOf(elements).describe(`${elements}`);
  if ((await inputs.count()) > 0) return inputs;
  const type = await scope.locator().evaluate(fieldType, undefined, scope.limits());
  if (type === null) return undefined;
  throw new UnexpectedResult(
    (quote) => ({
      clause: `it is an input of type ${quote(type)}`,
      advice: 'Select the input of type "file".',
    }),
    [`Locator: ${elements}`],
  );
}

/** Stores a file until the context closes: the page reads it only when the form is submitted. */
async function storedFile(
  page: Page,
  { name, buffer }: Pick<FetchedFile, 'name' | 'buffer'>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'));
  page.context().once('close', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name.slice(-maxNameLength));
  await writeFile(path, buffer);
  return path;
}

/** A file in the form that the driver accepts. */
interface FetchedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const maxRedirects = 5;

/**
 * Fetches a file.
 * @throws Error with the reason and the URL, which is shown without its credentials and query.
 */
async function fetchFile(start: URL, scope: StepScope): Promise<FetchedFile> {
  const timeoutMs = scope.remainingMs();
  try {
    const { url, response } = await fetchAsPage(start, scope, {
      maxRedirects,
      sendsCookies: false,
      timeoutMs,
    });
    await refuseErrorStatus(url, response);
    return {
      name: fileName(url, response.headers.get('content-disposition')),
      mimeType: response.headers.get('content-type')?.split(';')[0]?.trim() || 'application/octet-stream',
      buffer: await readAll(response),
    };
  } catch (error) {
    const hint =
      error instanceof NotFound ? ' To upload a file of the repository, write it as {file: path}.' : '';
    throw new Error(
      `The file ${shown(start)} cannot be uploaded: ${reason(error, timeoutMs)}. Check the URL of the step.${hint}`,
    );
  }
}

async function refuseErrorStatus(url: URL, { ok, status, body }: Response): Promise<void> {
  if (ok) return;
  await body?.cancel();
  const message = `${shown(url)} responded with status ${status}`;
  throw status === 404 ? new NotFound(message) : new Refused(message);
}

async function readAll({ body }: Response): Promise<Buffer> {
  const content = await readBody(body, maxUploadBytes);
  if (content !== undefined) return content;
  throw new Refused('it is larger than 50 MiB');
}

class Refused extends Error {}

class NotFound extends Refused {}

function reason(error: unknown, timeoutMs: number): string {
  if (error instanceof Refused || error instanceof TooManyRedirects) return error.message;
  if (error instanceof RedirectedAway)
    return `${shown(error.from)} redirects to an address that is not an http or https URL`;
  if (isTimeout(error)) return `the download did not finish within ${timeoutMs} ms`;
  return innermostReason(error);
}

/** A URL without the parts that may be secret. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/**
 * The name of a fetched file: from the response if it has one, otherwise the last segment of the URL's path.
 * @param disposition the header field `content-disposition`.
 */
function fileName(url: URL, disposition: string | null): string {
  const given = disposition === null ? undefined : givenName(disposition);
  return lastPart(given ?? '') || lastPart(decodePercent(url.pathname)) || 'file';
}

/** `filename*` takes precedence over `filename`: it can contain any character. */
function givenName(disposition: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodePercent(encoded);
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare;
}

/** The last segment of a path, if it can name a file on disk. */
function lastPart(path: string): string {
  const name = path.replaceAll('\0', '').split(/[/\\]/).at(-1) ?? '';
  return name === '.' || name === '..' ? '' : name;
}
