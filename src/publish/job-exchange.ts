import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { JobArtifacts } from '../github/job-artifacts.ts';
import { type Redact, type Redacted, redactDeep } from '../results/redacted.ts';
import { formatResults } from '../results/results-file.ts';
import type { RunFacts, RunResults } from '../results/run-results.ts';
import {
  maxArchiveBytes,
  newestResultsArtifacts,
  type ResultsArtifact,
  readResultsFile,
  resultsArtifactName,
} from './results-artifacts.ts';
import { errorResults } from './results-of.ts';
import type { ResultsExchange } from './shared-comment.ts';

/** Re-runs of single jobs need the results of the others: GitHub allows them for 30 days. */
const retentionDays = 30;
/** Size limit of an uploaded results.json, in bytes: texts are cut to fit. */
const maxBytes = 2 * 1024 * 1024;
const tooLarge = {
  kind: 'unreadable',
  reason: `is larger than ${maxArchiveBytes / 1024 ** 2} MiB`,
} as const;
/** Time limit of an operation, in ms. */
const limitMs = 30_000;

/** What an exchange is made of. */
export interface ExchangeOptions {
  readonly artifacts: JobArtifacts;
  readonly facts: Redacted<RunFacts>;
  readonly redact: Redact;
  /** Only results of this gate; undefined for those of all gates of the run. */
  readonly gate: string | undefined;
}

/** Exchanges results with the other jobs of this workflow run, as artifacts. Errors carry the reason of GitHub's package. */
export function openJobExchange({ artifacts, facts, redact, gate }: ExchangeOptions): ResultsExchange {
  const known = new Map<number, Redacted<RunResults>>();

  async function read(found: readonly ResultsArtifact[]): Promise<void> {
    const fitting = found.filter(({ size = 0 }) => size <= maxArchiveBytes);
    await using folder = await makeTempFolder();
    const ids = fitting.map(({ id }) => id);
    const answer =
      ids.length === 0 ? undefined : await artifacts.download({ ids, folder: folder.path }, limitMs);
    if (answer?.kind === 'failed') throw new Error(answer.reason);
    const paths = new Map(answer?.downloads.map(({ id, paths: files }) => [id, files]));
    for (const artifact of found) {
      const path = paths.get(artifact.id)?.find((each) => basename(each) === 'results.json');
      const outcome = fitting.includes(artifact) ? await readResultsFile(path ?? '') : tooLarge;
      const results =
        outcome.kind === 'results'
          ? outcome.results
          : errorResults(facts, artifact, `The results artifact ${artifact.name} ${outcome.reason}.`);
      known.set(artifact.id, redactDeep(results, redact));
    }
  }

  return {
    async upload(results) {
      await using folder = await makeTempFolder();
      const path = join(folder.path, 'results.json');
      await writeFile(path, formatResults(results, maxBytes));
      const names = [resultsArtifactName(results.job)];
      const answer = await artifacts.upload(
        { names, folder: folder.path, paths: [path], retentionDays },
        limitMs,
      );
      if (answer.kind === 'failed') throw new Error(answer.reason);
      return answer.id;
    },
    async list() {
      const answer = await artifacts.list(limitMs);
      if (answer.kind === 'failed') throw new Error(answer.reason);
      const newest = newestResultsArtifacts(answer.artifacts, facts.job.attempt).filter(
        (each) => gate === undefined || each.gate === gate,
      );
      await read(newest.filter(({ id }) => !known.has(id)));
      return newest.flatMap(({ id, gate: ofGate, createdAt }) => {
        const results = known.get(id);
        const uploadedAt = Date.parse(createdAt ?? '') || Date.now();
        return results === undefined ? [] : [{ id, gate: ofGate, createdAt: uploadedAt, results }];
      });
    },
  };
}

async function makeTempFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'results-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
