import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { goTo } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { css, pattern } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const { expectPassed, failOn, messagesOf, runOn } = openStage();

const link = '<a download="report 7.csv" href="data:text/csv,a,b">Download</a>';

function downloads(calledWith: string, selector = 'a'): ExchangeElement {
  return acts({ action: 'DOWNLOAD', calledWith }, css(selector));
}

describe.concurrent('DOWNLOAD', () => {
  it('accepts the file by its name or a pattern', async () => {
    const names = [
      'report 7.csv',
      'report $NUMBER.csv',
      pattern('^report \\d\\.csv$'),
      pattern('^report $NUMBER\\.csv$'),
    ];
    await expectPassed(
      names.map((name) => [name, link, [downloads(name)]]),
      { variables: { NUMBER: ['7'] } },
    );
  });

  it.each([
    ['is empty', 'report.csv', ''],
    ['is a web page', 'report.csv', '<html><h1>Log in</h1>'],
    ['is not in the format that its name says', 'report.pdf', 'Not found'],
    ['is not in the format that its name says', 'report.xlsx', '{"error":"no tea"}'],
    ['is not in the format that its name says', 'orders.csv', '\n{"error":"no tea"}'],
  ])('warns of a file that %s: %s', async (flaw, name, content) => {
    const file = `<a download="${name}" href="data:text/plain,${encodeURIComponent(content)}">Download</a>`;
    const outcome = await runOn(file, [downloads(name)]);
    expect(outcome).toMatchObject({ status: 'PASSED', warnings: [expect.stringContaining(flaw)] });
  });

  it('accepts a PDF', async () => {
    const file = '<a download="report.pdf" href="data:application/pdf,%25PDF-1.7">Download</a>';
    expect((await runOn(file, [downloads('report.pdf')])).warnings ?? []).toEqual([]);
  });

  const html = { 'content-type': 'text/html' };
  const attachment = { 'content-disposition': 'attachment; filename="a.csv"' };
  const cut = (response: ServerResponse) => response.write('a,b,c', () => response.destroy());
  const broken: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/missing': (response) => response.writeHead(404).end(),
    '/failing': (response) => response.writeHead(503, attachment).end('sorry'),
    '/short': (response) => cut(response.writeHead(200, { ...attachment, 'content-length': 1000 })),
    '/unended': (response) => cut(response.writeHead(200, attachment)),
    '/refused': (response) => response.destroy(),
  };
  const causes: readonly [path: string, attribute: string, says: string][] = [
    ['/missing', 'download="a.csv"', 'the response has the status 404'],
    ['/failing', 'download="a.csv"', 'the response has the status 503'],
    ['/failing', '', 'status 503'],
    ['/short', '', 'the response ended after 5 of 1000 bytes'],
    ['/short', 'download="a.csv"', 'the response ended after 5 of 1000 bytes'],
    ['/short', 'target="_blank"', 'the response ended after 5 of 1000 bytes'],
    ['/unended', '', 'the response ended after 5 bytes'],
    // In a tab of its own: the browser's page about the error would replace the next page.
    ['/refused', 'download="a.csv" target="_blank"', 'the request failed: '],
  ];

  it('refuses a file that does not arrive whole, and says why', async () => {
    await using server = await startHttpServer(({ url }, response) => {
      const [path, attribute] = causes[Number(url.slice(1) || Number.NaN)] ?? [];
      if (path === undefined) broken[url]?.(response);
      else response.writeHead(200, html).end(`<a href="${path}" ${attribute}>File</a>`);
    });
    const messages = await messagesOf(
      causes.map(([path], index) => [
        path,
        '',
        [goTo(`${server.url}/${index}`), downloads(pattern('a.csv$'))],
      ]),
    );
    for (const [index, [path, , says]] of causes.entries()) {
      expect(messages[index]).toContain(says);
      expect(messages[index]).toContain(`${server.url}${path}`);
    }
  });

  it('refuses a file of a form that does not arrive whole', async () => {
    await using server = await startHttpServer((request, response) => {
      if (request.method === 'POST') broken['/short']?.(response);
      else response.writeHead(404).end();
    });
    const form = `<form method="post" action="${server.url}/short"><button>Export</button></form>`;
    const outcome = await runOn(form, [downloads('a.csv', 'button')]);
    // The form is not sent again to find out more.
    expect(outcome.errorMessage).toContain('the file did not arrive whole');
  });

  it('sees the download of a new page', async () => {
    await using server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="bill.pdf"' }).end('%PDF');
    });
    const html = `<a target="_blank" href="${server.url}/bill">Bill</a>`;
    expect((await runOn(html, [downloads('bill.pdf')])).errorMessage).toBeNull();
  });

  it('refuses another name, and says both', async () => {
    const rows = [
      ['name', 'report 8.csv', '"report 8.csv"', 'Expected name: "report 8.csv"'],
      ['pattern', pattern('\\.pdf$'), '/\\.pdf$/', 'Expected pattern: /\\.pdf$/'],
    ] as const;
    const messages = await messagesOf(rows.map(([what, expected]) => [what, link, [downloads(expected)]]));
    expect(messages).toEqual(
      rows.map(
        ([, , described, shown]) =>
          `Could not download ${described} with the element "a": the downloaded file is named "report 7.csv".\n\nLocator: locator('a').filter({ visible: true })\n${shown}\nReceived name: "report 7.csv"`,
      ),
    );
  });

  it('fails if nothing is downloaded', async () => {
    const saying =
      /^TimeoutError: .*waitForEvent: Timeout \d+ms exceeded while waiting for event "download"/m;
    const outcome = await failOn('<a href="#">Download</a>', [downloads('x')], { saying });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(saying);
  });

  it('fails with the click if the element never appears', async () => {
    const outcome = await failOn(link, [downloads('x', 'button')]);
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.click: Timeout \d+ms exceeded\.\nCall log:/m,
    );
  });
});
