import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { aCase } from '../../support/cases.ts';
import { startHttpServer, type TestServer } from '../../support/http-server.ts';
import { makeWorkspace, type Workspace } from '../../support/run-action.ts';
import { by, clicks, containsText, css, sees } from '../../support/steps.ts';
import { aPlan, openTestRunner, runFirst, sharedTestRunner } from '../../support/test-runner.ts';
import { acts } from './stage.ts';

const content = 'content-that-only-the-app-receives';

const form = `<form action="/done" method="post" enctype="multipart/form-data">
    <input type="file" name="one" hidden><input type="file" name="many" multiple><button>Send</button>
  </form>
  <p>Nothing</p><button id="choose">Choose</button>
  <div id="zone">Drop a file here <input type="file" hidden></div>
  <input type="file" aria-label="Scan" hidden><button aria-label="Clear Scan">x</button>
  <script>
  choose.onclick = () => {
    const input = Object.assign(document.createElement('input'), { type: 'file' });
    input.onchange = onchange;
    input.click();
  };
  onchange = ({ target }) => {
    document.querySelector('p').textContent = [...target.files].map(({ name, type, size }) => [name, type, size]).join(' ');
  }</script>`;

let workspace: Workspace;
let app: TestServer;
let runner: Runner;
beforeAll(async () => {
  workspace = await makeWorkspace({
    'fixtures/a.txt': content,
    'fixtures/b.csv': 'a,b',
    'other/b.csv': 'a,b,c',
    '.env': 'KEY=1',
  });
  app = await startHttpServer(({ method }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(method === 'POST' ? '<h1>Thank you</h1>' : form);
  });
  runner = await openTestRunner({
    uploadFolder: workspace.path,
    evidenceFolder: join(workspace.path, 'evidence'),
    trace: 'always',
  });
});
afterAll(() => Promise.all([runner, app, workspace].map((each) => each?.[Symbol.asyncDispose]())));

const uploads = (file: string | string[], selector = '[name=one]') =>
  acts({ action: 'UPLOAD', calledWith: { file } }, css(selector));
const shows = (text: string) => containsText(text, css('p'));
const runSteps = (by: Runner, ...elements: ExchangeElement[]) =>
  runFirst(by, aPlan(app.url, [aCase({ elements })]));

describe('UPLOAD of a file of the repository', () => {
  it('gives the app the file, and no evidence its content', async () => {
    const outcome = await runSteps(
      runner,
      uploads('fixtures/a.txt'),
      shows(`a.txt,text/plain,${content.length}`),
      clicks(css('form button')),
      sees(css('h1')),
    );
    expect(outcome).toMatchObject({ errorMessage: null, status: 'PASSED' });
    const sent = app.requests.find(({ method }) => method === 'POST');
    expect(sent?.body).toContain('filename="a.txt"');
    expect(sent?.body).toContain(content);

    const evidence = await readdir(join(workspace.path, 'evidence'));
    expect(evidence).toEqual([expect.stringMatching(/-1\.zip$/)]);
    const [trace = ''] = evidence;
    const entries = unzipSync(await readFile(join(workspace.path, 'evidence', trace)));
    const encoded = Buffer.from(content).toString('base64').slice(0, 40);
    const leaks = Object.entries(entries).filter(([, bytes]) => {
      const text = Buffer.from(bytes).toString('latin1');
      return text.includes(content) || text.includes(encoded);
    });
    expect(Object.keys(entries).length).toBeGreaterThan(1);
    expect(leaks.map(([name]) => name)).toEqual([]);
  });

  it('takes several, also of the same name', async () => {
    const outcome = await runSteps(
      runner,
      uploads(['fixtures/b.csv', 'other/b.csv'], '[name=many]'),
      shows('b.csv,text/csv,3 b.csv,text/csv,5'),
    );
    expect(outcome.errorMessage).toBeNull();
  });

  it('finds the input of what a person sees', async () => {
    const outcome = await runSteps(
      runner,
      uploads('fixtures/a.txt', '#choose'),
      shows('a.txt'),
      uploads('fixtures/b.csv', '#zone'),
      shows('b.csv'),
      acts({ action: 'UPLOAD', calledWith: { file: 'fixtures/a.txt' } }, by('LABEL', 'Scan')),
      shows('a.txt'),
    );
    expect(outcome).toMatchObject({ errorMessage: null, status: 'PASSED' });
  });

  it.each([
    [
      'a file that is gone',
      uploads('fixtures/c.txt'),
      'The file "fixtures/c.txt" does not exist. Write its path',
    ],
    [
      'a file with a secret name',
      uploads('.env'),
      'The file ".env" is not uploaded, because files and folders',
    ],
    [
      'two files for an input that takes one',
      uploads(['fixtures/b.csv', 'other/b.csv']),
      'Non-multiple file input can only accept single file',
    ],
    ['variables in a path', uploads('$OCTO_URL'), 'The file "$OCTO_URL" does not exist.'],
    [
      'an element that opens no file chooser',
      uploads('fixtures/a.txt', 'p'),
      'to the element "p": no file chooser opened. Select the input of type "file", or the button that opens the file chooser.',
    ],
  ])('fails with %s', async (_, step, message) => {
    const outcome = await runSteps(runner, step);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 0 } });
    expect(outcome.errorMessage).toContain(message);
  });

  it('is refused where there is no repository', async () => {
    expect((await runSteps(await sharedTestRunner(), uploads('fixtures/a.txt'))).errorMessage).toBe(
      'UPLOAD with `file` reads a file of the repository, and this service has none. Use the URL of the file.',
    );
  });
});
