import fc from 'fast-check';
import { type PublishedRun, verdictStatuses } from '../../src/publish/verdict.ts';
import { hostileText } from './hostile-text.ts';

/** Runs as the action may have to publish them, with every text a hostile one. */

const text = hostileText;
const number = fc.nat({ max: 1_000_000 });
const place = fc.record({
  file: text,
  line: fc.integer({ min: 1, max: 9999 }),
  column: fc.integer({ min: 1, max: 99 }),
});
const evidence = fc.oneof(fc.record({ url: text }), fc.record({ path: text }));
const failedStep = fc.record(
  { number: fc.integer({ min: 1, max: 99 }), words: text, locator: text, place, inDependency: text },
  { requiredKeys: ['number', 'words'] },
);

const attemptFields = {
  status: fc.constantFrom('passed', 'failed', 'error', 'unfinished'),
  errorMessage: fc.option(text),
  failedStep,
  pageUrl: text,
  consoleErrors: fc.array(text, { maxLength: 3 }),
  screenshot: evidence,
  trace: evidence,
  missingEvidence: fc.array(text, { maxLength: 2 }),
  teardownFailures: fc.array(text, { maxLength: 2 }),
} as const;
const always = ['status', 'errorMessage', 'consoleErrors', 'missingEvidence'] as const;
const attempt = fc.record(attemptFields, { requiredKeys: [...always] });

const result = fc.record(
  {
    ...attemptFields,
    testCaseId: fc.oneof(fc.uuid(), text),
    name: text,
    place,
    durationMs: number,
    flaky: fc.boolean(),
    earlierAttempts: fc.array(attempt, { maxLength: 2 }),
  },
  { requiredKeys: [...always, 'testCaseId', 'name', 'flaky', 'earlierAttempts'] },
);

/** A run, whatever its verdict, its results and their texts. */
export const anyRun: fc.Arbitrary<PublishedRun> = fc.record(
  {
    verdict: fc.record(
      {
        status: fc.constantFrom(...verdictStatuses),
        reason: text,
        green: fc.boolean(),
        results: fc.array(result, { maxLength: 4 }),
        reportId: text,
        reportUrl: text,
      },
      { requiredKeys: ['status', 'reason', 'green', 'results'] },
    ),
    durationMs: number,
    title: text,
    startedAt: fc.constant('2026-11-21T14:48:00.000Z'),
    sha: text,
    url: text,
    workflowRunUrl: text,
  },
  { requiredKeys: ['verdict', 'durationMs', 'title'] },
);
