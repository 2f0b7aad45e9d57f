import { joinFilled } from '../../common/text.ts';
import type { TestReport } from '../../contract/test-report.ts';
import { describeBrokenApp } from '../../report/describe.ts';
import { countResults } from '../../results/cases.ts';
import type { CaseResult, PassedProof, Verdict } from '../../results/run-results.ts';
import { describeContradiction } from './contradictions.ts';
import type { Observed } from './observed.ts';
import { contradictingField } from './passed-contradictions.ts';
import type { RequestedRun } from './requested-run.ts';
import { describeMissing, describeUnknown, listNames, lookAtReport } from './result-status.ts';

/** What is proven: a run that has ended, compared with what was requested. */
interface Claim {
  readonly run: RequestedRun;
  readonly observed: Observed;
  readonly report: TestReport;
  readonly answered: readonly CaseResult[];
  /** The results of expected cases that it did not report. */
  readonly missing: readonly CaseResult[];
}

/** The first link of the proof that does not hold, and what it compared. */
interface BrokenLink {
  readonly check: PassedProof[number]['check'];
  readonly status: Exclude<Verdict['status'], 'passed' | 'done'>;
  readonly reason: string;
}

/**
 * Proves that a run is green, or names the first check that fails. This is the one function that decides what is green.
 * @returns the checks with what each has compared.
 */
export function prove(claim: Claim): PassedProof | BrokenLink {
  return (
    contradiction(claim) ??
    failedResults(claim) ??
    rivalReports(claim) ??
    nothingRequested(claim) ??
    missingResult(claim) ??
    reportStatus(claim) ??
    unexplainedFailure(claim) ??
    reportedError(claim) ??
    proofOf(claim)
  );
}

function proofOf({ run, observed, report, answered }: Claim): PassedProof {
  const { expected, since } = run;
  const flaky = answered.filter((result) => result.flaky).length;
  return [
    { check: 'request-accepted', compared: run.accepted },
    { check: 'report-is-ours', compared: `report ${report.id}, ${observed.identifiedBy}` },
    {
      check: 'report-is-new',
      compared: `created at ${report.createdAt}, requested at ${since.toISOString()}`,
    },
    { check: 'nothing-contradicts-the-request', compared: describeCompared(run, observed) },
    {
      check: 'report-status',
      compared: `report ${report.id} is ${report.status}${describePlan(observed)}`,
    },
    {
      check: 'every-result-passed',
      compared: `${answered.length} of ${answered.length} results passed`,
    },
    {
      check: 'every-expected-case-has-a-result',
      compared:
        expected === undefined
          ? `test cases chosen by the service: ${answered.length}`
          : `${expected.length} of ${expected.length} expected test cases`,
    },
    {
      check: 'every-failure-is-explained',
      compared: `answers: ${observed.answers}, flaky results: ${flaky}`,
    },
  ];
}

function describeCompared(run: RequestedRun, { answers }: Observed): string {
  const { owner, repo, sha, ref } = run.context;
  const commit = joinFilled([owner, repo, ref, sha], ' ');
  const environment = run.environment.name ?? 'default';
  const values = [run.testTargetId, commit, environment, run.browser, run.breakpoint];
  return `answers: ${answers}, each compared by test target, context, environment, browser, breakpoint, URL, times and test cases: ${joinFilled(values, ', ')}`;
}

function describePlan({ planStatus }: Observed): string {
  return planStatus === undefined ? '' : `, its test plan is ${planStatus}`;
}

function contradiction({ observed }: Claim): BrokenLink | undefined {
  if (observed.contradiction === undefined) return undefined;
  return {
    check: 'nothing-contradicts-the-request',
    status: 'error',
    reason: `The service's answer is about another run: ${describeContradiction(observed.contradiction)} Check the service, and that nothing between it and this job mixes up answers.`,
  };
}

function failedResults({ answered, missing }: Claim): BrokenLink | undefined {
  const check = 'every-result-passed';
  const total = answered.length + missing.length;
  const withStatus = (wanted: CaseResult['status']) => answered.filter(({ status }) => status === wanted);
  const failed = withStatus('failed');
  const without = describeNotRun(answered) + describeMissing(missing);
  if (failed.length > 0) {
    const reason = `${failed.length} of ${total} test cases failed.${without}`;
    return { check, status: 'failed', reason: joinFilled([reason, describeBrokenApp(answered)], ' ') };
  }
  const broken = withStatus('error');
  return broken.length === 0
    ? undefined
    : { check, status: 'error', reason: `${brokenReason(broken, total)}${without}` };
}

/** Empty if all were run. */
function describeNotRun(answered: readonly CaseResult[]): string {
  const count = countResults(answered).notRun;
  return count === 0
    ? ''
    : ` ${count} ${count === 1 ? 'was' : 'were'} not run, because the limit of \`max-failures\` was reached.`;
}

/** What usually breaks a service breaks most results alike: each reason is listed once. */
function brokenReason(broken: readonly CaseResult[], total: number): string {
  const reasons = [...new Set(broken.map(({ errorMessage }) => errorMessage ?? 'no reason given'))];
  const first = `${broken.length} of ${total} test cases could not be run.`;
  return [first, ...reasons].join('\n');
}

/** Of several reports that may be that of the run, one that passed proves nothing: the run's own may have failed. */
function rivalReports({ report, observed: { rivals, identifiedBy } }: Claim): BrokenLink | undefined {
  if (rivals.length === 0) return undefined;
  const ids = [report.id, ...rivals].join(', ');
  return {
    check: 'report-is-ours',
    status: 'error',
    reason: `${rivals.length + 1} test reports match this run (each ${identifiedBy}), so it is unclear which one is the report of this run: ${ids}. Check them in the service, and re-run the job. If other jobs test the same commit on this test target, run them one after the other.`,
  };
}

/** Results of other cases do not stand in for the cases of the repository. */
function nothingRequested({ run, report, answered }: Claim): BrokenLink | undefined {
  const check = 'every-expected-case-has-a-result';
  if (run.expected?.length === 0 && report.status === 'PASSED') {
    const others = listNames(' The service reports results of other test cases', answered);
    return {
      check,
      status: 'nothing-to-run',
      reason: `No test case was selected: all are switched off (\`runStatus: OFF\`), excluded from this environment, or have none of the \`tags\`. A run that tests nothing does not pass.${others}`,
    };
  }
  if (run.expected === undefined && answered.length === 0 && report.status === 'PASSED') {
    return {
      check,
      status: 'nothing-to-run',
      reason: 'The service generated no test case that it ran. A run that tests nothing does not pass.',
    };
  }
  return undefined;
}

function missingResult({ report, answered, missing }: Claim): BrokenLink | undefined {
  const check = 'every-expected-case-has-a-result';
  const total = answered.length + missing.length;
  if (total === 0) {
    const reason = `The service reports ${report.status} without any result. ${lookAtReport}`;
    return { check, status: 'error', reason };
  }
  const unfinished = answered.filter(({ status }) => status === 'unfinished');
  const absent = unfinished.length + missing.length;
  if (absent === 0) return undefined;
  const names = listNames(' Without a result', [...unfinished, ...missing]);
  return {
    check,
    status: 'error',
    reason: `The service reports ${report.status}, but ${absent} of ${total} results ${absent === 1 ? 'is' : 'are'} missing.${describeUnknown(report)}${names} ${lookAtReport}`,
  };
}

function reportStatus({ report, observed: { planStatus } }: Claim): BrokenLink | undefined {
  const check = 'report-status';
  if (report.status !== 'PASSED') {
    const reason = `The service reports ${report.status}, although every result passed. ${lookAtReport}`;
    return { check, status: 'failed', reason };
  }
  if (planStatus === undefined || planStatus === 'DONE') return undefined;
  const reason = `Every result passed, but the batch generation has not ended: its test plan is ${planStatus}. Look it up in the service.`;
  return { check, status: 'error', reason };
}

/** A report that turns from FAILED to PASSED needs a result that did, too. */
function unexplainedFailure({ report, observed, answered }: Claim): BrokenLink | undefined {
  if (!observed.hasFailed || answered.some(({ flaky }) => flaky)) return undefined;
  return {
    check: 'every-failure-is-explained',
    status: 'error',
    reason: `The test report ${report.id} had failed in one answer and was PASSED in another, but no result failed. ${lookAtReport}`,
  };
}

/** A report that passed and names an error, or denies it, proves neither. */
function reportedError({ report, observed }: Claim): BrokenLink | undefined {
  const error = observed.error ?? contradictingField(report);
  if (error === undefined) return undefined;
  return {
    check: 'every-failure-is-explained',
    status: 'error',
    reason: `The test report ${report.id} is PASSED, and also has an error: ${error}. ${lookAtReport}`,
  };
}
