import type { FailedPage as ReportedPage } from '../../contract/attempt.ts';
import type { FailedPage } from '../../results/run-results.ts';

/** What a service reports of the page at a failure; undefined if that is nothing. */
export function failedPageOf(reported: ReportedPage): FailedPage | undefined {
  const { title, expected, received, candidates, failedRequests, snapshot } = reported;
  const page = {
    ...known({ title, expected, received, snapshot }),
    ...(candidates?.length ? { candidates } : {}),
    ...(failedRequests?.length ? { failedRequests: failedRequests.map(requestOf) } : {}),
  };
  return Object.keys(page).length === 0 ? undefined : page;
}

function requestOf({ method, url, status, error }: NonNullable<ReportedPage['failedRequests']>[number]) {
  return {
    method: method ?? '',
    url: url ?? '',
    ...(status == null ? {} : { status: Math.max(0, status) }),
    ...known({ error }),
  };
}

/** Leaves out null and undefined. */
function known<Name extends string>(
  texts: Record<Name, string | null | undefined>,
): { [Key in Name]?: string };
function known(texts: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text == null ? [] : [[name, text]])),
  );
}
