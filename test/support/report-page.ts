import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Pictures } from '../../src/report/html/attempt-details.ts';
import { reportPages } from '../../src/report/html/report-page.ts';
import type { Redacted, RunResults } from '../../src/results/run-results.ts';
import { chromiumOptions } from './test-runner.ts';

/** A report that is open in a real browser, from disk. */
export interface OpenReport extends AsyncDisposable {
  readonly page: Page;
  /** Folder of the report. */
  readonly folder: string;
  /** URLs that the page requested, except its own and `data:` URLs. */
  readonly requests: readonly string[];
  /** Messages in the console: errors, and violations of the content security policy. */
  readonly complaints: readonly string[];
}

export interface ReportOptions {
  readonly context?: BrowserContextOptions;
  readonly pictures?: Pictures;
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch(await chromiumOptions());
}

/** The report of a run as one text. */
export function pageText(results: Redacted<RunResults>, pictures: Pictures): string {
  return Buffer.concat([...reportPages(results, pictures).withFiles()]).toString();
}

/** Writes the report of a run to disk and opens it. */
export async function openReport(
  browser: Browser,
  results: Redacted<RunResults>,
  { context = {}, pictures = new Map() }: ReportOptions = {},
): Promise<OpenReport> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  const file = join(folder, 'report.html');
  await writeFile(file, pageText(results, pictures));
  const opened = await browser.newContext(context);
  const page = await opened.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  const own = pathToFileURL(file).href;
  page.on('request', (request) => {
    if (request.url() !== own && !request.url().startsWith('data:')) requests.push(request.url());
  });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(own);
  return {
    page,
    folder,
    requests,
    complaints,
    [Symbol.asyncDispose]: async () => {
      await opened.close();
      await rm(folder, { recursive: true });
    },
  };
}
