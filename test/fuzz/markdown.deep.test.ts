import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeCheck } from '../../src/report/check-output.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import { code, codeBlock, link, plain } from '../../src/report/markdown/markdown.ts';
import { composeSummary } from '../../src/report/summary.ts';
import {
  type Redacted,
  type RunResults,
  type RunStatus,
  runStatuses,
} from '../../src/results/run-results.ts';
import {
  type Piece,
  piecesByMarked,
  piecesByMicromark,
  textByMicromark,
} from '../support/parsed-markdown.ts';
import {
  caseResultOf,
  contentOf,
  failedCaseOf,
  failedStepOf,
  flakyCaseOf,
  resultsOf,
  visibleText,
} from '../support/results.ts';
import { anyLength, anyText } from './any-text.ts';
import { fuzzTimeoutMs, printFigure, runs } from './runs.ts';

/** Turns text around, or hides it. */
const bidi = /\p{Bidi_Control}|(?![\t\n])\p{Cc}/u;
/** What GitHub looks for in the finished text, outside of code. */
const findings = /@[a-z0-9]|#\d|\bgh-\d|:\/\/|www\.|:[\w+-]+:|\b(?:ghsa|cve)-|[0-9a-f]{7}|(?:^|\s)\$\S/i;

const readers = { micromark: piecesByMicromark, marked: piecesByMarked };

/** What a document is made of, with the HTML and the addresses in it, but without its texts. */
function structure(pieces: readonly Piece[]): string[] {
  return pieces.map(({ type, value }) => (type === 'html' ? `html ${value.trim()}` : type));
}

/** Texts in batches: a document takes longer to be read than a text. */
const batch = 10;
const texts = fc.array(anyText, { minLength: batch, maxLength: batch });

describe('whatever is shown by itself', () => {
  const { numRuns, seed } = runs(500, 10_000);

  it('is nothing but what we made of it', { timeout: fuzzTimeoutMs }, () => {
    const document = (given: readonly string[]) =>
      given
        .map(
          (text) =>
            `${plain(`x${text}`)}\n\n- **${plain(`x${text}`)}** ${code(`x${text}`)}\n\n<details><summary>x</summary>\n\n${codeBlock(text)}\n\n</details>\n\n${link('words', `https://a.example/${text}`)}`,
        )
        .join('\n\n<!-- -->\n\n');
    fc.assert(
      fc.property(texts, (given) => {
        const markdown = document(given);
        expect(markdown).not.toMatch(bidi);
        const harmless = document(given.map(() => 'x'));
        for (const [name, read] of Object.entries(readers)) {
          expect(structure(read(markdown)), name).toEqual(structure(read(harmless)));
        }
        for (const text of given) expect(textByMicromark(`x ${plain(text)} x`)).not.toMatch(findings);
      }),
      { numRuns, seed },
    );
    printFigure(`${numRuns * batch} texts by themselves: no escape`);
  });

  it('is so at any length, too', { timeout: fuzzTimeoutMs }, () => {
    fc.assert(
      fc.property(anyLength, (text) => {
        const line = plain(text.slice(0, 3000));
        expect(structure(piecesByMicromark(`x${line}`))).toEqual(['root', 'paragraph']);
        expect(structure(piecesByMicromark(`x${code(text)}`)).slice(0, 2)).toEqual(['root', 'paragraph']);
        expect(structure(piecesByMicromark(codeBlock(text)))).toEqual(['root', 'code']);
      }),
      { numRuns: numRuns / 2, seed },
    );
  });
});

/** A sentence, and a list: they are shown in different ways. */
const reasons = [(text: string) => `x${text.replace(/\s+/g, ' ')}`, (text: string) => `first\n${text}\nlast`];

/** A run in which every text comes from `next`. */
function runOf(
  status: RunStatus,
  reason: (text: string) => string,
  next: () => string,
): Redacted<RunResults> {
  const place = () => ({ file: next(), line: 3, column: 1 });
  const url = () => `https://example.com/${next()}`;
  // An empty line would end its sentence.
  const message = () =>
    reason(
      next()
        .trim()
        .replace(/\s*[\r\n]+\s*/g, '\n') || 'x',
    );
  return resultsOf({
    status,
    reason: reason(next()),
    green: false,
    reportUrl: url(),
    results: [
      failedCaseOf({
        name: next(),
        errorMessage: message(),
        // Always linked: a URL of over 1,000 characters would not be.
        trace: { url: `https://example.com/${next().slice(0, 50)}` },
        screenshot: { url: url() },
        pageUrl: next(),
        consoleErrors: [next(), next(), next()],
        missingEvidence: [`x${next()}`],
        failedStep: failedStepOf({
          words: next(),
          place: place(),
          inDependency: next(),
          locator: `no message has ${next()}`,
        }),
      }),
      caseResultOf({ name: next(), status: 'error', errorMessage: message(), place: place() }),
      caseResultOf({ name: next(), status: 'unfinished' }),
      caseResultOf({ name: next() }),
      flakyCaseOf({ name: next() }, { errorMessage: message(), consoleErrors: [next()] }),
    ],
    context: { sha: next() },
    url: url(),
    workflowRunUrl: url(),
    sourceUrl: 'https://example.com/blob/1',
    title: `x${next()}`,
    job: { matrix: [next()], jobTotal: 2 },
  });
}

const composers = [
  (run: Redacted<RunResults>) => visibleText(renderComment(contentOf([run]))),
  (run: Redacted<RunResults>) => composeSummary([run, run]),
  (run: Redacted<RunResults>) => composeCheck([run]).summary,
  (run: Redacted<RunResults>) => composeCheck([run]).text,
];

describe('a comment and a summary of whatever tests and pages say', () => {
  it('have the structure of harmless ones, and nothing for GitHub to find', {
    timeout: fuzzTimeoutMs,
  }, () => {
    const { numRuns, seed } = runs(300, 8000);
    let count = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...runStatuses),
        fc.constantFrom(...reasons),
        fc.constantFrom(...composers),
        fc.infiniteStream(anyLength),
        (status, reason, compose, stream) => {
          const next = () => {
            count += 1;
            // What stands here for a name is never blank, for a blank one gives way to the id.
            return `x${stream.next().value}`;
          };
          const given = compose(runOf(status, reason, next));
          expect(given).not.toMatch(bidi);
          // Links that are too long are left out; all else is the same.
          const shape = (markdown: string, read: typeof piecesByMarked) =>
            structure(read(markdown)).filter((each) => each !== 'link');
          const wanted = compose(runOf(status, reason, () => 'x'));
          for (const [name, read] of Object.entries(readers)) {
            expect(shape(given, read), name).toEqual(shape(wanted, read));
            for (const { value } of read(given).filter(({ type }) => type === 'link'))
              expect(value).toMatch(/^https:\/\/example\.com\//);
          }
        },
      ),
      { numRuns, seed },
    );
    printFigure(`${count} texts in ${numRuns} comments and summaries: no escape`);
  });
});
