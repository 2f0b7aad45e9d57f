import { describeRefusal } from '../../github/refusal.ts';
import { commentKeyIn, isNewerRun, readCommentMarker } from '../../report/comment/comment-marker.ts';
import { renderComment } from '../../report/comment/render-comment.ts';
import { formatHeadline } from '../../report/headline.ts';
import { composeSummary } from '../../report/markdown/summary.ts';
import { newestAttempts, reportedJobs, workflowKey } from '../../results/jobs.ts';
import { type Redacted, redactDeep } from '../../results/redacted.ts';
import type { RunFacts, RunResults, Verdict } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { CommentTarget } from '../comment-target.ts';
import { setVerdictOutputs } from '../outputs.ts';
import { attempt, type Publishing } from '../publishing.ts';
import { resultsOf } from '../results-of.ts';
import { openRunCheck } from '../run-check.ts';
import { concluding } from '../run-comment.ts';

/** Where the results of a whole workflow run are published. */
export interface GatesOptions extends Publishing {
  readonly when: 'always' | 'on-failure' | 'never';
  /** Name of the check run; `undefined`: none is wanted. */
  readonly checkName: string | undefined;
  /** The commit that was tested. */
  readonly sha: string | undefined;
  readonly pullRequests: readonly number[];
  /** How the workflow run ended, if it is over. */
  readonly runConclusion?: string;
}

/** Publishes the results of all gates of a workflow run: outputs, job summary, and for each gate comment and check run. */
export async function publishGates(found: readonly OfGate[], options: GatesOptions): Promise<void> {
  const { host } = options;
  const results = found.map((each) => each.results);
  for (const each of results) host.info(`${oneLine(each.title)}: ${formatHeadline(each)}`);
  await setVerdictOutputs(host, results);
  await attempt(host, 'the job summary', () => host.writeSummary(composeSummary(results)));
  for (const [key, jobs] of gatesOf(found)) {
    await writeCheck(jobs, options);
    for (const issueNumber of options.when === 'never' ? [] : options.pullRequests) {
      await writeComment(issueNumber, key, jobs, options);
    }
  }
}

/** Results and the gate that they belong to. */
interface OfGate {
  /** See `gateKey`. */
  readonly gate: string;
  readonly results: Redacted<RunResults>;
}

/** The newest results of each job, by gate. */
function gatesOf(found: readonly OfGate[]): Map<string, Redacted<RunResults>[]> {
  const gates = Map.groupBy(found, ({ gate }) => gate);
  return new Map(
    [...gates].map(([gate, some]) => [gate, newestAttempts(some.map(({ results }) => results))]),
  );
}

/** A job that names its gate: results that cannot be read do not say which job they are of. */
function representative<Job extends RunResults>(jobs: readonly Job[]): Job | undefined {
  return jobs.find(({ job }) => job.job !== '') ?? jobs[0];
}

/** What keeps the gates from being green, one line for each; empty if all are. */
export function problemsOf(found: readonly OfGate[]): string[] {
  return [...gatesOf(found).values()].flatMap((jobs) => {
    const bad = jobs.filter(({ green }) => !green).map(({ title, reason }) => `${oneLine(title)}: ${reason}`);
    const first = representative(jobs);
    if (first === undefined) return bad;
    const { reported, total } = reportedJobs(
      jobs.map(({ job }) => job),
      first.job,
    );
    const missing = `${first.job.workflow} / ${first.job.job}: only ${reported} of ${total} jobs reported results.`;
    return reported < total ? [...bad, missing] : bad;
  });
}

async function writeCheck(jobs: readonly Redacted<RunResults>[], options: GatesOptions): Promise<void> {
  const first = representative(jobs);
  if (first === undefined) return;
  const { checkName: name, facts } = options;
  const title = [first.job.workflow, first.job.job].filter((each) => each !== '').join(' / ');
  const job = { ...first.job, attempt: facts.job.attempt };
  const check = openRunCheck({
    ...options,
    name: name === '' ? title || 'Browser tests' : name,
    facts: { ...facts, job },
  });
  await check.conclude(jobs);
}

async function writeComment(
  issueNumber: number,
  key: string,
  jobs: readonly Redacted<RunResults>[],
  options: GatesOptions,
): Promise<void> {
  const { github, facts, redact, when, host, deadline, runConclusion } = options;
  const first = representative(jobs);
  if (github === undefined || first === undefined) return;
  const signal = deadline();
  const target = new CommentTarget(github.comments, { issueNumber, key, run: facts.job });
  const url = await concluding(options, async () => {
    if ((await target.read(signal)) === 'newer-run') return { kind: 'newer-run' };
    const mayCreate = when === 'always' || jobs.some(({ green }) => !green);
    return target.write(
      (history) =>
        renderComment({
          key,
          facts: redactDeep({ ...facts, job: { ...first.job, attempt: facts.job.attempt } }, redact),
          jobs,
          history,
          at: Math.floor(Date.now() / 1000),
          ...(runConclusion === undefined ? {} : { runConclusion }),
        }),
      mayCreate,
      signal,
    );
  });
  if (url !== undefined) host.setOutput('comment-url', url);
}

/**
 * Replaces what earlier runs of the workflow have commented, perhaps that all is well: this run has no results. No comment
 * is created for that.
 * @param reason why there are none, as a sentence.
 */
export async function replaceOutdatedComments(reason: string, options: GatesOptions): Promise<void> {
  const { github, facts, redact, deadline, host, runConclusion = 'unknown' } = options;
  if (github === undefined) return;
  const status =
    runConclusion === 'cancelled'
      ? 'cancelled'
      : ['success', 'skipped', 'neutral'].includes(runConclusion)
        ? 'nothing-to-run'
        : 'error';
  const verdict: Verdict = { status, green: false, reason, proof: [], results: [] };
  const results = redactDeep(resultsOf(facts, verdict, 0), redact);
  const isOld = (body: string) => isOutdated(body, facts.job);
  for (const issueNumber of options.pullRequests) {
    try {
      const found = await github.comments.findAll(issueNumber, isOld, deadline());
      for (const { body } of found) {
        await writeComment(issueNumber, commentKeyIn(body) ?? '', [results], options);
      }
    } catch (error) {
      host.warning(describeRefusal(error, 'comment'));
    }
  }
}

/** Whether a comment is of this workflow, and says nothing that the run itself has ended with. */
function isOutdated(body: string, run: RunFacts['job']): boolean {
  const key = commentKeyIn(body);
  if (key?.startsWith(workflowKey(run.workflow)) !== true) return false;
  const marker = readCommentMarker(body, key);
  return marker !== undefined && (marker.running || isNewerRun(run, marker));
}
