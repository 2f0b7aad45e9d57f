import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Browser } from '../../src/contract/values.ts';
import type { Machine } from '../../src/runner/browser/browser-kinds.ts';
import { driverRevisions } from '../../src/runner/browser/driver.ts';
import { BrowserNotFound, findBrowser, missingBrowserHint } from '../../src/runner/browser/find-browser.ts';
import { BrowserNotStarted, launchBrowser } from '../../src/runner/browser/launch.ts';

/** A machine on disk: a home, a workspace, a folder on PATH. */
async function aMachine() {
  const root = await mkdtemp(join(tmpdir(), 'machine-'));
  const put = async (file: string, content = '') => {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
    return join(root, file);
  };
  return {
    root,
    put,
    /** Installs packages; the last is Playwright's core, which requires a revision. */
    async putPlaywright(revision: string, folder = 'workspace/node_modules', names = ['playwright-core']) {
      for (const name of names)
        await put(`${folder}/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
      const browsers = [
        { name: 'chromium-tip-of-tree', revision: '9999' },
        { name: 'firefox', revision },
        { name: 'webkit', revision },
        { name: 'chromium', revision },
        { name: 'chromium-headless-shell', revision },
      ];
      await put(`${folder}/playwright-core/browsers.json`, JSON.stringify({ browsers }));
    },
    find(env: Machine['env'] = {}, platform: NodeJS.Platform = 'linux', browser: Browser = 'CHROMIUM') {
      return findBrowser(browser, {
        env: { HOME: join(root, 'home'), PATH: `${join(root, 'none')}:${join(root, 'bin')}`, ...env },
        platform,
        workspace: join(root, 'workspace'),
      });
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

const cache = 'home/.cache/ms-playwright';

describe('the browser', () => {
  it('is taken from the workspace first, then CHROME_BIN, PATH, and any Playwright', async () => {
    await using machine = await aMachine();
    await machine.putPlaywright('1200');
    const newest = await machine.put(`${cache}/chromium-1300/chrome-linux/chrome`);
    const own = await machine.put(`${cache}/chromium-1200/chrome-linux/chrome`);
    const named = await machine.put('opt/my-chrome');
    const installed = await machine.put('bin/google-chrome');
    expect(machine.find({ CHROME_BIN: named })).toBe(own);
    await rm(own);
    expect(machine.find({ CHROME_BIN: named })).toBe(named);
    expect(machine.find()).toBe(installed);
    await rm(installed);
    // A developer's machine may have a Chrome in a fixed place, which comes before this one.
    expect([
      newest,
      '/usr/bin/google-chrome',
      '/usr/bin/chromium',
      '/opt/google/chrome/google-chrome',
    ]).toContain(machine.find());
  });

  it.each(['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'])(
    'is found on PATH as %s',
    async (name) => {
      await using machine = await aMachine();
      const installed = await machine.put(`bin/${name}`);
      expect(machine.find()).toBe(installed);
    },
  );

  it('on PATH is Chrome before Chromium', async () => {
    await using machine = await aMachine();
    await machine.put('none/chromium');
    const chrome = await machine.put('bin/google-chrome');
    expect(machine.find()).toBe(chrome);
  });

  it('that CHROME_BIN names in vain is looked for elsewhere', async () => {
    await using machine = await aMachine();
    const installed = await machine.put('bin/chromium');
    expect(machine.find({ CHROME_BIN: join(machine.root, 'gone') })).toBe(installed);
    expect(machine.find({ CHROME_BIN: '' })).toBe(installed);
  });
});

describe('a headless shell', () => {
  const shell = 'chrome-headless-shell-linux64/chrome-headless-shell';

  it.each([
    ["Playwright's browsers", `${cache}/chromium_headless_shell-1100/${shell}`],
    ['the tool cache', `tools/chrome-headless-shell/linux-148.0.7778.5/${shell}`],
    ['the tool cache, by architecture', `tools/chrome-headless-shell/148.0.7778/x64/${shell}`],
    ['PATH', 'bin/chromium-headless-shell'],
  ])('in %s comes before an installed Chrome, also if CHROME_BIN names that', async (_, file) => {
    await using machine = await aMachine();
    const env = { RUNNER_TOOL_CACHE: join(machine.root, 'tools') };
    const installed = await machine.put('bin/google-chrome');
    await machine.put(`${cache}/chromium-1300/chrome-linux/chrome`);
    expect(machine.find({ ...env, CHROME_BIN: installed })).toBe(installed);
    const found = await machine.put(file);
    expect(machine.find(env)).toBe(found);
    expect(machine.find({ ...env, CHROME_BIN: installed })).toBe(found);
    const chosen = await machine.put('opt/google/chrome/chrome');
    expect(machine.find({ ...env, CHROME_BIN: chosen })).toBe(chosen);
  });

  it("of the workspace's Playwright comes before its full Chromium, and both before others", async () => {
    await using machine = await aMachine();
    await machine.putPlaywright('1200');
    await machine.put(`${cache}/chromium_headless_shell-1300/${shell}`);
    const full = await machine.put(`${cache}/chromium-1200/chrome-linux/chrome`);
    expect(machine.find()).toBe(full);
    const own = await machine.put(`${cache}/chromium_headless_shell-1200/${shell}`);
    expect(machine.find()).toBe(own);
  });

  it('in the tool cache is the newest one', async () => {
    await using machine = await aMachine();
    const put = (version: string) => machine.put(`tools/chrome-headless-shell/linux-${version}/${shell}`);
    await put('99.0.1.2');
    const newest = await put('148.0.10.1');
    await put('148.0.9.9');
    expect(machine.find({ RUNNER_TOOL_CACHE: join(machine.root, 'tools') })).toBe(newest);
  });

  it('is no browser for Firefox', async () => {
    await using machine = await aMachine();
    await machine.put('bin/chromium-headless-shell');
    const firefox = await machine.put('bin/firefox');
    expect(machine.find({}, 'linux', 'FIREFOX')).toBe(firefox);
  });
});

describe("the workspace's Playwright", () => {
  it.each([
    ['chromium-1200/chrome-linux/chrome', 'linux'],
    ['chromium-1200/chrome-linux64/chrome', 'linux'],
    ['chromium_headless_shell-1200/chrome-linux/headless_shell', 'linux'],
    ['chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell', 'linux'],
    [
      'chromium-1200/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
      'darwin',
    ],
    ['chromium_headless_shell-1200/chrome-headless-shell-mac-arm64/chrome-headless-shell', 'darwin'],
    ['chromium-1200/chrome-win64/chrome.exe', 'win32'],
    ['chromium_headless_shell-1200/chrome-headless-shell-win64/chrome-headless-shell.exe', 'win32'],
  ] as const)('has its browser in %s', async (file, platform) => {
    await using machine = await aMachine();
    await machine.putPlaywright('1200');
    const own = await machine.put(`registry/${file}`);
    // Never that of another revision.
    await machine.put('registry/chromium-1201/chrome-linux/chrome');
    await machine.put('registry/chromium_tip_of_tree-9999/chrome-linux/chrome');
    expect(machine.find({ PLAYWRIGHT_BROWSERS_PATH: join(machine.root, 'registry') }, platform)).toBe(own);
  });

  it.each([
    ['linux', { XDG_CACHE_HOME: 'xdg' }, 'xdg/ms-playwright', 'chrome-linux/chrome'],
    ['linux', {}, cache, 'chrome-linux/chrome'],
    ['darwin', {}, 'home/Library/Caches/ms-playwright', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'],
    ['win32', { LocalAppData: 'local' }, 'local/ms-playwright', 'chrome-win/chrome.exe'],
  ] as const)('on %s with %o keeps its browsers in %s', async (platform, env, registry, file) => {
    await using machine = await aMachine();
    await machine.putPlaywright('1200');
    const own = await machine.put(`${registry}/chromium-1200/${file}`);
    const absolute = Object.entries(env).map(([name, folder]) => [name, join(machine.root, folder)]);
    expect(machine.find(Object.fromEntries(absolute), platform)).toBe(own);
  });

  it('keeps its browsers in its package if PLAYWRIGHT_BROWSERS_PATH is 0', async () => {
    await using machine = await aMachine();
    await machine.putPlaywright('1200');
    await machine.put(`${cache}/chromium-1200/chrome-linux/chrome`);
    const own = await machine.put(
      'workspace/node_modules/playwright-core/.local-browsers/chromium-1200/chrome-linux/chrome',
    );
    expect(machine.find({ PLAYWRIGHT_BROWSERS_PATH: '0' })).toBe(own);
  });

  it.each([[['@playwright/test']], [['@playwright/test', 'playwright']], [['playwright']]])(
    'is known through %j',
    async (names) => {
      await using machine = await aMachine();
      await machine.putPlaywright('1200', 'workspace/node_modules', [...names, 'playwright-core']);
      const own = await machine.put(`${cache}/chromium-1200/chrome-linux/chrome`);
      expect(machine.find()).toBe(own);
    },
  );

  it('is found if each package sees only its own dependencies', async () => {
    await using machine = await aMachine();
    const store = 'workspace/node_modules/.store';
    await machine.putPlaywright('1200', `${store}/core/node_modules`);
    await machine.put(`${store}/pw/node_modules/playwright/package.json`, '{}');
    await machine.put(`${store}/test/node_modules/@playwright/test/package.json`, '{}');
    await mkdir(join(machine.root, 'workspace/node_modules/@playwright'));
    const link = (from: string, to: string) =>
      symlink(join(machine.root, to), join(machine.root, from), 'dir');
    await link(`${store}/pw/node_modules/playwright-core`, `${store}/core/node_modules/playwright-core`);
    await link(`${store}/test/node_modules/playwright`, `${store}/pw/node_modules/playwright`);
    await link('workspace/node_modules/@playwright/test', `${store}/test/node_modules/@playwright/test`);
    const own = await machine.put(`${cache}/chromium-1200/chrome-linux/chrome`);
    await machine.put('bin/google-chrome');
    expect(machine.find()).toBe(own);
  });

  it('that can not be read is passed over', async () => {
    await using machine = await aMachine();
    await machine.putPlaywright('1200');
    await machine.put('workspace/node_modules/playwright-core/browsers.json', 'not JSON');
    const installed = await machine.put('bin/chromium');
    expect(machine.find()).toBe(installed);
  });
});

describe.each([
  ['FIREFOX', 'FIREFOX_BIN', 'firefox', 'firefox/firefox'],
  ['SAFARI', 'WEBKIT_BIN', 'webkit', 'pw_run.sh'],
] as const)('%s', (browser, variable, name, file) => {
  it(`is taken from the driver's own build first, then the workspace, ${variable}, and any Playwright`, async () => {
    await using machine = await aMachine();
    await machine.putPlaywright('1200');
    const any = await machine.put(`${cache}/${name}-1300/${file}`);
    const named = await machine.put('opt/mine');
    const workspace = await machine.put(`${cache}/${name}-1200/${file}`);
    const own = await machine.put(`${cache}/${name}-${driverRevisions[name]}/${file}`);
    const find = (path?: string) => machine.find({ [variable]: path }, 'linux', browser);
    expect(find(named)).toBe(own);
    await rm(own);
    expect(find(named)).toBe(workspace);
    await rm(workspace);
    expect(find(named)).toBe(named);
    // A developer's machine may have a Firefox in a fixed place, which comes before this one.
    expect([any, '/usr/bin/firefox', '/usr/bin/firefox-esr']).toContain(find());
  });

  it.runIf(process.platform === 'linux')('that is missing says which command installs it', async () => {
    await using machine = await aMachine();
    const find = () => machine.find({}, 'darwin', browser);
    expect(find).toThrow(BrowserNotFound);
    expect(find).toThrow(`npx playwright@1.62.1 install --with-deps ${name}\``);
    expect(find).toThrow(`set the environment variable ${variable} to the path of its executable`);
  });
});

it("on GitHub's ARM runners, the message about a missing Chrome names Firefox", () => {
  const arm = { RUNNER_ARCH: 'ARM64', RUNNER_ENVIRONMENT: 'github-hosted' };
  const hint = (env: Machine['env'], browser: Browser = 'CHROMIUM') =>
    missingBrowserHint(browser, { env, platform: 'linux', workspace: '' });
  expect(hint(arm)).toContain('`browser: FIREFOX`');
  expect([
    hint({ ...arm, RUNNER_ARCH: 'X64' }),
    hint({ RUNNER_ARCH: 'ARM64' }),
    hint(arm, 'FIREFOX'),
  ]).toEqual(['', '', '']);
});

it.each(['firefox', 'firefox-esr', 'firefox-developer-edition'])(
  'Firefox is found on PATH as %s',
  async (name) => {
    await using machine = await aMachine();
    const installed = await machine.put(`bin/${name}`);
    expect(machine.find({}, 'linux', 'FIREFOX')).toBe(installed);
  },
);

it('a Firefox of Playwright that does not start is reported with the required version', async () => {
  await using machine = await aMachine();
  await machine.putPlaywright('1200');
  const path = await machine.put(`registry/firefox-1200/firefox/firefox`, '#!/bin/sh\nexit 1\n');
  await chmod(path, 0o755);
  const launching = launchBrowser('FIREFOX', {
    env: { PLAYWRIGHT_BROWSERS_PATH: join(machine.root, 'registry') },
    platform: 'linux',
    workspace: join(machine.root, 'workspace'),
  });
  await expect(launching).rejects.toThrow(BrowserNotStarted);
  await expect(launching).rejects.toThrow(
    /build of Playwright 1\.62\.1 is required.*install --with-deps firefox/,
  );
});

// On macOS's paths, as a developer's Linux may have a Chrome in /usr/bin and never has one there.
describe('with no browser installed', () => {
  const inside = 'chrome-mac/Chromium.app/Contents/MacOS/Chromium';

  it.runIf(process.platform === 'linux')('the newest of any Playwright is taken', async () => {
    await using machine = await aMachine();
    const registry = join(machine.root, 'registry');
    await machine.put(`registry/chromium-999/${inside}`);
    const newest = await machine.put(`registry/chromium-1200/${inside}`);
    await machine.put(`registry/firefox-1300/${inside}`);
    await machine.put('registry/chromium-1400/INSTALLATION_COMPLETE');
    expect(machine.find({ PLAYWRIGHT_BROWSERS_PATH: registry }, 'darwin')).toBe(newest);
  });

  it.runIf(process.platform === 'linux')(
    'the message lists the searched locations and the install command',
    async () => {
      await using machine = await aMachine();
      const find = (CHROME_BIN?: string) => () => machine.find({ CHROME_BIN }, 'darwin');
      expect(find()).toThrow(BrowserNotFound);
      expect(find()).toThrow('npx playwright@1.62.1 install --with-deps chromium');
      expect(find()).toThrow('CHROME_BIN to the path of its executable');
      expect(find()).toThrow(join(machine.root, 'home/Library/Caches/ms-playwright'));
      expect(find()).toThrow('CHROME_BIN, not set');
      expect(find('')).toThrow('CHROME_BIN, not set');
      expect(find('/gone/chrome')).toThrow('CHROME_BIN, /gone/chrome, which does not exist');
    },
  );
});
