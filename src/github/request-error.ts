import { z } from 'zod';

/** A request that got no usable response. */
export class GitHubRequestError extends Error {
  /** True if the same request may succeed a moment later. GitHub may have carried it out. */
  readonly transient: boolean;

  /** @param what what happened; the message puts the request's method and path before it, and no query. */
  constructor(
    { method, url }: { readonly method: string; readonly url: string },
    what: string,
    { transient, cause }: { readonly transient: boolean; readonly cause?: unknown },
  ) {
    super(`${method} ${new URL(url).pathname} ${what}`, { cause });
    this.name = 'GitHubRequestError';
    this.transient = transient;
  }
}

/** Whether GitHub may have carried out a failed request; if so, and there is time, it is worth a look. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof GitHubRequestError) return error.transient;
  const status = httpStatusOf(error);
  return status === undefined || status >= 500 || status === 408;
}

const withStatus = z.object({ status: z.number() });

/** The HTTP status of an error of GitHub's API; undefined if there was no response. */
export function httpStatusOf(error: unknown): number | undefined {
  return withStatus.safeParse(error).data?.status;
}
