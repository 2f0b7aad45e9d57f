import { arrangeRows, runRows } from '../../src/publish/markdown/rows.ts';
import { headline } from '../../src/publish/markdown/sections.ts';
import { countResults, type PublishedRun } from '../../src/publish/verdict.ts';

/** A run as a comment shows it that has no other section, without what is hidden in the comment. */
export function composeMarkdown(run: PublishedRun, maxCharacters: number): string {
  const head = headline(run);
  const left = maxCharacters - head.length;
  const pieces = arrangeRows(runRows(run, left), countResults(run.verdict.results), left);
  return [head, ...pieces.map(({ text }) => text)].join('\n\n');
}
