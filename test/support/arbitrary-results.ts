import fc from 'fast-check';
import { countResults } from '../../src/results/cases.ts';
import {
  caseStatuses,
  type Redacted,
  type RunResults,
  redactDeep,
  runStatuses,
} from '../../src/results/run-results.ts';
import { hostileText } from './hostile-text.ts';

const number = fc.nat({ max: 1_000_000 });

function arbitraryAttempt(text: fc.Arbitrary<string>) {
  const place = fc.record({
    file: text,
    line: fc.integer({ min: 1, max: 9999 }),
    column: fc.integer({ min: 1, max: 99 }),
  });
  const evidence = fc.oneof(fc.record({ url: text }), fc.record({ path: text }));
  const failedStep = fc.record(
    {
      ...{ number: fc.integer({ min: 1, max: 99 }), words: text, locator: text, place, inDependency: text },
      excerpt: fc.record({ line: fc.integer({ min: 1, max: 999 }), text }),
    },
    { requiredKeys: ['number', 'words'] },
  );
  const step = fc.record(
    {
      number: fc.integer({ min: 1, max: 99 }),
      words: text,
      status: fc.constantFrom('passed', 'failed', 'ignored'),
      durationMs: number,
      place,
      inDependency: text,
      picture: evidence,
    },
    { requiredKeys: ['words', 'status'] },
  );
  const fields = {
    status: fc.constantFrom(...caseStatuses),
    errorMessage: fc.option(text),
    failedStep,
    failedPage: fc.record(
      {
        title: text,
        expected: text,
        received: text,
        snapshot: text,
        candidates: fc.array(text, { maxLength: 3 }),
        failedRequests: fc.array(
          fc.record(
            { method: text, url: text, status: number, error: text },
            { requiredKeys: ['method', 'url'] },
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
    steps: fc.array(step, { maxLength: 3 }),
    pageUrl: text,
    consoleErrors: fc.array(text, { maxLength: 3 }),
    screenshot: evidence,
    trace: evidence,
    missingEvidence: fc.array(text, { maxLength: 2 }),
    teardownFailures: fc.array(text, { maxLength: 2 }),
    warnings: fc.array(text, { maxLength: 2 }),
  };
  return { fields, place };
}

const requiredKeys = ['status', 'errorMessage', 'consoleErrors', 'missingEvidence'] as const;

function arbitraryCase(text: fc.Arbitrary<string>) {
  const { fields, place } = arbitraryAttempt(text);
  return fc.record(
    {
      ...fields,
      testCaseId: fc.oneof(fc.uuid().map(String), text),
      name: text,
      place,
      tags: fc.array(text, { maxLength: 2 }),
      durationMs: number,
      flaky: fc.boolean(),
      earlierAttempts: fc.array(fc.record(fields, { requiredKeys: [...requiredKeys] }), { maxLength: 2 }),
    },
    { requiredKeys: [...requiredKeys, 'testCaseId', 'name', 'flaky', 'earlierAttempts'] },
  );
}

/** Results of any kind, with correct counts, and with an arbitrary text in every field that can have one. */
export function arbitraryResults(text: fc.Arbitrary<string>): fc.Arbitrary<RunResults> {
  const context = fc.record(
    { source: text, ref: text, sha: text, repo: text, owner: text, issueNumber: number },
    { requiredKeys: [] },
  );
  const job = fc.record({
    ...{ runId: number, attempt: number, workflow: text, job: text, step: text },
    matrix: fc.array(text, { maxLength: 2 }),
    shard: fc.constantFrom(null, { number: 1, total: 2 }),
    jobTotal: fc.constantFrom(null, 3),
    comment: fc.constantFrom('always', 'on-failure', 'never'),
  });
  return fc
    .record({
      version: fc.constant(1 as const),
      title: text,
      status: fc.constantFrom(...runStatuses),
      green: fc.boolean(),
      reason: text,
      proof: fc.array(fc.record({ check: fc.constant('a-check'), compared: text }), { maxLength: 2 }),
      startedAt: fc.constantFrom(null, '2026-11-21T14:48:00.000Z'),
      durationMs: number,
      reportId: fc.option(text),
      reportUrl: fc.option(text),
      workflowRunUrl: fc.option(text),
      sourceUrl: fc.option(text),
      url: fc.option(text),
      browsers: fc.array(fc.record({ name: text, version: text, width: number, height: number }), {
        maxLength: 2,
      }),
      warnings: fc.array(text, { maxLength: 2 }),
      context,
      job,
      artifact: fc.option(fc.record({ name: text, id: number, url: fc.option(text) })),
      results: fc.array(arbitraryCase(text), { maxLength: 4 }),
    })
    .map((fields) => ({ ...fields, ...countResults(fields.results) }));
}

/** Results whose texts are hostile. */
export const hostileResults: fc.Arbitrary<Redacted<RunResults>> = arbitraryResults(hostileText).map(
  (results) => redactDeep(results, (text) => text),
);
