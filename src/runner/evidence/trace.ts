import { isUtf8 } from 'node:buffer';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import type { Redact } from '../../common/text.ts';
import { unlessLate, withTimeout } from '../wait.ts';

/** Timeouts for starting or discarding a trace, and for writing it, in ms. */
const startMs = 2000;
const writeMs = 30_000;

/** A screenshot of the page where an attempt failed; sizes in CSS pixels. */
export interface Screenshot {
  readonly png: Uint8Array;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A trace that is being recorded. Disposing of it discards it, unless it was kept. */
export interface Trace extends AsyncDisposable {
  step(title: string): Promise<void>;
  /** The current step has failed; with a screenshot of its page, if there is one. */
  failed(error: string, screenshot?: Screenshot): void;
  /**
   * Ends the recording and writes it without secrets.
   * @throws Error if it cannot be written in time.
   */
  keep(path: string): Promise<void>;
}

/**
 * Starts the driver's own trace: every call, snapshots of the pages, requests and screenshots. A traced case takes half as
 * long again, and slows down parallel ones.
 * @throws Error if the browser cannot trace.
 */
export async function startPageTrace(context: BrowserContext, redact: Redact): Promise<Trace> {
  const started = context.tracing.start({ screenshots: true, snapshots: true });
  await withTimeout(started, startMs, 'The browser did not start tracing.');
  return new PageTrace(context.tracing, redact);
}

class PageTrace implements Trace {
  readonly #tracing: BrowserContext['tracing'];
  readonly #redact: Redact;
  #isRunning = true;
  #groupCount = 0;
  #failure: TraceFailure | undefined;

  constructor(tracing: BrowserContext['tracing'], redact: Redact) {
    this.#tracing = tracing;
    this.#redact = redact;
  }

  async step(title: string): Promise<void> {
    if (this.#groupCount > 0) await this.#tracing.groupEnd();
    await this.#tracing.group(title);
    this.#groupCount += 1;
  }

  /** The driver records the page itself. */
  failed(message: string): void {
    this.#failure = { groupNumber: this.#groupCount, message };
  }

  async keep(path: string): Promise<void> {
    this.#isRunning = false;
    // Until it is redacted, it stays in a folder that is never uploaded.
    const folder = await mkdtemp(join(tmpdir(), 'browser-test-gate-'));
    const raw = join(folder, 'trace.zip');
    const redacted = `${path}.part`;
    const stopped = this.#tracing.stop({ path: raw });
    const removed = stopped.catch(() => {}).then(() => rm(folder, { recursive: true, force: true }));
    try {
      await withTimeout(stopped, writeMs, `The trace was not written within ${writeMs / 1000} s.`);
      const failure = this.#failure;
      const edit = (events: string) => (failure === undefined ? events : withFailure(events, failure));
      await redactTrace(raw, redacted, this.#redact, edit);
      await rename(redacted, path);
    } finally {
      await rm(redacted, { force: true });
      await removed.catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    await unlessLate(this.#tracing.stop(), startMs);
  }
}

/** Events of the driver's trace, as far as they are read. */
const event = z.looseObject({
  type: z.enum(['before', 'after']),
  callId: z.string(),
  method: z.string().optional(),
  parentId: z.string().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});
type Event = z.infer<typeof event>;

interface TraceFailure {
  /** How many groups began up to that of the step. */
  readonly groupNumber: number;
  readonly message: string;
}

/**
 * Adds the message of a failure to the driver's trace, in which an expectation fails without saying what it expected. If
 * no call of the step failed, its group gets the error.
 * @param trace one JSON value per line.
 */
export function withFailure(trace: string, { groupNumber, message }: TraceFailure): string {
  const lines = trace.split('\n');
  const events = lines.map(readEvent);
  const groups = events.filter((each) => each?.type === 'before' && each.method === 'tracingGroup');
  const group = groups[groupNumber - 1];
  if (group === undefined) return trace;
  const calls = new Set(events.filter((each) => each?.parentId === group.callId).map((each) => each?.callId));
  const failedWith = (isIt: (message: string) => boolean) =>
    events.findLastIndex(
      (each) => each?.error !== undefined && calls.has(each.callId) && isIt(each.error.message),
    );
  const expectation = failedWith((text) => text === 'Expect failed');
  if (expectation === -1 && failedWith(() => true) !== -1) return trace;
  const end = events.findIndex((each) => each?.type === 'after' && each.callId === group.callId);
  const index = expectation === -1 ? end : expectation;
  const target = events[index];
  if (target === undefined) return trace;
  lines[index] = JSON.stringify({ ...target, error: { name: 'Error', message } });
  return lines.join('\n');
}

/** Other events are not even parsed: a trace may have thousands of large ones. */
function readEvent(line: string): Event | undefined {
  return /^\{"type":"(?:before|after)"/.test(line) ? event.safeParse(tryParseJson(line)).data : undefined;
}

/** How many characters are redacted at a time: other cases run in the same process meanwhile. */
const chunkCharacters = 256 * 1024;

/** Entries that are not text and already compressed. */
const binary =
  /\.(?:png|jpe?g|webp|gif|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|og[gv]|wav|pdf|zip|gz|wasm)$/i;

/** Entries with one JSON value per line. */
const jsonLines = /\.(?:trace|network)$/;

/**
 * Copies a trace without its secrets: `redact` is applied to every entry except images, fonts and videos.
 * @param edit changes the list of events before that.
 * @throws an error of the file system; fflate's error if the file is not a ZIP archive.
 */
export async function redactTrace(
  source: string,
  target: string,
  redact: Redact,
  edit = unchanged,
): Promise<void> {
  const archive = await readFile(source);
  const chunks: Uint8Array[] = [];
  const written = Promise.withResolvers<void>();
  const output = new Zip((error, chunk, final) => {
    if (error) return written.reject(error);
    chunks.push(chunk);
    if (final) written.resolve();
  });
  for (const names of batchesOf(archive)) {
    for (const [name, content] of Object.entries(
      unzipSync(archive, { filter: (entry) => names.has(entry.name) }),
    )) {
      if (binary.test(name)) copy(output, { name, content });
      else await copyRedacted(output, { name, content }, redact, name === 'trace.trace' ? edit : unchanged);
      await nextTurn();
    }
  }
  output.end();
  await written.promise;
  await writeFile(target, chunks);
}

function unchanged(text: string): string {
  return text;
}

/** How many bytes are unpacked at a time: all entries together may be far larger than the file. */
const batchBytes = 16 * 1024 * 1024;

/** The names of the entries, in batches: to unpack each on its own, its place in the archive would be looked up each time. */
function batchesOf(archive: Uint8Array): Set<string>[] {
  let batch = new Set<string>();
  const batches = [batch];
  let bytes = 0;
  const addToBatch = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (bytes > 0 && bytes + originalSize > batchBytes) {
      batch = new Set();
      batches.push(batch);
      bytes = 0;
    }
    batch.add(name);
    bytes += originalSize;
    return false;
  };
  unzipSync(archive, { filter: addToBatch });
  return batches;
}

interface Entry {
  readonly name: string;
  readonly content: Uint8Array;
}

function copy(output: Zip, { name, content }: Entry): void {
  const entry = new ZipPassThrough(name);
  output.add(entry);
  entry.push(content, true);
}

async function copyRedacted(
  output: Zip,
  { name, content }: Entry,
  redact: Redact,
  edit: typeof unchanged,
): Promise<void> {
  // Bytes that are not valid UTF-8 are read as Latin-1, so that they are written back unchanged.
  const encoding = isUtf8(content) ? 'utf8' : 'latin1';
  const redactChunk = jsonLines.test(name) ? (chunk: string) => redactJsonLines(chunk, redact) : redact;
  const entry = new ZipDeflate(name, { level: 3 });
  output.add(entry);
  for (const chunk of chunksOf(edit(Buffer.from(content).toString(encoding)))) {
    entry.push(Buffer.from(redactChunk(chunk), encoding));
    await nextTurn();
  }
  entry.push(new Uint8Array(), true);
}

/** Cuts after line breaks only: line breaks of secrets are escaped, or their lines are secrets of their own. */
function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start + chunkCharacters);
    const end = lineEnd === -1 ? text.length : lineEnd + 1;
    yield text.slice(start, end);
    start = end;
  }
}

function redactJsonLines(lines: string, redact: Redact): string {
  if (redact(lines) === lines) return lines;
  return lines
    .split('\n')
    .map((line) => redactJson(line, redact))
    .join('\n');
}

/** A secret of digits may be part of a number. Replacing it there would make the line invalid JSON. */
function redactJson(line: string, redact: Redact): string {
  const redacted = redact(line);
  if (redacted === line || line === '' || tryParseJson(redacted) !== undefined) return redacted;
  const value = tryParseJson(line);
  return value === undefined
    ? redacted
    : JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? redact(each) : each));
}
