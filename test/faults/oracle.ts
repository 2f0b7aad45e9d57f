import { z } from 'zod';
import { readCommentMarker } from '../../src/report/comment/hidden-lines.ts';
import type { ActionResult } from '../support/run-action.ts';
import type { Scenario } from './fault-scenario.ts';
import { key } from './github-truth.ts';
import { effectAt, gets, isTransportFault } from './kind.ts';
import type { World } from './world.ts';

/** The promises, the worst to break first. */
export const rules = [
  'false-green',
  'false-red',
  'two-runs',
  'leak',
  'exit-code',
  'hang',
  'crash',
  'missing-results',
  'two-comments',
  'not-survived',
  'wrong-end',
  'no-comment',
  'stale-comment',
  'silent',
] as const;
export type Rule = (typeof rules)[number];

export interface Violation {
  readonly rule: Rule;
  readonly detail: string;
}

export interface FinishedRun {
  readonly result: ActionResult;
  readonly elapsedMs: number;
  /** It had to be killed. */
  readonly killed: boolean;
}

/** How long after its deadline a run may end, since it has to publish its verdict, in ms. */
export const graceMs = 10_000;

const resultsFile = z.object({
  status: z.string(),
  reason: z.string(),
  results: z.array(z.object({ name: z.string(), status: z.string() })),
});

/** Holds what a run did against what is true. */
export function judge(scenario: Scenario, world: World, finishedRun: FinishedRun): Violation[] {
  const found: Violation[] = [];
  const broken = (rule: Rule, detail: string) => void found.push({ rule, detail });
  const { result, elapsedMs, killed } = finishedRun;
  const status = result.outputs.status ?? 'none';
  const file = resultsFile.safeParse(result.results).data;
  const reason = file?.reason.split('\n')[0]?.slice(0, 200) ?? '';
  if (killed || elapsedMs > scenario.timeoutSeconds * 1000 + graceMs) {
    broken(
      'hang',
      `${killed ? 'killed' : 'ended'} after ${(elapsedMs / 1000).toFixed(1)} s; the deadline is ${scenario.timeoutSeconds} s`,
    );
  }
  if (world.service.runs.length > 1) broken('two-runs', `${world.service.runs.length} runs were started`);
  for (const leak of world.leaks()) broken('leak', `a secret went to another origin: ${leak}`);
  for (const location of secretLocations(world, result)) broken('leak', `the ${location} contains a secret`);
  if (killed) return found;
  if ((result.exitCode === 0) !== (status === 'passed'))
    broken('exit-code', `${result.exitCode} with ${status}`);
  if (file === undefined || file.status !== status || result.log.includes('Unexpected internal error')) {
    broken('crash', lastLines(result.log));
    return found;
  }
  const answered = world.lastReport();
  const isKnown = answered !== undefined && answered.status !== 'WAITING';
  const allowed = allowedStatuses(scenario);
  if (status === 'passed' && (scenario.truth !== 'passed' || !allowed.includes('passed') || !isKnown)) {
    broken(
      'false-green',
      `passed, but the truth is ${scenario.truth}${isKnown ? '' : ', and no answer has said so'}`,
    );
  } else if (
    status === 'failed' &&
    (!allowed.includes('failed') || (isTransportFault(scenario.kind) && !isKnown))
  ) {
    broken(
      'false-red',
      `failed, but the truth is ${scenario.truth}${isKnown ? '' : ', and no answer has said so'}: ${reason}`,
    );
  } else if (!allowed.includes(status)) {
    broken(
      allowed.includes(scenario.truth) ? 'not-survived' : 'wrong-end',
      `${status} instead of ${allowed.join(' or ')}: ${reason}`,
    );
  }
  const missing = missingResults(scenario, answered, file.results);
  if (missing.length > 0)
    broken('missing-results', `answered by the service and not in the results file: ${missing.join(', ')}`);
  judgeComment(scenario, world, result, broken);
  return found;
}

/** What a run may end with. */
function allowedStatuses(scenario: Scenario): readonly string[] {
  const { kind, truth } = scenario;
  if (!isTransportFault(kind))
    return scenario.executeLost ? [...kind.expect(truth), 'error'] : kind.expect(truth);
  if (mustSurvive(scenario)) return [truth];
  return [truth, 'error', 'timed-out'];
}

/** Whether the run must end with the actual outcome nevertheless. */
function mustSurvive(scenario: Scenario): boolean {
  const { kind, stage, times } = scenario;
  if (!isTransportFault(kind)) return false;
  if (stage.startsWith('comment')) return true;
  const effect = effectAt(kind, stage);
  if (effect === 'harmless') return true;
  if (times === Number.POSITIVE_INFINITY || effect === 'stall') return false;
  if (gets.includes(stage)) return effect === 'transient' || times < 3;
  // A POST is repeated only if that is safe; otherwise the run that it started is looked up.
  return (
    effect === 'transient' &&
    (kind.isRetryable === true || (stage === 'execute' && kind.isProcessed === true && times === 1))
  );
}

const inFile = new Map([
  ['PASSED', 'passed'],
  ['FAILED', 'failed'],
  ['ERROR', 'error'],
]);

/** Results that the service has answered must be in the file. An anomaly may change them later. */
function missingResults(
  { kind }: Scenario,
  answered: ReturnType<World['lastReport']>,
  results: readonly { name: string; status: string }[],
): string[] {
  if (answered === undefined || !isTransportFault(kind)) return [];
  const there = new Set(results.map(({ name, status }) => `${name} ${status}`));
  return answered.testResults
    .flatMap(({ name, status }) => (inFile.has(status) ? [`${name} ${inFile.get(status)}`] : []))
    .filter((each) => !there.has(each));
}

function judgeComment(
  scenario: Scenario,
  { github }: World,
  { summary, log }: ActionResult,
  broken: (rule: Rule, detail: string) => void,
): void {
  const own = github.own();
  if (own.length > 1) broken('two-comments', `${own.length} comments`);
  const written = own.filter(({ body }) => readCommentMarker(body, key)?.runId === 100);
  const headline = summary.split('\n').find((line) => line.startsWith('#')) ?? '';
  const fresh = written.some(({ body }) => body.includes(headline));
  if (fresh) return;
  if (mustComment(scenario)) {
    broken(
      written.length > 0 ? 'stale-comment' : 'no-comment',
      written[0]?.body.split('\n')[2] ?? warnings(log),
    );
  } else if (warnings(log) === '') {
    broken('silent', 'there is no comment and no warning');
  }
}

/** Whether GitHub must have the comment at the end. */
function mustComment({ kind, stage, times }: Scenario): boolean {
  if (!stage.startsWith('comment') || !isTransportFault(kind)) return true;
  const effect = effectAt(kind, stage);
  return effect === 'harmless' || (effect === 'transient' && times < 3);
}

const warnings = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('::warning::') || line.startsWith('No comment'))
    .join(' ')
    .slice(0, 300);

function secretLocations(
  { service, github }: World,
  { log, summary, results, outputs }: ActionResult,
): string[] {
  const texts = {
    log: log.replaceAll(/^::add-mask::.*$/gm, ''),
    summary,
    'results file': JSON.stringify(results ?? null),
    outputs: JSON.stringify(outputs),
    comment: github
      .own()
      .map(({ body }) => body)
      .join('\n'),
  };
  return Object.entries(texts).flatMap(([location, text]) =>
    [service.apiKey, github.token].some((secret) => text.includes(secret)) ? [location] : [],
  );
}

const lastLines = (log: string) => log.trim().split('\n').slice(-3).join(' | ').slice(0, 400);
