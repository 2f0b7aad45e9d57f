import type { CaseResult, RunResults } from '../results/run-results.ts';
import { caseAnchors } from './case-anchors.ts';

type Anchors = ReturnType<typeof caseAnchors>;
/** By their results: there is one link for each failure, and the anchors of all test cases depend on each other. */
const known = new WeakMap<RunResults['results'], Anchors>();

/** URL of a test case in the report page of its run; undefined if the page was not uploaded. */
export function reportPageUrl({ reportPage, results }: RunResults, result: CaseResult): string | undefined {
  if (reportPage?.url == null) return undefined;
  const anchors = known.get(results) ?? caseAnchors(results);
  known.set(results, anchors);
  const anchor = anchors.get(result);
  return anchor === undefined ? reportPage.url : `${reportPage.url}#${anchor}`;
}
