import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatResults } from '../../src/results/results-file.ts';
import { redactDeep } from '../../src/results/run-results.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { arbitraryResults } from '../support/arbitrary-results.ts';
import { ctrfText } from '../support/ctrf.ts';
import { hostileText } from '../support/hostile-text.ts';
import { junitText } from '../support/junit/validate-junit.ts';
import { pageText } from '../support/report-page.ts';
import { failedCaseOf, flakyCaseOf, resultsOf } from '../support/results.ts';

const canary = 'hunter2000hunter2000';
const redact = createRedactor([canary]);

describe('redacted results', () => {
  it('have the secret in no field, and everything else unchanged', () => {
    const planted = arbitraryResults(hostileText.map((text) => `${text}${canary}${text}`));
    fc.assert(
      fc.property(planted, (results) => {
        const redacted = redactDeep(results, redact);
        expect(JSON.stringify(redacted)).not.toContain('hunter');
        expect(redacted).toEqual(JSON.parse(JSON.stringify(results).replaceAll(canary, '***')));
      }),
      { numRuns: 300, seed: 17 },
    );
  });

  it('have no secret in a field that no schema knows, at any depth', () => {
    fc.assert(
      fc.property(fc.object({ values: [fc.constant(canary), fc.integer(), fc.constant(null)] }), (value) => {
        const content = JSON.stringify(redactDeep({ ...value, later: [{ deep: [canary] }] }, redact));
        const keys = /"(?:[^"\\]|\\.)*":/g;
        expect(content.replace(keys, '')).not.toContain(canary);
      }),
      { seed: 19 },
    );
  });

  it('keep the fixed words of statuses, times and checks even if a secret equals them', () => {
    const results = resultsOf({
      startedAt: '2026-11-21T14:48:00.000Z',
      results: [flakyCaseOf({}, { status: 'failed' })],
      proof: [{ check: 'every-case-has-a-result', compared: 'passed' }],
    });
    const words = ['passed', 'failed', '2026-11-21T14:48:00.000Z', 'every-case-has-a-result'];
    const redacted = redactDeep(results, createRedactor(words));
    expect(redacted).toMatchObject({
      status: 'passed',
      startedAt: '2026-11-21T14:48:00.000Z',
      proof: [{ check: 'every-case-has-a-result', compared: '***' }],
      results: [{ status: 'passed', earlierAttempts: [{ status: 'failed' }] }],
    });
  });

  it('are valid JSON even if a secret equals a part of JSON syntax', () => {
    // Redacted afterwards, `\nfoo` would become `\***`, and `null` would be destroyed.
    const results = resultsOf({
      context: { ref: 'my-nfoo' },
      results: [failedCaseOf({ errorMessage: 'line\nfoo "quoted', name: 'is null' })],
    });
    const secrets = createRedactor(['nfoo', 'null', 'foo "quoted']);
    expect(JSON.parse(formatResults(redactDeep(results, secrets)))).toMatchObject({
      reportId: null,
      context: { ref: 'my-***' },
      results: [{ name: 'is ***', errorMessage: 'line\n***' }],
    });
  });

  it.each(['hunter-2_000!', 'http://user@host#1', 'abcdef0123456789', '<tag>&more', `a'b"c|d`])(
    'leave no trace of the secret in a file that would escape it: %s',
    (secret) => {
      const results = redactDeep(
        resultsOf({
          status: 'failed',
          title: secret,
          results: [failedCaseOf({ name: secret, errorMessage: secret, consoleErrors: [secret] })],
        }),
        createRedactor([secret]),
      );

      for (const file of [junitText(results), ctrfText(results), pageText(results, new Map())]) {
        expect(file).toContain('***');
        expect(createRedactor([secret])(file)).toBe(file);
      }
    },
  );

  it('leave no beginning of a secret in a file that would cut it', () => {
    const errorMessage = `${'x'.repeat(19_990)}${canary}`;
    const given = resultsOf({ status: 'failed', results: [failedCaseOf({ errorMessage })] });
    const results = redactDeep(given, redact);
    expect(junitText(results)).not.toContain('hunter');
    expect(ctrfText(results)).not.toContain('hunter');
  });
});
