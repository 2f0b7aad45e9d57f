import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { goTo } from '../../support/cases.ts';
import { type Answer, startHttpServer, type TestServer } from '../../support/http-server.ts';
import { refusingUrl } from '../../support/raw-server.ts';
import { by, clicks, containsText, css, pattern } from '../../support/steps.ts';
import { acts, openStage, type StageRow } from './stage.ts';

// Large files are stored for a while: in a folder without others.
const scratch = await mkdtemp(join(tmpdir(), 'upload-test-'));
vi.stubEnv('TMPDIR', scratch);
afterAll(() => {
  vi.unstubAllEnvs();
  return rm(scratch, { recursive: true, force: true });
});

const { expectPassed, failOn, messagesOf, runOn } = openStage();

/** A hidden input, as in most apps; the page shows the file that was set. */
const page = `<input type="file" hidden><p>Nothing</p><script>
  document.cookie = 'session=s3';
  const [input] = document.getElementsByTagName('input');
  const [shown] = document.getElementsByTagName('p');
  input.onchange = async () => {
    const [file] = input.files;
    shown.textContent = [file.name, file.type, file.size, (await file.slice(0, 9).text())].join('|');
  };
</script>`;

function uploads(calledWith: string): ExchangeElement {
  return acts({ action: 'UPLOAD', calledWith }, css('input'));
}

function showsFile(text: string): ExchangeElement {
  return containsText(pattern(`^${text}$`), css('p'));
}

/** An app that serves the page at `/` and files beside it. */
function startApp(file: Answer): Promise<TestServer> {
  return startHttpServer((request, response) => {
    if (request.url !== '/') return file(request, response);
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
}

/** Runs an upload in the app itself. */
function runIn(app: TestServer, calledWith: string, ...rest: ExchangeElement[]) {
  return runOn('', [acts({ action: 'GO_TO', calledWith: '/' }), uploads(calledWith), ...rest], {
    executionUrl: app.url,
    variables: { FILE: ['sales'] },
    environment: { headers: { 'x-gate': 'h1' }, basicAuth: { username: 'ann', password: 'pw' } },
  });
}

async function uploadFolders(): Promise<string[]> {
  return (await readdir(scratch)).filter((name) => name.startsWith('upload-'));
}

const sendCsv: Answer = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end('a,b');

describe.concurrent('UPLOAD', () => {
  it('puts in a file under its name', async () => {
    const dispositions = new Map([
      ['/quoted', 'attachment; filename="q \\"1\\".csv"'],
      ['/unquoted', 'attachment; filename=q1.csv; size=3'],
      ['/letters', `inline; filename="x"; filename*=UTF-8''%C3%BC.csv`],
      ['/folders', 'attachment; filename="../..\\\\etc/q.csv"'],
    ]);
    await using app = await startApp((request, response) => {
      const disposition = dispositions.get(request.url);
      if (disposition !== undefined) response.setHeader('content-disposition', disposition);
      return sendCsv(request, response);
    });
    const names = [
      ['a path', '/files/$FILE%20%C3%BC.csv?v=1', 'sales ü.csv'],
      ['a whole URL', `${app.url}/files/a.csv`, 'a.csv'],
      ['a URL without a name', `${app.url}/files/`, 'file'],
      ['a URL whose path is not encoded well', '/50%.csv', '50%\\.csv'],
      ['the name that the server gives', '/quoted', 'q "1"\\.csv'],
      ['that name without quotes', '/unquoted', 'q1\\.csv'],
      ['that name in any letters', '/letters', 'ü\\.csv'],
      ['a name that is none', '/a/..%2f..', 'file'],
      ['that name without folders', '/folders', 'q\\.csv'],
    ] as const;
    const rows = names.map(([what, url, name]): StageRow => {
      return [what, '', [goTo('/'), uploads(url), showsFile(`${name}\\|text/csv\\|3\\|a,b`)]];
    });
    await expectPassed(rows, { executionUrl: app.url, variables: { FILE: ['sales'] } });
  });

  it('sends the credentials to the app', async () => {
    await using app = await startApp(sendCsv);
    expect((await runIn(app, '/a.csv')).errorMessage).toBeNull();
    expect(app.requests.at(-1)?.headers).toMatchObject({
      cookie: 'session=s3',
      'x-gate': 'h1',
      authorization: `Basic ${btoa('ann:pw')}`,
    });
  });

  it('sends no credentials to other origins, not even after redirects', async () => {
    await using other = await startHttpServer(sendCsv);
    await using app = await startApp((_, response) => {
      response.writeHead(302, { location: `${other.url}/b.csv` }).end();
    });
    const outcomes = await Promise.all([
      runIn(app, `${other.url}/b.csv`),
      runIn(app, '/moved', showsFile('b.*')),
    ]);
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null]);
    expect(other.requests).toHaveLength(2);
    for (const { headers } of other.requests) {
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('x-gate');
    }
  });

  it('sends the credentials of a URL to its origin only', async () => {
    await using app = await startApp((request, response) => {
      if (request.url === '/to.csv') return sendCsv(request, response);
      response.writeHead(307, { location: `${app.url}/to.csv` }).end();
    });
    // Another origin than the app's own, which the app's credentials are not for.
    const url = `http://bob:p%40ss@localhost:${new URL(app.url).port}/from.csv`;
    expect((await runIn(app, url, showsFile('to\\.csv.*'))).errorMessage).toBeNull();
    expect(app.requests.slice(-2).map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${btoa('bob:p@ss')}`,
      `Basic ${btoa('ann:pw')}`,
    ]);
  });

  it('fails where the file cannot be fetched', async () => {
    const answers: readonly (readonly [path: string, answer: Answer, reason: string])[] = [
      ['/missing', (_, response) => void response.writeHead(404).end(), 'APP responded with status 404'],
      [
        '/circle',
        (_, response) => void response.writeHead(302, { location: '/circle?key=k3y' }).end(),
        'it redirects more than 5 times',
      ],
      [
        '/away',
        (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
        'APP redirects to an address that is not an http or https URL',
      ],
      [
        '/big',
        (_, response) => void response.writeHead(200).end(Buffer.alloc(50 * 1024 * 1024 + 1)),
        'it is larger than 50 MiB',
      ],
      [
        '/unpacked',
        (_, response) =>
          void response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync(Buffer.alloc(60 * 1024 * 1024))),
        'it is larger than 50 MiB',
      ],
      [
        '/short',
        (_, response) => {
          response.writeHead(200, { 'content-length': '9' });
          response.write('a', () => response.destroy());
        },
        'UND_ERR_SOCKET',
      ],
    ];
    await using app = await startApp((request, response) => {
      const [, answer] = answers.find(([path]) => request.url.startsWith(path)) ?? [];
      return answer?.(request, response);
    });
    const address = (path: string) => `${app.url.replace('//', '//bob:pw@')}${path}?key=k3y`;
    const messages = await messagesOf(
      answers.map(([path]) => [path, '', [goTo('/'), uploads(address(path))]]),
      { executionUrl: app.url },
    );
    expect(messages).toEqual(
      answers.map(([path, , reason]) => {
        const hint = ' To upload a file of the repository, write it as {file: path}.';
        const url = app.url + path;
        return `The file ${url} cannot be uploaded: ${reason.replace('APP', url)}. Check the URL of the step.${path === '/missing' ? hint : ''}`;
      }),
    );
  });

  it('fails if the server does not respond', async () => {
    const url = await refusingUrl();
    const outcome = await runOn(page, [uploads(`${url}/x`)]);
    expect(outcome.errorMessage).toBe(
      `The file ${url}/x cannot be uploaded: ECONNREFUSED. Check the URL of the step.`,
    );
  });

  it('fails within the time of the step if the file never ends', async () => {
    await using slow = await startHttpServer((_, response) => {
      response.writeHead(200).write('a');
    });
    const outcome = await failOn(page, [uploads(slow.url)], { saying: /did not finish/ });
    expect(outcome.errorMessage).toMatch(
      /^The file http:\/\/127\.0\.0\.1:\d+\/ cannot be uploaded: the download did not finish within \d+ ms\./,
    );
  });

  it('accepts a large file up to the limit and keeps it until the case has ended', async () => {
    const size = 50 * 1024 * 1024;
    await using app = await startApp((request, response) => {
      if (request.url === '/big.csv') response.writeHead(200).end(Buffer.alloc(size, 'x'));
      else response.end();
    });
    // The page reads the file during a later step.
    const html = `${page}<button onclick="input.onchange()">Read</button>`;
    const steps = [
      uploads(`${app.url}/big.csv`),
      showsFile('.*xxx'),
      clicks(css('button')),
      showsFile(`big\\.csv\\|text/csv\\|${size}\\|x{9}`),
    ];
    expect((await runOn(html, steps)).errorMessage).toBeNull();
    expect(await uploadFolders()).toEqual([]);
  });

  it('fails where the element takes no files', async () => {
    await using app = await startApp(sendCsv);
    const rows = [
      ['is no input', '<p>Hi</p>', 'p', 'no file chooser opened. Select the input of type "file"'],
      [
        'takes no files',
        '<input>',
        'input',
        'it is an input of type "text". Select the input of type "file".',
      ],
      [
        'is a label of one that takes none',
        '<label>Hi <input></label>',
        'label',
        'it is an input of type "text".',
      ],
      ['is disabled', '<input type="file" disabled>', 'input', 'it is disabled.'],
      [
        'is a label of a disabled one',
        '<label for="f">Hi</label><input type="file" id="f" disabled>',
        'label',
        'An optional step waits at most',
      ],
    ] as const;
    const messages = await messagesOf(
      rows.map(([what, html, selector]) => [
        what,
        html,
        [acts({ action: 'UPLOAD', calledWith: `${app.url}/a` }, css(selector))],
      ]),
    );
    expect(messages).toEqual(rows.map(([, , , message]) => expect.stringContaining(message)));
  });

  it('waits for as long as the step for an input that becomes enabled', async () => {
    await using app = await startApp(sendCsv);
    const html = `<input type="file" disabled onchange="p.textContent = this.files[0].name"><p id="p">No</p>
      <script>setTimeout(() => { document.querySelector('input').disabled = false }, 6500)</script>`;
    expect((await runOn(html, [uploads(`${app.url}/a.csv`), showsFile('a\\.csv')])).errorMessage).toBeNull();
  });

  it('finds the input of a label', async () => {
    await using app = await startApp(sendCsv);
    const html =
      '<label>Hi <input type="file" onchange="p.textContent = this.files[0].name"></label><p id="p">No</p>';
    const step = acts({ action: 'UPLOAD', calledWith: `${app.url}/a.csv` }, css('label'));
    expect((await runOn(html, [step, showsFile('a\\.csv')])).errorMessage).toBeNull();
  });

  it('finds a hidden input that FIRST, LAST or NTH picks', async () => {
    await using app = await startApp(sendCsv);
    const picks = [by('FIRST'), by('LAST'), by('NTH', '0')];
    const rows = picks.map((pick): StageRow => {
      const step = acts({ action: 'UPLOAD', calledWith: '/a.csv' }, css('input'), pick);
      return [pick.selectorType, '', [goTo('/'), step, showsFile('a\\.csv.*')]];
    });
    await expectPassed(rows, { executionUrl: app.url });
  });
});
