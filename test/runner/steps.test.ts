import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Interaction } from '../../src/contract/exchange/interaction.ts';
import type { ExchangeElement } from '../../src/contract/exchange/test-case.ts';
import type { CaseOutcome, Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { aPlan, openTestRunner, playFirst } from '../support/play.ts';
import { clicks, containsText, css, entersText, pattern, sees } from '../support/steps.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

let runner: Runner;
let pages: Pages;
beforeAll(async () => {
  [runner, pages] = await Promise.all([openTestRunner(), startPages()]);
});
afterAll(() => Promise.all([runner, pages].map((each) => each?.[Symbol.asyncDispose]())));

/** Short, as failing here means waiting for it to pass. */
const shortMs = 1500;

/** Plays steps on a page of their own; step 1 is the first of them. */
function playOn(
  html: string,
  elements: readonly ExchangeElement[],
  timeoutPerStepMs = 10_000,
): Promise<CaseOutcome> {
  const testCase = aCase({ elements: [goTo(pages.add(html)), ...elements] });
  return playFirst(runner, aPlan(pages.url, [testCase], { timeoutPerStepMs }));
}

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
    const outcome = await playOn(recorder, [
      clicksWith(calledWith),
      containsText(pattern(events.replaceAll('$', ' $')), css('p')),
    ]);
    expect(outcome.errorMessage).toBeNull();
  });

  const covered = `<button>Pay</button><div class="cover" style="position:fixed;inset:0"></div>`;

  it('fails where something covers the element, and says what', async () => {
    const outcome = await playOn(covered, [clicksWith({})], shortMs);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.click: Timeout \d+ms exceeded\.\nCall log:/,
    );
    expect(outcome.errorMessage).toContain('<div class="cover"></div> intercepts pointer events');
  });

  it('clicks all the same with force', async () => {
    const outcome = await playOn(covered, [clicksWith({ force: true })], shortMs);
    expect(outcome.status).toBe('PASSED');
  });

  it('waits for the load of the page that it leads to', async () => {
    await using endless = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Loading</p>');
    });
    const elements = [clicks(css('a')), sees(css('p'))];
    const outcome = await playOn(`<a href="${endless.url}/next">Next</a>`, elements, shortMs);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toBe(
      `The step itself was done, but the load of ${endless.url}/next did not end in its time.`,
    );
  });

  it('names the picture that keeps the page from having loaded', async () => {
    await using endless = await startHttpServer(({ url }, response) => {
      if (url === '/slow.png') return;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p><img src="/slow.png">');
    });
    const elements = [clicks(css('a')), sees(css('p'))];
    const outcome = await playOn(`<a href="${endless.url}/next">Next</a>`, elements, shortMs);
    expect(outcome.errorMessage).toContain(`Still loading: ${endless.url}/slow.png.`);
  });
});

describe.concurrent('ENTER_TEXT', () => {
  it('replaces what the field holds', async () => {
    const html = `<input value="old" oninput="document.querySelector('p').textContent = this.value"><p></p>`;
    const outcome = await playOn(html, [
      entersText('new & <b>5 $</b>', css('input')),
      containsText(pattern('^new & <b>5 \\$</b>$'), css('p')),
    ]);
    expect(outcome.errorMessage).toBeNull();
  });

  it('fails on what is no field', async () => {
    const outcome = await playOn('<h1>Hello</h1>', [entersText('x', css('h1'))], shortMs);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain('Element is not an <input>');
  });
});

describe.concurrent('GO_TO', () => {
  it('fails where nobody answers', async () => {
    const closed = await startHttpServer(() => {});
    await closed[Symbol.asyncDispose]();
    const outcome = await playOn('', [goTo(closed.url)]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain('net::ERR_CONNECTION_REFUSED');
  });

  it('fails within the step time on a page that never finishes loading', async () => {
    await using endless = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Loading</p>');
    });
    const started = performance.now();
    const testCase = aCase({ elements: [goTo('/')] });
    const plan = aPlan(endless.url, [testCase], { timeoutPerStepMs: 1000 });
    const outcome = await playFirst(runner, plan);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 0 } });
    expect(outcome.errorMessage).toContain('TimeoutError: page.goto: Timeout 1000ms exceeded.');
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('leaves the colours of the terminal out of the message', async () => {
    const outcome = await playOn('<p>Hi</p>', [clicks(css('button'))], shortMs);
    expect(outcome.errorMessage).toContain("waiting for locator('button')");
    expect(outcome.errorMessage).not.toContain('\u001b');
  });
});
