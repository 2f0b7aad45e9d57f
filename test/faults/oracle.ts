import { z } from 'zod';
import { readCommentMarker } from '../../src/report/comment/hidden-lines.ts';
import type { ActionResult } from '../support/run-action.ts';
import type { Draw } from './draw.ts';
import { key } from './github-truth.ts';
import { effectAt, gets, isStroke } from './kind.ts';
import type { World } from './world.ts';

/** The promises, the worst to break first. */
export const rules = [
  'green-lie',
  'red-lie',
  'two-runs',
  'leak',
  'exit-code',
  'hang',
  'crash',
  'lost-results',
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

/** A run may end so long after its deadline: it has to tell how it ended. In ms. */
export const graceMs = 10_000;

const resultsFile = z.object({
  status: z.string(),
  reason: z.string(),
  results: z.array(z.object({ name: z.string(), status: z.string() })),
});

/** Holds what a run did against what is true. */
export function judge(draw: Draw, world: World, finishedRun: FinishedRun): Violation[] {
  const found: Violation[] = [];
  const broken = (rule: Rule, detail: string) => void found.push({ rule, detail });
  const { result, elapsedMs, killed } = finishedRun;
  const status = result.outputs.status ?? 'none';
  const file = resultsFile.safeParse(result.results).data;
  const reason = file?.reason.split('\n')[0]?.slice(0, 200) ?? '';
  if (killed || elapsedMs > draw.timeoutSeconds * 1000 + graceMs) {
    broken(
      'hang',
      `${killed ? 'killed' : 'ended'} after ${(elapsedMs / 1000).toFixed(1)} s; the deadline is ${draw.timeoutSeconds} s`,
    );
  }
  if (world.service.runs.length > 1) broken('two-runs', `${world.service.runs.length} runs were started`);
  for (const leak of world.leaks()) broken('leak', `a secret went to another origin: ${leak}`);
  for (const place of secretPlaces(world, result)) broken('leak', `a secret stands in the ${place}`);
  if (killed) return found;
  if ((result.exitCode === 0) !== (status === 'passed'))
    broken('exit-code', `${result.exitCode} with ${status}`);
  if (file === undefined || file.status !== status || result.log.includes('Unexpected internal error')) {
    broken('crash', lastLines(result.log));
    return found;
  }
  const told = world.told();
  const isKnown = told !== undefined && told.status !== 'WAITING';
  const allowed = allowedStatuses(draw);
  if (status === 'passed' && (draw.truth !== 'passed' || !allowed.includes('passed') || !isKnown)) {
    broken('green-lie', `passed, but the truth is ${draw.truth}${isKnown ? '' : ', and it was never told'}`);
  } else if (status === 'failed' && (!allowed.includes('failed') || (isStroke(draw.kind) && !isKnown))) {
    broken(
      'red-lie',
      `failed, but the truth is ${draw.truth}${isKnown ? '' : ', and it was never told'}: ${reason}`,
    );
  } else if (!allowed.includes(status)) {
    broken(
      allowed.includes(draw.truth) ? 'not-survived' : 'wrong-end',
      `${status} in place of ${allowed.join(' or ')}: ${reason}`,
    );
  }
  const lost = lostResults(draw, told, file.results);
  if (lost.length > 0)
    broken('lost-results', `told by the service and not in the results file: ${lost.join(', ')}`);
  judgeComment(draw, world, result, broken);
  return found;
}

/** What a run may end with. */
function allowedStatuses(draw: Draw): readonly string[] {
  const { kind, truth } = draw;
  if (!isStroke(kind)) return draw.executeLost ? [...kind.expect(truth), 'error'] : kind.expect(truth);
  if (mustSurvive(draw)) return [truth];
  return [truth, 'error', 'timed-out'];
}

/** Whether the run must end with the truth all the same. */
function mustSurvive(draw: Draw): boolean {
  const { kind, stage, times } = draw;
  if (!isStroke(kind)) return false;
  if (stage.startsWith('comment')) return true;
  const effect = effectAt(kind, stage);
  if (effect === 'harmless') return true;
  if (times === Number.POSITIVE_INFINITY || effect === 'stall') return false;
  if (gets.includes(stage)) return effect === 'transient' || times < 3;
  // A POST is sent again only where it can't do harm, or found again where it was done.
  return (
    effect === 'transient' &&
    (kind.again === true || (stage === 'execute' && kind.did === true && times === 1))
  );
}

const inFile = new Map([
  ['PASSED', 'passed'],
  ['FAILED', 'failed'],
  ['ERROR', 'error'],
]);

/** What the service has told in whole strokes of a run must be in the file; a tale may take words back. */
function lostResults(
  { kind }: Draw,
  told: ReturnType<World['told']>,
  results: readonly { name: string; status: string }[],
): string[] {
  if (told === undefined || !isStroke(kind)) return [];
  const there = new Set(results.map(({ name, status }) => `${name} ${status}`));
  return told.testResults
    .flatMap(({ name, status }) => (inFile.has(status) ? [`${name} ${inFile.get(status)}`] : []))
    .filter((each) => !there.has(each));
}

function judgeComment(
  draw: Draw,
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
  if (mustComment(draw)) {
    broken(
      written.length > 0 ? 'stale-comment' : 'no-comment',
      written[0]?.body.split('\n')[2] ?? warnings(log),
    );
  } else if (warnings(log) === '') {
    broken('silent', 'there is no comment, and no word about it');
  }
}

/** Whether GitHub must have the comment in the end. */
function mustComment({ kind, stage, times }: Draw): boolean {
  if (!stage.startsWith('comment') || !isStroke(kind)) return true;
  const effect = effectAt(kind, stage);
  return effect === 'harmless' || (effect === 'transient' && times < 3);
}

const warnings = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('::warning::') || line.startsWith('No comment'))
    .join(' ')
    .slice(0, 300);

function secretPlaces(
  { service, github }: World,
  { log, summary, results, outputs }: ActionResult,
): string[] {
  const places = {
    log: log.replaceAll(/^::add-mask::.*$/gm, ''),
    summary,
    'results file': JSON.stringify(results ?? null),
    outputs: JSON.stringify(outputs),
    comment: github
      .own()
      .map(({ body }) => body)
      .join('\n'),
  };
  return Object.entries(places).flatMap(([place, text]) =>
    [service.apiKey, github.token].some((secret) => text.includes(secret)) ? [place] : [],
  );
}

const lastLines = (log: string) => log.trim().split('\n').slice(-3).join(' | ').slice(0, 400);
