import { UnexpectedResult } from '../failure/reason.ts';
import { readPattern } from '../variables/text.ts';
import type { CalledWith, StepScope } from './step-scope.ts';

/**
 * DOWNLOAD: clicks the element and checks the name of the file that the browser then downloads. The content is not
 * fetched, so the file may have any size.
 */
export async function download(scope: StepScope, calledWith: CalledWith<'DOWNLOAD'>): Promise<void> {
  const expected = readPattern(calledWith, 'DOWNLOAD', scope.fill);
  const locator = scope.locator();
  const limits = scope.limits();
  // The context also reports downloads of pages that the click opens.
  const download = scope.page.context().waitForEvent('download', limits);
  // If the click fails, its error says more.
  download.catch(() => {});
  await locator.click(limits);
  const received = (await download).suggestedFilename();
  if (!matches(received, expected)) throw mismatch(String(locator), expected, received);
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
