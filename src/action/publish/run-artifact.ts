import { artifactFiles } from '../../publish/artifact/artifact-files.ts';
import { artifactNames } from '../../publish/artifact/artifact-name.ts';
import { uploadInThread } from '../../publish/artifact/upload-in-thread.ts';
import type { Redact } from '../../publish/redact/redact.ts';
import type { PublishedArtifact } from '../../publish/verdict.ts';
import type { RunContext } from '../context/context.ts';
import { evidenceFolder } from '../context/evidence-folder.ts';
import type { Host } from '../host.ts';
import { messageOf } from '../user-error.ts';
import { artifactRefused } from './artifact-refused.ts';

/** The artifact of a run. */
export interface RunArtifact {
  /**
   * Uploads the evidence folder: the result files that were written into it, traces and screenshots. Never rejects:
   * what goes wrong is a warning.
   * @returns `undefined` where there is no artifact.
   */
  upload(resultFiles: readonly string[]): Promise<PublishedArtifact | undefined>;
}

export interface RunArtifactOptions {
  /** The name that the workflow asks for; empty: no artifact is wanted. */
  readonly name: string;
  /** `undefined`: what the repository says. */
  readonly retentionDays: number | undefined;
  readonly context: RunContext;
  readonly host: Host;
  readonly redact: Redact;
  /** Aborted when the job is cancelled: nothing is uploaded then. */
  readonly cancel: AbortSignal;
  /** The script that uploads, in a thread of its own. */
  readonly script: string;
  /** The process's: the script reads there where GitHub takes artifacts. */
  readonly env: NodeJS.ProcessEnv;
}

/** An upload has so long, in ms, and the time that its bytes take at the slowest speed that is borne, in bytes a second. */
const leastLimitMs = 60_000;
const slowest = 2 * 1024 ** 2;

/** Makes the artifact of a run; nothing is read or sent yet. */
export function openRunArtifact(options: RunArtifactOptions): RunArtifact {
  const { name, host, redact, cancel } = options;
  return {
    async upload(resultFiles) {
      if (name === '') return undefined;
      if (cancel.aborted) {
        host.info('No artifact: the job was cancelled.');
        return undefined;
      }
      try {
        return await upload(resultFiles, options);
      } catch (error) {
        host.warning(artifactRefused(redact(messageOf(error)), 0));
        return undefined;
      }
    },
  };
}

async function upload(
  resultFiles: readonly string[],
  { name, retentionDays, context, host, redact, cancel, script, env }: RunArtifactOptions,
): Promise<PublishedArtifact | undefined> {
  const folder = evidenceFolder(context);
  const { taken, left, bytes } = await artifactFiles(folder, resultFiles);
  if (left.length > 0) {
    host.warning(
      `The artifact would be too large: ${left.length} of its files are left out, the largest ones.`,
    );
  }
  const { part, stepName, run } = context;
  const names = artifactNames(redact(name), { part: redact(part), stepName, attempt: run.attempt });
  const answer = await uploadInThread(
    { names, folder, paths: taken, retentionDays },
    // GitHub's package reads the event file when it is imported, and ends on a broken one.
    {
      script,
      env: { ...env, GITHUB_EVENT_PATH: '' },
      limitMs: leastLimitMs + (bytes / slowest) * 1000,
      cancel,
    },
  );
  if (answer.kind === 'failed') {
    host.warning(artifactRefused(redact(answer.reason), bytes));
    return undefined;
  }
  const url = context.workflowRunUrl && `${context.workflowRunUrl}/artifacts/${answer.id}`;
  host.info(`Artifact ${answer.name}: ${taken.length} files, ${url ?? `id ${answer.id}`}`);
  return { name: answer.name, id: answer.id, ...(url === undefined ? {} : { url }) };
}
