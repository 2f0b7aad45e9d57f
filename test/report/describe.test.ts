import { expect, it } from 'vitest';
import { describeBrokenApp } from '../../src/report/describe.ts';
import { caseResultOf, failedCaseOf } from '../support/results.ts';

const request = { method: 'GET', url: 'http://localhost:3000/app.js', status: 404 };
const broken = (count: number, more: Parameters<typeof failedCaseOf>[0]) =>
  Array.from({ length: count }, () => failedCaseOf({ retryLeftOut: true as const, ...more }));
const skipped = (count: number) =>
  `The app seems to be broken: every retry failed as well, so ${count} retries were skipped.`;

it('a broken app is described by the request that failed on the pages of all failures', () => {
  const error = 'Failed to load resource: the server responded with a status of 404 (Not Found)';
  const results = [
    ...broken(10, { failedPage: { failedRequests: [request] }, consoleErrors: [error] }),
    caseResultOf(),
  ];
  expect(describeBrokenApp(results)).toBe(
    `${skipped(10)} On the pages of all failures: GET http://localhost:3000/app.js → 404`,
  );
});

it('or by the error of a script on nearly all of them, in one line', () => {
  const thrown = broken(9, {
    consoleErrors: ['TypeError: cfg is undefined\n    at app.js:3'],
    failedPage: {},
  });
  expect(describeBrokenApp([...thrown, ...broken(1, { consoleErrors: [], failedPage: {} })])).toMatch(
    /On the pages of 9 of 10 failures: TypeError: cfg is undefined/,
  );
});

it('or by a request that no response came for, unless a script has failed', () => {
  const unanswered = { failedPage: { failedRequests: [{ method: 'GET', url: 'http://localhost:3000/' }] } };
  const shared = 'On the pages of all failures:';
  expect(describeBrokenApp(broken(10, { consoleErrors: [], ...unanswered }))).toBe(
    `${skipped(10)} ${shared} GET http://localhost:3000/ → no response`,
  );
  expect(describeBrokenApp(broken(10, { consoleErrors: ['Error: 1'], ...unanswered }))).toBe(
    `${skipped(10)} ${shared} Error: 1`,
  );
});

it('and without what only some of them have', () => {
  const some = broken(5, { failedPage: { failedRequests: [request] }, consoleErrors: ['Error: 1'] });
  const others = broken(5, { failedPage: {}, consoleErrors: ['Error: 2'] });
  expect(describeBrokenApp([...some, ...others])).toBe(skipped(10));
});

it('adds no sentence if no retry was skipped', () => {
  expect(describeBrokenApp([failedCaseOf()])).toBe('');
});

it('describes what all cases warn of if none passed', () => {
  const warnings = ['The entry point opened http://localhost:3000/, which responded with status 401.'];
  const failures = [failedCaseOf({ warnings }), failedCaseOf({ warnings })];
  expect(describeBrokenApp(failures)).toBe(`On the pages of all failures: ${warnings}`);
  expect(describeBrokenApp(failures.slice(1))).toBe(`On its page: ${warnings}`);
  expect(describeBrokenApp([...failures, caseResultOf({ warnings })])).toBe('');
});
