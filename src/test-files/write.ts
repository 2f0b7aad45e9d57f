import { readFile, writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { type AnsweredTestCase, exchangeTestCase } from '../contract/exchange/test-case.ts';

/** The order of a test case's keys in a file: what people look at first, the steps last. */
const keyOrder = Object.keys(exchangeTestCase.shape);

/** A file name for a case: its description in plain letters, and the start of its id, which keeps names apart. */
export function fileNameFor({ description, id }: Pick<AnsweredTestCase, 'description' | 'id'>): string {
  const words = description
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${[words, id.slice(0, 8)].filter((part) => part !== '').join('-')}.yaml`;
}

/** A case as a file's text: the same case gives the same text. */
export function fileText(testCase: AnsweredTestCase, format: 'yaml' | 'json'): string {
  const place = (key: string) => (keyOrder.includes(key) ? keyOrder.indexOf(key) : keyOrder.length);
  const ordered = Object.fromEntries(
    Object.entries(testCase).sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1)),
  );
  return format === 'json'
    ? `${JSON.stringify(ordered, null, 2)}\n`
    : stringify(ordered, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.2' });
}

/** Writes a file. One that is right already is not touched. @returns whether it was written. */
export async function writeIfChanged(path: string, content: string | Uint8Array): Promise<boolean> {
  const wanted = Buffer.from(content);
  const present = await readFile(path).catch(() => undefined);
  if (present !== undefined && wanted.equals(present)) return false;
  await writeFile(path, wanted);
  return true;
}
