import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Document, isCollection, isSeq, parseDocument, visit, type YAMLSeq } from 'yaml';
import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import type { ExchangeElement } from '../contract/exchange/test-case.ts';
import { loadTestCases } from './load.ts';
import type { LineColumn, LoadedCase } from './problem.ts';
import { shortElement } from './write.ts';

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
  const document = parseDocument(text);
  const node = sequenceAt(document, offsetOf(text, loaded.positionOf(['elements', index, 'selectors'])));
  if (node?.range == null || node.anchor !== undefined) return 'the step shares its selectors with others';
  if (hasComments(node)) return 'there are comments between the selectors';
  const [start, end] = node.range;
  const written = text.slice(0, start) + layOut(node, text, selectors) + text.slice(end);
  node.items = [shortElement({ selectors: [...selectors] }).selectors].flat();
  if (!isDeepStrictEqual(parseDocument(written).toJS(), document.toJS()))
    return 'the file has an unusual form';
  await writeFile(join(await realpath(workspace), file), written);
  return undefined;
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

function hasComments(sequence: YAMLSeq): boolean {
  let found = false;
  visit(sequence, {
    Node(_, node) {
      if (node.comment == null && node.commentBefore == null) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** The selectors in the form that the sequence has: in brackets, as in JSON, or a line for each. */
function layOut({ flow, range }: YAMLSeq, text: string, selectors: readonly ExchangeSelector[]): string {
  if (flow) return JSON.stringify(shortElement({ selectors: [...selectors] }).selectors);
  const start = range?.[0] ?? 0;
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  // A line for each ends before the next key.
  const end = text.slice(start, range?.[1]).endsWith('\n') ? lineBreak : '';
  return selectorLines(selectors).join(lineBreak + indent) + end;
}
