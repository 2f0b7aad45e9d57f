import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderComment } from '../../../src/report/comment/render-comment.ts';
import {
  type JobIdentity,
  type Redacted,
  type RunResults,
  type RunStatus,
  runStatuses,
} from '../../../src/results/run-results.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { piecesByMarked, piecesByMicromark } from '../../support/parsed-markdown.ts';
import {
  caseResultOf,
  contentOf,
  failedCaseOf,
  failedStepOf,
  flakyCaseOf,
  resultsOf,
  visibleText,
} from '../../support/results.ts';

/** A sentence, and a list: they are shown in different ways. */
const reasons = [(text: string) => `x${text.replace(/\s+/g, ' ')}`, (text: string) => `first\n${text}\nlast`];

interface RunShape {
  readonly status: RunStatus;
  readonly reason: (text: string) => string;
  readonly copies: number;
}

/** A run in which every text comes from `next`. @param first the number of its first message: the same failure of two jobs is shown once. */
function runOf(
  { status, reason, copies }: RunShape,
  next: () => string,
  job: Partial<JobIdentity>,
  first: number,
): Redacted<RunResults> {
  let number = first;
  // Failures with the same message would be one.
  const message = () => `x${++number}${next().replace(/\s+/g, ' ')}\n\nfirst\n${next()}\nlast`;
  // In a list of failures, what cannot be linked has its path beside it.
  const place = () => ({ file: copies === 1 ? next() : 'x.yaml', line: 3, column: 1 });
  const url = () => `https://example.com/${next()}`;
  return resultsOf({
    job,
    status,
    reason: reason(next()),
    green: false,
    reportUrl: url(),
    results: Array.from({ length: copies }, () => [
      failedCaseOf({
        name: next(),
        errorMessage: message(),
        trace: { url: url() },
        screenshot: { path: `evidence/x${next()}` },
        pageUrl: next(),
        consoleErrors: [next(), next()],
        missingEvidence: [`x${next()}`],
        failedStep: failedStepOf({
          words: next(),
          place: place(),
          inDependency: next(),
          locator: `no message has ${next()}`,
        }),
      }),
      caseResultOf({
        name: next(),
        status: 'error',
        errorMessage: message(),
        trace: { url: `x${next()}` },
        place: place(),
      }),
      caseResultOf({ name: next(), status: 'unfinished', place: place() }),
      caseResultOf({ name: next() }),
      flakyCaseOf({ name: next() }, { errorMessage: message(), consoleErrors: [next()] }),
      caseResultOf({ name: next(), durationMs: 20 }),
    ]).flat(),
    context: { sha: next() },
    url: url(),
    workflowRunUrl: url(),
    sourceUrl: 'https://example.com/blob/1',
    artifact: { name: next(), id: 1, url: url() },
    title: `x${next()}`,
  });
}

/** Two jobs that need all the texts, or one. */
const counts = [1, 2];
/** Few failures, or so many that they are listed. */
const copiesOfCases = [1, 3];

describe('a comment with whatever tests, pages and jobs are called', () => {
  it('has the structure of one with harmless texts, for two Markdown parsers', () => {
    const texts = fc.infiniteStream(hostileText);
    fc.assert(
      fc.property(
        fc.record({
          status: fc.constantFrom(...runStatuses),
          reason: fc.constantFrom(...reasons),
          copies: fc.constantFrom(...copiesOfCases),
        }),
        fc.constantFrom(...counts),
        texts,
        (shape, count, stream) => {
          const render = (next: () => string) => {
            const jobs = Array.from({ length: count }, (_, index) =>
              runOf(
                shape,
                next,
                {
                  matrix: [`${index}${next()}`],
                  jobTotal: count,
                  workflow: `x${next()}`,
                  job: `x${next()}`,
                },
                100 * index,
              ),
            );
            return visibleText(renderComment(contentOf(jobs, { note: `x${next()}` })));
          };
          const [hostile, harmless] = [render(() => stream.next().value), render(() => 'x')];
          for (const read of [piecesByMicromark, piecesByMarked]) {
            const [given, wanted] = [read(hostile), read(harmless)];
            // A path that leads elsewhere, or a URL that is too long, is not linked.
            const shape = (pieces: typeof given) =>
              pieces.map(({ type }) => type).filter((type) => type !== 'link');
            expect(shape(given)).toEqual(shape(wanted));
            const html = (pieces: typeof given) => pieces.filter(({ type }) => type === 'html');
            expect(html(given)).toEqual(html(wanted));
            const targets = given.filter(({ type }) => type === 'link').map(({ value }) => value);
            for (const target of targets) expect(target).toMatch(/^https:\/\/example\.com\//);
          }
        },
      ),
      { numRuns: 400, seed: 20_260_102 },
    );
  });
});
