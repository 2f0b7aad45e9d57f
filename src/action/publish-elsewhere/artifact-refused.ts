import { httpStatusOf } from '../../publish/http-status.ts';
import { isRateLimit, wrongToken } from '../github-refusal.ts';
import { messageOf, UserError } from '../user-error.ts';

/** GitHub does not hand out an artifact. */
export interface Refused {
  readonly kind: 'refused';
  /** A line that begins with a verb. */
  readonly reason: string;
  /** What to do about it. */
  readonly hint: string;
}

/** After so many failures of GitHub's, the other artifacts are not asked for: each may have taken a minute. */
const mostFailures = 3;

/** Asks for a run's artifacts, one after the other: that GitHub does not hand out one of them does not end it. */
export class HandingOut {
  #failures = 0;

  /**
   * @param read asks for an artifact and reads it.
   * @throws UserError where GitHub would hand out none of the others either.
   */
  async ask<Read>(read: () => Promise<Read>): Promise<Read | Refused> {
    if (this.#failures === mostFailures) {
      const reason = `was not asked for, since GitHub has failed to hand out ${mostFailures} others`;
      return { kind: 'refused', reason, hint: mayPass };
    }
    return read().catch((error: unknown) => {
      const status = httpStatusOf(error);
      const reason = `can't be had from GitHub (${toldBy(error)})`;
      if (status === 404 || status === 410) return { kind: 'refused', reason, hint: isGone };
      if (hintForAll(error) !== undefined) throw artifactsRefused(error);
      this.#failures += 1;
      return { kind: 'refused', reason, hint: mayPass };
    });
  }
}

/** GitHub hands out none of a run's artifacts: in its own words, and what to do. */
export function artifactsRefused(error: unknown): UserError {
  const missing = httpStatusOf(error) === 404 ? mayNotRead : undefined;
  const hint = hintForAll(error) ?? missing ?? mayPass;
  return new UserError(
    `The artifacts of the run can't be read (${toldBy(error)}). ${hint} Nothing was published.`,
  );
}

const mayPass = 'This may pass: run the job again.';
const mayNotRead = 'Add `permissions: actions: read` to the job.';
const isGone = 'It was deleted, or has expired, meanwhile: run the workflow that tests again.';

/** What to do where all artifacts are refused alike. */
function hintForAll(error: unknown): string | undefined {
  const status = httpStatusOf(error);
  if (isRateLimit(status, messageOf(error))) {
    return 'Its limit for requests is reached: run the job again later.';
  }
  if (status === 401) return wrongToken;
  return status === 403 ? mayNotRead : undefined;
}

function toldBy(error: unknown): string {
  const status = httpStatusOf(error);
  const words = messageOf(error);
  return status === undefined ? words : `${status}: ${words}`;
}
