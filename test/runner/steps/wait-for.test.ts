import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { hangForever } from '../../support/pages.ts';
import { clicks, css } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const { expectPassed, failOn, messagesOf, runOn } = openStage();

function waits(calledWith?: Extract<Interaction, { action: 'WAIT_FOR' }>['calledWith']): ExchangeElement {
  return acts({ action: 'WAIT_FOR', calledWith });
}

/** An app whose page leads to one that is loaded only when an image has come, which takes for ever. */
function startEndless() {
  return startHttpServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    if (url === '/image') response.write('GIF');
    else response.end('<img src="/image"><p>Loading</p>');
  });
}

describe.concurrent('WAIT_FOR a state of the load', () => {
  it('passes on a page that is there', async () => {
    const states = [
      ['load', undefined],
      ['load with null', null],
      ['load by name', { type: 'load' }],
      ['domContentLoaded', { type: 'domContentLoaded' }],
      ['networkIdle', { type: 'networkIdle' }],
    ] as const;
    await expectPassed(states.map(([what, calledWith]) => [what, '<p>Hi</p>', [waits(calledWith)]]));
  });

  it('waits for the network to be idle', async () => {
    // Asked one after the other, so that the network is idle only after the last.
    await using app = await startHttpServer((_, response) => {
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
    });
    const html = `<script>onload = async () => {
      for (let n = 0; n < 8; n += 1) await fetch('${app.url}/' + n).then(() => new Promise((go) => setTimeout(go, 150)));
    }</script>`;
    expect((await runOn(html, [waits({ type: 'networkIdle' })])).errorMessage).toBeNull();
    expect(app.requests).toHaveLength(8);
  });

  it('fails if the network is never idle', async () => {
    await using app = await startEndless();
    const html = `<script>onload = () => fetch('${app.url}/image', { mode: 'no-cors' });</script>`;
    const outcome = await failOn(html, [waits({ type: 'networkIdle' })]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(/^TimeoutError: page\.waitForLoadState: Timeout \d+ms exceeded\./m);
  });
});

describe.concurrent('WAIT_FOR a fixed time', () => {
  it.each([
    ['the time that it says', { type: 'fixedTime', timeMilliseconds: 400 }, 400],
    ['a second where it says none', { type: 'fixedTime' }, 1000],
  ] as const)('waits for %s', async (_, calledWith, ms) => {
    // The page shows how long nothing was done to it.
    const html = `<button onclick="if (this.textContent > 0) {
      const ms = performance.now() - this.textContent; this.remove(); if (ms >= ${ms} - 1) document.body.append('Long enough');
    } else this.textContent = performance.now()">Press</button>`;
    const seen: ExchangeElement = {
      selectors: [{ selectorType: 'TEXT', selector: 'Long enough' }],
      assertion: { expectation: 'VISIBLE' },
    };
    const steps = [clicks(css('button')), waits(calledWith), clicks(css('button')), seen];
    const outcome = await runOn(html, steps);
    expect(outcome.errorMessage).toBeNull();
  });

  it('may take longer than other steps', async () => {
    // A step that hangs would be ended 2 s after its time.
    const steps = [waits({ type: 'fixedTime', timeMilliseconds: 8000 })];
    const outcome = await runOn('<p>Hi</p>', steps, { timeoutPerStepMs: 5500 });
    expect(outcome.errorMessage).toBeNull();
  });

  it('fails at once if it is longer than an hour', async () => {
    const outcome = await runOn('', [waits({ type: 'fixedTime', timeMilliseconds: 1e12 })]);
    expect(outcome.errorMessage).toBe(
      'WAIT_FOR fixedTime waits for at most 3600000 ms, not 1000000000000 ms. Set a shorter time.',
    );
  });
});

describe.concurrent('WAIT_FOR code', () => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`;
  const late = `<script>onload = () => setTimeout(() => { window.ready = true; }, 400);</script>`;

  it('passes once code returns true', async () => {
    const rows = [
      ['returns true', late, 'return window.ready === true'],
      ['returns a promise of true', late, 'await null; return window.ready === true // done'],
      ['throws until it returns true', late, 'if (!window.ready) throw new Error("not yet"); return true'],
      ['returns true on a page that forbids to evaluate', policy, 'return true'],
      ['in TypeScript returns true', late, 'const { ready } = window as any; return ready as boolean'],
      [
        'runs while the page goes to another',
        `<script>onload = () => setTimeout(() => location.replace('?there'), 300);</script>`,
        'return location.search === "?there"',
      ],
    ] as const;
    await expectPassed(rows.map(([what, html, code]) => [what, html, [waits({ type: 'code', code })]]));
  });

  it('has the values of the run in its code, and the dynamic variables as context', async () => {
    const set = acts({ action: 'JAVASCRIPT', calledWith: { code: `setDynamicVariable('name', 'Ann')` } });
    const code = 'return document.title === "$SHOP of " + context.name';
    const outcome = await runOn('<title>Shop of Ann</title>', [set, waits({ type: 'code', code })], {
      variables: { SHOP: ['Shop'] },
    });
    expect(outcome.errorMessage).toBeNull();
  });

  it.each([
    ['returns something else', 'return { a: 1 }', 'the last time it returned { a: 1 }.'],
    ['returns what is only like true', 'return 1', 'the last time it returned 1.'],
    ['returns nothing', '1', 'the last time it returned undefined.'],
    ['throws', 'throw new TypeError("broken")', 'the last time it threw TypeError: broken'],
    ['never comes to an end', 'await new Promise(() => {})', 'it did not finish.'],
    ['makes the page hang', hangForever, 'it did not finish.'],
  ])('fails where code %s', async (_, code, reason) => {
    const outcome = await failOn('<p>Hi</p>', [waits({ type: 'code', code })]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(/^TimeoutError: WAIT_FOR code: Timeout \d+ms exceeded\.$/m);
    const sentences = `Timed out waiting for a condition in JavaScript. The code must return true; ${reason}`;
    expect(outcome.errorMessage).toContain(`${sentences}\n`);
  });

  it('fails at once where the code is not valid', async () => {
    const rows = [
      ['is missing', undefined, 'WAIT_FOR with type `code` has no code. Add it as `code`.'],
      [
        'has a syntax error',
        'const one = 1;\nreturn (',
        "The code has a syntax error in line 2: Expression expected. Correct the step's code.",
      ],
      [
        'says what only the browser refuses',
        'let ready; let ready;',
        "The code of WAIT_FOR is not a JavaScript function body: Identifier 'ready' has already been declared.",
      ],
    ] as const;
    const messages = await messagesOf(
      rows.map(([what, code]) => [what, '', [waits({ type: 'code', code })]]),
    );
    expect(messages).toEqual(rows.map(([, , message]) => message));
  });
});
