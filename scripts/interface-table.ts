import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type Operation } from '../src/contract/endpoints.ts';

/** Writes docs/interface.md from the endpoint table, the handlers and the tests that are there. */

const root = join(import.meta.dirname, '..');

const introduction = `# The service interface

Every operation of the contract (\`src/contract/endpoints.ts\`): the client's method of the same name calls it, the
handler answers it, the tests call it through the client. An *extension* is what public clients call beyond the
specification; a hosted service may lack it, and answers 404 or 405 then.

Every POST takes an \`Idempotency-Key\` header, 1 to 255 visible ASCII characters: work and answer are stored together,
and a repeat with the same key, path and body gets the same answer, with \`Idempotency-Replayed: true\`, and does nothing.
With another path or body it is a 422. Answers are kept for 24 hours, the last 10,000 of them; a refusal is not kept. A
hosted service may ignore the header.

\`npm run docs\` writes this table; [schema/openapi.json](../schema/openapi.json) has the bodies and answers.
`;

/** @returns the document as code and tests have it now. */
export async function interfaceDocument(): Promise<string> {
  const tests = await testFiles();
  const rows = Object.entries(endpoints).map(([operation, { method, path, section }]) => {
    const calling = tests.filter(({ text }) => text.includes(`client.${operation}(`)).map(({ name }) => name);
    return `| \`${operation}\` | ${section} | ${method} \`${path}\` | ${handler(operation)} | ${calling.slice(0, 2).join(', ')} |`;
  });
  return [
    introduction,
    '| operation = client method | section | request | handler in `src/service/handlers/` | tests in `test/service/` |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Both spellings of the discoveries' path have one handler. */
function handler(operation: Operation | string): string {
  const name = operation.replace(/V3$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `\`${name}.ts\``;
}

async function testFiles(): Promise<{ name: string; text: string }[]> {
  const folder = join(root, 'test', 'service');
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
  const files = names.map((name) => ({ name, path: join(folder, name) }));
  // The walk through every operation stands in a file of its own: it is done twice, in process and over a port.
  const walk = { name: 'walk.test.ts', path: join(root, 'test', 'support', 'service-walk.ts') };
  return Promise.all(
    [...files, walk].map(async ({ name, path }) => ({
      name: `\`${name}\``,
      text: await readFile(path, 'utf8'),
    })),
  );
}

if (process.argv.includes('--write')) {
  await writeFile(join(root, 'docs', 'interface.md'), await interfaceDocument());
}
