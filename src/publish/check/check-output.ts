import { casesTable } from '../markdown/cases-table.ts';
import { detailSections } from '../markdown/details.ts';
import { cut, plain } from '../markdown/markdown.ts';
import { bytes, Room } from '../markdown/room.ts';
import { evidenceLine, footer, headlineWords, reasonSection } from '../markdown/sections.ts';
import type { PublishedRun } from '../verdict.ts';

/** What a check run shows on its page. */
export interface CheckOutput {
  /** Plain text. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Markdown, behind the summary. */
  readonly text: string;
}

/** GitHub allows 65,535 for each of both; characters or bytes, so bytes of UTF-8. */
export const maxPartBytes = 65_000;

/** For the lines that count what is left out, and for what stands between the parts. */
const spareBytes = 1000;

const maxReasonCharacters = 2000;

/** The verdict as a check run tells it: what failed and what is flaky, then all test cases in a table. */
export function composeCheck(run: PublishedRun): CheckOutput {
  const { verdict } = run;
  const why = reasonSection(verdict);
  const head = why.length > 0 ? why : [plain(cut(verdict.reason, maxReasonCharacters))];
  const end = [evidenceLine(run), footer(run)].filter((part) => part !== '');
  const room = new Room(maxPartBytes - spareBytes - bytes([...head, ...end].join('\n\n')), bytes);
  return {
    title: headlineWords(run),
    summary: [...head, ...detailSections(run, room), ...end].join('\n\n'),
    text: casesTable(run, new Room(maxPartBytes - spareBytes, bytes)),
  };
}
