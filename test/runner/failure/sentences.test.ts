import { describe, expect, it } from 'vitest';
import { splitMessage } from '../../../src/contract/error-message.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { untrustedCertificate } from '../../support/certificate.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { startHttpsServer } from '../../support/https-server.ts';
import { startPages } from '../../support/pages.ts';
import { by, clicks, css, sees } from '../../support/steps.ts';
import { aPlan, runFirst, runToFail, sharedTestRunner } from '../../support/test-runner.ts';
import { openStage, optional, type StageRow } from '../steps/stage.ts';
import { expectSentence } from './expect-sentence.ts';
import { immediateRows, sampleRows } from './sentence-rows.ts';

const stage = openStage();

describe.concurrent('the sentence about a failure', () => {
  const [opening, others] = [true, false].map((opensPage) =>
    immediateRows.filter(({ step }) => (step.interaction?.action === 'GO_TO') === opensPage),
  );

  // The browser's page about the error would replace the next page.
  it.each(opening ?? [])('$sentence', async (row) => {
    await expectSentence(stage, row, [120_000]);
  });

  it('is there at once where no time helps', async () => {
    const variables = { PRICE: ['€10'] };
    const rows = (others ?? []).map(({ sentence, html, step }): StageRow => [sentence, html, [step]]);
    const messages = await stage.messagesOf(rows, { variables });
    expect(messages.map((message) => splitMessage(message ?? ''))).toEqual(
      others?.map(({ sentence }) => ({ sentence, details: expect.stringMatching(/./) })),
    );
  });

  it.each(sampleRows)('$sentence', async (row) => {
    await expectSentence(stage, row, [2500, 30_000, 30_000]);
  });

  it('says nothing about similar elements if the failure is ignored, which must not take longer', async () => {
    const pay = optional(clicks(by('ROLE', 'button', { name: 'Pay', exact: true })));
    const html = '<h1>Cart</h1><button>Pay now</button>';
    const { warnings } = await stage.runOn(html, [pay, sees(css('h1'))]);
    expect(warnings?.join('\n')).toMatch(/it is not on the page\. The page shows "Cart"\.$/m);
  });

  it('has the status of a page that is an error', async () => {
    const { errorMessage } = await stage.failOn('', [goTo('/missing'), sees(css('h1'))]);
    expect(errorMessage).toContain('The page shows "There is no such page" (status 404).\n');
  });

  it('names the host that a page redirects to', async () => {
    await using app = await startHttpServer((_, response) => {
      response.writeHead(302, { location: 'http://sign-in.invalid/?token=1' }).end();
    });
    const plan = aPlan(app.url, [aCase({ elements: [sees(css('h1'))] })]);
    const reason = /: the host sign-in\.invalid is unknown\./;
    const { errorMessage } = await runToFail(await sharedTestRunner(), plan, reason);
    expect(errorMessage).toMatch(reason);
    expect(errorMessage).not.toContain('token');
  });

  it('has the URL that a path stands for, if the URL under test has a path', async () => {
    const executionUrl = 'http://127.0.0.1:39999/shop/';
    const url: ExchangeElement = {
      selectors: [],
      assertion: { expectation: 'TO_HAVE_URL', calledWith: '/' },
    };
    const { errorMessage } = await stage.failOn('', [url], { executionUrl });
    expect(errorMessage).toMatch(
      /^Expected the page to have the URL "\/", but its URL is "http.*", not "http:\/\/127\.0\.0\.1:39999\/shop\/"\. A path is below the URL under test\./,
    );
    await using pages = await startPages();
    const plan = aPlan(`${pages.url}/missing`, [aCase({ elements: [url] })]);
    const hint = /They differ in the slash at the end\. Write \$OCTO_URL for the URL/;
    const { errorMessage: atRoot } = await runToFail(await sharedTestRunner(), plan, hint);
    expect(atRoot).toMatch(hint);
  });

  it('says that an app does not answer with HTTPS', async () => {
    await using pages = await startPages();
    const testCase = aCase({ entryPointUrlPath: '/', elements: [sees(css('h1'))] });
    const plan = aPlan(pages.url.replace('http', 'https'), [testCase]);
    const { errorMessage } = await runFirst(await sharedTestRunner(), plan);
    expect(errorMessage).toMatch(
      /^Could not open \/: it does not answer with HTTPS\. If the app uses HTTP, write http:\/\/\./,
    );
  });

  it('says what to do about a certificate that is not trusted, and about HTTP of an app with HTTPS', async () => {
    await using app = await startHttpsServer(
      untrustedCertificate('itself'),
      (_, response) => void response.end(),
    );
    const testCase = aCase({ entryPointUrlPath: '/', elements: [sees(css('h1'))] });
    const messages: unknown[] = [];
    for (const url of [app.url, app.url.replace('https', 'http')])
      messages.push((await runFirst(await sharedTestRunner(), aPlan(url, [testCase]))).errorMessage);
    expect(messages).toEqual([
      expect.stringContaining(
        'the browser does not trust the certificate of the app. Serve the app over HTTP',
      ),
      expect.stringContaining('Check the log of the app. If the app uses HTTPS, write https://.'),
    ]);
  });

  it('says that the app responded without a page', async () => {
    await using app = await startHttpServer((_, response) => void response.writeHead(204).end());
    const plan = aPlan(app.url, [aCase({ elements: [sees(css('h1'))] })]);
    const { errorMessage } = await runFirst(await sharedTestRunner(), plan);
    expect(errorMessage).toMatch(
      /^Could not open the URL under test: the app responded without a page, as with status 204\./,
    );
  });

  it('names the path of an entry point that does not open', async () => {
    const executionUrl = 'http://127.0.0.1:39999';
    const testCase = aCase({ entryPointUrlPath: '/shop', elements: [sees(css('h1'))] });
    const runner = await sharedTestRunner();
    const { errorMessage, pageUrl } = await runFirst(runner, aPlan(executionUrl, [testCase]));
    expect(errorMessage).toMatch(
      /^Could not open \/shop: nothing answers at http:\/\/127\.0\.0\.1:39999\. Check/,
    );
    // Not that of the browser's error page.
    expect(pageUrl).toBeNull();
  });
});
