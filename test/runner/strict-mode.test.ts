import { describe, expect, it } from 'vitest';
import type { Assertion } from '../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import { by, clicks, css, entersText, sees } from '../support/steps.ts';
import { openStage } from './steps/stage.ts';

const { runOn } = openStage();

const two = '<input id="a" title="Tea" value="1"><input id="b" title="Milk"><input id="c" hidden>';
const input = css('input');

function expects(assertion: Assertion): ExchangeElement {
  return { selectors: [input], assertion };
}

describe.concurrent('a step that finds several elements', () => {
  it.each<[string, ExchangeElement]>([
    ['CLICK', clicks(input)],
    ['ENTER_TEXT', entersText('x', input)],
    ['VISIBLE', sees(input)],
    ['DISABLED', expects({ expectation: 'DISABLED' })],
    ['TO_BE_CHECKED', expects({ expectation: 'TO_BE_CHECKED' })],
    ['NOT_TO_BE_CHECKED', expects({ expectation: 'NOT_TO_BE_CHECKED' })],
    ['TO_HAVE_VALUE', expects({ expectation: 'TO_HAVE_VALUE', calledWith: '1' })],
    ['TO_CONTAIN_TEXT', expects({ expectation: 'TO_CONTAIN_TEXT', calledWith: 'Tea' })],
    ['TO_HAVE_STYLE', expects({ expectation: 'TO_HAVE_STYLE', calledWith: ['float', 'none'] })],
  ])('fails at once, and names the visible ones: %s', async (_, step) => {
    const outcome = await runOn(two, [step]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain(
      [
        `Error: strict mode violation: locator('input').filter({ visible: true }) resolved to 2 elements:`,
        `    1) <input id="a" value="1" title="Tea"/> aka getByRole('textbox', { name: 'Tea' })`,
        `    2) <input id="b" title="Milk"/> aka getByRole('textbox', { name: 'Milk' })`,
      ].join('\n'),
    );
    expect(outcome.errorMessage).not.toContain('Timeout:');
  });

  it('fails on several frames as well', async () => {
    const html = '<iframe id="a" srcdoc="<p>Hi</p>"></iframe><iframe id="b" srcdoc="<p>Hi</p>"></iframe>';
    const { errorMessage } = await runOn(html, [sees(by('FRAME', 'iframe'), css('p'))]);
    expect(errorMessage).toContain(
      "strict mode violation: locator('iframe').filter({ visible: true }) resolved to 2 elements",
    );
    expect(errorMessage).toContain('2) <iframe id="b"');
  });

  /** A dialog that closes in a motion, beside the one that has opened. */
  const closing = (iterations: string) =>
    `<style>@keyframes leave { to { transform: scale(.9) } } #old { animation: leave .4s ${iterations} }</style>
    <div id="old"><button>OK</button></div><div><button onclick="document.title = 'Done'">OK</button></div>
    <script>old.onanimationend = () => old.remove()</script>`;
  const ok = by('ROLE', 'button', { name: 'OK' });

  it('waits for the one that is leaving the page', async () => {
    for (const step of [clicks(ok), sees(ok)]) {
      expect(await runOn(closing('1'), [step])).toMatchObject({ status: 'PASSED', errorMessage: null });
    }
  });

  it('does not wait for one that moves all the time', async () => {
    const { errorMessage } = await runOn(closing('infinite'), [clicks(ok)]);
    expect(errorMessage).toContain('resolved to 2 elements');
  });

  it('succeeds if one of them is picked', async () => {
    const { status } = await runOn(two, [sees(input, by('FIRST'))]);
    expect(status).toBe('PASSED');
  });
});
