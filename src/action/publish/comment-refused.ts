import { httpStatusOf } from '../../publish/http-status.ts';
import { isRateLimit, wrongToken } from '../github-refusal.ts';
import { messageOf } from '../user-error.ts';

const stands = 'The verdict stands, and the job summary has everything.';

/** What GitHub's refusal of a comment means, in its own words, and what to do; other errors in theirs. */
export function commentRefused(error: unknown): string {
  const status = httpStatusOf(error);
  const words = messageOf(error);
  const hint = hintFor(status, words);
  if (hint === undefined) return `The comment could not be written: ${words}. ${stands}`;
  return `GitHub does not let this job comment (${status}: ${words}). ${hint} ${stands}`;
}

function hintFor(status: number | undefined, words: string): string | undefined {
  if (isRateLimit(status, words)) {
    return 'Its limit for requests is reached, and waiting for it would keep the job too long: the next run writes the comment.';
  }
  if (/resource not accessible/i.test(words)) {
    return 'Add `permissions: pull-requests: write` to the job. On pull requests from forks GitHub never allows it: there a second workflow with `mode: publish` comments (docs/forks.md).';
  }
  if (/locked/i.test(words)) return 'Unlock the pull request, or set `comment: never`.';
  if (status === 404 || status === 410) {
    return 'The pull request or the repository is gone, or `github-token` may not see it.';
  }
  if (status === 401) return wrongToken;
  return status === 403 ? 'Check what `github-token` may do here.' : undefined;
}
