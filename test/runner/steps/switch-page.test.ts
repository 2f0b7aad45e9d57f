import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { goTo } from '../../support/cases.ts';
import { startHttpServer, type TestServer } from '../../support/http-server.ts';
import { by, clicks, containsText, css, entersText, sees } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const { failOn, runOn } = openStage();

const switches = (calledWith: 'new' | 'previous' | 'next') => acts({ action: 'SWITCH_PAGE', calledWith });
const closes = acts({ action: 'CLOSE_PAGE' });
const isOn = (text: string) => containsText(text, css('h1'));
const press = (id: string) => clicks(css(`#${id}`));

const pages: Readonly<Record<string, string>> = {
  '/': `<h1>Shop</h1><p id="paid">Not paid</p>
    <a id="link" href="/terms" target="_blank">Terms</a>
    <button id="open" onclick="window.open('/pay', 'pay', 'width=400,height=300')">Pay</button>
    <button id="later" onclick="setTimeout(() => window.open('/terms'), 500)">Later</button>
    <button id="silent" onclick="window.open('/silent')">Help</button>
    <a id="silent-link" href="/silent">Help</a>
    <button id="two" onclick="window.open('/terms'); window.open('/pay')">Two</button>
    <button id="gone" onclick="const w = window.open('/terms'); setTimeout(() => w.close(), 300)">Gone</button>`,
  '/terms': '<h1>Terms</h1>',
  '/pay': `<h1>Pay</h1><input id="card">
    <button id="now" onclick="window.close()">Close</button>
    <button id="soon" onclick="setTimeout(() => window.close(), 200)">Soon</button>
    <form action="/paid" method="post"><button id="post">Pay</button></form>`,
};

/** Pays in the window that opened this one, and closes it, as a login of another service does. */
const paid = `<script>opener.document.querySelector('#paid').textContent = 'Paid'; window.close();</script>`;

let app: TestServer;
beforeAll(async () => {
  app = await startHttpServer(({ url }, response) => {
    if (url === '/paid') return void setTimeout(() => send(response, paid), 300);
    if (url === '/silent') return;
    if (url === '/broken') return void response.writeHead(500).end('Broken');
    send(response, pages[url] ?? '');
  });
});
afterAll(() => app?.[Symbol.asyncDispose]());

function send(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html' }).end(html);
}

function inShop(runIn: typeof runOn, ...steps: ExchangeElement[]) {
  return runIn('', [goTo('/'), ...steps], { executionUrl: app.url });
}

describe.concurrent('a page that does not respond is named', () => {
  const saying = /the page that it leads to did not load in time\. No response came from \S+\/silent\. Check/;
  it.each<[string, ExchangeElement[]]>([
    ['by a click', [press('silent-link')]],
    ['by SWITCH_PAGE', [press('silent'), switches('new')]],
    ['at the end of the test case', [isOn('Shop'), press('silent')]],
  ])('%s', async (_, steps) => {
    const outcome = await failOn('', [goTo('/'), ...steps], { executionUrl: app.url, saying });
    expect(outcome).toMatchObject({ status: 'FAILED', errorMessage: expect.stringMatching(saying) });
  });
});

describe.concurrent('SWITCH_PAGE', () => {
  it.each<[string, ExchangeElement[]]>([
    [
      'goes to a tab and back',
      [press('link'), switches('new'), isOn('Terms'), switches('previous'), isOn('Shop')],
    ],
    ['goes to a window', [press('open'), switches('new'), entersText('41', css('#card')), isOn('Pay')]],
    ['waits for a window that opens later', [press('later'), switches('new'), isOn('Terms')]],
    [
      'goes to windows in the order in which they opened',
      [
        press('two'),
        switches('new'),
        isOn('Terms'),
        switches('new'),
        isOn('Pay'),
        switches('previous'),
        isOn('Terms'),
        switches('previous'),
        isOn('Shop'),
        switches('next'),
        isOn('Terms'),
        switches('next'),
        closes,
        isOn('Terms'),
      ],
    ],
    [
      'goes to a window again',
      [press('open'), switches('new'), switches('previous'), isOn('Shop'), switches('next'), isOn('Pay')],
    ],
    ['is ended by CLOSE_PAGE', [press('link'), switches('new'), isOn('Terms'), closes, isOn('Shop')]],
    [
      'goes to a second window after the first is closed',
      [press('link'), switches('new'), closes, press('open'), switches('new'), isOn('Pay')],
    ],
    [
      'leaves a window that closes itself at once',
      [press('open'), switches('new'), press('now'), switches('previous'), isOn('Shop')],
    ],
    [
      'leaves a window that closes itself while it loads',
      [
        press('open'),
        switches('new'),
        press('post'),
        switches('previous'),
        containsText('Paid', css('#paid')),
      ],
    ],
    [
      'leaves a window that closes itself with CLOSE_PAGE, too',
      [press('open'), switches('new'), press('post'), closes, containsText('Paid', css('#paid'))],
    ],
    [
      'may be followed by the end of the window',
      [press('open'), switches('new'), isOn('Pay'), press('post')],
    ],
    [
      'passes over windows that have closed',
      [
        press('open'),
        switches('new'),
        switches('previous'),
        press('link'),
        switches('new'),
        isOn('Terms'),
        switches('previous'),
        press('now'),
        switches('next'),
        isOn('Terms'),
        switches('previous'),
        isOn('Shop'),
      ],
    ],
  ])('%s', async (_, steps) => {
    const outcome = await inShop(runOn, ...steps);
    expect(outcome).toMatchObject({ errorMessage: null, status: 'PASSED' });
  });

  it.each<[string, ExchangeElement[], string]>([
    [
      'no window has opened',
      [switches('new')],
      'No new page has opened. Check that an earlier step opens a window or tab.',
    ],
    [
      'steps have been in all windows',
      [press('link'), switches('new'), switches('previous'), switches('new')],
      'No new page has opened.',
    ],
    [
      'the window has closed itself',
      [
        press('gone'),
        acts({ action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: 1500 } }),
        switches('new'),
      ],
      `No new page is open: APP/terms opened, but has closed itself.`,
    ],
    ['there is no page before', [switches('previous')], 'SWITCH_PAGE has no previous page that is open.'],
    [
      'there is no page after',
      [press('link'), switches('next')],
      'SWITCH_PAGE has no next page that is open.',
    ],
    [
      'its page has an error',
      [
        acts({ action: 'JAVASCRIPT', calledWith: { code: "window.open('/broken')", execType: 'browser' } }),
        switches('new'),
        acts({ action: 'SCROLL' }),
      ],
      'The step led to APP/broken, which responded with status 500',
    ],
  ])('fails if %s', async (_, steps, message) => {
    const outcome = await inShop(failOn, ...steps);
    expect(outcome.status).toBe('FAILED');
    expect(outcome.errorMessage?.replaceAll(app.url, 'APP')).toContain(message);
  });

  it('is the only step that can leave a window that has closed itself', async () => {
    const outcome = await inShop(
      runOn,
      press('open'),
      switches('new'),
      press('now'),
      sees(by('TEXT', 'Shop')),
    );
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 5 } });
    expect(outcome.errorMessage).toBe(
      `The page ${app.url}/pay has closed. To continue in the page before it, add the step SWITCH_PAGE with "previous".`,
    );
  });
});
