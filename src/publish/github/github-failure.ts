/** What is known of a request that got no usable answer. */
interface Facts {
  /** True where the same request may succeed a moment later. */
  readonly transient: boolean;
  /** True where GitHub knows nothing of the request. */
  readonly neverSent?: boolean;
  readonly cause?: unknown;
}

/** A request to GitHub that got no usable answer: GitHub may have done what was asked. */
export class GitHubFailure extends Error {
  readonly transient: boolean;
  readonly neverSent: boolean;

  /** @param what what happened, after the request's method and path. */
  constructor(method: string, url: string, what: string, facts: Facts) {
    super(`${method} ${new URL(url).pathname} ${what}`, { cause: facts.cause });
    this.name = 'GitHubFailure';
    this.transient = facts.transient;
    this.neverSent = facts.neverSent ?? false;
  }
}
