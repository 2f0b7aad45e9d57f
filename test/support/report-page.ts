import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { reportHtml } from '../../src/publish/files/report/page.ts';
import type { Pictures } from '../../src/publish/files/report/pictures.ts';
import type { PublishedRun } from '../../src/publish/verdict.ts';
import { chromiumPath } from './play.ts';

/** A report, opened from disk in a real browser. */
export interface OpenReport extends AsyncDisposable {
  readonly page: Page;
  /** The folder that it is in. */
  readonly folder: string;
  /** What the page has asked for but itself. */
  readonly requests: readonly string[];
  /** What the browser has to say against the page: errors, and what its policy has stopped. */
  readonly complaints: readonly string[];
}

export interface ReportOptions {
  readonly context?: BrowserContextOptions;
  readonly pictures?: Pictures;
}

/** The tests' Chromium. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath() });
}

/** Writes the report of a run to disk, and opens it. */
export async function openReport(
  browser: Browser,
  run: PublishedRun,
  { context = {}, pictures = new Map() }: ReportOptions = {},
): Promise<OpenReport> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  const file = join(folder, 'report.html');
  await writeFile(file, reportHtml(run, pictures));
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
