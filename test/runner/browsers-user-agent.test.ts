import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { userAgentOf } from '../../src/runner/browser/contexts.ts';
import { driverRevisions, driverVersion } from '../../src/runner/browser/driver.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { containsText, css } from '../support/steps.ts';
import { aPlan, passed, runPlan, sharedTestRunner } from '../support/test-runner.ts';

test.each([
  ['CHROMIUM', 'MOBILE', '153.0.8010.4', /Android.* Chrome\/153\.0\.0\.0 Mobile Safari/],
  ['CHROMIUM', 'TABLET', '153.0.8010.4', /Android.* Chrome\/153\.0\.0\.0 Safari/],
  ['FIREFOX', 'MOBILE', '140.3.1', /Android \d+; Mobile; rv:140\.0\) Gecko\/140\.0 Firefox\/140\.0$/],
  ['FIREFOX', 'TABLET', '140.3.1', /Android \d+; Tablet; rv:140\.0\) Gecko\/140\.0 Firefox\/140\.0$/],
  ['SAFARI', 'MOBILE', '26.5', /iPhone; .* Version\/26\.5 Mobile\/\w+ Safari/],
  ['SAFARI', 'TABLET', '26.5', /iPad; .* Version\/26\.5 Mobile\/\w+ Safari/],
] as const)(
  '%s on %s is the edition for it, in its own version',
  (browser, breakpoint, version, expected) => {
    expect(userAgentOf(breakpoint, browser, version)).toMatch(expected);
  },
);

test.each(['CHROMIUM', 'FIREFOX', 'SAFARI'] as const)(
  '%s on DESKTOP has its default user agent',
  (browser) => {
    expect(userAgentOf('DESKTOP', browser, '1.2')).toBeUndefined();
  },
);

test('an app sees a phone, a tablet and a desktop', async () => {
  await using pages = await startPages();
  const runner = await sharedTestRunner();
  const path = pages.add(
    '<p></p><script>document.querySelector("p").textContent = [innerWidth, innerHeight, navigator.maxTouchPoints > 0, /Android/.test(navigator.userAgent), navigator.userAgentData?.mobile ?? "-"].join(" ")</script>',
  );
  for (const [breakpoint, text] of [
    ['DESKTOP', '1920 1080 false false'],
    ['TABLET', '768 1024 true true'],
    ['MOBILE', '320 640 true true'],
  ] as const) {
    const testCase = aCase({ elements: [goTo(path), containsText(text, css('p'))] });
    expect(await runPlan(runner, aPlan(pages.url, [testCase], { breakpoint }))).toEqual([
      passed(testCase.id),
    ]);
  }
  const seen = pages.requests
    .filter(({ url }) => url === path)
    .map(({ headers }) => /Mobile/.test(headers['user-agent'] ?? ''));
  expect(seen).toEqual([false, false, true]);
});

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

test('the driver is the one that ships', () => {
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const { version } = z.object({ version: z.string() }).parse(readJson(manifest));
  expect(driverVersion).toBe(version);
  const { browsers } = z
    .object({ browsers: z.array(z.object({ name: z.string(), revision: z.string() })) })
    .parse(readJson(join(dirname(manifest), 'browsers.json')));
  const revisions = new Map(browsers.map(({ name, revision }) => [name, revision]));
  for (const [name, revision] of Object.entries(driverRevisions)) expect(revisions.get(name)).toBe(revision);
});
