import type { CaseResult } from '../results/run-results.ts';

const maxCharacters = 60;

/**
 * The anchors of test cases in the report page, such as `case-3f0c1f6e-54a7-4c1b-9d55-0f3b8d7d1a01`. They are made of the
 * ids of the test cases, so they are the same in every run. Of several results of one id, all but the first have a number.
 */
export function caseAnchors(results: readonly CaseResult[]): Map<CaseResult, string> {
  const used = new Map<string, number>();
  return new Map(
    results.map((result) => {
      const anchor = `case-${slug(result.testCaseId)}`;
      const count = (used.get(anchor) ?? 0) + 1;
      used.set(anchor, count);
      // Two hyphens never occur within an id.
      return [result, count === 1 ? anchor : `${anchor}--${count}`];
    }),
  );
}

function slug(id: string): string {
  const words = id.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, maxCharacters).replace(/-$/, '');
}
