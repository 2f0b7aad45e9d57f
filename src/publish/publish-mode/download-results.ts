import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { messageOf, UserError } from '../../common/errors.ts';
import type { GitHub } from '../../github/github.ts';
import { describeRefusal, refusesAll } from '../../github/refusal.ts';
import {
  type GateResults,
  maxArchiveBytes,
  newestResultsArtifacts,
  type ResultsArtifact,
  resultsIn,
  unreadableResults,
} from '../../github/results-store.ts';
import { workflowKey } from '../../results/jobs.ts';
import {
  maxResultsBytes,
  resultsFileName,
  UnreadableResults,
  untrustedResults,
} from '../../results/results-file.ts';
import { type RunResults, redactDeep } from '../../results/run-results.ts';
import type { PublishContext } from '../publish-context.ts';

/** With the facts that GitHub says of the run. */
type RunOfGitHub = Pick<PublishContext, 'facts' | 'redact' | 'deadline'>;

/** After this many failed downloads the others are not tried: each may have taken a minute. */
const maxFailures = 3;
const tooManyFailures = `was not downloaded, because ${maxFailures} other downloads failed`;

/**
 * Reads the results artifacts of a workflow run that is over, as texts that anyone may have written.
 * @returns the results of each job and step, and what cannot be read: each is an error among the results as well.
 * @throws UserError if GitHub refuses the artifacts.
 */
export async function downloadResults(
  github: GitHub,
  context: RunOfGitHub,
): Promise<{ readonly found: readonly GateResults[]; readonly problems: readonly string[] }> {
  const { facts, redact, deadline } = context;
  const { runId, attempt, workflow } = facts.job;
  const listed = await github.runArtifacts.list(runId, deadline()).catch((error: unknown) => {
    throw new UserError(describeRefusal(error, 'artifact list'));
  });
  const left = listed.filter(({ expired }) => !expired);
  const found: GateResults[] = [];
  const problems: string[] = [];
  let failures = 0;
  for (const artifact of newestResultsArtifacts(listed, attempt)) {
    const refused = artifact.refused ?? (failures < maxFailures ? undefined : tooManyFailures);
    let results: RunResults;
    try {
      results = untrustedResults(await readArtifact(artifact, github, context, refused), facts, left);
    } catch (error) {
      // Its message may quote what a stranger wrote, so it is not compared with GitHub's messages.
      const isUnreadable = error instanceof UnreadableResults;
      if (!isUnreadable && refusesAll(error)) {
        throw new UserError(describeRefusal(error, 'artifact download'));
      }
      if (!isUnreadable) failures += 1;
      const reason = isUnreadable ? error.message : `cannot be downloaded (${messageOf(error)})`;
      results = unreadableResults(facts, artifact, reason);
      problems.push(redact(results.reason));
    }
    // Anyone can choose the name: it stands for a gate of this workflow, whatever it says.
    const gate = workflowKey(workflow) + artifact.gate.slice(8);
    found.push({ gate, results: redactDeep(results, redact) });
  }
  return { found, problems };
}

/** @param refused why it is not downloaded. @throws UnreadableResults, or what GitHub answers. */
async function readArtifact(
  artifact: ResultsArtifact & { readonly expired: boolean },
  github: GitHub,
  { facts, deadline }: RunOfGitHub,
  refused: string | undefined,
): Promise<RunResults> {
  if (artifact.expired) throw new UnreadableResults('has expired. Re-run the workflow with the tests');
  if (refused !== undefined) throw new UnreadableResults(refused);
  const archive = await github.runArtifacts.download(artifact.id, maxArchiveBytes, deadline());
  const content = await readFromArchive(archive, resultsFileName, maxResultsBytes);
  const results = resultsIn(content, artifact, facts.job.runId);
  const { sha = facts.context.sha } = results.context;
  if (sha?.toLowerCase() === facts.context.sha) return results;
  // It got there by mistake, or to deceive.
  throw new UnreadableResults(`has results for a commit other than ${facts.context.sha?.slice(0, 7)}`);
}

/**
 * Unpacks one file of a zip archive that anyone may have made; the others are not unpacked. Unpacking ends at the limit,
 * whatever size the archive declares.
 * @param maxBytes of the file, unpacked.
 * @returns undefined if the archive does not have the file.
 * @throws UnreadableResults
 */
export async function readFromArchive(
  zip: Buffer,
  name: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const options = { decodeStrings: true, validateEntrySizes: true, strictFileNames: true };
  const archive = await fromBufferPromise(zip, options).catch((error: unknown) => {
    throw new UnreadableResults('is not a zip archive, or is truncated', { cause: error });
  });
  const found: Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) if (entry.fileName === name) found.push(entry);
  } catch (error) {
    throw new UnreadableResults('has a broken directory or unsafe file names', { cause: error });
  }
  if (found.length > 1) throw new UnreadableResults('contains a file twice');
  return found[0] && unpack(archive, found[0], maxBytes);
}

async function unpack(archive: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  // Packing makes nothing much larger.
  if (entry.uncompressedSize > maxBytes || entry.compressedSize > maxBytes * 2) {
    throw new UnreadableResults(`contains a results file that is larger than ${maxBytes / 1024 / 1024} MiB`);
  }
  if (entry.isEncrypted()) throw new UnreadableResults('is encrypted');
  if (!entry.canDecodeFileData()) throw new UnreadableResults('uses an unsupported compression method');
  const chunks: Buffer[] = [];
  try {
    // It fails as soon as there are more bytes than the entry declares.
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk);
  } catch (error) {
    throw new UnreadableResults('is damaged', { cause: error });
  }
  const content = Buffer.concat(chunks);
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32) {
    throw new UnreadableResults('is damaged');
  }
  return content;
}
