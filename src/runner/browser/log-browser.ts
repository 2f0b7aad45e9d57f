import { driverVersion } from './driver.ts';
import type { LocalBrowser } from './launch.ts';

/** With so few test cases, a faster browser saves less than its installation takes. */
const fewCases = 20;

/**
 * Logs which browser of this machine plays, and how to get a faster one.
 * @param local undefined if the browser is on another machine.
 */
export function logBrowser(
  local: LocalBrowser | undefined,
  caseCount: number,
  info: (text: string) => void = () => {},
): void {
  if (local === undefined) return;
  const { browser, executablePath, isFullChrome } = local;
  const product = isFullChrome ? 'full Chrome' : browser.browserType().name();
  info(`Browser: ${executablePath}, ${product} ${browser.version()}`);
  if (isFullChrome && caseCount > fewCases) {
    info(
      `A headless shell plays test cases in less time than full Chrome. To use one, add the step \`npx playwright@${driverVersion} install --with-deps chromium-headless-shell\`.`,
    );
  }
}
