import type { BrowserContextOptions } from 'playwright-core';
import type { RunPlan } from '../runner.ts';
import { screenOf } from './breakpoint.ts';
import { userAgentOf } from './user-agent.ts';

/**
 * The options of the context that a case is played in.
 * @param version the browser's own.
 */
export function contextOptions(
  { browser, breakpoint, environment, executionUrl }: RunPlan,
  version: string,
): BrowserContextOptions {
  const { basicAuth } = environment;
  const userAgent = userAgentOf(breakpoint, browser, version);
  return {
    ...screenOf(breakpoint, browser),
    ...(userAgent === undefined ? {} : { userAgent }),
    // A download tells its name all the same; its bytes, of which there may be gigabytes, are not fetched.
    acceptDownloads: false,
    ...(basicAuth === undefined
      ? {}
      : { httpCredentials: { ...basicAuth, origin: new URL(executionUrl).origin } }),
    // Elsewhere than in Chromium, what a service worker asks for would pass by the header fields.
    ...(browser === 'CHROMIUM' || Object.keys(environment.headers).length === 0
      ? {}
      : { serviceWorkers: 'block' as const }),
  };
}
