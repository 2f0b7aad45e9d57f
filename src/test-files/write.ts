import { readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  Document,
  isCollection,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  stringify,
  visit,
  type YAMLSeq,
} from 'yaml';
import {
  type AnsweredTestCase,
  type ExchangeElement,
  type ExchangeTestCase,
  exchangeTestCase,
} from '../contract/exchange/exchange-test-case.ts';
import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import { loadTestCases } from './load.ts';
import type { LineColumn, LoadedCase } from './problem.ts';

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
    ...(/^\/?$/.test(entryPointUrlPath ?? '') ? {} : { entryPointUrlPath }),
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
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
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

/** Selectors as people write them in a test file, one line for each. */
export function selectorLines(selectors: readonly ExchangeSelector[]): string[] {
  const document = new Document(shortElement({ selectors: [...selectors] }).selectors);
  if (isSeq(document.contents)) {
    for (const each of document.contents.items) if (isCollection(each)) each.flow = true;
  }
  return document.toString({ lineWidth: 0 }).trimEnd().split('\n');
}

/**
 * Replaces the selectors of a step in its test file. The rest of the file stays as it is, comments too.
 * @param step as it was when the file was read.
 * @returns why the file was not changed; undefined if it was.
 */
export async function replaceSelectors(
  workspace: string,
  { testCase: { id }, position: { file } }: Pick<LoadedCase, 'testCase' | 'position'>,
  { index, element }: { readonly index: number; readonly element: ExchangeElement },
  selectors: readonly ExchangeSelector[],
): Promise<string | undefined> {
  const { cases } = await loadTestCases(workspace, [file]);
  const loaded = cases.find(({ testCase }) => testCase.id === id);
  if (loaded === undefined || !isDeepStrictEqual(loaded.testCase.elements[index], element))
    return 'the step has changed in the file';
  const { text } = loaded;
  const document = parseRead(text);
  const node = sequenceAt(document, offsetOf(text, loaded.positionOf(['elements', index, 'selectors'])));
  if (node?.range == null || hasPart(node, ({ anchor }) => anchor !== undefined))
    return 'the step shares its selectors with others';
  if (hasPart(node, ({ comment, commentBefore }) => comment != null || commentBefore != null))
    return 'there are comments between the selectors';
  const [start, end] = node.range;
  const own = file.endsWith('.json') ? asJson(selectors) : layOut(node, text, selectors);
  const written = text.slice(0, start) + own + text.slice(end);
  node.items = [shortElement({ selectors: [...selectors] }).selectors].flat();
  if (!isDeepStrictEqual(contentOf(parseRead(written)), contentOf(document)))
    return 'the file has an unusual form';
  await writeFile(join(await realpath(workspace), file), written);
  return undefined;
}

/** Parses a text that has been read as a test file: that has checked its keys and aliases. */
function parseRead(text: string): Document.Parsed {
  // The parser would compare every key with every other.
  return parseDocument(text, { uniqueKeys: false });
}

function contentOf(document: Document): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

function offsetOf(text: string, { line, column }: LineColumn): number {
  const lines = text.split('\n').slice(0, line - 1);
  return lines.reduce((sum, each) => sum + each.length + 1, column - 1);
}

function sequenceAt(document: Document.Parsed, offset: number): YAMLSeq | undefined {
  let found: YAMLSeq | undefined;
  visit(document, {
    Seq(_, node) {
      if (node.range?.[0] !== offset) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

/** Whether a condition holds for a sequence or for a node in it. */
function hasPart(
  sequence: YAMLSeq,
  holds: (node: Pick<Scalar, 'anchor' | 'comment' | 'commentBefore'>) => boolean,
): boolean {
  let found = false;
  visit(sequence, {
    Node(_, node) {
      if (!holds(node)) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

function asJson(selectors: readonly ExchangeSelector[]): string {
  return JSON.stringify(shortElement({ selectors: [...selectors] }).selectors);
}

/** The selectors in the form that the sequence has: in brackets, or a line for each. */
function layOut({ flow, range }: YAMLSeq, text: string, selectors: readonly ExchangeSelector[]): string {
  if (flow) {
    const items = selectorLines(selectors).map((line) => line.replace(/^- /, ''));
    return `[${items.join(', ')}]`;
  }
  const start = range?.[0] ?? 0;
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  // A line for each ends before the next key.
  const end = text.slice(start, range?.[1]).endsWith('\n') ? lineBreak : '';
  return selectorLines(selectors).join(lineBreak + indent) + end;
}
