import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FailedPage } from '../../src/contract/attempt.ts';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { aCase } from '../support/cases.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { by, clicks, containsText, css, entersText, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, runPlan, runToFail } from '../support/test-runner.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

const shop = `<title>Shop of hunter2000</title><h1>Cart</h1>
  <label>Password <input type="password" value="se: cret"></label>
  <button id="add-green" class="primary" data-testid="add-green-mug">Add green mug</button>
  <a href="/more">Add blue mugs</a>
  <p class="total">Total: 9 for hunter2000</p>
  <iframe src="/frame"></iframe>`;
const failing = `<h1>Prices</h1><script>
  fetch('/api/prices?key=hunter2000').then(() => fetch('/api/prices?key=hunter2000'));
  fetch('/cut-off').catch(() => document.body.append('Cut off'));
</script>`;
const unanswered = `<h1>Prices</h1><script>
  fetch('/never/prices');
  fetch('/never/long-poll');
  navigator.sendBeacon('/never/visits');

</script>`;

let runner: Runner;
let server: TestServer;
beforeAll(async () => {
  runner = await openTestRunner({ redactor: createRedactor });
  server = await startHttpServer(({ url }, response) => {
    if (url === '/cut-off') return void response.destroy();
    if (url.startsWith('/never')) return;
    response.writeHead(url.startsWith('/api') ? 503 : 200, { 'content-type': 'text/html' });
    if (url === '/frame') return void response.end('<button>Pay later</button>');
    response.end({ '/failing': failing, '/unanswered': unanswered }[url] ?? shop);
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await runner[Symbol.asyncDispose]();
});

async function failedPageOf(path: string, ...elements: ExchangeElement[]): Promise<FailedPage | undefined> {
  const environment = { headers: {}, testAccount: { password: 'hunter2000' } };
  const plan = aPlan(server.url, [aCase({ entryPointUrlPath: path, elements })], { environment });
  const { failedPage, missingEvidence } = await runToFail(runner, plan);
  // A busy browser may take too long to be read.
  if (/^page: .* did not respond/.test(missingEvidence?.[0] ?? '')) return failedPageOf(path, ...elements);
  expect(missingEvidence).toEqual([]);
  return failedPage ?? undefined;
}

const wholeShop = `- heading "Cart" [level=1]
- text: Password
- textbox "Password": ***
- button "Add green mug"
- link "Add blue mugs":
  - /url: /more
- paragraph: "Total: 9 for ***"
- iframe`;

describe.concurrent('the page of a failure', () => {
  it('has its title and its accessibility tree, without secrets and passwords', async () => {
    expect(await failedPageOf('/', sees(by('TEXT', 'Sold out')))).toEqual({
      title: 'Shop of ***',
      expected: 'visible',
      snapshot: wholeShop,
      candidates: [],
      failedRequests: [],
    });
  });

  it('has what was expected and received', async () => {
    const page = await failedPageOf('/', containsText('Total: 10', css('.total')));
    expect(page).toMatchObject({ expected: 'Total: 10', received: 'Total: 9 for ***' });
    expect(page).not.toHaveProperty('candidates');
    const notThere = { ...sees(css('h1')), assertion: { expectation: 'NOT_VISIBLE' as const } };
    expect(await failedPageOf('/', notThere)).toMatchObject({
      expected: '0',
      received: '1',
    });
  });

  it.each([
    ['its role', clicks(by('ROLE', 'button', { name: 'Add red mug' })), 'button "Add green mug"'],
    ['its text', sees(by('TEXT', 'Total of 9')), 'paragraph "Total: 9 for ***"'],
    ['its label', entersText('x', by('LABEL', 'Your password')), 'textbox "Password"'],
    ['its test ID', clicks(by('TEST_ID', 'add-red-mug')), 'button[data-testid="add-green-mug"]'],
    ['CSS', clicks(css('#add-red')), 'button#add-green.primary'],
  ])('has candidates for an element by %s', async (_, element, candidate) => {
    expect((await failedPageOf('/', element))?.candidates).toContain(candidate);
  });

  it('is the frame that was looked into', async () => {
    const pay = sees(by('FRAME', 'iframe'), by('ROLE', 'button', { name: 'Pay at once' }));
    expect(await failedPageOf('/', pay)).toMatchObject({
      snapshot: '- button "Pay later"',
      candidates: ['button "Pay later"'],
    });
  });

  it('is the page if there is no such frame', async () => {
    const pay = sees(by('FRAME', '#gone'), by('ROLE', 'button', { name: 'Pay' }));
    expect(await failedPageOf('/', pay)).toMatchObject({ snapshot: wholeShop });
  });

  it('has the requests that failed, each once, without secrets', async () => {
    const page = await failedPageOf('/failing', sees(by('TEXT', 'Cut off')), sees(css('#nowhere')));
    expect(page?.failedRequests).toHaveLength(2);
    expect(page?.failedRequests).toEqual(
      expect.arrayContaining([
        { method: 'GET', url: `${server.url}/api/prices?key=***`, status: 503 },
        { method: 'GET', url: `${server.url}/cut-off`, error: expect.stringMatching(/^net::ERR_/) },
      ]),
    );
  });

  it('has the requests that got no response, apart from those that may stay open', async () => {
    const elements = [containsText('Free', css('h1'))];
    const testCase = aCase({ entryPointUrlPath: '/unanswered', elements });
    const plan = aPlan(server.url, [testCase], { timeoutPerStepMs: 12_000 });
    const [outcome] = await runPlan(runner, plan);
    expect(outcome?.failedPage?.failedRequests).toEqual([
      { method: 'GET', url: `${server.url}/never/prices` },
    ]);
  });
});
