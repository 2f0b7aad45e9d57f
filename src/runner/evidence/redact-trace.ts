import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** So many characters are worked on at a time: other cases play meanwhile, in the same process. */
const pieceCharacters = 256 * 1024;

/** What these hold is no text, and is packed already. */
const packed =
  /\.(?:png|jpe?g|webp|gif|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|og[gv]|wav|pdf|zip|gz|wasm)$/i;

/** One JSON value a line. */
const jsonLines = /\.(?:trace|network)$/;

/**
 * Copies a trace without its secrets: every entry that is not a picture, a font or a film goes through `redact`.
 * @throws an error of the file system, or fflate's where the file is no ZIP.
 */
export async function redactTrace(source: string, target: string, redact: Redact): Promise<void> {
  const archive = await readFile(source);
  const chunks: Uint8Array[] = [];
  const written = Promise.withResolvers<void>();
  const output = new Zip((error, chunk, final) => {
    if (error) return written.reject(error);
    chunks.push(chunk);
    if (final) written.resolve();
  });
  for (const name of entryNames(archive)) {
    // One entry at a time: all of them together may be far larger than the file.
    const content = unzipSync(archive, { filter: (entry) => entry.name === name })[name];
    if (content === undefined) continue;
    if (packed.test(name)) copy(output, name, content);
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

async function copyRedacted(output: Zip, name: string, content: Uint8Array, redact: Redact): Promise<void> {
  const { text, encoding } = decode(content);
  const clean = jsonLines.test(name) ? (piece: string) => redactJsonLines(piece, redact) : redact;
  const entry = new ZipDeflate(name, { level: 3 });
  output.add(entry);
  for (const piece of pieces(text)) {
    entry.push(Buffer.from(clean(piece), encoding));
    await nextTurn();
  }
  entry.push(new Uint8Array(), true);
}

/** What is no UTF-8 is read byte by byte, and so written back as it was. */
function decode(content: Uint8Array): { text: string; encoding: 'utf8' | 'latin1' } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return { text, encoding: 'utf8' };
  } catch {
    return { text: Buffer.from(content).toString('latin1'), encoding: 'latin1' };
  }
}

/** Cuts behind a line's end alone: a secret has no line's end that would not be escaped, or be two secrets. */
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start + pieceCharacters);
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

/** A secret of digits may stand in a number, too: without it, the line would not be JSON any more. */
function redactJson(line: string, redact: Redact): string {
  const redacted = redact(line);
  if (redacted === line || line === '' || parsed(redacted) !== undefined) return redacted;
  const value = parsed(line);
  return value === undefined
    ? redacted
    : JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? redact(each) : each));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
