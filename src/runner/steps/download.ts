import type { Download, Request } from 'playwright-core';
import { innermostReason } from '../../common/errors.ts';
import type { CalledWith } from '../../contract/exchange/interaction.ts';
import { shortUrl } from '../documents/request-facts.ts';
import { arrivalOf, flawOfDownload } from '../downloads.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import { discardBody, fetchAsPage, TooManyRedirects } from '../requests.ts';
import { readPattern } from '../variables/variable-text.ts';
import type { StepScope } from './step-scope.ts';

/** How long a file may take to arrive, in ms: it is stored on this machine meanwhile, and may have no end. */
const maxArrivalMs = 5000;

/** DOWNLOAD: clicks the element, checks the name of the file that the browser then downloads, and that the whole file arrives. */
export async function download(scope: StepScope, calledWith: CalledWith<'DOWNLOAD'>): Promise<void> {
  const expected = readPattern(calledWith, 'DOWNLOAD', scope.fill);
  const locator = scope.locator();
  const limits = scope.limits();
  const context = scope.page.context();
  let isSent = false;
  const onRequest = (request: Request) => {
    isSent ||= request.isNavigationRequest() && request.method() !== 'GET';
  };
  context.on('request', onRequest);
  try {
    // The context also reports downloads of pages that the click opens.
    const started = context.waitForEvent('download', limits);
    // If the click fails, its error says more.
    started.catch(() => {});
    await locator.click(limits);
    const download = await started;
    const received = download.suggestedFilename();
    if (!namesOf(download).some((name) => matches(name, expected)))
      throw mismatch(String(locator), expected, received);
    await arrived(download, scope, isSent);
  } finally {
    context.off('request', onRequest);
  }
}

/** Firefox numbers a name that another download has: `a(1).csv`. */
function namesOf(download: Download): string[] {
  const name = download.suggestedFilename();
  const browser = download.page().context().browser()?.browserType().name();
  return browser === 'firefox' ? [name, name.replace(/\(\d+\)(?=(\.[^.]*)?$)/, '')] : [name];
}

/**
 * Waits until the whole file has arrived. A file that takes longer is only a warning, as it may be large.
 * @param isSent whether it is the response to a form, which must not be requested again.
 * @throws UnexpectedResult if the download fails.
 */
async function arrived(download: Download, scope: StepScope, isSent: boolean): Promise<void> {
  try {
    const { failure, isLate } = await arrivalOf(download, Math.min(maxArrivalMs, scope.remainingMs()));
    const url = shortUrl(download.url());
    if (failure !== null && isLate) {
      const limit = `after ${maxArrivalMs / 1000} s, and was cancelled`;
      scope.warn(
        `The download of ${url} was not complete ${limit}. Whether the whole file arrives is not checked.`,
      );
    } else if (failure !== null) {
      const reason =
        (isSent ? undefined : await reasonOf(download.url(), scope)) ?? 'the file did not arrive whole';
      throw new UnexpectedResult(
        () => ({ clause: reason, advice: 'Check the log of the app.' }),
        [`The download of ${url} failed: ${reason}`],
      );
    } else {
      const flaw = await flawOfDownload(download);
      if (flaw !== undefined) scope.warn(`The file that was downloaded from ${url} ${flaw}.`);
    }
  } finally {
    // Other cases may download many files in the same browser.
    await download.delete().catch(() => {});
  }
}

/** Browsers do not say why a download fails: it is requested again. @returns undefined if that succeeds. */
async function reasonOf(address: string, scope: StepScope): Promise<string | undefined> {
  const start = URL.parse(address);
  if (start === null || !/^https?:$/.test(start.protocol)) return undefined;
  let [length, bytes] = ['', 0];
  try {
    const timeoutMs = Math.min(maxArrivalMs, scope.remainingMs());
    const { response } = await fetchAsPage(start, scope, { sendsCookies: true, timeoutMs });
    if (!response.ok) {
      await response.body?.cancel();
      return `the response has the status ${response.status}`;
    }
    const total = response.headers.get('content-length');
    if (total !== null && !response.headers.has('content-encoding')) length = ` of ${total}`;
    await discardBody(response, (chunk) => {
      bytes += chunk.byteLength;
    });
    return undefined;
  } catch (error) {
    if (error instanceof TooManyRedirects) return error.message;
    return bytes === 0
      ? `the request failed: ${innermostReason(error)}`
      : `the response ended after ${bytes}${length} bytes`;
  }
}

function matches(name: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? name === expected : expected.test(name);
}

function mismatch(locator: string, expected: string | RegExp, received: string): UnexpectedResult {
  const [label, value] =
    typeof expected === 'string' ? ['name', JSON.stringify(expected)] : ['pattern', String(expected)];
  return new UnexpectedResult(
    (quote) => ({ clause: `the downloaded file is named ${quote(received)}` }),
    [`Locator: ${locator}`, `Expected ${label}: ${value}`, `Received name: ${JSON.stringify(received)}`],
  );
}
