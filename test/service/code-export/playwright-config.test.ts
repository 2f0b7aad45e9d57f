import { expect, it } from 'vitest';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';

const url = 'http://shop.example/app';

it('a configuration says what was asked for', () => {
  const config = playwrightConfig({
    url,
    outputDir: 'out/results',
    headless: false,
    browser: 'SAFARI',
    breakpoint: 'MOBILE',
    testIdAttribute: 'data-qa',
    basicAuth: true,
  });
  for (const line of [
    "outputDir: 'out/results',",
    "browserName: 'webkit',",
    'headless: false,',
    'baseURL,',
    'viewport: { width: 320, height: 640 },',
    'isMobile: true,',
    "testIdAttribute: 'data-qa',",
    "username: fromEnvironment('OCTO_BASIC_AUTH_USERNAME'),",
    "password: fromEnvironment('OCTO_BASIC_AUTH_PASSWORD'),",
    'origin: new URL(baseURL).origin,',
  ]) {
    expect(config).toContain(`  ${line}\n`);
  }
  expect(config).toContain("\nconst baseURL = process.env.OCTO_URL || 'http://shop.example/app';\n");
  expect(config).not.toContain('CHROME_BIN');
});

it('a configuration that was asked for no more is for Chromium on a desktop, without a window', () => {
  const config = playwrightConfig({ url });
  expect(config).toContain("browserName: 'chromium',");
  expect(config).toContain('headless: true,');
  expect(config).toContain('viewport: { width: 1920, height: 1080 },');
  expect(config).toContain('process.env.CHROME_BIN');
  expect(config).not.toMatch(/outputDir|isMobile|hasTouch|httpCredentials|extraHTTPHeaders|fromEnvironment/);
});

it('Firefox is not asked for what it refuses', () => {
  const config = playwrightConfig({ url, browser: 'FIREFOX', breakpoint: 'MOBILE' });
  expect(config).toContain('hasTouch: true,');
  expect(config).not.toContain('isMobile');
});
