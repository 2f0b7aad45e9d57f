import type { ResultsFile } from '../../publish/files/results-schema.ts';
import type { ListedArtifact, RunArtifacts } from '../../publish/github/run-artifacts.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import type { RunContext } from '../context/context.ts';
import { runFacts } from '../context/run-facts.ts';
import type { Host } from '../host.ts';
import { artifactUnreadable } from './artifact-unreadable.ts';
import type { FinishedRun } from './finished-run.ts';
import { readArtifact } from './read-artifact.ts';
import { type ResultArtifact, resultArtifacts } from './result-artifacts.ts';
import { untrustedRun } from './untrusted-run.ts';

/** A run that an artifact tells of. */
export interface FoundRun {
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
  const found: FoundRun[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  const artifacts = await listArtifacts(run, search);
  let room = mostBytes;
  for (const artifact of artifacts) {
    search.github.allow(search.patienceMs());
    const read = await readArtifact(artifact, search.github, room).catch((error: unknown) => {
      throw artifactUnreadable(error);
    });
    if (read.kind === 'unreadable') {
      unreadable.push({ name: artifact.name, reason: read.reason });
      continue;
    }
    room -= read.bytes;
    for (const [index, file] of read.files.entries()) {
      const foreign = ofAnotherRun(file, run);
      if (foreign === undefined) found.push(foundRun(file, index, artifact, run, search.context));
      else unreadable.push({ name: artifact.name, reason: foreign });
    }
  }
  const [first] = artifacts;
  if (first !== undefined && found.length + unreadable.length === 0) {
    unreadable.push({ name: first.name, reason: 'holds no results file' });
  }
  return { found, unreadable };
}

async function listArtifacts(run: FinishedRun, search: Search): Promise<ResultArtifact[]> {
  const { artifact: name, github, host } = search;
  const listed = await github.listArtifacts(run.id).catch((error: unknown) => {
    throw artifactUnreadable(error);
  });
  const artifacts = resultArtifacts(listed, name, run.attempt);
  if (artifacts.length === 0) sayNothingThere(host, run, name, listed);
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
  const gone = listed.some((each) => each.expired && each.name.startsWith(name)) ? ' any more' : '';
  const line = `Run ${id} has no artifact ${name}${gone}: there is nothing to publish.`;
  // A run that has tested leaves one.
  if (conclusion !== 'success' && conclusion !== 'failure') host.info(line);
  else host.warning(`${line} Give the step that tests the input \`artifact: ${name}\`.`);
}

/** Results of another commit in a run's artifact were put there by mistake, or to deceive. */
function ofAnotherRun({ context: { sha } }: ResultsFile, { headSha }: FinishedRun): string | undefined {
  if (sha === undefined || sha.toLowerCase() === headSha) return undefined;
  return `holds results of another commit than ${headSha.slice(0, 7)}`;
}

function foundRun(
  file: ResultsFile,
  index: number,
  artifact: ResultArtifact,
  run: FinishedRun,
  own: RunContext,
): FoundRun {
  const { ref: _, issueNumber: __, ...repository } = own.report;
  const runUrl = own.repositoryUrl && `${own.repositoryUrl}/actions/runs/${run.id}`;
  const several = index === 0 ? [] : [String(index + 1)];
  const context: RunContext = {
    ...own,
    workflow: run.workflow,
    // What the results call their job is their word alone.
    job: artifact.base,
    part: [artifact.part, ...several].filter((each) => each !== '').join('-'),
    run: { runId: run.id, attempt: run.attempt },
    workflowRunUrl: runUrl,
    report: { ...repository, sha: run.headSha },
  };
  const { id, name } = artifact;
  const page = runUrl === undefined ? {} : { url: `${runUrl}/artifacts/${id}` };
  return {
    context,
    run: untrustedRun(file, { ...runFacts(context), artifact: { id, name, ...page } }),
  };
}
