import type { ReportContext } from '../../contract/report-context.ts';
import type { TestReport } from '../../contract/test-report.ts';

type AnsweredContext = TestReport['context'];

/** A field of a context (section 2.8), as both sides have it, in a form that can be compared. */
interface ContextField {
  readonly name: string;
  readonly answered: string;
  readonly requested: string;
}

/** The fields of an answered context that is compared with the requested one; a missing value is ''. */
export function contextFields(answered: AnsweredContext, requested: ReportContext): ContextField[] {
  const fields: readonly [string, unknown, unknown, (text: string) => string][] = [
    ['source', answered?.source, requested.source, same],
    ['sha', answered?.sha, requested.sha, lowerCase],
    ['owner', answered?.owner, requested.owner, lowerCase],
    ['repo', answered?.repo, requested.repo, lowerCase],
    ['ref', answered?.ref, requested.ref, shortRef],
    ['issueNumber', answered?.issueNumber, requested.issueNumber, same],
  ];
  return fields.map(([name, a, b, normalize]) => ({
    name,
    answered: normalize(String(a ?? '')),
    requested: normalize(String(b ?? '')),
  }));
}

/** Whether a report has the context that was sent. A context without a commit is too vague: it matches nothing. */
export function sameContext(answered: AnsweredContext, requested: ReportContext): boolean {
  if (answered == null || requested.sha === undefined) return false;
  // A service need not answer the source.
  return contextFields(answered, requested).every(
    (field) => field.answered === field.requested || (field.name === 'source' && field.answered === ''),
  );
}

const same = (text: string) => text;

/** GitHub's names and commits are case-insensitive. */
const lowerCase = (text: string) => text.toLowerCase();

/** `refs/heads/x` is the branch `x`, `refs/pull/7/merge` is `pull/7/merge`; `refs/tags/x` stays distinct from a branch. */
const shortRef = (ref: string) => ref.replace(/^refs\//, '').replace(/^heads\//, '');
