/** What refusals of GitHub have in common, whatever was asked of it. */

/** True where a limit for requests is reached. */
export function isRateLimit(status: number | undefined, words: string): boolean {
  return status === 429 || /rate limit/i.test(words);
}

/** What to do about a 401. */
export const wrongToken = 'Check `github-token`: it is wrong, or has expired.';
