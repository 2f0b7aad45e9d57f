import { z } from 'zod';
import { messageOf } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { formatCount } from '../../common/text.ts';
import { findEnvironment } from '../../connection/connection.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import {
  caseChain,
  type ExchangeElement,
  type ExchangeTestCase,
  exchangeTestCase,
} from '../../contract/exchange/exchange-test-case.ts';
import { didNotPass } from '../../results/cases.ts';
import type { GeneratedCase } from '../../results/mode-results.ts';
import type { CaseResult, Verdict } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { switchedOff } from '../cases/select-cases.ts';
import type { RunContext } from '../context/context.ts';
import { PlanWatch } from '../execution/plan-watch.ts';
import { triggerDraftPush } from '../execution/start-run.ts';
import { followRun } from '../execution/wait-for-report.ts';
import type { ModeRequest, RunningMode } from '../run-request.ts';
import { openFolder, prerequisiteOf, storeExisting, writeCases } from './generated-files.ts';

type Request = ModeRequest<'batch-generation'>;

/**
 * Generates test cases with the embedded service, writes them to files, and starts a run of them. They are made at
 * `base-url` if that is set: what the change broke would otherwise count as expected.
 * @throws ClientError; UserError if no test case could be made; the reason of the signal.
 */
export async function generateHere(request: Request): Promise<RunningMode> {
  const { mode, context, host } = request;
  const existing = await storeExisting(request);
  const existingIds = new Set(existing.map(({ testCase }) => testCase.id));
  const made = await generate(request, prerequisiteOf(mode, existing)?.testCase.id, existingIds);
  const { kept, duplicates } = withoutNearDuplicates(
    made,
    existing.map(({ testCase }) => testCase),
  );
  for (const { testCase, of } of duplicates) {
    host.info(`Dropped "${oneLine(testCase.description)}": "${oneLine(of.description)}" does the same.`);
  }
  if (kept.length === 0) {
    host.info('No new test case was made. Running the existing ones that do the same.');
    const same = new Set(duplicates.map(({ of }) => of));
    return runCases(
      request,
      existing.filter(({ testCase }) => same.has(testCase)),
      existing,
    );
  }
  await openFolder(context.workspace, mode.folder);
  const cases = await writeCases(context.workspace, mode.folder, kept);
  for (const { testCase, position } of cases) {
    host.info(`${oneLine(testCase.description)} (${position.file})`);
  }
  host.info(`Wrote ${formatCount(cases.length, 'test case')} to ${mode.folder}`);
  const { pushed, ...running } = await runCases(request, cases, existing);
  return {
    ...running,
    conclude: (verdict) => judgeGenerated({ ...request, cases, pushed }, verdict),
  };
}

/** Starts a run of test cases with their prerequisites. */
async function runCases(request: Request, cases: readonly LoadedCase[], existing: readonly LoadedCase[]) {
  const pushed = [...cases, ...prerequisitesOf(cases, existing)];
  const trigger = await triggerDraftPush({ ...request, cases: pushed });
  return { trigger, pushed };
}

/** The cases that are run before the new ones. They do not run for their own sake. */
function prerequisitesOf(cases: readonly LoadedCase[], existing: readonly LoadedCase[]): LoadedCase[] {
  const library = new Map([...cases, ...existing].map(({ testCase }) => [testCase.id, testCase]));
  const needed = new Set(cases.flatMap(({ testCase }) => caseChain(testCase, library).map(({ id }) => id)));
  const newIds = new Set(cases.map(({ testCase }) => testCase.id));
  return existing.filter(({ testCase: { id } }) => needed.has(id) && !newIds.has(id)).map(switchedOff);
}

async function generate(
  { mode, inputs, connection, context, host, clock, signal, changedFiles }: Request,
  prerequisiteId: string | undefined,
  existingIds: ReadonlySet<string>,
): Promise<readonly ExchangeTestCase[]> {
  const { client, testTargetId } = connection;
  const { prompt, hints } =
    mode.prompt === ''
      ? defaultPrompt(context, (await changedFiles?.()) ?? [])
      : { prompt: mode.prompt, hints: [] };
  host.info(`Generating test cases: ${oneLine(prompt)}`);
  const environment = await findEnvironment(connection, inputs.environment, signal);
  // Without a context, the service runs nothing: the new cases are written to files first.
  const body = {
    prompt,
    hints,
    baseUrl: mode.baseUrl ?? (await connection.url()),
    ...defined({ entryPointUrlPath: mode.entryPoint, prerequisiteId, environmentId: environment?.id }),
  };
  const { batchGenerationId } = await client.createBatchGeneration({ testTargetId }, body, { signal });
  host.setOutput('batch-generation-id', batchGenerationId);
  const plan = new PlanWatch(connection, { testTargetId, context: context.report }, batchGenerationId);
  await plan.waitUntilDone(clock, signal, Number.POSITIVE_INFINITY);
  const { testCases } = await client.pull({ testTargetId }, { testPlanId: batchGenerationId }, { signal });
  // The answer holds what the new ones need as well.
  return z.array(exchangeTestCase).parse(testCases.filter(({ id }) => !existingIds.has(id)));
}

/** Longer texts of the pull request are cut, and further files left out. */
const maxText = 5000;
const maxFiles = 100;

/**
 * The prompt of a generation without one of its own. What the pull request says only ranks pages: a stranger may have
 * written it, so nothing in it is read as a step, and no link in it is followed.
 */
export function defaultPrompt(
  { pullRequest, pullRequestTexts = [] }: Pick<RunContext, 'pullRequest' | 'pullRequestTexts'>,
  changedFiles: readonly string[],
): { prompt: string; hints: string[] } {
  const withoutLinks = (text: string) => text.slice(0, maxText).replace(/\b(?:[a-z]+:\/\/|www\.)\S+/gi, ' ');
  return {
    prompt: pullRequest === undefined ? 'Test the app.' : `Test what pull request ${pullRequest} changes.`,
    hints: [...pullRequestTexts.map(withoutLinks), ...changedFiles.slice(0, maxFiles)],
  };
}

/** Two test cases that do and check the same. */
interface NearDuplicate {
  readonly testCase: ExchangeTestCase;
  readonly of: ExchangeTestCase;
}

/** Separates new test cases from those whose steps an existing one has in the same order, whatever selectors it has. */
export function withoutNearDuplicates(
  made: readonly ExchangeTestCase[],
  existing: readonly ExchangeTestCase[],
): { readonly kept: ExchangeTestCase[]; readonly duplicates: NearDuplicate[] } {
  const kept: ExchangeTestCase[] = [];
  const duplicates: NearDuplicate[] = [];
  for (const testCase of made) {
    const of = existing.find((each) => contains(each, testCase));
    if (of === undefined) kept.push(testCase);
    else duplicates.push({ testCase, of });
  }
  return { kept, duplicates };
}

function contains(existing: ExchangeTestCase, made: ExchangeTestCase): boolean {
  if (existing.runStatus !== 'ON' || entryOf(existing) !== entryOf(made)) return false;
  const wanted = made.elements.map(stepKey);
  let found = 0;
  for (const each of existing.elements) if (stepKey(each) === wanted[found]) found += 1;
  return found > 0 && found === wanted.length;
}

function entryOf({ entryPointUrlPath }: ExchangeTestCase): string {
  return (entryPointUrlPath ?? '').replace(/^\/|\/$/g, '');
}

/** What a step does, with what, and to what: the name or text of the element, however that is found. */
function stepKey({ selectors, interaction, assertion }: ExchangeElement): string {
  const done = interaction ?? assertion;
  const target = selectors.map(({ selector, options }) => options?.name ?? selector);
  return JSON.stringify([done, target]).toLowerCase();
}

/** The request of the mode with the new test cases. */
interface Generated extends ModeRequest<'batch-generation'> {
  /** The same with their prerequisites. */
  readonly pushed: readonly LoadedCase[];
}

/** Adds the new test cases to the verdict of their run. Those that failed are run at `base-url`, if there is one. */
async function judgeGenerated(request: Generated, verdict: Verdict): Promise<Verdict> {
  const failed = new Set(verdict.results.filter(didNotPass).map(({ testCaseId }) => testCaseId));
  const onBase = await runOnBase(request, failed);
  return {
    ...verdict,
    // The files are new: at the commit, no link leads to them.
    results: verdict.results.map(withoutLocations),
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

async function runOnBase(
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
    host.info('Running the failed test cases at `base-url`');
    results = (await followRun(onBase, await triggerDraftPush(onBase))).results;
  } catch (error) {
    host.warning(`The failed test cases could not be run at \`base-url\`: ${messageOf(error)}`);
  }
  const statuses = new Map(results.map(({ testCaseId, status }) => [testCaseId, status]));
  return (id) => {
    if (!failed.has(id)) return {};
    const status = statuses.get(id);
    return { onBase: status === 'passed' || status === 'failed' ? status : 'unknown' };
  };
}

function withoutLocations({ place: _, ...result }: CaseResult): CaseResult {
  if (result.failedStep === undefined) return result;
  const { place: __, ...failedStep } = result.failedStep;
  return { ...result, failedStep };
}
