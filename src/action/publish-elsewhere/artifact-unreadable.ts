import { statusOf } from '../../publish/comment/comment.ts';
import { isRateLimit, wrongToken } from '../github-refusal.ts';
import { messageOf, UserError } from '../user-error.ts';

/** GitHub does not hand the artifacts of a run out: in its own words, and what to do. */
export function artifactUnreadable(error: unknown): UserError {
  const words = messageOf(error);
  const status = statusOf(error);
  const told = status === undefined ? words : `${status}: ${words}`;
  return new UserError(
    `The artifacts of the run can't be read (${told}). ${hintFor(status, words)} Nothing was published.`,
  );
}

function hintFor(status: number | undefined, words: string): string {
  if (isRateLimit(status, words)) return 'Its limit for requests is reached: run the job again later.';
  if (status === 401) return wrongToken;
  if (status === 403 || status === 404) return 'Add `permissions: actions: read` to the job.';
  if (status === 410) return 'The artifact has expired.';
  return 'This may pass: run the job again.';
}
