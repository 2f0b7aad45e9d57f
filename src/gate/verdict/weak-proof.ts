import { isLoopback } from '../../common/loopback.ts';
import {
  checksSomething,
  type ExchangeTestCase,
  expectsAbsence,
  expectsAnyPage,
  startsAtEntryPoint,
} from '../../contract/exchange/exchange-test-case.ts';

/**
 * Why a test case proves little although it has passed, whatever the service says: each reason is a warning.
 * @param url the URL under test; undefined if only the service knows it.
 */
export function weakProofReasons(testCase: ExchangeTestCase, url: string | undefined): string[] {
  const { elements } = testCase;
  const reasons: string[] = [];
  const checks = elements.filter((each) => checksSomething(each) && !expectsAnyPage(each));
  // One without steps is refused before it runs.
  if (elements.length > 0 && checks.length === 0) {
    reasons.push(
      'No step asserts or uses anything on a page, so the test case passes whatever the pages show. Add an assertion.',
    );
  }
  if (checks.length > 0 && testCase.dependencyId == null && checks.every(expectsAbsence)) {
    reasons.push(
      'The test case only asserts that something is not there, which is also true on many other pages. Add an assertion about what the page shows.',
    );
  }
  const other = otherSite(testCase, url);
  if (other !== undefined) {
    reasons.push(
      `The test case opens ${other}, and no page of the app under test. Write paths such as \`/cart\`: they are opened below the URL under test.`,
    );
  }
  return reasons;
}

/**
 * The first URL that a test case opens, if none that it opens is at the host under test: a recording has the URLs of the site
 * that it was made at. A URL with a variable may be that of the app.
 */
function otherSite(testCase: ExchangeTestCase, url = ''): string | undefined {
  const { elements, entryPointUrlPath = '', dependencyId } = testCase;
  const app = URL.parse(url);
  if (app === null || dependencyId !== undefined) return undefined;
  const opened = elements.flatMap(({ interaction }) =>
    interaction?.action === 'GO_TO' ? [interaction.calledWith] : [],
  );
  if (startsAtEntryPoint(testCase)) opened.unshift(entryPointUrlPath);
  const isOther = (text: string) => {
    const parsed = /^https?:[^$]*$/i.test(text) ? URL.parse(text) : null;
    return parsed !== null && !isRelated(parsed, app);
  };
  return opened.every(isOther) ? opened[0] : undefined;
}

/** Whether one host is the other or below it, or both are in the local network, where an app may have several hosts. */
function isRelated(one: URL, other: URL): boolean {
  const [a, b] = [`.${one.hostname}`, `.${other.hostname}`];
  const isLocal = (url: URL) => isLoopback(url) || !url.hostname.includes('.');
  return a.endsWith(b) || b.endsWith(a) || (isLocal(one) && isLocal(other));
}
