import { delimiter, join } from 'node:path';
import type { Browser } from '../../contract/values.ts';

/** The machine on which browsers are searched. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's repository, whose Playwright determines the browser that the team tests with. */
  readonly workspace: string;
}

type Platform = 'linux' | 'darwin' | 'win32';
type ByPlatform = Readonly<Record<Platform, readonly string[]>>;

export interface BrowserKind {
  readonly label: string;
  /** The environment variable that may hold the path of its executable. */
  readonly variable: string;
  /** Playwright's name of it: the argument of `playwright install`, and the name of its driver. */
  readonly playwrightName: 'chromium' | 'firefox' | 'webkit';
  /**
   * The names of its builds in Playwright's `browsers.json`, fastest first; their folders have underscores in place of
   * hyphens.
   */
  readonly builds: readonly string[];
  /** Paths of the executable inside such a folder, in all layouts in use. */
  readonly executables: ByPlatform;
  /** Where installers put it: names in Linux's PATH, applications on macOS, paths in Windows' program folders. */
  readonly installed: ByPlatform;
}

/** Playwright's name of the build without a user interface, which runs a test case in less time. */
export const headlessShellBuild = 'chromium-headless-shell';

export const browserKinds: Readonly<Record<Browser, BrowserKind>> = {
  CHROMIUM: {
    label: 'Chrome or Chromium',
    variable: 'CHROME_BIN',
    playwrightName: 'chromium',
    builds: [headlessShellBuild, 'chromium'],
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
    label: "Playwright's WebKit, which is used for Safari,",
    variable: 'WEBKIT_BIN',
    playwrightName: 'webkit',
    builds: ['webkit'],
    executables: { linux: ['pw_run.sh'], darwin: ['pw_run.sh'], win32: ['Playwright.exe'] },
    // Safari itself cannot be automated, and only Playwright ships a WebKit that can.
    installed: { linux: [], darwin: [], win32: [] },
  },
};

function inApplication(app: string): string {
  return `${app}.app/Contents/MacOS/${app}`;
}

/** @returns possible paths of a browser inside Playwright's folder of a build. */
export function executablesIn(folder: string, kind: BrowserKind, platform: NodeJS.Platform): string[] {
  return kind.executables[supported(platform)].map((path) => join(folder, path));
}

/** @returns possible paths of an installed browser; on Linux first those in PATH, in the order of the names. */
export function installedPaths(kind: BrowserKind, { env, platform }: Machine): string[] {
  const names = kind.installed[supported(platform)];
  return installFolders(env, platform).flatMap((folders) =>
    names.flatMap((name) =>
      folders.flatMap((folder) => (folder === undefined || folder === '' ? [] : [join(folder, name)])),
    ),
  );
}

/** The folders of installed programs, in groups: the next group is searched if the one before has none of the names. */
function installFolders(env: Machine['env'], platform: NodeJS.Platform): (string | undefined)[][] {
  if (platform === 'darwin') return [['/Applications']];
  if (platform === 'win32') return [[env.ProgramFiles, env['ProgramFiles(x86)'], env.LocalAppData]];
  return [(env.PATH ?? '').split(delimiter), ['/usr/bin', '/opt/google/chrome']];
}

function supported(platform: NodeJS.Platform): Platform {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}
