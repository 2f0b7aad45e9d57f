import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { messageOf } from '../common/errors.ts';
import { cut, foldLines } from '../common/text.ts';
import { timeLeftMs } from './deadline.ts';

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
function mayBeDone(error: unknown): boolean {
  if (error instanceof GitHubRequestError) return error.transient;
  const status = httpStatusOf(error);
  return status === undefined || status >= 500 || status === 408;
}

const withStatus = z.object({ status: z.number() });

/** The HTTP status of an error of GitHub's API; undefined if there was no response. */
export function httpStatusOf(error: unknown): number | undefined {
  return withStatus.safeParse(error).data?.status;
}

/** GitHub may show what it has stored only some seconds after it answered with an error, in ms. */
const relistDelayMs = 3000;

/**
 * Sends a request that must not be carried out twice. If GitHub may have carried it out in spite of an error, the outcome is
 * looked for at once and some seconds later, before the request is sent again.
 * @param find asks for the outcome; resolves with undefined if the request was not carried out.
 */
export async function sendOnce<Outcome>(
  send: () => Promise<Outcome>,
  find: () => Promise<Outcome | undefined>,
  deadline: AbortSignal,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const found = await find();
    if (found !== undefined) return found;
    const pauseMs = Math.min(relistDelayMs, timeLeftMs(deadline) / 4);
    await sleep(pauseMs, undefined, { signal: deadline }).catch(() => {
      throw error;
    });
    return (await find()) ?? send();
  }
}

const unaffected = 'The test result is unaffected; the job summary shows it.';

/** What did not happen, and what that means for the job. */
const outcomes = {
  comment: ['The comment could not be posted', unaffected],
  'check run': ['The check run could not be written', unaffected],
  'artifact upload': ['The artifact could not be uploaded', 'The test result is unaffected.'],
  'artifact list': ['The artifacts of the workflow run could not be listed'],
  'artifact download': ['The artifact could not be downloaded'],
  'pull request': ['The pull request could not be read'],
} as const;

/** What was requested of GitHub. */
export type GitHubOperation = keyof typeof outcomes;

const rateLimit = /rate limit|submitted too quickly|\(429\)$/i;
const forbidden = /resource not accessible/i;
const missing = /\((?:404|410)\)$/;
const keepFiles = 'keep the files of the outputs `evidence-folder` and `results-file`';

const missingPull =
  'The pull request or the repository no longer exists, or `github-token` has no access to it.';

/** What to do, by the reason: GitHub's words and the status behind them. The first one that fits counts. */
const hints: Readonly<Record<GitHubOperation, readonly (readonly [reason: RegExp, hint: string])[]>> = {
  comment: [
    [
      forbidden,
      'Add `permissions: pull-requests: write` to the job. GitHub never allows it for pull requests from forks; there, a second workflow with `mode: publish` posts the comment (docs/forks.md).',
    ],
    [/locked/i, 'Unlock the pull request, or set `comment: never`.'],
    [/\(403\)$/, 'Check the permissions of `github-token`.'],
    [missing, missingPull],
  ],
  'check run': [
    [
      forbidden,
      'Add `permissions: checks: write` to the job. GitHub never allows it for pull requests from forks.',
    ],
    [
      /\(403\)$/,
      'Only apps may write check runs. Remove `github-token`, and add `permissions: checks: write` to the job.',
    ],
    [missing, missingPull],
  ],
  'artifact upload': [
    [/GHES|Enterprise Server/, `Remove \`artifact\`, and ${keepFiles} with \`actions/upload-artifact@v3\`.`],
    [
      /ACTIONS_RUNTIME_TOKEN|ACTIONS_RESULTS_URL|JWT/,
      `This machine has no artifact service, unlike the runners of GitHub Actions. Remove \`artifact\`, and ${keepFiles} in another way.`,
    ],
    [/quota/i, 'Delete old artifacts, or raise the storage limit of the account.'],
    [/\(409\)/, 'Too many artifacts of the workflow run have this name. Set `artifact` to another one.'],
    [/\((?:401|403)\)/, 'A setting of the repository or the organization may forbid uploads.'],
    [
      /Unable to make request/,
      'The runner must be able to reach GitHub and its blob store; set HTTPS_PROXY if it needs a proxy.',
    ],
  ],
  'artifact list': [[/\((?:403|404)\)$/, 'Add `permissions: actions: read` to the job.']],
  'artifact download': [
    [missing, 'It was deleted or has expired. Re-run the workflow with the tests.'],
    [/\(403\)$/, 'Add `permissions: actions: read` to the job.'],
  ],
  'pull request': [
    [/\(403\)$/, 'Add `permissions: pull-requests: read` to the job.'],
    [missing, missingPull],
  ],
};
const hintsForAll = [
  [
    rateLimit,
    'The rate limit is reached, and waiting for it would delay the job too long. Re-run the job later.',
  ],
  [/\(401\)$/, 'Check `github-token`: it is invalid or has expired.'],
  [/\((?:ECONNREFUSED|ENOTFOUND)\)$/, 'The runner must reach GitHub. Check HTTPS_PROXY and NO_PROXY.'],
  [/\((?:400|422)\)$/, 'GitHub does not accept the request, so re-running the job does not help.'],
  [/redirects to \S+ which is not followed/, 'Check GITHUB_API_URL, and whether the repository was renamed.'],
] as const;

/** An upload of fewer bytes does not take long because of its size. */
const largeUploadBytes = 50 * 1024 ** 2;
const maxReasonCharacters = 500;

/**
 * Describes why GitHub refused a request: what happened, in GitHub's words, and what to do about it.
 * @param error what an operation threw, or the reason of a failed upload; already redacted if it can hold secrets.
 * @param uploadBytes the size of the files of an upload.
 */
export function describeRefusal(error: unknown, operation: GitHubOperation, uploadBytes = 0): string {
  const [what, ...consequence] = outcomes[operation];
  const reason = reasonOf(error);
  const isTooSlow = /took longer/.test(reason) && uploadBytes > largeUploadBytes;
  // Failed uploads have messages of GitHub's package, not of its API.
  const known = operation === 'artifact upload' ? hints[operation] : [...hintsForAll, ...hints[operation]];
  const hint = isTooSlow
    ? 'Make it smaller by recording fewer traces: set `trace` to `on-failure` or `never`.'
    : (known.find(([pattern]) => pattern.test(reason))?.[1] ?? 'This may be temporary. Re-run the job.');
  // The queries of addresses sign those of the blob store.
  const line = foldLines(reason.replace(/(https?:\/\/[^\s?]*)\?\S*/g, '$1'));
  return [`${what}: ${cut(line, maxReasonCharacters).replace(/\.$/, '')}.`, hint, ...consequence].join(' ');
}

function reasonOf(error: unknown): string {
  const status = httpStatusOf(error);
  return status === undefined ? messageOf(error) : `${messageOf(error).replace(/\.$/, '')} (${status})`;
}

/**
 * True if GitHub would refuse all further requests of the same kind as well: because of a rate limit, a wrong token or a
 * missing permission.
 */
export function refusesAll(error: unknown): boolean {
  return isRateLimit(error) || [401, 403].includes(httpStatusOf(error) ?? 0);
}

export function isRateLimit(error: unknown): boolean {
  return rateLimit.test(reasonOf(error));
}
