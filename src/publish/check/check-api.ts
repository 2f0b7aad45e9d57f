import type { Annotation } from '../annotations.ts';
import type { CheckOutput } from './check-output.ts';
import type { CheckConclusion } from './conclusion.ts';

/** What tells a check run from all others. */
export interface CheckIdentity {
  /** The commit that it stands on. */
  readonly sha: string;
  /** Its name for people; branch rules name it, too. */
  readonly name: string;
  /** Ours for it: of this run, attempt, job and step. */
  readonly externalId: string;
}

/** A check run as GitHub has it. */
export interface StoredCheck {
  readonly id: number;
  readonly url: string | undefined;
  readonly externalId: string;
  readonly completed: boolean;
  /** So many annotations it has. */
  readonly annotations: number;
}

/** What a check run is when its run has ended. */
export interface CheckEnd {
  readonly conclusion: CheckConclusion;
  readonly output: CheckOutput;
  /** Added to those that it has; 50 at most. */
  readonly annotations: readonly Annotation[];
}

/** The calls to GitHub's API that a check run needs. They reject with an error that has a `status`. */
export interface CheckApi {
  /** Without `end`, the run is in progress. */
  createCheck(check: CheckIdentity, detailsUrl: string | undefined, end?: CheckEnd): Promise<StoredCheck>;
  updateCheck(id: number, end: CheckEnd): Promise<StoredCheck>;
  /** The check runs of a commit that have a name, page by page. */
  listChecks(sha: string, name: string): AsyncIterable<readonly StoredCheck[]>;
}
