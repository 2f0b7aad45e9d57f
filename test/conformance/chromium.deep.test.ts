import { existsSync } from 'node:fs';
import { describe } from 'vitest';
import { chromiumPath, testMachine } from '../support/test-runner.ts';
import { browserVersion } from './browser-version.ts';
import { testConformance } from './conformance.ts';

/** Where Debian installs its Chromium. It is newer than the packaged one, as the browsers of users are. */
const installedPath = '/usr/bin/chromium';

const machine = await testMachine();
const packagedPath = await chromiumPath();

describe(`in ${browserVersion('CHROMIUM', machine)}`, () => {
  testConformance({ browser: 'CHROMIUM', machine, workers: 8 });
});

if (packagedPath !== installedPath && existsSync(installedPath)) {
  // A headless shell would come before an installed Chromium.
  const noOthers = { PLAYWRIGHT_BROWSERS_PATH: '/none', RUNNER_TOOL_CACHE: '' };
  const installed = { ...machine, env: { ...machine.env, ...noOthers, CHROME_BIN: installedPath } };
  describe(`in the installed ${browserVersion('CHROMIUM', installed)}`, () => {
    testConformance({ browser: 'CHROMIUM', machine: installed, workers: 4 });
  });
} else {
  console.log(`Conformance is not tested in a second Chromium: there is none at ${installedPath}.`);
}
