import { readPattern } from '../read-pattern.ts';
import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

/**
 * DOWNLOAD: clicks the element, and checks the name of the file that is downloaded then. The context fetches no more
 * of it: it may be of any size.
 */
export async function download(scope: StepScope, calledWith: CalledWith<'DOWNLOAD'>): Promise<void> {
  const expected = readPattern(calledWith, 'DOWNLOAD', scope.fill);
  const locator = scope.locator();
  const timeout = scope.remainingMs();
  // The context hears of downloads in pages that the click opens, too.
  const beginning = scope.page.context().waitForEvent('download', { timeout });
  // Where the click fails, its error tells more.
  beginning.catch(() => {});
  await locator.click({ timeout });
  const received = (await beginning).suggestedFilename();
  if (!fits(received, expected)) throw new Error(mismatch(String(locator), expected, received));
}

function fits(name: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? name === expected : expected.test(name);
}

function mismatch(locator: string, expected: string | RegExp, received: string): string {
  const [label, value] =
    typeof expected === 'string' ? ['name', JSON.stringify(expected)] : ['pattern', String(expected)];
  return [
    'The downloaded file has another name.',
    '',
    `Locator: ${locator}`,
    `Expected ${label}: ${value}`,
    `Received name: ${JSON.stringify(received)}`,
  ].join('\n');
}
