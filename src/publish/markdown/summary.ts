import type { PublishedRun } from '../verdict.ts';
import { casesTable } from './cases-table.ts';
import { detailSections } from './details.ts';
import { bytes, Room } from './room.ts';
import { evidenceLine, footer, headline, reasonSection } from './sections.ts';

/** GitHub drops a step's summary of more than 1 MiB whole; in bytes of UTF-8. */
export const maxSummaryBytes = 900_000;

/** For the lines that count what is left out, and for what stands between the parts. */
const spareBytes = 1000;

/** The job summary: the verdict, what failed and what is flaky, then all test cases in a table. */
export function composeSummary(run: PublishedRun, maxBytes: number = maxSummaryBytes): string {
  const head = [headline(run), ...reasonSection(run.verdict)];
  const end = [evidenceLine(run), footer(run)].filter((part) => part !== '');
  const size = maxBytes - spareBytes - bytes([...head, ...end].join('\n\n'));
  // Half of it, so that long messages leave room for the table.
  const details = detailSections(run, new Room(size / 2, bytes));
  const table = casesTable(run, new Room(size - bytes(details.join('\n\n')), bytes));
  return [...head, ...details, ...(table === '' ? [] : ['#### All test cases', table]), ...end].join('\n\n');
}
