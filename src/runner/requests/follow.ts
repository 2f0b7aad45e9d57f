const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** An answer on the way. */
export interface Hop<R> {
  readonly response: R;
  readonly status: number;
  /** Where it leads to, as it says. */
  readonly location: string | null | undefined;
  /** Lets go of it, where it is not the last. */
  discard(): Promise<unknown>;
}

/**
 * Follows redirects one by one, so that each request can carry what its own origin may know, and no more.
 * @param limit how many redirects are followed.
 * @returns the last answer and its URL; undefined where there are more redirects.
 */
export async function follow<R>(
  start: URL,
  limit: number,
  ask: (url: URL) => Promise<Hop<R>>,
): Promise<{ readonly url: URL; readonly response: R } | undefined> {
  let url = start;
  for (let count = 0; count <= limit; count += 1) {
    const { response, status, location, discard } = await ask(url);
    const next = redirects.has(status) && location != null ? URL.parse(location, url) : null;
    if (next === null) return { url, response };
    await discard();
    url = next;
  }
  return undefined;
}
