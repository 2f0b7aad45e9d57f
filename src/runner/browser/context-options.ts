import type { BrowserContextOptions } from 'playwright-core';
import type { Breakpoint, Browser } from '../../contract/values.ts';
import type { RunPlan } from '../runner.ts';

/** What contexts depend on. */
export type ContextPlan = Pick<RunPlan, 'browser' | 'breakpoint' | 'environment' | 'executionUrl'>;

/**
 * The options of the context in which a case is played.
 * @param version the version of the browser.
 */
export function contextOptions(
  { browser, breakpoint, environment, executionUrl }: ContextPlan,
  version: string,
): BrowserContextOptions {
  const userAgent = userAgentOf(breakpoint, browser, version);
  return {
    ...screenOf(breakpoint, browser),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...credentialsOf({ environment, executionUrl }),
    // Except in Chromium, requests of service workers would bypass the header fields.
    ...(browser === 'CHROMIUM' || Object.keys(environment.headers).length === 0
      ? {}
      : { serviceWorkers: 'block' as const }),
  };
}

/** The option for basic authentication at the app's origin. */
export function credentialsOf({
  environment: { basicAuth },
  executionUrl,
}: Pick<RunPlan, 'environment' | 'executionUrl'>): BrowserContextOptions {
  if (basicAuth === undefined) return {};
  return { httpCredentials: { ...basicAuth, origin: new URL(executionUrl).origin } };
}

/** Screen sizes in CSS pixels. */
const screens: Readonly<Record<Breakpoint, BrowserContextOptions>> = {
  DESKTOP: { viewport: { width: 1920, height: 1080 } },
  TABLET: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  MOBILE: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
};

export function screenOf(breakpoint: Breakpoint, browser: Browser): BrowserContextOptions {
  const { isMobile, ...screen } = screens[breakpoint];
  // Firefox does not support the option.
  return isMobile === undefined || browser === 'FIREFOX' ? screen : { ...screen, isMobile };
}

type Device = Exclude<Breakpoint, 'DESKTOP'>;

/** The user agents of mobile browsers; `major` is the first number of the version. */
const mobile: Readonly<Record<Browser, (device: Device, version: string, major: string) => string>> = {
  // Chrome reports a fixed device, system and minor version.
  CHROMIUM: (device, _, major) =>
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${device === 'MOBILE' ? ' Mobile' : ''} Safari/537.36`,
  FIREFOX: (device, _, major) =>
    `Mozilla/5.0 (Android 15; ${device === 'MOBILE' ? 'Mobile' : 'Tablet'}; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`,
  // Safari reports a fixed system version.
  SAFARI: (device, version) =>
    `Mozilla/5.0 (${device === 'MOBILE' ? 'iPhone; CPU iPhone' : 'iPad; CPU'} OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`,
};

/**
 * The user agent of a breakpoint: that of the browser's mobile edition in the version that is used.
 * @param version the version of the browser, such as `153.0.8010.4`.
 * @returns undefined for DESKTOP: the browser's default.
 */
export function userAgentOf(breakpoint: Breakpoint, browser: Browser, version: string): string | undefined {
  if (breakpoint === 'DESKTOP') return undefined;
  return mobile[browser](breakpoint, version, version.split('.')[0] ?? version);
}
