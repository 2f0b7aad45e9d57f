import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/test-case.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { css, pattern } from '../../support/steps.ts';
import { acts, openStage } from './stage.ts';

const { failOn, playOn } = openStage();

const link = '<a download="report 7.csv" href="data:text/csv,a,b">Download</a>';

function downloads(calledWith: string, selector = 'a'): ExchangeElement {
  return acts({ action: 'DOWNLOAD', calledWith }, css(selector));
}

/** A file that never ends. */
function sendEndless(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="huge.iso"',
  });
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', more);
  more();
}

describe.concurrent('DOWNLOAD', () => {
  it.each([
    ['a name', 'report 7.csv'],
    ['a name with a variable', 'report $NUMBER.csv'],
    ['a pattern', pattern('^report \\d\\.csv$')],
    ['a pattern with a variable', pattern('^report $NUMBER\\.csv$')],
  ])('accepts the file by %s', async (_, expected) => {
    const outcome = await playOn(link, [downloads(expected)], { variables: { NUMBER: ['7'] } });
    expect(outcome.errorMessage).toBeNull();
  });

  it('does not fetch the file', async () => {
    let fetching = '';
    await using server = await startHttpServer(({ url }, response) => {
      response.setHeader('access-control-allow-origin', '*');
      if (url === '/state') return void response.end(fetching);
      fetching = 'goes on';
      response.on('close', () => {
        fetching = 'has ended';
      });
      sendEndless(response);
    });
    // The case goes on, so that it is not its end which ends the download.
    const code = `return (await (await fetch('${server.url}/state')).text()) === 'has ended'`;
    const ended = acts({ action: 'WAIT_FOR', calledWith: { type: 'code', code } });
    const outcome = await playOn(`<a href="${server.url}/huge">Huge</a>`, [downloads('huge.iso'), ended]);
    expect(outcome.errorMessage).toBeNull();
  });

  it('sees the download of a new page', async () => {
    await using server = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename="bill.pdf"' }).end('%PDF');
    });
    const html = `<a target="_blank" href="${server.url}/bill">Bill</a>`;
    expect((await playOn(html, [downloads('bill.pdf')])).errorMessage).toBeNull();
  });

  it.each([
    ['name', 'report 8.csv', '"report 8.csv"', 'Expected name: "report 8.csv"'],
    ['pattern', pattern('\\.pdf$'), '/\\.pdf$/', 'Expected pattern: /\\.pdf$/'],
  ])('refuses another %s, and says both', async (_, expected, described, shown) => {
    const outcome = await playOn(link, [downloads(expected)]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toBe(
      `Could not download ${described} with the element "a": the downloaded file is named "report 7.csv".\n\nLocator: locator('a').filter({ visible: true })\n${shown}\nReceived name: "report 7.csv"`,
    );
  });

  it('fails if nothing is downloaded', async () => {
    const outcome = await failOn('<a href="#">Download</a>', [downloads('x')]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: .*waitForEvent: Timeout \d+ms exceeded while waiting for event "download"/m,
    );
  });

  it('fails with the click if the element never appears', async () => {
    const outcome = await failOn(link, [downloads('x', 'button')]);
    expect(outcome.errorMessage).toMatch(
      /^TimeoutError: locator\.click: Timeout \d+ms exceeded\.\nCall log:/m,
    );
  });
});
