import { delimiter, join } from 'node:path';
import type { Browser } from '../../contract/values.ts';
import type { Surroundings } from './surroundings.ts';

type Platform = 'linux' | 'darwin' | 'win32';
type ByPlatform = Readonly<Record<Platform, readonly string[]>>;

/** What is to be known of a browser to find it. */
export interface BrowserKind {
  /** What it is called in messages. */
  readonly label: string;
  /** The environment variable that may hold the path of one. */
  readonly variable: string;
  /** What Playwright calls it: the argument of `playwright install`, and its driver. */
  readonly playwrightName: 'chromium' | 'firefox' | 'webkit';
  /** The names of its builds in Playwright's `browsers.json`; their folders have underscores in place of hyphens. */
  readonly builds: readonly string[];
  /** Where the executable stands inside such a folder, in the layouts in use. */
  readonly executables: ByPlatform;
  /** Where its maker installs it: names on Linux's PATH, applications on macOS, paths in Windows' program folders. */
  readonly installed: ByPlatform;
}

export const browserKinds: Readonly<Record<Browser, BrowserKind>> = {
  CHROMIUM: {
    label: 'Chrome or Chromium',
    variable: 'CHROME_BIN',
    playwrightName: 'chromium',
    builds: ['chromium', 'chromium-headless-shell'],
    executables: {
      linux: [
        'chrome-linux/chrome',
        'chrome-linux64/chrome',
        'chrome-linux/headless_shell',
        'chrome-headless-shell-linux64/chrome-headless-shell',
      ],
      darwin: [
        'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
        'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
        'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
        'chrome-mac/headless_shell',
        'chrome-headless-shell-mac-arm64/chrome-headless-shell',
        'chrome-headless-shell-mac-x64/chrome-headless-shell',
      ],
      win32: [
        'chrome-win/chrome.exe',
        'chrome-win64/chrome.exe',
        'chrome-win/headless_shell.exe',
        'chrome-headless-shell-win64/chrome-headless-shell.exe',
      ],
    },
    installed: {
      linux: [
        'google-chrome',
        'google-chrome-stable',
        'chromium',
        'chromium-browser',
        'microsoft-edge',
        'microsoft-edge-stable',
      ],
      darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(inApplication),
      win32: ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'],
    },
  },
  FIREFOX: {
    label: 'Firefox',
    variable: 'FIREFOX_BIN',
    playwrightName: 'firefox',
    builds: ['firefox'],
    executables: {
      linux: ['firefox/firefox'],
      darwin: ['firefox/Nightly.app/Contents/MacOS/firefox'],
      win32: ['firefox/firefox.exe'],
    },
    installed: {
      linux: ['firefox', 'firefox-esr', 'firefox-developer-edition'],
      darwin: ['Firefox', 'Firefox Developer Edition'].map((app) => `${app}.app/Contents/MacOS/firefox`),
      win32: ['Mozilla Firefox/firefox.exe', 'Firefox Developer Edition/firefox.exe'],
    },
  },
  SAFARI: {
    label: "Playwright's WebKit, which stands for Safari,",
    variable: 'WEBKIT_BIN',
    playwrightName: 'webkit',
    builds: ['webkit'],
    executables: { linux: ['pw_run.sh'], darwin: ['pw_run.sh'], win32: ['Playwright.exe'] },
    // Safari itself can't be driven, and nobody else packages the build that can.
    installed: { linux: [], darwin: [], win32: [] },
  },
};

function inApplication(app: string): string {
  return `${app}.app/Contents/MacOS/${app}`;
}

/** @returns the paths at which a browser may stand in Playwright's folder of a build. */
export function executablesIn(folder: string, kind: BrowserKind, platform: NodeJS.Platform): string[] {
  return kind.executables[known(platform)].map((path) => join(folder, path));
}

/** @returns the paths at which a browser's maker installs it: on Linux those on PATH first, in the order of the names. */
export function installedPaths(kind: BrowserKind, { env, platform }: Surroundings): string[] {
  const names = kind.installed[known(platform)];
  return installFolders(env, platform).flatMap((folders) =>
    names.flatMap((name) =>
      folders.flatMap((folder) => (folder === undefined || folder === '' ? [] : [join(folder, name)])),
    ),
  );
}

/** The folders that programs are installed in, in groups: the next group is looked at where the last one has none. */
function installFolders(env: Surroundings['env'], platform: NodeJS.Platform): (string | undefined)[][] {
  if (platform === 'darwin') return [['/Applications']];
  if (platform === 'win32') return [[env.ProgramFiles, env['ProgramFiles(x86)'], env.LocalAppData]];
  return [(env.PATH ?? '').split(delimiter), ['/usr/bin', '/opt/google/chrome']];
}

function known(platform: NodeJS.Platform): Platform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}
