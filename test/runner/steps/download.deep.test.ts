import { describe, expect, it } from 'vitest';
import { openRunner } from '../../../src/runner/open-runner.ts';
import { aCase } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { css } from '../../support/steps.ts';
import { aPlan, openTestRunner, runFirst, runPlan, testMachine, whyNot } from '../../support/test-runner.ts';
import { acts } from './stage.ts';

const attachment = { 'content-disposition': 'attachment; filename="a.csv"' };
const downloads = acts({ action: 'DOWNLOAD', calledWith: 'a.csv' }, css('a'));

/** A page with a link to a file, which is sent by the path of the page. */
const startFiles = () =>
  startHttpServer(({ url }, response) => {
    const [, kind, name] = url.split('/');
    if (name === undefined) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="/${kind}/file">File</a>`);
    } else if (kind === 'fine') response.writeHead(200, attachment).end('a,b,c');
    else if (kind === 'missing') response.writeHead(404, attachment).end('a,b,c');
    else {
      const fields = { ...attachment, 'content-type': 'text/csv', 'content-length': 1000 };
      response.writeHead(200, fields).write('a,b,c', () => kind === 'short' && response.destroy());
    }
  });

it('DOWNLOAD cancels a file that does not arrive in time, with a warning', async () => {
  await using files = await startFiles();
  await using runner = await openTestRunner();
  const testCase = aCase({ entryPointUrlPath: '/endless', elements: [downloads] });
  expect(await runFirst(runner, aPlan(files.url, [testCase]))).toMatchObject({
    errorMessage: null,
    warnings: [
      expect.stringContaining(`The download of ${files.url}/endless/file was not complete after 5 s`),
    ],
  });
});

const reason = await whyNot('FIREFOX');

describe.runIf(reason === undefined)(`DOWNLOAD in an installed Firefox (${reason ?? 'it is here'})`, () => {
  it('accepts the same file twice, and refuses broken ones', async () => {
    await using files = await startFiles();
    await using runner = openRunner(await testMachine(), { retries: 0, workers: 2 });
    await runner.prepare('FIREFOX');
    const cases = ['fine', 'fine', 'fine', 'short', 'missing'].map((kind) =>
      aCase({
        entryPointUrlPath: `/${kind}`,
        elements: [downloads, downloads].slice(0, kind === 'fine' ? 2 : 1),
      }),
    );
    const outcomes = await runPlan(runner, aPlan(files.url, cases, { browser: 'FIREFOX' }));
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([
      null,
      null,
      null,
      expect.stringMatching(/the response ended after 5 of 1000 bytes|PARTIAL_TRANSFER/),
      expect.stringContaining('status 404'),
    ]);
  });
});
