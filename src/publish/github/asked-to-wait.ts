import type { WholeAnswer } from './whole-answer.ts';

/**
 * How long GitHub asks to wait before the next request.
 * @returns in ms; `untold` where it is a limit without a time, undefined where the answer is no limit.
 */
export function askedToWait({ status, headers, text }: WholeAnswer): number | 'untold' | undefined {
  if (status !== 429 && status !== 403 && status !== 503) return undefined;
  const now = serverNow(headers);
  const told = retryAfter(headers.get('retry-after')?.trim() ?? '', now);
  if (told !== undefined) return told;
  if (status === 503) return undefined;
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000;
    // A second more: the clocks only tell whole ones.
    return Number.isNaN(reset) ? 'untold' : Math.max(0, reset - now.getTime() + 1000);
  }
  // Some limits of a 403 are told by its words alone.
  return status === 429 || /secondary rate limit/i.test(text) ? 'untold' : undefined;
}

/** Seconds, or a date of GitHub's own clock; undefined where it is neither. */
function retryAfter(told: string, now: Date): number | undefined {
  if (/^\d+$/.test(told)) return Number(told) * 1000;
  const until = told.endsWith(' GMT') ? Date.parse(told) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}

/** GitHub's own clock; this machine's may be wrong. */
function serverNow(headers: WholeAnswer['headers']): Date {
  const date = new Date(headers.get('date') ?? '');
  return Number.isNaN(date.getTime()) ? new Date() : date;
}
