import { readFile, writeFile } from 'node:fs/promises';
import { Document, isCollection, isScalar, isSeq, type Node, stringify, visit } from 'yaml';
import {
  type AnsweredTestCase,
  type ExchangeElement,
  type ExchangeTestCase,
  exchangeTestCase,
} from '../contract/exchange/test-case.ts';

/** What a recording or a generator knows of a test case. */
type NewTestCase = Pick<ExchangeTestCase, 'description'> &
  Partial<Omit<ExchangeTestCase, 'elements'>> & { readonly elements: readonly ExchangeElement[] };

/**
 * The file of a new test case as a person would write it: each selector and each action on one line, and nothing that has
 * its default.
 * @param variables those that must be given, for a comment.
 */
export function testFileText(testCase: NewTestCase, variables: readonly string[] = []): string {
  const { description, prompt, type, tagNames, dependencyId, folderName, externalId, elements } = testCase;
  const { entryPointUrlPath } = testCase;
  const given = Object.entries({ prompt, type, tagNames, dependencyId, folderName, externalId }).filter(
    ([, value]) => value != null && value.length > 0,
  );
  const value = {
    description,
    ...Object.fromEntries(given),
    ...(entryPointUrlPath == null || entryPointUrlPath === '/' ? {} : { entryPointUrlPath }),
    elements: elements.map(shortElement),
  };
  const document = new Document(value, { version: '1.2', aliasDuplicateObjects: false });
  if (variables.length > 0) {
    document.commentBefore = ` Needs these variables: ${variables.join(', ')}`;
  }
  return handWrittenText(document);
}

/** What a test file says of a step: without what it need not say. */
export function shortElement({ selectors, ...rest }: ExchangeElement): Record<string, unknown> {
  const chain = selectors.map(({ selectorType, selector, ...others }) => ({
    selectorType,
    ...(selector === '' ? {} : { selector }),
    ...others,
  }));
  return { ...(chain.length === 0 ? {} : { selectors: chain }), ...rest };
}

/** The text of a test file as people write it: one line for each selector, and for what a step does or expects. */
export function handWrittenText(document: Document): string {
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isCollection(value)) return;
      const isShort = ['interaction', 'assertion', 'tagNames'].includes(String(key.value));
      if (isShort && !hasLines(value)) value.flow = true;
      if (key.value === 'selectors' && isSeq(value)) {
        for (const each of value.items) if (isCollection(each)) each.flow = true;
      }
    },
  });
  return document.toString({ lineWidth: 0 });
}

function hasLines(node: Node): boolean {
  return /\n/.test(JSON.stringify(node.toJSON()).replaceAll('\\\\', '').replaceAll('\\n', '\n'));
}

/** The order of a test case's keys in a file: the name first, the steps last. */
const keyOrder = Object.keys(exchangeTestCase.shape);

const maxNameLength = 60;

/** A file name for a case: its description in ASCII letters and digits, and the start of its id to make it unique. */
export function fileNameFor({ description, id }: Pick<AnsweredTestCase, 'description' | 'id'>): string {
  const words = description
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${[...firstWords(words ?? []), id.slice(0, 8)].filter((part) => part !== '').join('-')}.yaml`;
}

/** As many words as a file name may have. Only a long first word is cut off. */
function firstWords(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (const word of words) {
    if ([...kept, word].join('-').length > maxNameLength) break;
    kept.push(word);
  }
  return kept.length > 0 ? kept : words.slice(0, 1).map((word) => word.slice(0, maxNameLength));
}

/**
 * File names for a new case that has no id to make its name unique: `pay.yaml`, `pay-2.yaml`, and so on.
 * @param fallback for a description without letters and digits.
 */
export function* newFileNames(description: string, fallback: string): Generator<string, never> {
  const name = fileNameFor({ description, id: '' }).replace(/\.yaml$/, '') || fallback;
  for (let number = 1; ; number += 1) yield `${name}${number === 1 ? '' : `-${number}`}.yaml`;
}

/** The text of a case's file. The same case always gives the same text. */
export function fileText(testCase: AnsweredTestCase, format: 'yaml' | 'json'): string {
  const rank = (key: string) => (keyOrder.includes(key) ? keyOrder.indexOf(key) : keyOrder.length);
  const ordered = Object.fromEntries(
    Object.entries(testCase).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)),
  );
  return format === 'json'
    ? `${JSON.stringify(ordered, null, 2)}\n`
    : stringify(ordered, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.2' });
}

/** Writes a file unless it has this content already. @returns whether it was written. */
export async function writeIfChanged(path: string, content: string | Uint8Array): Promise<boolean> {
  const bytes = Buffer.from(content);
  const present = await readFile(path).catch(() => undefined);
  if (present !== undefined && bytes.equals(present)) return false;
  await writeFile(path, bytes);
  return true;
}
