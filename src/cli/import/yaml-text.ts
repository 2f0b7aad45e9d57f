import { Document, isMap, isNode, isPair, isSeq } from 'yaml';
import { showLines } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { preparesDialog } from '../../contract/exchange/interaction.ts';
import { readTestCase } from '../../test-files/read-test-case.ts';
import { handWrittenText, shortElement } from '../../test-files/write.ts';
import {
  type ImportedCase,
  type ImportedFile,
  isNotImported,
  notImported,
  type Step,
} from './imported-file.ts';
import type { Passwords } from './secrets.ts';

/**
 * The text of a test file with the cases of an imported file. What is not imported is a comment in its place. Steps that a
 * test file may not have, such as a check that cannot fail, are not imported.
 */
export function yamlText({ cases, comments }: ImportedFile, passwords: Passwords): string {
  const written = cases.map((each) => writtenCase(each, passwords));
  const [only] = written;
  const isSingle = written.length === 1 && only !== undefined;
  const document = new Document(isSingle ? only.value : written.map(({ value }) => value), {
    aliasDuplicateObjects: false,
    version: '1.2',
  });
  const nodes = isSeq(document.contents) ? document.contents.items : [document.contents];
  for (const [index, node] of nodes.entries()) {
    if (isMap(node)) addComments(node.get('elements', true), written[index]?.comments ?? [], passwords);
  }
  document.commentBefore = commentText(comments, passwords);
  return handWrittenText(document);
}

function addComments(
  elements: unknown,
  comments: readonly (readonly string[])[],
  passwords: Passwords,
): void {
  if (!isSeq(elements)) return;
  for (const [index, item] of elements.items.entries()) {
    const text = commentText(comments[index] ?? [], passwords);
    if (isNode(item) && !isPair(item) && text !== null) item.commentBefore = text;
  }
  elements.comment = commentText(comments[elements.items.length] ?? [], passwords);
  // A flow sequence cannot have it.
  if (elements.items.length === 0) elements.flow = true;
}

function commentText(comments: readonly string[], passwords: Passwords): string | null {
  if (comments.length === 0) return null;
  const lines = comments.flatMap((each) => showLines(passwords.hideIn(each)).split('\n'));
  return lines.map((line) => ` ${line}`.trimEnd()).join('\n');
}

/** A part of a case's file, with the comments before each of its steps and after the last one. */
function writtenCase({ description, tagNames, isOff, steps, comments }: ImportedCase, passwords: Passwords) {
  const writtenSteps: Step[] = [];
  const placed: string[][] = [];
  let before: string[] = [];
  for (const step of acceptedSteps(steps)) {
    before.push(...step.comments);
    if (step.from.reason !== undefined) {
      const comment = notImported(step.from);
      if (!before.includes(comment)) before.push(comment);
      continue;
    }
    writtenSteps.push(step);
    placed.push(before);
    before = [];
  }
  placed.push([...before, ...comments]);
  const elements = writtenSteps.map(({ element }) => passwords.replaceIn(element));
  // That a page opens is a step if it is all that a test is about.
  const onlyOpens = elements.length === 1 && !placed.flat().some(isNotImported);
  const entry = onlyOpens ? undefined : entryPoint(elements);
  if (entry !== undefined) {
    elements.shift();
    placed.splice(0, 2, placed.slice(0, 2).flat());
  }
  return {
    value: {
      // A test case that has no steps cannot run.
      ...(isOff || elements.length === 0 ? { runStatus: 'OFF' } : {}),
      description: description || 'Untitled test case',
      ...(tagNames.length === 0 ? {} : { tagNames }),
      ...(entry === undefined || entry === '' ? {} : { entryPointUrlPath: entry }),
      elements: elements.map(shortElement),
    },
    comments: placed,
  };
}

/** The address that the first step opens, if the case can start there instead. */
function entryPoint([first, ...rest]: readonly ExchangeElement[]): string | undefined {
  if (first?.interaction?.action !== 'GO_TO' || first.ignoreFailure === true) return undefined;
  const next = rest.find((each) => !preparesDialog(each));
  if (next?.interaction?.action === 'GO_TO') return undefined;
  return first.interaction.calledWith;
}

function acceptedSteps(steps: readonly Step[]): readonly Step[] {
  for (;;) {
    const accepted = steps.filter(({ from }) => from.reason === undefined);
    const value = { description: '', elements: accepted.map(({ element }) => element) };
    const [problem] = readTestCase(value, '').problems.flatMap(({ path: [, index], message }) => {
      const step = typeof index === 'number' ? accepted[index] : undefined;
      return step === undefined ? [] : [{ step, message }];
    });
    if (problem === undefined) return steps;
    problem.step.from.reason = problem.message;
  }
}
