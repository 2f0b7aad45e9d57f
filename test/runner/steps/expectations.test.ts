import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { containsText, css, pattern, sees } from '../../support/steps.ts';
import { expectMissed, firstMissed } from './expect-missed.ts';
import { expectationRows } from './expectation-rows.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const { expectPassed, failOn, runOn } = stage;

const met = expectationRows.filter(({ fails }) => fails === undefined);

describe.concurrent('an expectation', () => {
  it('passes where it is met, in each row', async () => {
    await expectPassed(
      met.map(({ what, html, selectors, assertion }) => [
        what,
        html,
        [{ selectors: [...selectors], assertion }],
      ]),
    );
  });

  it.each(firstMissed)('fails: $what', (row) => expectMissed(stage, row));

  it('takes the time of the step', async () => {
    const outcome = await failOn('<p>Busy</p>', [containsText('Done', css('p'))]);
    // The driver's own time would be 5 s.
    expect(outcome.errorMessage).toMatch(/^Timeout: (?!5000ms)\d{4,6}ms$/m);
  });

  it('fails at once if waiting is useless', async () => {
    const started = performance.now();
    const outcome = await runOn('<p>Hi</p>', [sees(css('p['))], { timeoutPerStepMs: 240_000 });
    expect(outcome.status).toBe('FAILED');
    expect(performance.now() - started).toBeLessThan(240_000);
  });

  it('shows a text of the page in one line, and not more of it than one reads', async () => {
    const long = `First\nExpected: a forged line\n${'x'.repeat(5000)}`;
    const outcome = await failOn(`<p>${long}</p>`, [containsText('Second', css('p'))], {
      saying: /unexpected value/,
    });
    expect(outcome.errorMessage).toMatch(
      /^Received string: {4}"First\\nExpected: a forged line\\nx{900,}…$/m,
    );
    expect(outcome.errorMessage).toMatch(/unexpected value "First↵Expected: a forged line↵x{900,}…$/m);
    expect(outcome.errorMessage?.length).toBeLessThan(4000);
  });

  it('replaces variables in expected values, escaped in a pattern', async () => {
    const variables = { PRICE: ['5.00 (net)'], SIDE: ['left'] };
    const total = containsText(pattern('^Total: $PRICE$'), css('p'));
    const page = '<p style="float:left">Total: 5.00 (net)</p>';
    const { errorMessage } = await runOn(page, [total], { variables });
    expect(errorMessage).toBeNull();
    const style: ExchangeElement = {
      selectors: [css('p')],
      assertion: { expectation: 'TO_HAVE_STYLE', calledWith: ['float', '$SIDE'] },
    };
    expect(await runOn(page, [style], { variables })).toMatchObject({ errorMessage: null });
    const other = await failOn('<p>Total: 5x00 (net)</p>', [total], { variables });
    expect(other.errorMessage).toContain('Expected pattern: /^Total: 5\\.00 \\(net\\)$/');
  });

  it('reports what is wrong with a pattern', async () => {
    const outcome = await runOn('<p>Hi</p>', [containsText(pattern('('), css('p'))]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toBe(
      'TO_CONTAIN_TEXT has an invalid pattern: Invalid regular expression: /(/: Unterminated group. Correct it in the test case.',
    );
  });
});
