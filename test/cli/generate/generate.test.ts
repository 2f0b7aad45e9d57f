import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { generate } from '../../../src/cli/generate/generate.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { startPages } from '../../support/pages.ts';
import { testMachine } from '../../support/test-runner.ts';

const form = `<h1>Sign in</h1><form onsubmit="document.body.innerHTML = '<h1>Welcome</h1>'; return false">
  <input aria-label="User name"><input type="password" aria-label="Password"><button>Sign in</button></form>`;

async function inFolder(work: (workspace: string, printed: () => string) => Promise<void>) {
  const workspace = await mkdtemp(join(tmpdir(), 'generate-'));
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await work(workspace, () => log.mock.calls.join('\n'));
  } finally {
    log.mockRestore();
    await rm(workspace, { recursive: true, force: true });
  }
}

it('writes a file that a person could have written, without the values of variables', async () => {
  await using pages = await startPages();
  await inFolder(async (workspace, printed) => {
    const prompt = 'Sign in as $USER with password $PASSWORD. I should see "Welcome".';
    // The first one is not used, although the name of another one begins like its name.
    const variable = 'PASS=unused\nUSER=ada\nPASSWORD=pass-word-1';
    const options = { url: pages.url, path: pages.add(form), folder: 'generated-tests', variable };
    expect(await generate(prompt, options, { ...(await testMachine()), workspace })).toBe(0);
    const [file = ''] = await readdir(join(workspace, 'generated-tests'));
    const text = await readFile(join(workspace, 'generated-tests', file), 'utf8');
    expect(text).toContain('# Needs these variables: USER, PASSWORD');
    expect(text).toContain('prompt: Sign in as $USER');
    expect(text).toContain('$PASSWORD');
    expect(printed()).toContain('enter "$PASSWORD" into the textbox "Password"');
    expect(printed()).toMatch(
      /^ {2}.*browser-test-gate\S* run generated-tests --url http:\S+ --variable USER=… --variable PASSWORD=…$/m,
    );
    expect(text + printed()).not.toContain('pass-word-1');
  });
});

it.each([
  ['Click Nothing', {}, /No test case was written: "Click Nothing": Found no .*Nearest/],
  ['Enter "$USER" into User name', {}, /\$USER is not defined\. Set it with `--variable` \(`USER=…`\)\./],
  ['Click Sign in', { url: 'ftp://app' }, /is not an http or https URL/],
  ['Click Sign in', { variable: 'USER' }, /--variable: line 1 is not NAME=value/],
  ['Click Sign in', { folder: '../tests' }, /choose a path in this folder/],
  [
    'Click Sign in',
    { modelUrl: 'localhost:1234', modelName: 'small' },
    /--model-url is not an http or https URL/,
  ],
])('%s: says what is wrong with it %j', async (prompt, changed, message) => {
  await using pages = await startPages();
  await inFolder(async (workspace) => {
    const options = { url: pages.url, path: pages.add(form), folder: 'generated-tests', ...changed };
    await expect(generate(prompt, options, { ...(await testMachine()), workspace })).rejects.toThrow(message);
    expect(await readdir(workspace)).toEqual([]);
  });
});

it('writes nothing if it is cancelled', async () => {
  await using pages = await startPages();
  await inFolder(async (workspace) => {
    const options = { url: pages.url, path: pages.add(form), folder: 'generated-tests' };
    const machine = { ...(await testMachine()), workspace };
    await expect(generate('Click Sign in', options, machine, AbortSignal.abort())).rejects.toThrow(
      'Cancelled: no test case was written.',
    );
  });
});

it('ends at once when it is cancelled while a page does not answer', async () => {
  const stop = new AbortController();
  await using app = await startHttpServer(() => stop.abort());
  await inFolder(async (workspace) => {
    const options = { url: app.url, path: '/', folder: 'generated-tests' };
    const machine = { ...(await testMachine()), workspace };
    await expect(generate('Click Sign in', options, machine, stop.signal)).rejects.toThrow(
      'Cancelled: no test case was written.',
    );
  });
});

it('prints the new files as JSON, and everything else to stderr', async () => {
  await using pages = await startPages();
  await inFolder(async (workspace, printed) => {
    const other = vi.spyOn(console, 'error').mockImplementation(() => {});
    const variable = 'USER=ada\nPASSWORD=pass-word-1';
    const options = { url: pages.url, path: pages.add(form), folder: 'new', variable, json: true };
    const prompt = 'Sign in as $USER with password $PASSWORD. I should see "Welcome".';
    expect(await generate(prompt, options, { ...(await testMachine()), workspace })).toBe(0);
    const [file = ''] = await readdir(join(workspace, 'new'));
    expect(JSON.parse(printed())).toEqual({
      testCases: [{ file: `new/${file}`, description: expect.stringContaining('Welcome') }],
      variables: ['USER', 'PASSWORD'],
    });
    expect(other.mock.calls.join('\n')).toContain('Wrote 1 test case.');
  });
});
