import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { redactTrace } from '../../src/runner/evidence/trace.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';

/** Redacts a trace of the given entries. @returns its entries afterwards. */
async function redacted(entries: Record<string, Uint8Array | string>, ...secrets: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'redact-trace-'));
  try {
    const bytes = Object.entries(entries).map(([name, content]) => [name, Buffer.from(content)]);
    await writeFile(join(folder, 'in.zip'), zipSync(Object.fromEntries(bytes)));
    await redactTrace(join(folder, 'in.zip'), join(folder, 'out.zip'), createRedactor(secrets));
    return unzipSync(await readFile(join(folder, 'out.zip')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function textOf(content: Uint8Array | undefined): string {
  return Buffer.from(content ?? 'not there').toString();
}

it('every text is without the secret, whatever its entry is called', async () => {
  const names = [
    'trace.trace',
    'trace.network',
    'trace.stacks',
    'resources/1.html',
    'resources/2.dat',
    'resources/3',
  ];
  const entries = Object.fromEntries(names.map((name) => [name, '{"typed":"hunter2000"}']));
  const out = await redacted(entries, 'hunter2000');
  expect(Object.keys(out)).toEqual(names);
  for (const name of names) expect(textOf(out[name])).toBe('{"typed":"***"}');
});

it('images and fonts stay unchanged, and invalid UTF-8 too except for the secret', async () => {
  const picture = Buffer.from([0xff, 0xd8, ...Buffer.from('hunter2000'), 0xff]);
  const out = await redacted({ 'resources/1.jpeg': picture, 'resources/2.dat': picture }, 'hunter2000');
  expect(Buffer.from(out['resources/1.jpeg'] ?? [])).toEqual(picture);
  expect(Buffer.from(out['resources/2.dat'] ?? [])).toEqual(
    Buffer.from([0xff, 0xd8, ...Buffer.from('***'), 0xff]),
  );
});

it('a secret of digits leaves lines that are JSON', async () => {
  const lines = ['{"time":12345.6,"typed":"1234"}', '{"time":1}', ''].join('\n');
  const out = await redacted({ 'trace.trace': lines }, '1234');
  expect(textOf(out['trace.trace'])).toBe(['{"time":12345.6,"typed":"***"}', '{"time":1}', ''].join('\n'));
});

it('a long text is without the secret everywhere, and otherwise the same', async () => {
  const text = Array.from({ length: 30_000 }, (_, index) => `line ${index} of hunter2000 ü`).join('\n');
  const out = await redacted({ 'resources/1.txt': text, 'resources/empty.txt': '' }, 'hunter2000');
  expect(textOf(out['resources/1.txt'])).toBe(text.replaceAll('hunter2000', '***'));
  expect(textOf(out['resources/empty.txt'])).toBe('');
});

it('more entries than are unpacked at a time stay in their order', async () => {
  const picture = new Uint8Array(9 * 1024 * 1024);
  const small = ['resources/a.txt', 'resources/b.txt', 'resources/c.txt'];
  const entries = Object.fromEntries(
    small.flatMap((name, index): [string, Uint8Array | string][] => [
      [name, 'hunter2000'],
      [`resources/${index}.png`, picture],
    ]),
  );
  const out = await redacted(entries, 'hunter2000');
  expect(Object.keys(out)).toEqual(Object.keys(entries));
  for (const name of small) expect(textOf(out[name])).toBe('***');
});

it('a file that is not a ZIP archive is an error, and nothing is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'redact-trace-'));
  await writeFile(join(folder, 'in.zip'), 'no zip');
  await expect(redactTrace(join(folder, 'in.zip'), join(folder, 'out.zip'), (text) => text)).rejects.toThrow(
    'zip',
  );
  await expect(readFile(join(folder, 'out.zip'))).rejects.toThrow('ENOENT');
  await rm(folder, { recursive: true });
});
