import { andMore, formatCount } from '../../common/text.ts';
import type { TestReport, TestResult } from '../../contract/test-report.ts';
import { locationOf } from '../../results/cases.ts';
import { type CaseResult, maxDurationMs } from '../../results/run-results.ts';
import { formatPosition } from '../../test-files/problem.ts';

/** Whether a report's status is final: WAITING, and a value that this version doesn't know, may still change (section 3). */
export function hasFinalStatus({ status }: Pick<TestReport, 'status'>): boolean {
  return status === 'PASSED' || status === 'FAILED';
}

const finalResults = ['PASSED', 'FAILED', 'ERROR'];

/** Whether a result's status is final: WAITING, and a value that this version doesn't know, may still change (section 3). */
export function isResult({ status }: Pick<TestResult, 'status'>): boolean {
  return finalResults.includes(status);
}

/** The status of a result that an earlier answer had, and the latest one has not. */
export const vanished = 'VANISHED';

/**
 * How long a case took, in ms, by the service's clock; undefined until it has ended, and if the service's times are
 * missing or impossible.
 */
export function durationOf(result: TestResult): number | undefined {
  const { createdAt, updatedAt } = result;
  if (createdAt == null || updatedAt == null || !isResult(result)) return undefined;
  const ms = new Date(updatedAt).getTime() - new Date(createdAt).getTime();
  return ms >= 0 && ms <= maxDurationMs ? ms : undefined;
}

/** Names listed in a reason; the results have all of them. */
const namesInReason = 10;

/** `introduction: A (a.yaml:1), B and 3 more.`; empty without results. */
export function listNames(introduction: string, results: readonly CaseResult[]): string {
  if (results.length === 0) return '';
  const names = results.slice(0, namesInReason).map((result) => {
    const location = locationOf(result);
    return location === undefined ? result.name : `${result.name} (${formatPosition(location)})`;
  });
  return `${introduction}: ${names.join(', ')}${andMore(results.length - names.length)}.`;
}

export const lookAtReport = 'Look at the report in the service.';

/** A sentence with the number of missing results; empty if none is missing. */
export function describeMissing({ length }: readonly unknown[]): string {
  return length === 0
    ? ''
    : ` ${formatCount(length, 'test case')} ${length === 1 ? 'has' : 'have'} no result.`;
}

/** A sentence with the result statuses that this version does not know; they count as unfinished. */
export function describeUnknown({ testResults }: TestReport): string {
  const open = testResults.filter((each) => !isResult(each)).map(({ status }) => status);
  const unknown = [...new Set(open)].filter((status) => status !== 'WAITING' && status !== vanished);
  if (unknown.length === 0) return '';
  return ` Unknown result status: ${unknown.slice(0, namesInReason).join(', ')}.`;
}
