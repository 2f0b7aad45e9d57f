import type { MutantResult, MutationResults } from '../results/mode-results.ts';
import type { PageChanges } from '../runner/page-changes.ts';
import type { CaseOutcome, Runner, RunPlan } from '../runner/runner.ts';
import { type Mutant, pageMessage, pagePath } from './mutant.ts';
import { mutationScript } from './page-mutation.ts';
import { type Candidate, Survey } from './survey.ts';

export interface MutationOptions {
  /** It must run each case once, without retries. */
  readonly runner: Pick<Runner, 'run'>;
  readonly plan: RunPlan;
  /** Number of mutants to run against. */
  readonly count: number;
  readonly seed: string;
  /** Names of the operators. Default: all. */
  readonly operators?: readonly string[];
  readonly onMutant: (mutant: MutantResult, number: number) => void;
  readonly signal: AbortSignal;
}

/** What `mutation.json` says, without the score. Its lists are as long as the run made them. */
export type MutationOutcome = Pick<MutationResults, 'seed' | 'mutants' | 'pages' | 'notCounted' | 'leftOut'>;

/** The app is not healthy: test cases fail without a mutant. */
export class UnhealthyApp extends Error {
  readonly failures: readonly { readonly name: string; readonly message: string }[];

  constructor(failures: UnhealthyApp['failures']) {
    super(`${failures.length} test cases do not pass on the healthy app.`);
    this.failures = failures;
  }
}

/** On a mutant, steps and assertions may take so many times as long as the slowest on the healthy app, and this long at least, in ms. */
const [stepFactor, minStepMs] = [4, 500];
/** So many mutants are tried for each one that counts. */
const maxTriesEach = 3;

/**
 * Runs the cases on the healthy app, then those that reach a mutated page on each mutant, until the first one fails.
 * @throws UnhealthyApp if a case does not pass on the healthy app; what the runner throws; the signal's reason.
 */
export async function mutate(options: MutationOptions): Promise<MutationOutcome> {
  const { plan, count, seed, signal } = options;
  const survey = new Survey(new URL(plan.executionUrl).origin);
  const surveyed = await runCases(options, { ...plan, changePages: survey.changePages });
  const failures = [...surveyed.cases.values()].filter(({ status }) => status !== 'PASSED');
  if (failures.length > 0 || surveyed.cases.size < plan.cases.length) {
    throw new UnhealthyApp(
      failures.map(({ testCaseId, errorMessage }) => ({
        name: nameOf(plan, testCaseId),
        message: errorMessage ?? '',
      })),
    );
  }
  const normal = await runCases(options, plan);
  const limitedOptions = { ...options, plan: { ...plan, ...timeLimits(plan, [surveyed, normal]) } };
  const isRepeatable = (id: string) => normal.cases.get(id)?.status === 'PASSED';
  const mutants: MutantResult[] = [];
  let notCounted = 0;
  for (const candidate of survey.candidates(seed)) {
    if (mutants.length >= count || mutants.length + notCounted >= maxTriesEach * count) break;
    if (options.operators?.includes(candidate.mutant.operator) === false) continue;
    const cases = candidate.cases.filter(isRepeatable);
    const mutant =
      cases.length === 0 ? undefined : await runOnMutant(limitedOptions, { ...candidate, cases }, normal);
    signal.throwIfAborted();
    if (mutant === undefined) notCounted += 1;
    else options.onMutant(mutant, mutants.push(mutant));
  }
  const leftOut = plan.cases.filter(({ id }) => !isRepeatable(id)).map(({ description }) => description);
  return { seed, mutants, pages: survey.pages, notCounted, leftOut };
}

/** @returns undefined if the mutant does not count: what it breaks did not appear, or a case could not be run. */
async function runOnMutant(
  options: MutationOptions,
  { mutant, cases }: Candidate,
  normal: FinishedRun,
): Promise<MutantResult | undefined> {
  const { plan } = options;
  const applied = new Set<string>();
  const changePages = (id: string) =>
    pageChanges(mutant, new URL(plan.executionUrl).origin, () => applied.add(id));
  const chosen = cases.flatMap((id) => plan.cases.find((each) => each.id === id) ?? []);
  const isFailed = ({ status }: CaseOutcome) => status === 'FAILED';
  const run = await runCases(options, { ...plan, cases: chosen, changePages }, isFailed);
  const outcomes = [...run.cases.values()];
  const failed = outcomes.find(isFailed);
  const isCounted = applied.size > 0 && (failed === undefined || applied.has(failed.testCaseId));
  if (!isCounted || outcomes.some(({ status }) => status === 'ERROR')) return undefined;
  const { operator, page, description } = mutant;
  return {
    operator,
    page,
    description,
    ...(failed === undefined
      ? { status: 'survived' }
      : { status: 'killed', killedBy: nameOf(plan, failed.testCaseId) }),
    testCases: cases.length,
    durationMs: Math.round(run.durationMs),
    normalMs: Math.round(expectedMs(cases, normal)),
  };
}

/** Breaks the app in the pages of one attempt. */
function pageChanges({ operator, page, change }: Mutant, origin: string, onApplied: () => void): PageChanges {
  if (change.kind === 'element') {
    const { role, name, number } = change;
    return {
      script: mutationScript({ origin, mutant: { operator, page, role, name, number } }),
      onMessage: (message) => {
        const parsed = pageMessage.safeParse(message);
        if (parsed.success && 'applied' in parsed.data) onApplied();
      },
    };
  }
  const { method, path, status, headers, body, isSent } = change;
  return {
    script: '() => {}',
    onMessage: () => {},
    answer: {
      matches: (request) =>
        request.method === method &&
        URL.parse(request.url)?.origin === origin &&
        pagePath(request.url) === path,
      answer: async (original) => {
        onApplied();
        if (!isSent) return { status, headers, body };
        const given = await original();
        return { status: given.status, headers: { ...given.headers, ...headers } };
      },
    },
  };
}

interface FinishedRun {
  readonly cases: ReadonlyMap<string, CaseOutcome>;
  readonly durationMs: number;
}

/** Runs cases until all of them have ended. @param isEnough ends the run after an outcome. */
async function runCases(
  { runner, signal }: MutationOptions,
  plan: RunPlan,
  isEnough: (outcome: CaseOutcome) => boolean = () => false,
): Promise<FinishedRun> {
  const enough = new AbortController();
  const cases = new Map<string, CaseOutcome>();
  const startedAt = performance.now();
  await runner.run(
    plan,
    {
      onStart: () => {},
      onOutcome: (outcome) => {
        cases.set(outcome.testCaseId, outcome);
        if (isEnough(outcome)) enough.abort();
      },
    },
    AbortSignal.any([signal, enough.signal]),
  );
  signal.throwIfAborted();
  return { cases, durationMs: performance.now() - startedAt };
}

/** Time limits for mutants, from how long the steps and the assertions took on the healthy app. */
function timeLimits(plan: RunPlan, runs: readonly FinishedRun[]) {
  const durations = new Map<string, { readonly isAssertion: boolean; durationMs: number }>();
  for (const outcome of runs.flatMap(({ cases }) => [...cases.values()])) {
    for (const [index, { testCaseId, elementIndex, durationMs }] of (outcome.steps ?? []).entries()) {
      const element = plan.library.get(testCaseId ?? outcome.testCaseId)?.elements[elementIndex ?? -1];
      const key = `${outcome.testCaseId} ${index}`;
      // Of two runs, the slower one was held up by something else.
      const leastMs = Math.min(durations.get(key)?.durationMs ?? Number.POSITIVE_INFINITY, durationMs ?? 0);
      durations.set(key, { isAssertion: element?.assertion !== undefined, durationMs: leastMs });
    }
  }
  const steps = [...durations.values()];
  const limitOf = (some: typeof steps) =>
    Math.max(minStepMs, stepFactor * Math.max(0, ...some.map(({ durationMs }) => durationMs)));
  const timeoutPerStepMs = Math.min(plan.timeoutPerStepMs, limitOf(steps));
  const assertionMs = limitOf(steps.filter(({ isAssertion }) => isAssertion));
  return { timeoutPerStepMs, expectTimeoutMs: Math.min(timeoutPerStepMs, assertionMs) };
}

/** How long some of the cases take by themselves, as many at once as in the run of all. */
function expectedMs(ids: readonly string[], { cases, durationMs }: FinishedRun): number {
  const total = (of: Iterable<CaseOutcome>) =>
    [...of].reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  const atOnce = Math.max(1, Math.min(ids.length, total(cases.values()) / durationMs));
  return total(ids.flatMap((id) => cases.get(id) ?? [])) / atOnce;
}

function nameOf({ cases }: RunPlan, testCaseId: string): string {
  return cases.find(({ id }) => id === testCaseId)?.description ?? testCaseId;
}
