import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '../src/contract/endpoints.ts';

/** Writes docs/interface.md from the endpoint table, the handlers and the tests. */

const root = join(import.meta.dirname, '..');

const introduction = `# The service interface

This table lists every operation of the contract (\`src/contract/endpoints.ts\`). For each operation, the client has a method of
the same name. Tests call the operation through the client. An *extension* is an operation that public clients call, but that is
not part of the specification. A hosted service that does not support it answers 404 or 405.

Every POST accepts an \`Idempotency-Key\` header of 1 to 255 visible ASCII characters. A repeated request with the same key, path
and body has no effect. It gets the same answer, with \`Idempotency-Replayed: true\`. With another path or body, the answer is
422. Up to 10,000 answers are kept, for 24 hours. Refusals are not kept. A hosted service may ignore the header.

[Reference for service implementers](service-implementers.md) describes what the specification leaves open.
[schema/openapi.json](../schema/openapi.json) describes all request bodies and answers. \`npm run docs\` generates this page.
`;

/** @returns the document as code and tests have it now. */
export async function interfaceDocument(): Promise<string> {
  const [tests, handlers] = await Promise.all([testFiles(), handlerFiles()]);
  const rows = Object.entries(endpoints).map(([operation, { method, path, section }]) => {
    const calling = tests.filter(({ text }) => text.includes(`client.${operation}(`)).map(({ name }) => name);
    return `| \`${operation}\` | ${section} | ${method} \`${path}\` | ${handlerFile(operation, handlers)} | ${calling.slice(0, 2).join(', ')} |`;
  });
  return [
    introduction,
    '| operation = client method | section | request | handler in `src/service/handlers/` | tests in `test/service/` |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** The file whose record of handlers has the operation. */
function handlerFile(operation: string, handlers: readonly NamedText[]): string {
  const entry = new RegExp(`^ {2}\\*?${operation}[:,(]`, 'm');
  return handlers.find(({ text }) => entry.test(text))?.name ?? '';
}

interface NamedText {
  /** Name of a file, as code. */
  readonly name: string;
  readonly text: string;
}

async function handlerFiles(): Promise<NamedText[]> {
  const folder = join(root, 'src', 'service', 'handlers');
  const names = await readdir(folder);
  return readAll(names.map((name) => ({ name, path: join(folder, name) })));
}

async function testFiles(): Promise<NamedText[]> {
  const folder = join(root, 'test', 'service');
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
  const files = names.map((name) => ({ name, path: join(folder, name) }));
  // The walk through every operation is in a separate file, because it runs twice: in process and over a port.
  const walk = { name: 'walk.test.ts', path: join(root, 'test', 'support', 'service-walk.ts') };
  return readAll([...files, walk]);
}

async function readAll(files: readonly { name: string; path: string }[]): Promise<NamedText[]> {
  return Promise.all(
    files.map(async ({ name, path }) => ({ name: `\`${name}\``, text: await readFile(path, 'utf8') })),
  );
}

if (process.argv.includes('--write')) {
  await writeFile(join(root, 'docs', 'interface.md'), await interfaceDocument());
}
