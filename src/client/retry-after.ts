const wholeOrDecimal = /^\d+(\.\d+)?$/;
/** RFC 9110 has more forms, which no service writes; `Date` reads too much as a date. */
const httpDate = /^\w{3,9}, .+ GMT$/;

/**
 * Reads a `Retry-After` header, in both of its forms.
 * @param sentAt when the answer was sent, by the same clock as a date in the header.
 * @returns the pause that is asked for, in ms, never negative; undefined where the header says nothing.
 */
export function readRetryAfter(header: string | null, sentAt: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (wholeOrDecimal.test(text)) return Number(text) * 1000;
  const until = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - sentAt.getTime());
}
