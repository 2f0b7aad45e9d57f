import type { ReportContext } from '../../contract/report-context.ts';
import type { TestReport } from '../../contract/test-report.ts';

/** Whether a report's context is the one that was sent. Without a commit it says too little to tell. */
export function sameContext(given: TestReport['context'], wanted: ReportContext): boolean {
  if (given == null || wanted.sha === undefined) return false;
  return (
    ignoringCase(given.sha) === ignoringCase(wanted.sha) &&
    ignoringCase(given.owner) === ignoringCase(wanted.owner) &&
    ignoringCase(given.repo) === ignoringCase(wanted.repo) &&
    shortRef(given.ref) === shortRef(wanted.ref) &&
    String(given.issueNumber ?? '') === String(wanted.issueNumber ?? '')
  );
}

/** GitHub's names and commits ignore case. */
function ignoringCase(text: string | null | undefined): string {
  return (text ?? '').toLowerCase();
}

/** `refs/heads/x` is the branch x, `refs/pull/7/merge` is `pull/7/merge`; a tag stays apart from a branch of its name. */
function shortRef(ref: string | null | undefined): string {
  return (ref ?? '').replace(/^refs\//, '').replace(/^heads\//, '');
}
