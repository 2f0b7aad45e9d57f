import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RecordingSetup, type RecordOptions, record } from '../../../src/cli/record/record.ts';
import { chooseTestFile, writeTestFile } from '../../../src/cli/record/recorded-test-file.ts';
import { freePort } from '../../support/free-port.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { testMachine } from '../../support/test-runner.ts';

let pages: Pages;
let workspace: string;
let output: string;

beforeAll(async () => {
  pages = await startPages();
  pages.add(
    `<label>Name <input></label><label>Password <input type=password></label>
     <button onclick="document.querySelector('output').textContent = 'Hello ' + document.querySelector('input').value">Log in</button><output></output>`,
    '/',
  );
  pages.add('<button>Buy</button>', '/once');
});
afterAll(() => pages[Symbol.asyncDispose]());
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'record-'));
  output = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => {
    output += `${text}\n`;
  });
});
afterEach(async () => {
  await rm(workspace, { recursive: true, force: true });
});

const options: RecordOptions = { path: '/', title: 'A customer logs in', headless: true };

async function surroundings(drive: RecordingSetup['drive'] = async () => {}): Promise<RecordingSetup> {
  return { machine: { ...(await testMachine()), workspace }, drive };
}

const logIn: NonNullable<RecordingSetup['drive']> = async ({ context }) => {
  const [page] = context.pages();
  await page?.getByLabel('Name').click();
  await page?.keyboard.type('Ada');
  await page?.getByLabel('Password').click();
  await page?.keyboard.type('hunter22');
  await page?.getByText('Log in').click();
};

describe('the command record', () => {
  it('writes a test case that passes, without the password', async () => {
    expect(await record({ ...options, url: pages.url }, await surroundings(logIn))).toBe(0);
    const text = await readFile(join(workspace, 'browser-tests/a-customer-logs-in.yaml'), 'utf8');
    expect(text).toBe(`# Needs these variables: PASSWORD

description: A customer logs in
elements:
  - selectors:
      - { selectorType: ROLE, selector: textbox, options: { name: Name } }
    interaction: { action: ENTER_TEXT, calledWith: Ada }
  - selectors:
      - { selectorType: ROLE, selector: textbox, options: { name: Password } }
    interaction: { action: ENTER_TEXT, calledWith: $PASSWORD }
  - selectors:
      - { selectorType: ROLE, selector: button, options: { name: Log in } }
    interaction: { action: CLICK }
`);
    expect(output).toContain('click the button "Log in"');
    expect(output).toContain('The replay passed.');
    expect(output).not.toContain('hunter22');
  });

  it('says which step is taken back, and does not write it', async () => {
    const drive: RecordingSetup['drive'] = async ({ context }) => {
      const [page] = context.pages();
      for (let time = 0; time < 2; time += 1) await page?.getByText('Log in').click();
      await page?.keyboard.press('Alt+Shift+Backspace');
    };
    expect(await record({ ...options, url: pages.url }, await surroundings(drive))).toBe(0);
    expect(output).toContain('  undone: click the button "Log in"\n');
    expect(output).toContain(': 1 step.');
  });

  it('ends the replay by Ctrl-C', async () => {
    let opened = 0;
    await using app = await startHttpServer(({ url }, response) => {
      if (url === '/') opened += 1;
      // The replay is never answered.
      if (opened === 1) response.writeHead(200, { 'content-type': 'text/html' }).end('<button>Buy</button>');
      else process.emit('SIGINT', 'SIGINT');
    });
    const there = await surroundings(async ({ context }) => context.pages()[0]?.getByText('Buy').click());
    expect(await record({ ...options, url: app.url }, there)).toBe(130);
    expect(output).toContain('Replaying it once ...\nThe replay was cancelled.');
    expect(output).not.toContain('differs');
  });

  it('cancels the replay by Ctrl-C before it starts', async () => {
    vi.mocked(console.log).mockImplementation((text: string) => {
      output += `${text}\n`;
      if (text.includes('Wrote')) process.emit('SIGINT', 'SIGINT');
    });
    expect(await record({ ...options, url: pages.url }, await surroundings(logIn))).toBe(130);
    expect(output).toContain('The replay was cancelled.');
    expect(await readdir(join(workspace, 'browser-tests'))).toEqual(['a-customer-logs-in.yaml']);
  });

  it('ends by Ctrl-C while the page is opened, and writes nothing', async () => {
    await using app = await startHttpServer(() => {
      // The page is never answered.
      process.emit('SIGINT', 'SIGINT');
    });
    expect(await record({ ...options, url: app.url }, await surroundings(logIn))).toBe(130);
    expect(output).toContain('Cancelled: nothing was recorded, and no file was written.');
    expect(await readdir(workspace)).toEqual([]);
  });

  it('says where the replay differs', async () => {
    const drive: RecordingSetup['drive'] = async ({ context }) => {
      const [page] = context.pages();
      await page?.getByText('Buy').click();
      // The shop has changed when the test is run.
      pages.add('<p>Sold out</p>', '/once');
    };
    const exitCode = await record({ ...options, path: '/once', url: pages.url }, await surroundings(drive));
    expect(exitCode).toBe(1);
    expect(output).toContain('differs from the recording at step 1 of 1, click the button "Buy"');
    expect(output).toContain('it is not on the page');
  });

  it('gives each recording a file of its own', async () => {
    expect(await chooseTestFile(workspace, { title: 'Pay!' })).toBe(join('browser-tests', 'pay.yaml'));
    await writeTestFile(workspace, join('browser-tests', 'pay.yaml'), 'kept');
    expect(await chooseTestFile(workspace, { title: 'Pay' })).toBe(join('browser-tests', 'pay-2.yaml'));
    await expect(writeTestFile(workspace, join('browser-tests', 'pay.yaml'), 'new')).rejects.toThrow(
      'EEXIST',
    );
    expect(await chooseTestFile(workspace, { out: 'tests/pay.yml', title: 'Pay' })).toBe(
      join('tests', 'pay.yml'),
    );
  });

  it.each([
    ['a file that exists', { out: 'there.yaml' }, 'there.yaml already exists'],
    ['a file outside of the folder', { out: '../x.yaml' }, 'in this folder'],
    ['a file of another kind', { out: 'x.txt' }, '.yaml'],
    ['an address without a protocol', { url: 'localhost:3000' }, 'http://localhost:3000'],
    ['a machine without a display', { headless: false }, 'DISPLAY'],
    ['a recording without steps', {}, 'Nothing was recorded'],
  ])('refuses %s', async (_, overrides, message) => {
    await writeFile(join(workspace, 'there.yaml'), 'kept');
    const { machine, ...rest } = await surroundings();
    const env = { ...machine.env, DISPLAY: '', WAYLAND_DISPLAY: '' };
    const there = { machine: { ...machine, env, platform: 'linux' as const }, ...rest };
    await expect(record({ ...options, url: pages.url, ...overrides }, there)).rejects.toThrow(message);
    expect(await readFile(join(workspace, 'there.yaml'), 'utf8')).toBe('kept');
    await expect(access(join(workspace, 'browser-tests'))).rejects.toThrow('ENOENT');
  });

  it('opens an app behind HTTP authentication, and writes none of its values', async () => {
    const credentials = `Basic ${Buffer.from('ada:open-4711').toString('base64')}`;
    await using app = await startHttpServer(({ headers }, response) => {
      const isAllowed = headers.authorization === credentials && headers['x-key'] === 'key-4711';
      response.writeHead(isAllowed ? 200 : 401, {
        'content-type': 'text/html',
        'www-authenticate': 'Basic realm="app"',
      });
      response.end(isAllowed ? '<button>Buy</button>' : '<h1>Keep out</h1>');
    });
    const there = await surroundings(async ({ context }) => context.pages()[0]?.getByText('Buy').click());
    const given = {
      url: app.url,
      basicAuthUsername: 'ada',
      basicAuthPassword: 'open-4711',
      header: 'x-key: key-4711',
    };
    expect(await record({ ...options, ...given }, there)).toBe(0);
    expect(output).toContain('The replay passed.');
    const text = await readFile(join(workspace, 'browser-tests/a-customer-logs-in.yaml'), 'utf8');
    expect(text + output).not.toContain('4711');
  });

  it('records in a frame and in a window whose documents are written by a script', async () => {
    const writer = (name: string, opened: string, button: string) =>
      `<button onclick="${opened}; written.write('<button>${button}</button>'); written.close()">${name}</button>`;
    const path = pages.add(`<iframe></iframe>
      ${writer('Preview', `const written = document.querySelector('iframe').contentDocument`, 'Zoom')}
      ${writer('Open', `const { document: written } = window.open('')`, 'Print')}`);
    const there = await surroundings(async ({ context }) => {
      const [page] = context.pages();
      const clickIn = async (shown: Page | undefined, name: string) => {
        const frame = shown?.frames().at(-1);
        await frame?.locator('browser-test-gate-recorder').waitFor({ state: 'attached' });
        await frame?.getByText(name).click();
      };
      await page?.getByText('Preview').click();
      await clickIn(page, 'Zoom');
      const [shown] = await Promise.all([context.waitForEvent('page'), page?.getByText('Open').click()]);
      await clickIn(shown, 'Print');
    });
    expect(await record({ ...options, path, url: pages.url }, there)).toBe(0);
    for (const step of ['click the button "Zoom"', 'switch to the new page', 'click the button "Print"'])
      expect(output).toContain(step);
    expect(output).toContain('The replay passed.');
  });

  it('prints a recording that it cannot write', async () => {
    const there = await surroundings(async (recording) => {
      await logIn(recording);
      await writeFile(join(workspace, 'browser-tests'), 'a file');
    });
    await expect(record({ ...options, url: pages.url }, there)).rejects.toThrow(/Cannot write browser-tests/);
    expect(output).toContain('description: A customer logs in');
  });

  it('says before a recording that its file cannot be written', async () => {
    await writeFile(join(workspace, 'browser-tests'), 'a file');
    const there = await surroundings(() => expect.unreachable('It has recorded.'));
    await expect(record({ ...options, url: pages.url }, there)).rejects.toThrow(
      /Cannot write to the folder browser-tests: E/,
    );
  });

  it('says that the app does not answer', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await expect(record({ ...options, url }, await surroundings())).rejects.toThrow(
      /Cannot open .*Check that the app is running/,
    );
  });
});
