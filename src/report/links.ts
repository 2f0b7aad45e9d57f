import type { CaseResult, RunResults, SourceLocation } from '../results/run-results.ts';

const maxFileCharacters = 300;
/** Longer URLs are not linked. */
export const maxUrlCharacters = 1000;

/** `tests/cart.yaml:12`, as editors understand it, cut. */
export function formatLocation({ file, line }: SourceLocation): string {
  return `${cutStart(file)}:${line}`;
}

/** Cuts a long path at its start: the end identifies the file. */
export function cutStart(path: string): string {
  return path.length <= maxFileCharacters ? path : `…${path.slice(-maxFileCharacters)}`;
}

/**
 * URL of a line at the tested commit.
 * @returns undefined if the commit is unknown, or the path does not lead into the repository.
 */
export function sourceUrlOf({ file, line }: SourceLocation, sourceUrl: string | null): string | undefined {
  if (sourceUrl === null) return undefined;
  const segments = file.split('/');
  // A path with a redacted secret in it leads nowhere.
  const isUnusable = (segment: string) => ['', '.', '..'].includes(segment) || segment.includes('***');
  if (segments.some(isUnusable)) return undefined;
  const path = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
  const url = `${sourceUrl}/${path}#L${line}`;
  return url.length > maxUrlCharacters ? undefined : url;
}

const maxAnchorCharacters = 60;

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
  return words.join('-').slice(0, maxAnchorCharacters).replace(/-$/, '');
}

/** By their results: there is one link for each failure, and the anchors of all test cases depend on each other. */
const knownAnchors = new WeakMap<RunResults['results'], ReturnType<typeof caseAnchors>>();

/** URL of a test case in the report page of its run; undefined if the page was not uploaded. */
export function reportPageUrl({ reportPage, results }: RunResults, result: CaseResult): string | undefined {
  if (reportPage?.url == null) return undefined;
  const anchors = knownAnchors.get(results) ?? caseAnchors(results);
  knownAnchors.set(results, anchors);
  const anchor = anchors.get(result);
  return anchor === undefined ? reportPage.url : `${reportPage.url}#${anchor}`;
}
