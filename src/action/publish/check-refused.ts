import { httpStatusOf } from '../../publish/http-status.ts';
import { isRateLimit, wrongToken } from '../github-refusal.ts';
import { messageOf } from '../user-error.ts';

/** What GitHub's refusal of a check run means, in its own words, and what to do; other errors in theirs. */
export function checkRefused(error: unknown): string {
  const words = messageOf(error);
  const status = httpStatusOf(error);
  const hint = hintFor(status, words);
  const what =
    hint === undefined
      ? `The check run could not be written: ${words}.`
      : `GitHub does not let this job write a check run (${status}: ${words}). ${hint}`;
  return `${what} The verdict stands, and the job summary has everything.`;
}

function hintFor(status: number | undefined, words: string): string | undefined {
  if (isRateLimit(status, words)) {
    return 'Its limit for requests is reached, and waiting for it would keep the job too long.';
  }
  if (/resource not accessible/i.test(words)) {
    return 'Add `permissions: checks: write` to the job; on pull requests from forks GitHub never allows it.';
  }
  if (status === 403)
    return 'Only apps may: leave `github-token` as it is, with `permissions: checks: write`.';
  if (status === 404) return 'The repository is gone, or `github-token` may not see it.';
  return status === 401 ? wrongToken : undefined;
}
