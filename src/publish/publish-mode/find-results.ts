import { messageOf } from '../../common/errors.ts';
import type { GitHub } from '../../github/github.ts';
import { describeRefusal, refusesAll } from '../../github/refusal.ts';
import { workflowKey } from '../../results/jobs.ts';
import { type Redact, type Redacted, redactDeep } from '../../results/redacted.ts';
import type { RunFacts, RunResults } from '../../results/run-results.ts';
import { UserError } from '../../runtime/user-error.ts';
import {
  maxArchiveBytes,
  newestResultsArtifacts,
  type ResultsArtifact,
  readResultsArchive,
} from '../results-artifacts.ts';
import { errorResults } from '../results-of.ts';
import { untrustedResults } from './untrusted-results.ts';

export interface RunSearch {
  readonly github: GitHub;
  /** What GitHub says of the run. */
  readonly facts: RunFacts;
  readonly redact: Redact;
  /** A signal for one operation at GitHub. */
  readonly deadline: () => AbortSignal;
}

/** Results of a job, or an error in their place. */
export interface FoundResults {
  /** See `gateKey`. */
  readonly gate: string;
  readonly results: Redacted<RunResults>;
  readonly isReadable: boolean;
}

/** After this many failed downloads the others are not tried: each may have taken a minute. */
const maxFailures = 3;

/**
 * Reads the results artifacts of a workflow run that is over, as texts that anyone may have written. A part that cannot
 * be read is an error among the results.
 * @throws UserError if GitHub refuses the artifacts.
 */
export async function findResults(search: RunSearch): Promise<FoundResults[]> {
  const { github, facts, redact, deadline } = search;
  const { runId, attempt } = facts.job;
  const listed = await github.runArtifacts.list(runId, deadline()).catch((error: unknown) => {
    throw new UserError(describeRefusal(error, 'artifact list'));
  });
  const artifacts = newestResultsArtifacts(
    listed.filter(({ expired }) => !expired),
    attempt,
  );
  const found: FoundResults[] = [];
  let failures = 0;
  for (const artifact of artifacts) {
    const read = await readOne(artifact, search, failures < maxFailures);
    if (read.kind === 'refused') failures += 1;
    // Anyone can choose the name: it stands for a gate of this workflow, whatever it says.
    const gate = workflowKey(facts.job.workflow) + artifact.gate.slice(8);
    if (read.kind === 'results') {
      found.push({
        gate,
        results: redactDeep(untrustedResults(read.results, facts), redact),
        isReadable: true,
      });
    } else {
      const reason = `The artifact ${artifact.name} ${read.reason}.`;
      found.push({
        gate,
        results: redactDeep(errorResults(facts, artifact, reason), redact),
        isReadable: false,
      });
    }
  }
  return found;
}

type Read =
  | { readonly kind: 'results'; readonly results: RunResults }
  | { readonly kind: 'unreadable' | 'refused'; readonly reason: string };

async function readOne(
  artifact: ResultsArtifact,
  { github, facts, deadline }: RunSearch,
  mayDownload: boolean,
): Promise<Read> {
  if (!mayDownload) {
    return {
      kind: 'unreadable',
      reason: `was not downloaded, because ${maxFailures} other downloads failed`,
    };
  }
  let archive: Buffer;
  try {
    archive = await github.runArtifacts.download(artifact.id, maxArchiveBytes, deadline());
  } catch (error) {
    if (refusesAll(error)) throw new UserError(describeRefusal(error, 'artifact download'));
    return { kind: 'refused', reason: `cannot be downloaded (${messageOf(error)})` };
  }
  const read = await readResultsArchive(archive);
  if (read.kind === 'unreadable') return read;
  const { sha } = read.results.context;
  // Results of another commit got there by mistake, or to deceive.
  if (sha !== undefined && sha.toLowerCase() !== facts.context.sha) {
    return {
      kind: 'unreadable',
      reason: `has results of another commit than ${facts.context.sha?.slice(0, 7)}`,
    };
  }
  return read;
}
