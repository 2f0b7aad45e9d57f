import type { Breakpoint, Browser } from '../../contract/values.ts';
import { screenOf } from '../../runner/browser/contexts.ts';
import { stringLiteral } from '../locator-line/print-locator.ts';
import { indented } from './text-code.ts';

const browserNames: Readonly<Record<Browser, string>> = {
  CHROMIUM: 'chromium',
  FIREFOX: 'firefox',
  SAFARI: 'webkit',
};

/** The query of GET config (extension), and the settings of its environment. */
interface ConfigOptions {
  readonly url: string;
  /** Playwright's folder for traces and other results. */
  readonly outputDir?: string | undefined;
  readonly headless?: boolean | undefined;
  readonly browser?: Browser | undefined;
  readonly breakpoint?: Breakpoint | undefined;
  readonly testIdAttribute?: string | null | undefined;
  readonly expectTimeoutMs?: number | undefined;
  /** Whether the app asks for HTTP authentication. The configuration reads user name and password from the environment. */
  readonly basicAuth?: boolean | undefined;
}

/** How long an assertion waits, in ms: the default of the input `expect-timeout`. */
const defaultExpectTimeoutMs = 5000;

/** The text of a `playwright.config.ts` for exported files beside it. */
export function playwrightConfig(options: ConfigOptions): string {
  const { outputDir } = options;
  return `${[
    "import { randomUUID } from 'node:crypto';",
    "import { defineConfig } from '@playwright/test';",
    '',
    '// All test files of a run share these variables.',
    'process.env.OCTO_STABLE_UUID ??= randomUUID();',
    '',
    '// The environment variable OCTO_URL replaces it.',
    `const baseURL = ${urlCode(options.url)};`,
    '',
    'export default defineConfig({',
    ...indented([
      "testDir: '.',",
      ...(outputDir === undefined ? [] : [`outputDir: ${stringLiteral(outputDir)},`]),
      'fullyParallel: true,',
      `expect: { timeout: ${options.expectTimeoutMs ?? defaultExpectTimeoutMs} },`,
      'use: {',
      ...indented(useLines(options)),
      '},',
    ]),
    '});',
    ...(options.basicAuth === true ? ['', ...fromEnvironmentCode] : []),
  ].join('\n')}\n`;
}

function useLines(options: ConfigOptions): string[] {
  const {
    headless = true,
    browser = 'CHROMIUM',
    breakpoint = 'DESKTOP',
    testIdAttribute,
    basicAuth,
  } = options;
  return [
    `browserName: '${browserNames[browser]}',`,
    `headless: ${headless},`,
    'baseURL,',
    ...screenLines(breakpoint, browser),
    ...(testIdAttribute == null ? [] : [`testIdAttribute: ${stringLiteral(testIdAttribute)},`]),
    ...(basicAuth === true ? authLines : []),
    ...(browser === 'CHROMIUM'
      ? ['// Set CHROME_BIN to use another browser than the one Playwright installed.', chromeLine]
      : []),
  ];
}

const chromeLine = 'launchOptions: process.env.CHROME_BIN ? { executablePath: process.env.CHROME_BIN } : {},';

function screenLines(breakpoint: Breakpoint, browser: Browser): string[] {
  const { viewport, hasTouch = false, isMobile = false } = screenOf(breakpoint, browser);
  return [
    ...(viewport == null ? [] : [`viewport: { width: ${viewport.width}, height: ${viewport.height} },`]),
    ...(hasTouch ? ['hasTouch: true,'] : []),
    ...(isMobile ? ['isMobile: true,'] : []),
  ];
}

/** Only the app under test receives the credentials. */
const authLines = [
  'httpCredentials: {',
  ...indented([
    `username: ${fromEnvironment('OCTO_BASIC_AUTH_USERNAME')},`,
    `password: ${fromEnvironment('OCTO_BASIC_AUTH_PASSWORD')},`,
    'origin: new URL(baseURL).origin,',
  ]),
  '},',
];

/** The URL of the app as code: exported files can be run against another one. */
export function urlCode(url: string): string {
  return `process.env.OCTO_URL || ${stringLiteral(url)}`;
}

/** The environment variable with the value of a header field: `OCTO_HEADER_X_BYPASS` for `X-Bypass`. */
export function headerVariable(name: string): string {
  return `OCTO_HEADER_${name.toUpperCase().replace(/[^A-Z\d]/g, '_')}`;
}

/** Code that reads an environment variable. Its file needs `fromEnvironmentCode`. */
export function fromEnvironment(variable: string): string {
  return `fromEnvironment(${stringLiteral(variable)})`;
}

export const fromEnvironmentCode = [
  '/** Credentials are never part of exported files. */',
  'function fromEnvironment(name: string): string {',
  '  const value = process.env[name];',
  "  if (!value) throw new Error('The environment variable ' + name + ' is missing.');",
  '  return value;',
  '}',
];
