import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileResults } from '../../support/arbitrary-results.ts';
import { ctrfErrors, ctrfText } from '../../support/ctrf.ts';
import { junitErrors, junitText } from '../../support/junit/validate-junit.ts';
import {
  caseResultOf,
  failedAttemptOf,
  failedCaseOf,
  failedStepOf,
  flakyCaseOf,
  resultsOf,
} from '../../support/results.ts';

const place = { file: 'browser-tests/checkout.yaml', line: 3, column: 1 };

describe('the JUnit file', () => {
  it('has a suite for each test file, with counts and times in seconds', async () => {
    const results = [
      failedCaseOf({ place, durationMs: 5432 }),
      caseResultOf({ place, name: 'Search', durationMs: 800 }),
      caseResultOf({ place: { ...place, file: 'other.yaml' }, status: 'unfinished', name: 'Late' }),
    ];
    const xml = junitText(resultsOf({ status: 'failed', results, startedAt: '2026-11-21T14:48:00.000Z' }));
    expect(tags(xml, 'testsuites')).toEqual([
      '<testsuites name="CI / browser" tests="3" failures="1" errors="1" time="12.300">',
    ]);
    expect(tags(xml, 'testsuite')).toEqual([
      '<testsuite name="browser-tests/checkout.yaml" tests="2" failures="1" errors="0" skipped="0" time="6.232" timestamp="2026-11-21T14:48:00.000Z">',
      '<testsuite name="other.yaml" tests="1" failures="0" errors="1" skipped="0" time="0.000" timestamp="2026-11-21T14:48:00.000Z">',
    ]);
    expect(tags(xml, 'testcase')).toEqual([
      '<testcase name="Pay by card" classname="browser-tests/checkout.yaml" time="5.432">',
      '<testcase name="Search" classname="browser-tests/checkout.yaml" time="0.800"/>',
      '<testcase name="Late" classname="other.yaml">',
    ]);
    expect(await junitErrors([xml])).toEqual([]);
  });

  it('has the warnings of test cases, also of those that passed', async () => {
    const warnings = ['Step 2 (CLICK) failed, and the failure was ignored:\n<none>', 'Step 3 opened /x'];
    const xml = junitText(resultsOf({ results: [caseResultOf({ warnings })] }));
    expect(xml).toContain(
      '<system-out>Warning: Step 2 (CLICK) failed, and the failure was ignored: &lt;none&gt;\nWarning: Step 3 opened /x</system-out>',
    );
    expect(await junitErrors([xml])).toEqual([]);
  });

  it('attaches no file that a page names', () => {
    const named = '[[ATTACHMENT|/etc/passwd]]';
    const texts = { consoleErrors: [named, `[${named}`], warnings: [named], errorMessage: named };
    const failed = failedCaseOf({ ...texts, screenshot: { path: 'id-1.png' } });
    const flaky = flakyCaseOf({ ...texts, earlierAttempts: [failedAttemptOf(texts)] });
    const xml = junitText(resultsOf({ results: [failed, flaky] }));
    const outputs = xml.match(/<system-(out|err)>[^<]*/g)?.join('\n');
    expect(outputs?.match(/\[\[ATTACHMENT.*/g)).toEqual(['[[ATTACHMENT|id-1.png]]']);
  });

  it('describes a failure: step, location, locator, page, missing evidence, messages, files, console', async () => {
    const failure = failedCaseOf({
      place,
      failedStep: failedStepOf({ locator: "getByRole('button')" }),
      pageUrl: 'http://localhost/a?b&c',
      errorMessage: '  Timeout <5000ms>\nsecond line',
      consoleErrors: ['TypeError: no'],
      missingEvidence: ['video: not recorded'],
      teardownFailures: ['Teardown "Empty the cart", step 2: TimeoutError'],
      screenshot: { path: 'id-1.png' },
      trace: { path: 'id-1.zip' },
    });
    const xml = junitText(resultsOf({ status: 'failed', results: [failure] }));
    expect(xml).toContain(`<failure type="failed" message="Timeout &lt;5000ms&gt;">Step 3: click button “Pay”
Location: tests/checkout.yaml:17
Locator: getByRole(&#39;button&#39;)
Page: http://localhost/a?b&amp;c
Missing evidence: video: not recorded

  Timeout &lt;5000ms&gt;
second line

Teardown &quot;Empty the cart&quot;, step 2: TimeoutError</failure>
<system-out>[[ATTACHMENT|id-1.png]]
[[ATTACHMENT|id-1.zip]]</system-out>
<system-err>TypeError: no</system-err>`);
    expect(await junitErrors([xml])).toEqual([]);
  });

  it('has test cases that were not run as skipped', async () => {
    const errorMessage = 'Not run: 1 test case failed before.';
    const notRun = caseResultOf({ place, status: 'unfinished', notRun: true, errorMessage });
    const xml = junitText(resultsOf({ status: 'failed', results: [failedCaseOf({ place }), notRun] }));
    expect(xml).toContain(`<skipped>${errorMessage}</skipped>`);
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="1"');
    expect(await junitErrors([xml])).toEqual([]);
  });

  it('has earlier attempts as flaky failures if the last one passed, and as reruns if it failed', async () => {
    const error = failedAttemptOf({ status: 'error' });
    const xml = junitText(
      resultsOf({
        status: 'failed',
        green: false,
        results: [
          flakyCaseOf(),
          flakyCaseOf({}, { status: 'error' }),
          failedCaseOf({ earlierAttempts: [error] }),
        ],
      }),
    );
    expect(xml.match(/<(?:flaky|rerun)\w+/g)).toEqual(['<flakyFailure', '<flakyError', '<rerunError']);
    expect(tags(xml, 'testsuites').join('')).toContain('failures="1" errors="0"');
    expect(await junitErrors([xml])).toEqual([]);
  });

  it.each(['error', 'timed-out', 'cancelled', 'failed', 'nothing-to-run'] as const)(
    'has an error for the run itself if the run is %s and no test failed',
    async (status) => {
      const results = status === 'failed' ? [caseResultOf()] : [];
      const xml = junitText(resultsOf({ status, reason: 'No browser & no app', results }));
      expect(tags(xml, 'testsuites').join('')).toContain(
        `tests="${results.length + 1}" failures="0" errors="1"`,
      );
      expect(xml).toContain(`<error type="${status}" message="No browser &amp; no app">`);
      expect(await junitErrors([xml])).toEqual([]);
    },
  );

  it('has no problem if the run is green without results', async () => {
    const xml = junitText(resultsOf({ status: 'nothing-to-run', green: true, results: [] }));
    expect(tags(xml, 'testsuites').join('')).toContain('tests="0" failures="0" errors="0"');
    expect(await junitErrors([xml])).toEqual([]);
  });

  it('shows characters that XML forbids', async () => {
    const name = 'a\u0000b\u001B[31mc\uD800d\uFFFEe\u202Ef\r\ng\th';
    const xml = junitText(resultsOf({ results: [caseResultOf({ name })] }));
    expect(xml).toContain('name="a\\u0000b\\u001b[31mc\\ud800d\\ufffee\\u202ef&#10;g&#9;h"');
    expect(await junitErrors([xml])).toEqual([]);
  });

  it('is valid, whatever tests and pages say', async () => {
    const files = fc.sample(hostileResults, { numRuns: 400, seed: 7 }).map(junitText);
    expect(await junitErrors(files)).toEqual([]);
  });

  it('is found invalid by these tests if it breaks the format', async () => {
    expect(await junitErrors(['<testsuites><testcase/></testsuites>'])).not.toEqual([]);
    const flaky = junitText(resultsOf({ results: [flakyCaseOf()] }));
    expect(
      await junitErrors([flaky.replace('<stackTrace>', '<trace>').replace('</stackTrace>', '</trace>')]),
    ).not.toEqual([]);
  });
});

function tags(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<${name} [^>]*>`, 'g')) ?? [];
}

const long = 'é'.repeat(1_000_000);
const run = resultsOf({
  status: 'failed',
  results: [failedCaseOf({ errorMessage: long, earlierAttempts: [failedAttemptOf({ errorMessage: long })] })],
});

it('a message of a million characters is cut visibly in the JUnit file and the CTRF file', async () => {
  const [junit, ctrf] = [junitText(run), ctrfText(run)];
  for (const content of [junit, ctrf]) {
    expect(content).toContain(`${'é'.repeat(20_000)}…`);
    expect(content.length).toBeLessThan(100_000);
  }
  expect(await junitErrors([junit])).toEqual([]);
  expect(ctrfErrors(ctrf)).toEqual([]);
});
