import type { ResultsFile } from '../../publish/files/results-schema.ts';
import type { ListedArtifact, RunArtifacts } from '../../publish/github/run-artifacts.ts';
import type { RunContext } from '../context/context.ts';
import type { Host } from '../host.ts';
import { oneLine } from '../log-text.ts';
import { artifactsRefused, HandingOut } from './artifact-refused.ts';
import type { FinishedRun } from './finished-run.ts';
import { type FoundRun, foundRun } from './found-run.ts';
import { readArtifact } from './read-artifact.ts';
import { type ResultArtifact, resultArtifacts } from './result-artifacts.ts';
import { type FoundFile, tellApart } from './tell-apart.ts';

/** What the artifacts of a run tell. */
export interface FoundRuns {
  readonly found: readonly FoundRun[];
  readonly unreadable: readonly UnreadableArtifact[];
}

/** An artifact that should have results. */
export interface UnreadableArtifact {
  readonly artifact: ResultArtifact;
  /** Why they can't be read: a line that begins with a verb. */
  readonly reason: string;
  /** What to do about it. */
  readonly hint: string;
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

/** Of results that are not what they should be. */
const lookAtRun = 'Look at the run that made it: it must have been made by this action’s input `artifact`.';

/**
 * Reads the results in a run's artifacts. Where there are none, a line says so: there is nothing to tell then.
 * @throws UserError where GitHub hands none of them out.
 */
export async function findRuns(run: FinishedRun, search: Search): Promise<FoundRuns> {
  const { artifact: name, context, github, host } = search;
  const files: FoundFile[] = [];
  const unreadable: UnreadableArtifact[] = [];
  const listed = await github.listArtifacts(run.id).catch((error: unknown) => {
    throw artifactsRefused(error);
  });
  const handingOut = new HandingOut();
  let room = mostBytes;
  for (const artifact of chosen(listed, run, search)) {
    const read = await handingOut.ask(() => {
      github.allow(search.patienceMs());
      return readArtifact(artifact, github, room);
    });
    if (read.kind === 'not-ours') {
      host.info(`The artifact ${oneLine(artifact.name)} ${read.reason}: it is left alone.`);
    } else if (read.kind === 'unreadable') {
      unreadable.push({ artifact, reason: read.reason, hint: lookAtRun });
    } else if (read.kind === 'refused') {
      unreadable.push({ artifact, reason: read.reason, hint: read.hint });
    } else {
      room -= read.bytes;
      for (const [index, file] of read.files.entries()) {
        const foreign = ofAnotherRun(file, run);
        if (foreign === undefined) files.push({ file, artifact, number: index + 1 });
        else unreadable.push({ artifact, reason: foreign, hint: lookAtRun });
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
