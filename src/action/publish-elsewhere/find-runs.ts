import type { ResultsFile } from '../../publish/files/results-schema.ts';
import type { ListedArtifact, RunArtifacts } from '../../publish/github/run-artifacts.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import type { RunContext } from '../context/context.ts';
import { runFacts } from '../context/run-facts.ts';
import type { Host } from '../host.ts';
import { oneLine } from '../log-text.ts';
import { artifactUnreadable } from './artifact-unreadable.ts';
import type { FinishedRun } from './finished-run.ts';
import { readArtifact } from './read-artifact.ts';
import { type ResultArtifact, resultArtifacts } from './result-artifacts.ts';
import { type FoundFile, type ToldApart, tellApart, titledFrom } from './tell-apart.ts';
import { untrustedRun } from './untrusted-run.ts';

/** A run that an artifact tells of. */
export interface FoundRun {
  /** Its title is that of its section, too. */
  readonly run: PublishedRun;
  /** As if this were the job that has tested. */
  readonly context: RunContext;
}

/** What the artifacts of a run tell. */
export interface FoundRuns {
  readonly found: readonly FoundRun[];
  /** Artifacts that can't be read, and why: a line that begins with a verb. */
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

interface Search {
  readonly artifact: string;
  readonly context: RunContext;
  readonly github: RunArtifacts & { allow(ms: number): void };
  readonly host: Host;
  readonly patienceMs: () => number;
}

/** So many artifacts are read: each costs requests, of which an hour has a thousand. */
const mostArtifacts = 50;
/** The results files of all of them together, in bytes: a machine has an end, too. */
const mostBytes = 100 * 1024 * 1024;

/**
 * Reads the results in a run's artifacts. Where there are none, a line says so: there is nothing to tell then.
 * @throws UserError where GitHub does not hand them out.
 */
export async function findRuns(run: FinishedRun, search: Search): Promise<FoundRuns> {
  const { artifact: name, context, github, host } = search;
  const files: FoundFile[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  const listed = await github.listArtifacts(run.id).catch((error: unknown) => {
    throw artifactUnreadable(error);
  });
  let room = mostBytes;
  for (const artifact of chosen(listed, run, search)) {
    github.allow(search.patienceMs());
    const read = await readArtifact(artifact, github, room).catch((error: unknown) => {
      throw artifactUnreadable(error);
    });
    if (read.kind === 'not-ours') {
      host.info(`The artifact ${oneLine(artifact.name)} ${read.reason}: it is left alone.`);
    } else if (read.kind === 'unreadable') {
      unreadable.push({ name: artifact.name, reason: read.reason });
    } else {
      room -= read.bytes;
      for (const [index, file] of read.files.entries()) {
        const foreign = ofAnotherRun(file, run);
        if (foreign === undefined) files.push({ file, artifact, number: index + 1 });
        else unreadable.push({ name: artifact.name, reason: foreign });
      }
    }
  }
  if (files.length + unreadable.length === 0) sayNothingThere(host, run, name, listed);
  return { found: tellApart(files).map((each) => foundRun(each, run, context)), unreadable };
}

function chosen(
  listed: readonly ListedArtifact[],
  run: FinishedRun,
  { artifact: name, host }: Search,
): ResultArtifact[] {
  const artifacts = resultArtifacts(listed, name, run.attempt);
  if (artifacts.length > mostArtifacts) {
    host.warning(`${artifacts.length} artifacts fit ${name}: only the first ${mostArtifacts} are read.`);
  }
  return artifacts.slice(0, mostArtifacts);
}

function sayNothingThere(
  host: Host,
  { id, conclusion }: FinishedRun,
  name: string,
  listed: readonly ListedArtifact[],
): void {
  const gone = listed.some((each) => each.expired && each.name.startsWith(name));
  const line = `Run ${id} has no artifact ${name}${gone ? ' any more' : ''}`;
  if (gone || (conclusion !== 'success' && conclusion !== 'failure')) {
    host.info(`${line}: it has no results.`);
  } else if (conclusion === 'failure') {
    host.warning(
      `${line}: it failed before its tests had begun, or the step that tests has no input \`artifact: ${name}\`.`,
    );
  } else {
    // A run that has tested leaves one.
    host.warning(`${line}. Give the step that tests the input \`artifact: ${name}\`.`);
  }
}

/** Results of another commit in a run's artifact were put there by mistake, or to deceive. */
function ofAnotherRun({ context: { sha } }: ResultsFile, { headSha }: FinishedRun): string | undefined {
  if (sha === undefined || sha.toLowerCase() === headSha) return undefined;
  return `holds results of another commit than ${headSha.slice(0, 7)}`;
}

function foundRun(each: ToldApart, run: FinishedRun, own: RunContext): FoundRun {
  const { file, number, identity, note } = each;
  const { id, name, base, part, attempt } = each.artifact;
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
    run: untrustedRun(file, {
      ...facts,
      title: isEarlier ? titledFrom(title, attempt) : title,
      artifact: { id, name, ...page },
    }),
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
