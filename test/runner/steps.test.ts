import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../src/contract/exchange/interaction.ts';
import { goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { clicks, containsText, css, entersText, pattern } from '../support/steps.ts';
import { openStage } from './steps/stage.ts';

const { failOn, runOn } = openStage();

function clicksWith(calledWith: Extract<Interaction, { action: 'CLICK' }>['calledWith']): ExchangeElement {
  return { selectors: [css('button')], interaction: { action: 'CLICK', calledWith } };
}

/** Writes down which mouse events the button gets. */
const recorder = `<button>Press</button><p></p><script>
  for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick'])
    document.querySelector('button').addEventListener(type, (event) =>
      document.querySelector('p').append(type, event.button, ' '));
</script>`;

describe.concurrent('CLICK', () => {
  it.each([
    ['once with the left button', undefined, '^click0$'],
    ['the same when it is called with null', null, '^click0$'],
    ['with the right button', { button: 'right' }, '^contextmenu2 auxclick2$|^auxclick2 contextmenu2$'],
    ['with the middle button', { button: 'middle' }, '^auxclick1$'],
    ['twice', { double: true }, '^click0 click0 dblclick0$'],
  ] as const)('clicks %s', async (_, calledWith, events) => {
    const outcome = await runOn(recorder, [
      clicksWith(calledWith),
      containsText(pattern(events.replaceAll('$', ' $')), css('p')),
    ]);
    expect(outcome.errorMessage).toBeNull();
  });

  const covered = `<button>Pay</button><div class="cover" style="position:fixed;inset:0"></div>`;

  it('fails if something covers the element, and says what', async () => {
    const outcome = await failOn(covered, [clicksWith({})], { saying: /intercepts pointer events/ });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.click: Timeout \d+ms exceeded\.\nCall log:/m,
    );
    expect(outcome.errorMessage).toContain('<div class="cover"></div> intercepts pointer events');
  });

  it('clicks all the same with force', async () => {
    const outcome = await runOn(covered, [clicksWith({ force: true })]);
    expect(outcome.status).toBe('PASSED');
  });

  it('waits for the load of the next page', async () => {
    await using endless = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Loading</p>');
    });
    const outcome = await failOn(`<a href="${endless.url}/next">Next</a>`, [clicks(css('a'))], {
      saying: /^The step succeeded/,
    });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toBe(
      `The step succeeded, but ${endless.url}/next did not finish loading in time.`,
    );
  });

  it('names the image that the page is still loading', async () => {
    await using endless = await startHttpServer(({ url }, response) => {
      if (url === '/slow.png') return;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p><img src="/slow.png">');
    });
    const outcome = await failOn(`<a href="${endless.url}/next">Next</a>`, [clicks(css('a'))], {
      saying: /Still loading/,
    });
    expect(outcome.errorMessage).toContain(`Still loading: ${endless.url}/slow.png.`);
  });
});

describe.concurrent('ENTER_TEXT', () => {
  it('replaces the value of the field', async () => {
    const html = `<input value="old" oninput="document.querySelector('p').textContent = this.value"><p></p>`;
    const outcome = await runOn(html, [
      entersText('new & <b>5 $</b>', css('input')),
      containsText(pattern('^new & <b>5 \\$</b>$'), css('p')),
    ]);
    expect(outcome.errorMessage).toBeNull();
  });

  it('fails if the element is not a field', async () => {
    const notField = /Element is not an <input>/;
    const outcome = await failOn('<h1>Hello</h1>', [entersText('x', css('h1'))], { saying: notField });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(notField);
  });
});

describe.concurrent('GO_TO', () => {
  it('fails if the server does not respond', async () => {
    const closed = await startHttpServer(() => {});
    await closed[Symbol.asyncDispose]();
    const outcome = await runOn('', [goTo(closed.url)]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain('net::ERR_CONNECTION_REFUSED');
  });

  it('fails within the step time on a page that never finishes loading', async () => {
    await using endless = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Loading</p>');
    });
    const outcome = await runOn('', [goTo(endless.url)], { timeoutPerStepMs: 5000 });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(/TimeoutError: page.goto: Timeout \d+ms exceeded/);
  });

  it('leaves the colours of the terminal out of the message', async () => {
    const outcome = await failOn('<p>Hi</p>', [clicks(css('button'))]);
    expect(outcome.errorMessage).toContain("waiting for locator('button')");
    expect(outcome.errorMessage).not.toContain('\u001b');
  });
});
