import { fileInputEngine } from '../file-input.ts';
import { needsScriptEngine } from '../hydration/control-listeners.ts';
import { checkEngines } from '../page-checks.ts';
import { shownControlEngine } from '../shown-control.ts';

/** The version of the bundled playwright-core, as in package.json. */
export const driverVersion = '1.62.1';

/**
 * The builds that it supports, as in its `browsers.json`: Playwright's Firefox and WebKit have their own protocols, which
 * change with each version. It supports any Chromium.
 */
export const driverRevisions: Readonly<Record<string, string>> = { firefox: '1538', webkit: '2336' };

/**
 * True for an error that the driver throws outside of any call: an event of a context that was just closed refers to an
 * object that no longer exists. It affects no test case, so handlers of uncaught errors ignore it.
 */
export function isDriverNoise(error: unknown): boolean {
  return (
    error instanceof Error && /^Object with guid \S+ was not bound in the connection$/.test(error.message)
  );
}

let registered: Promise<unknown> | undefined;

/** Loads the driver, which ships beside the bundle, not inside it: only runs that need a browser pay for it. */
export async function loadDriver() {
  const driver = await import(/* webpackIgnore: true */ 'playwright-core');
  // It refuses an engine that it has already.
  registered ??= Promise.all(
    [...checkEngines, shownControlEngine, fileInputEngine, needsScriptEngine].map(([name, source]) =>
      driver.selectors.register(name, source, { contentScript: true }),
    ),
  );
  await registered;
  return driver;
}
