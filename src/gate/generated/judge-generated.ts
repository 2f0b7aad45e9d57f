import { messageOf } from '../../common/errors.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import { didNotPass } from '../../results/cases.ts';
import type { GeneratedCase } from '../../results/mode-results.ts';
import type { CaseResult, Verdict } from '../../results/run-results.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { switchedOff } from '../cases/shard.ts';
import { triggerDraftPush } from '../execution/start-run.ts';
import { followRun } from '../execution/wait-for-report.ts';
import type { ModeRequest } from '../run.ts';

/** The request of the mode with the new test cases. */
interface Generated extends ModeRequest<'batch-generation'> {
  /** The same with their prerequisites. */
  readonly pushed: readonly LoadedCase[];
}

/** Adds the new test cases to the verdict of their run. Those that failed are played at `base-url`, if there is one. */
export async function judgeGenerated(request: Generated, verdict: Verdict): Promise<Verdict> {
  const failed = new Set(verdict.results.filter(didNotPass).map(({ testCaseId }) => testCaseId));
  const onBase = await playOnBase(request, failed);
  return {
    ...verdict,
    // The files are new: at the commit, no link leads to them.
    results: verdict.results.map(withoutPlaces),
    generated: request.cases.map(({ testCase, position, text }) => ({
      testCaseId: testCase.id,
      name: testCase.description,
      file: position.file,
      steps: testCase.elements.map(describeStep),
      yaml: text,
      ...onBase(testCase.id),
    })),
  };
}

async function playOnBase(
  request: Generated,
  failed: ReadonlySet<string>,
): Promise<(id: string) => Pick<GeneratedCase, 'onBase'>> {
  const { mode, connection, pushed, host } = request;
  const { baseUrl } = mode;
  if (baseUrl === undefined || failed.size === 0) return () => ({});
  const cases = pushed.map((each) => (failed.has(each.testCase.id) ? each : switchedOff(each)));
  const base = { ...connection, url: async () => baseUrl };
  const onBase = { ...request, connection: base, cases, onProgress: () => {} };
  let results: readonly CaseResult[] = [];
  try {
    host.info('Playing the failed test cases at `base-url`');
    results = (await followRun(onBase, await triggerDraftPush(onBase))).results;
  } catch (error) {
    host.warning(`The failed test cases could not be played at \`base-url\`: ${messageOf(error)}`);
  }
  const statuses = new Map(results.map(({ testCaseId, status }) => [testCaseId, status]));
  return (id) => {
    if (!failed.has(id)) return {};
    const status = statuses.get(id);
    return { onBase: status === 'passed' || status === 'failed' ? status : 'unknown' };
  };
}

function withoutPlaces({ place: _, ...result }: CaseResult): CaseResult {
  if (result.failedStep === undefined) return result;
  const { place: __, ...failedStep } = result.failedStep;
  return { ...result, failedStep };
}
