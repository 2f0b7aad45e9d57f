import type { BrowserContext } from 'playwright-core';
import type { RunPlan } from '../runner.ts';
import { addHeadersInChromium } from './chromium-headers.ts';
import { addHeadersByRoutes } from './routed-headers.ts';

/** Header fields for one origin. */
export interface OriginHeaders {
  readonly origin: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Sends the environment's header fields with every request to the app's own origin, and with no other, also where
 * one redirects to the other. Playwright's own ways are not used: its option for headers sends them everywhere, and
 * headers that a route sets go along with redirects to other origins.
 */
export async function sendHeaders(
  context: BrowserContext,
  { executionUrl, environment }: Pick<RunPlan, 'executionUrl' | 'environment'>,
): Promise<void> {
  if (Object.keys(environment.headers).length === 0) return;
  const headers = { origin: new URL(executionUrl).origin, fields: environment.headers };
  const browser = context.browser();
  if (browser?.browserType().name() === 'chromium') return addHeadersInChromium(browser, context, headers);
  return addHeadersByRoutes(context, headers);
}
