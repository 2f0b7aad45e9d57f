import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxCommentCharacters } from '../../../src/publish/comment/limits.ts';
import { type PublishedRun, verdictStatuses } from '../../../src/publish/verdict.ts';
import { composeMarkdown } from '../../support/composed.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { piecesByMarked, piecesByMicromark } from '../../support/parsed-markdown.ts';
import { aFailedStep, aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

/** A sentence, and a list: they are shown in different ways. */
const reasons = [(text: string) => `x${text.replace(/\s+/g, ' ')}`, (text: string) => `first\n${text}\nlast`];

/** A run in which every text comes from `next`. */
function runOf(
  status: PublishedRun['verdict']['status'],
  reason: (text: string) => string,
  next: () => string,
): PublishedRun {
  const place = () => ({ file: next(), line: 3, column: 1 });
  const url = () => `https://example.com/${next()}`;
  return aRun(
    {
      status,
      reason: reason(next()),
      green: false,
      reportUrl: url(),
      results: [
        aFailure({
          name: next(),
          errorMessage: next(),
          trace: { url: url() },
          screenshot: { path: `/evidence/x${next()}` },
          pageUrl: next(),
          consoleErrors: [next(), next()],
          missingEvidence: [`x${next()}`],
          failedStep: aFailedStep({
            words: next(),
            place: place(),
            inDependency: next(),
            locator: `no message has ${next()}`,
          }),
        }),
        aResult({
          name: next(),
          status: 'error',
          errorMessage: next(),
          trace: { url: `x${next()}` },
          place: place(),
        }),
        aResult({ name: next(), status: 'unfinished', place: place() }),
        aResult({ name: next() }),
        aFlaky({ name: next() }, { errorMessage: next(), consoleErrors: [next()] }),
        aResult({ name: next(), durationMs: 20 }),
      ],
    },
    {
      sha: next(),
      url: url(),
      workflowRunUrl: url(),
      sourceUrl: 'https://example.com/blob/1',
      title: `x${next()}`,
    },
  );
}

describe('a comment with whatever tests and pages say', () => {
  it('has the very structure of one with harmless texts, for two readers of Markdown', () => {
    const texts = fc.infiniteStream(hostileText);
    fc.assert(
      fc.property(
        fc.constantFrom(...verdictStatuses),
        fc.constantFrom(...reasons),
        texts,
        (status, reason, stream) => {
          const hostile = composeMarkdown(
            runOf(status, reason, () => stream.next().value),
            maxCommentCharacters,
          );
          const harmless = composeMarkdown(
            runOf(status, reason, () => 'x'),
            maxCommentCharacters,
          );
          for (const read of [piecesByMicromark, piecesByMarked]) {
            const [given, wanted] = [read(hostile), read(harmless)];
            // A place whose path leads elsewhere is not linked.
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
      { numRuns: 600, seed: 20_260_102 },
    );
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//evil.example',
    'no address',
    `https://example.com/${'x'.repeat(5000)}`,
  ])('links no trace at %.40s', (traceUrl) => {
    const markdown = composeMarkdown(
      aRun({ status: 'failed', results: [aFailure({ trace: { url: traceUrl } })] }),
      maxCommentCharacters,
    );
    expect(markdown).not.toContain('Trace');
  });
});
