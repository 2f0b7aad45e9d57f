import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Assertion } from '../../src/contract/exchange/assertion.ts';
import type { Interaction } from '../../src/contract/exchange/interaction.ts';
import type { ExchangeElement } from '../../src/contract/exchange/test-case.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { CaseOutcome, Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { aPlan, chromiumPath, playFirst } from '../support/play.ts';
import { by, clicks, containsText, css, entersText, pattern, sees } from '../support/steps.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

let runner: Runner;
let pages: Pages;
beforeAll(async () => {
  [runner, pages] = await Promise.all([chromiumPath().then((path) => openRunner(path)), startPages()]);
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
    expect(outcome.errorMessage).toMatch(/^TimeoutError: .*Timeout \d+ms exceeded/);
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

describe.concurrent('VISIBLE', () => {
  it('waits for what comes later', async () => {
    const outcome = await playOn(
      `<script>setTimeout(() => document.body.append('Done'), 300); onload = () => document.body.append('Busy ');</script>`,
      [sees(by('TEXT', 'Done'))],
    );
    expect(outcome.status).toBe('PASSED');
  });
});

describe.concurrent('TO_CONTAIN_TEXT', () => {
  const shout = '<p>Total:\n\t <b>12</b>&nbsp;EU\u00adR</p>';

  it.each([
    ['a part of the text', 'Total'],
    ['a text across elements and lines, with white space folded', 'Total: 12 EUR'],
    ['a text that is itself written over lines', 'Total:\n  12'],
    ['a pattern', pattern('^Total:\\s+\\d+')],
  ])('accepts %s', async (_, expected) => {
    const outcome = await playOn(shout, [containsText(expected, css('p'))]);
    expect(outcome.errorMessage).toBeNull();
  });

  it.each([
    ['another case', 'total', 'Expected substring: "total"', '"Total: 12 EUR"'],
    // A pattern sees the text as it stands, and so does who reads the message.
    ['a pattern that does not fit', pattern('^\\d+$'), 'Expected pattern: /^\\d+$/', '"Total:\\n\\t 12'],
  ])('refuses %s, and shows both texts', async (_, expected, shown, received) => {
    const outcome = await playOn(shout, [containsText(expected, css('p'))], shortMs);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain('expect(locator).toContainText(expected) failed');
    expect(outcome.errorMessage).toContain("Locator: locator('p')");
    expect(outcome.errorMessage).toContain(shown);
    expect(outcome.errorMessage).toContain(`Received string: ${received}`);
  });

  it('looks until the end of its time', async () => {
    // The text comes late in the step's time, when looks have become rare.
    const html = `<p>Busy</p><script>onload = () => setTimeout(() => { document.querySelector('p').textContent = 'Done' }, 2300)</script>`;
    const outcome = await playOn(html, [containsText('Done', css('p'))], 2600);
    expect(outcome.errorMessage).toBeNull();
  });

  it('fails where the element never comes', async () => {
    const outcome = await playOn('', [containsText('Hi', css('p'))], shortMs);
    expect(outcome.errorMessage).toMatch(/^TimeoutError: locator\.textContent: Timeout \d+ms exceeded\./);
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

describe.concurrent('a step that the embedded service does not run yet', () => {
  const actions: readonly Interaction[] = [
    { action: 'KEY_PRESS', calledWith: 'Enter' },
    { action: 'UPLOAD', calledWith: 'https://a.example/f.txt' },
    { action: 'TYPE_TEXT', calledWith: { text: 'x' } },
    { action: 'SELECT_OPTION', calledWith: 'x' },
    { action: 'HOVER' },
    { action: 'DOWNLOAD', calledWith: 'a.pdf' },
    { action: 'DRAG_AND_DROP', calledWith: { selectors: [css('p')] } },
    { action: 'EXTRACT', calledWith: { variableName: 'x', type: 'TEXT' } },
    { action: 'JAVASCRIPT', calledWith: { code: '' } },
    { action: 'OPEN_EMAIL' },
    { action: 'CLOSE_PAGE' },
    { action: 'WAIT_FOR' },
    { action: 'SCROLL' },
  ];
  const expectations: readonly Assertion[] = [
    { expectation: 'NOT_VISIBLE' },
    { expectation: 'DISABLED' },
    { expectation: 'TO_BE_CHECKED' },
    { expectation: 'NOT_TO_BE_CHECKED' },
    { expectation: 'TO_HAVE_VALUE', calledWith: 'x' },
    { expectation: 'TO_HAVE_STYLE', calledWith: ['color', 'red'] },
    { expectation: 'RESPONSE_OK', calledWith: '/' },
  ];
  type Step = [name: string, step: ExchangeElement];
  const steps: readonly Step[] = [
    ...actions.map((each) => [each.action, { selectors: [css('p')], interaction: each }] satisfies Step),
    ...expectations.map(
      (each) => [each.expectation, { selectors: [css('p')], assertion: each }] satisfies Step,
    ),
  ];

  it.each(steps)('is an error that names %s and what is supported', async (name, step) => {
    // Nobody may be told that a test passed whose step was left out.
    const outcome = await playOn('<p>Hi</p>', [{ ...step, ignoreFailure: true }]);
    expect(outcome).toMatchObject({ status: 'ERROR', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain(`can't run ${name} yet`);
    expect(outcome.errorMessage).toContain('GO_TO, CLICK, ENTER_TEXT, VISIBLE and TO_CONTAIN_TEXT');
  });
});
