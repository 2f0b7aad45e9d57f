import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { tryParseJson } from '../../common/json.ts';
import type { Redact } from '../../common/map-texts.ts';

/** How many characters are redacted at a time: other cases play in the same process meanwhile. */
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
  edit: (events: string) => string = (events) => events,
): Promise<void> {
  const archive = await readFile(source);
  const chunks: Uint8Array[] = [];
  const written = Promise.withResolvers<void>();
  const output = new Zip((error, chunk, final) => {
    if (error) return written.reject(error);
    chunks.push(chunk);
    if (final) written.resolve();
  });
  for (const name of entryNames(archive)) {
    // Entries are unpacked one at a time: together they may be far larger than the file.
    const content = unzipSync(archive, { filter: (entry) => entry.name === name })[name];
    if (content === undefined) continue;
    if (binary.test(name)) copy(output, name, content);
    else if (name === 'trace.trace') await copyRedacted(output, name, content, redact, edit);
    else await copyRedacted(output, name, content, redact);
    await nextTurn();
  }
  output.end();
  await written.promise;
  await writeFile(target, chunks);
}

function entryNames(archive: Uint8Array): string[] {
  const names = new Set<string>();
  unzipSync(archive, { filter: ({ name }) => !names.add(name) });
  return [...names];
}

function copy(output: Zip, name: string, content: Uint8Array): void {
  const entry = new ZipPassThrough(name);
  output.add(entry);
  entry.push(content, true);
}

async function copyRedacted(
  output: Zip,
  name: string,
  content: Uint8Array,
  redact: Redact,
  edit = (text: string) => text,
): Promise<void> {
  const { text, encoding } = decode(content);
  const redactChunk = jsonLines.test(name) ? (chunk: string) => redactJsonLines(chunk, redact) : redact;
  const entry = new ZipDeflate(name, { level: 3 });
  output.add(entry);
  for (const chunk of chunksOf(edit(text))) {
    entry.push(Buffer.from(redactChunk(chunk), encoding));
    await nextTurn();
  }
  entry.push(new Uint8Array(), true);
}

/** Bytes that are not valid UTF-8 are read as Latin-1, so that they are written back unchanged. */
function decode(content: Uint8Array): { text: string; encoding: 'utf8' | 'latin1' } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return { text, encoding: 'utf8' };
  } catch {
    return { text: Buffer.from(content).toString('latin1'), encoding: 'latin1' };
  }
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
