import { getOctokit } from '@actions/github';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { z } from 'zod';
import { GitHubFailure } from './github-failure.ts';
import { Patience } from './patience.ts';
import { patientFetch } from './patient-fetch.ts';
import type { Fetch } from './whole-answer.ts';

/** The repository that is asked about. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/** What calls to GitHub's API are made with: its own client, which is handed only answers that can be read. */
export interface Asking {
  readonly octokit: ReturnType<typeof getOctokit>;
  readonly repository: Repository;
  readonly patience: Patience;
  /** Sends one request through the machine's proxy. */
  readonly fetchOnce: Fetch;
  /**
   * The parameter that says what a request is answered with.
   * @param schema `undefined`: the body does not matter.
   */
  reading(schema: z.ZodType | undefined, how?: ReadingOptions): RequestOption;
}

export interface ReadingOptions {
  /** Whether it does no harm to do it twice; where that is not said, its method tells. */
  readonly mayRepeat?: boolean;
  /** In place of `fetchOnce`. */
  readonly send?: Fetch;
}

/** A type, not an interface: GitHub's client wants parameters with an index signature. */
type RequestOption = { readonly request: { readonly fetch: ReturnType<typeof patientFetch> } };

/** Makes it; see `connectGitHub`. */
export function openAsking(
  token: string,
  apiUrl: string,
  repository: Repository,
  cancel: AbortSignal,
  patienceMs: number,
): Asking {
  const dispatcher = new EnvHttpProxyAgent();
  const patience = new Patience(patienceMs, cancel);
  const fetchOnce: Fetch = (url, init) => fetch(url, { ...init, dispatcher });
  return {
    octokit: getOctokit(token, { baseUrl: apiUrl }),
    repository,
    patience,
    fetchOnce,
    reading: (schema, { mayRepeat, send = fetchOnce } = {}) => ({
      request: { fetch: patientFetch(send, patience, schema, mayRepeat) },
    }),
  };
}

/** GitHub's client gives our own error, which has no status, the status 500. */
export async function plain<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw error instanceof Error && error.cause instanceof GitHubFailure ? error.cause : error;
  });
}
