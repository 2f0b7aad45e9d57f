import type { TestReport } from '../../contract/test-report.ts';

/**
 * The report without the results that it tells twice. Two of one id that do not agree both stay: the better one of them
 * is no proof.
 */
export function withoutRepeats(report: TestReport): TestReport {
  const seen = new Set<string>();
  const testResults = report.testResults.filter(({ id, status }) => {
    const key = `${id.toLowerCase()} ${status}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return testResults.length === report.testResults.length ? report : { ...report, testResults };
}
