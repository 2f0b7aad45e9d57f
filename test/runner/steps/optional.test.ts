import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { seesCss } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { clicks, css, entersText } from '../../support/steps.ts';
import { acts, isGivenUp, openStage, optional } from './stage.ts';

const stage = openStage();

/** The steps of these plans have far more time than the tests. */
const runSteps = (html: string, element: ExchangeElement, ...after: ExchangeElement[]) =>
  stage.runOn(html, [optional(element), ...after], { timeoutPerStepMs: 600_000 });

const isPassed = expect.objectContaining({ status: 'PASSED' });
const addButton = `document.body.insertAdjacentHTML('beforeend', '<button onclick="title = 1">Yes</button>')`;

describe.concurrent('an optional step is given up on a quiet page', () => {
  it.each<[string, string, ExchangeElement]>([
    ['if its element is not there', '', clicks(css('button'))],
    [
      'if its element is covered',
      '<button>Yes</button><div style="position: fixed; inset: 0"></div>',
      clicks(css('button')),
    ],
    ['if its element is disabled', '<input disabled>', entersText('x', css('input'))],
    ['if it is an assertion', '', seesCss('button')],
    [
      'if it types into what is not there',
      '',
      acts({ action: 'TYPE_TEXT', calledWith: { text: 'x' } }, css('input')),
    ],
    [
      'if it waits for code',
      '',
      acts({ action: 'WAIT_FOR', calledWith: { type: 'code', code: 'return false' } }),
    ],
    [
      'although a clock ticks',
      `<b></b><script>setInterval(() => { document.querySelector('b').textContent = Date.now() }, 50)</script>`,
      clicks(css('button')),
    ],
  ])('%s', async (_, html, element) => {
    expect(await runSteps(html, element, seesCss('hr'))).toEqual(isGivenUp);
  });
});

describe.concurrent('an optional step is run', () => {
  it('if its element comes while the page is loading its parts', async () => {
    await using slow = await startHttpServer((_, response) => {
      response.setHeader('access-control-allow-origin', '*');
      setTimeout(() => response.end('{}'), 2500);
    });
    // Together they take longer than a quiet page is waited for, and each is answered long before it is given up.
    const html = `<script>
      fetch('${slow.url}/a').then(() => fetch('${slow.url}/b')).then(() => { ${addButton} });
    </script>`;
    const outcome = await runSteps(html, clicks(css('button')), seesCss('button[title]'));
    expect(outcome).toEqual(isPassed);
    expect(outcome.warnings).toBeUndefined();
  });

  it('to its end, although it types for long', async () => {
    const text = 'x'.repeat(60);
    const typing = acts({ action: 'TYPE_TEXT', calledWith: { text, delay: 100 } }, css('input'));
    const html = `<input oninput="title = value.length">`;
    expect(await runSteps(html, typing, seesCss('input[title="60"]'))).toEqual(isPassed);
  });
});
