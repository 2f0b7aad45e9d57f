/** octokit's throttling plugin reads moments with 32 bits, and nobody waits for so long. In s. */
const maxSeconds = 86_400;

/**
 * The header fields by which octokit's throttling plugin recognizes a rate limit and how long to wait. GitHub says it in
 * several ways (seconds, a date or a moment of its own clock, words alone), and the plugin does not know all of them.
 * @param fallbackSeconds the wait if GitHub names none.
 * @returns no fields if the response is not about a limit.
 */
export function rateLimitHeaders(
  status: number,
  headers: Pick<Headers, 'get'>,
  body: string,
  fallbackSeconds: number,
): Readonly<Record<string, string>> {
  if (status !== 429 && status !== 403) return {};
  // This machine's clock may be wrong.
  const now = (Date.parse(headers.get('date') ?? '') || Date.now()) / 1000;
  const retryAfter = headers.get('retry-after') ?? '';
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const named = [
    retryAfter === '' ? Number.NaN : Number(retryAfter),
    Date.parse(retryAfter) / 1000 - now,
    // A second more: both clocks are cut to whole ones.
    isUsedUp ? Number(headers.get('x-ratelimit-reset') ?? Number.NaN) - now + 1 : Number.NaN,
  ].find((seconds) => !Number.isNaN(seconds));
  if (named === undefined && !isUsedUp && status !== 429 && !/secondary rate limit/i.test(body)) return {};
  const seconds = Math.min(maxSeconds, Math.max(1, Math.ceil(named ?? fallbackSeconds)));
  return {
    'retry-after': String(seconds),
    'x-ratelimit-remaining': '0',
    // The plugin adds a second.
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds - 1),
  };
}
