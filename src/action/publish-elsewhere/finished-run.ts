import { z } from 'zod';
import { UserError } from '../user-error.ts';

/** A run of another workflow that is over. All of it is GitHub's word; the names in it are chosen by people. */
export interface FinishedRun {
  readonly id: number;
  readonly attempt: number;
  /** The workflow's name. */
  readonly workflow: string;
  /** What had started it. */
  readonly event: string;
  /** `success`, `failure`, `cancelled` and others. */
  readonly conclusion: string;
  readonly headSha: string;
  readonly headBranch: string | undefined;
  /** `owner/name`, a fork's for a pull request from it; undefined where that was deleted. */
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
 * Reads which run is to be told of.
 * @param event the parsed event file.
 * @throws UserError for another event, and before the run is over.
 */
export function readFinishedRun(eventName: string, event: unknown): FinishedRun {
  if (eventName !== 'workflow_run') {
    const given = eventName === '' ? 'no event' : `the event ${eventName}`;
    throw new UserError(
      `\`mode: publish\` tells of the run of another workflow, and this is ${given}. ${howTo}`,
    );
  }
  const parsed = payload.safeParse(event);
  if (!parsed.success) {
    throw new UserError(`The event's payload names no workflow run that can be read. ${howTo}`);
  }
  const { action, workflow_run: run } = parsed.data;
  if (action !== 'completed') {
    throw new UserError(
      `The workflow run ${run.id} is not over (${action}): it has no results yet. ${howTo}`,
    );
  }
  return {
    id: run.id,
    attempt: run.run_attempt,
    workflow: run.name ?? '',
    event: run.event,
    conclusion: run.conclusion ?? 'unknown',
    headSha: run.head_sha.toLowerCase(),
    headBranch: run.head_branch ?? undefined,
    headRepository: run.head_repository?.full_name,
  };
}
