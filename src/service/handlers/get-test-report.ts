import { type Dependencies, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

const maxWaitSeconds = 60;

/** GET one test report (section 4.4). With `Prefer: wait=N` (RFC 7240) it answers when the run ends, or after N s. */
export const getTestReport =
  (deps: Dependencies) =>
  async ({
    params: { testTargetId, testReportId },
    request,
    answerHeaders,
  }: {
    params: { testTargetId: string; testReportId: string };
    request: Request;
    answerHeaders: Headers;
  }) => {
    requireTarget(deps, testTargetId);
    const find = () => {
      const report = deps.reports.find(testTargetId, testReportId);
      if (report === undefined) throw HttpProblem.notFound(`test report ${testReportId}`);
      return { ...report, testResults: [...report.testResults] };
    };
    const report = find();
    const seconds = preferredWait(request.headers.get('prefer'));
    if (seconds === 0) return report;
    await deps.runs.ended(testReportId, seconds * 1000, request.signal);
    answerHeaders.set('preference-applied', `wait=${seconds}`);
    return find();
  };

function preferredWait(header: string | null): number {
  const seconds = Number(/(?:^|[,;]\s*)wait=(\d{1,6})/i.exec(header ?? '')?.[1] ?? 0);
  return Math.min(seconds, maxWaitSeconds);
}
