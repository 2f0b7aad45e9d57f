import type { ReportHistory } from '../contract/test-report.ts';

/** A history has no end of its own: who reads on stops here at the latest. */
const maxPages = 20;

/** Asks for page after page of the history, each from the key of the one before. */
export async function* reportPages(
  ask: (query: { key?: string }) => Promise<ReportHistory>,
): AsyncGenerator<ReportHistory> {
  let before: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = before === undefined ? {} : { key: JSON.stringify({ createdAt: before }) };
    const history = await ask(query);
    yield history;
    const { key, hasNextPage } = history;
    // The same key again: a service that does not take one would give its first page for ever.
    if (!hasNextPage || key == null || key.createdAt === before) return;
    before = key.createdAt;
  }
}
