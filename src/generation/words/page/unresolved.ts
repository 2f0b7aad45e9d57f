/** A clause, or a part of it, that cannot be resolved. Nothing is guessed. */
export class Unresolved extends Error {
  readonly candidates: readonly string[];

  constructor(message: string, candidates: readonly string[] = []) {
    super(message);
    this.candidates = candidates;
  }
}

/** What a clause names is not on the page. */
export class NotFound extends Unresolved {}

/** Does work that may not be resolved. @returns an error of the kind instead of throwing it. */
export function attempt<T>(work: () => T, kind: typeof Unresolved = Unresolved): T | Unresolved {
  try {
    return work();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
}

/** @returns undefined if an element is not found. @throws Unresolved if there are several, by default. */
export function optionally<T>(work: () => T, kind: typeof Unresolved = NotFound): T | undefined {
  const found = attempt(work, kind);
  return found instanceof Unresolved ? undefined : found;
}
