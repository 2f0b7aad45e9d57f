import { z } from 'zod';
import { UserError } from '../../runtime/user-error.ts';

/** A workflow run that is over. All of it comes from GitHub; the names in it are chosen by people. */
export interface FinishedRun {
  readonly runId: number;
  readonly attempt: number;
  /** Name of the workflow. */
  readonly workflow: string;
  /** The event that started it. */
  readonly event: string;
  /** `success`, `failure`, `cancelled` and others. */
  readonly conclusion: string;
  readonly headSha: string;
  readonly headBranch: string | undefined;
  /** `owner/name`, a fork's for a pull request from it; undefined if that was deleted. */
  readonly headRepository: string | undefined;
}

const payload = z.object({
  action: z.string(),
  workflow_run: z.object({
    id: z.int().positive(),
    run_attempt: z.int().positive().default(1),
    name: z.string().nullish(),
    event: z.string(),
    conclusion: z.string().nullish(),
    head_sha: z.string().regex(/^[0-9a-f]{40,64}$/i),
    head_branch: z.string().nullish(),
    head_repository: z.object({ full_name: z.string().regex(/^[^/]+\/[^/]+$/) }).nullish(),
  }),
});

const howTo =
  'Write `on: { workflow_run: { workflows: [the name of the workflow that tests], types: [completed] } }`; docs/forks.md has both workflow files.';

/**
 * Reads the finished run from the event `workflow_run`.
 * @param event the parsed event file.
 * @throws UserError if there is none in it, or if the run is not over.
 */
export function readFinishedRun(event: unknown): FinishedRun {
  const parsed = payload.safeParse(event);
  if (!parsed.success) throw new UserError(`The event file has no readable workflow run. ${howTo}`);
  const { action, workflow_run: run } = parsed.data;
  if (action !== 'completed') {
    throw new UserError(
      `The workflow run ${run.id} is not completed (${action}), so it has no results yet. ${howTo}`,
    );
  }
  return {
    runId: run.id,
    attempt: run.run_attempt,
    workflow: run.name ?? '',
    event: run.event,
    conclusion: run.conclusion ?? 'unknown',
    headSha: run.head_sha.toLowerCase(),
    headBranch: run.head_branch ?? undefined,
    headRepository: run.head_repository?.full_name,
  };
}
