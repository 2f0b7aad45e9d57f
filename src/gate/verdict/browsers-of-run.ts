import type { TestReport } from '../../contract/test-report.ts';
import { type BrowserOfRun, maxListItems } from '../../results/run-results.ts';

const names: Readonly<Record<string, string>> = {
  CHROMIUM: 'Chromium',
  FIREFOX: 'Firefox',
  SAFARI: 'WebKit',
};

/** The browsers that the results of a report name, each once. */
export function browsersOf(report: TestReport): BrowserOfRun[] {
  const browsers = new Map<string, BrowserOfRun>();
  for (const { browser = report.browser, browserVersion: version, viewport } of report.testResults) {
    if (browser == null || version == null) continue;
    const size = viewport == null ? {} : { width: viewport.width, height: viewport.height };
    const played = { name: names[browser] ?? browser, version, ...size };
    browsers.set(JSON.stringify(played), played);
  }
  return [...browsers.values()].slice(0, maxListItems);
}
