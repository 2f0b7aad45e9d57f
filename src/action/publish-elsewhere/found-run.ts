import { sectionId } from '../../publish/comment/section.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import type { RunContext } from '../context/context.ts';
import { type RunFacts, runFacts } from '../context/run-facts.ts';
import type { FinishedRun } from './finished-run.ts';
import type { ResultArtifact } from './result-artifacts.ts';
import { type ToldApart, titledFrom } from './tell-apart.ts';
import { untrustedRun } from './untrusted-run.ts';

/** A run that an artifact tells of. */
export interface FoundRun {
  /** Its title is that of its section, too. */
  readonly run: PublishedRun;
  /** As if this were the job that has tested. */
  readonly context: RunContext;
  /** Id of the section that says of an earlier run of this job that its results can't be read. */
  readonly replaces?: string;
}

/** The run of a results file. */
export function foundRun(told: ToldApart, run: FinishedRun, own: RunContext): FoundRun {
  const { file, artifact } = told;
  const { context, facts } = jobOf(artifact, run, own, told);
  const unread = jobOf(artifact, run, own, unreadMark(artifact));
  return { context, run: untrustedRun(file, facts), replaces: sectionId(unread.context) };
}

/**
 * The run of an artifact whose results can't be read: an error. What the others say is not the whole of it, and must not
 * look green.
 * @param reason a line, with the name of the artifact.
 */
export function unreadRun(
  artifact: ResultArtifact,
  reason: string,
  run: FinishedRun,
  own: RunContext,
): FoundRun {
  const { context, facts } = jobOf(artifact, run, own, unreadMark(artifact));
  const verdict = { status: 'error', reason, green: false, results: [] } as const;
  return { context, run: { ...facts, verdict, durationMs: 0 } };
}

/** What tells a job from others whose artifact's name is alike. */
type JobMark = Pick<ToldApart, 'identity' | 'number' | 'note'>;

function unreadMark({ taken }: ResultArtifact): JobMark {
  return { identity: `unread ${taken}`, number: 1, note: taken };
}

/** The job that has left an artifact, as far as GitHub and the artifact's name tell. */
function jobOf(
  { id, name, base, part, attempt }: ResultArtifact,
  run: FinishedRun,
  own: RunContext,
  { identity, number, note }: JobMark,
): { readonly context: RunContext; readonly facts: RunFacts & Pick<PublishedRun, 'artifact'> } {
  const several = number === 1 ? [] : [String(number)];
  const whole = contextOf(run, own, base);
  const runUrl = whole.workflowRunUrl;
  const isEarlier = attempt < run.attempt;
  const context: RunContext = {
    ...whole,
    // What the results call their job is their word alone: it tells sections apart.
    stepName: identity,
    part: [part, ...several].filter((text) => text !== '').join('-'),
    run: { runId: run.id, attempt },
    workflowRunUrl: isEarlier && runUrl !== undefined ? `${runUrl}/attempts/${attempt}` : runUrl,
  };
  const facts = runFacts(context);
  const title = [facts.title, note].filter((text) => text !== '').join(', ');
  const page = runUrl === undefined ? {} : { url: `${runUrl}/artifacts/${id}` };
  return {
    context,
    facts: {
      ...facts,
      title: isEarlier ? titledFrom(title, attempt) : title,
      artifact: { id, name, ...page },
    },
  };
}

/**
 * The context of the workflow run that is told of, as if this were a job of it.
 * @param job what stands for the job.
 */
export function contextOf(run: FinishedRun, own: RunContext, job: string): RunContext {
  const { ref: _, issueNumber: __, ...repository } = own.report;
  return {
    ...own,
    workflow: run.workflow,
    job,
    part: '',
    // Those of the job that publishes.
    siblings: undefined,
    run: { runId: run.id, attempt: run.attempt },
    workflowRunUrl: own.repositoryUrl && `${own.repositoryUrl}/actions/runs/${run.id}`,
    report: { ...repository, sha: run.headSha },
  };
}
