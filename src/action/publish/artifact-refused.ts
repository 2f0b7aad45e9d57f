import { cut } from '../../publish/markdown/markdown.ts';

const maxReasonCharacters = 500;

/**
 * Why an artifact was not uploaded, and what to do.
 * @param reason the words of GitHub's package, redacted.
 * @param bytes the size of its files; 0 where that is not known.
 */
export function artifactRefused(reason: string, bytes: number): string {
  const words = cut(withoutQueries(reason).replace(/\s+/g, ' ').trim(), maxReasonCharacters);
  return `The artifact was not uploaded: ${words.replace(/\.$/, '')}. ${hintFor(reason, bytes)} The verdict stands.`;
}

const elsewhere = 'the files of the outputs `evidence-folder` and `results-file`';

const hints: readonly (readonly [reason: RegExp, hint: string])[] = [
  [
    /supported on GHES/i,
    `On GitHub Enterprise Server leave \`artifact\` out, and keep ${elsewhere} with \`actions/upload-artifact@v3\`.`,
  ],
  [
    /ACTIONS_RUNTIME_TOKEN|ACTIONS_RESULTS_URL|JWT/,
    `This machine offers actions no place for artifacts, as runners of GitHub Actions do: leave \`artifact\` out, and keep ${elsewhere} in another way.`,
  ],
  [/quota/i, 'Delete old artifacts, or raise the limit of the account.'],
  [/\(409\)/, 'Too many artifacts of the workflow run have this name: give `artifact` another one.'],
  [
    /\((?:401|403)\)/,
    'GitHub does not let this job upload: a setting of the repository or the organization may forbid it.',
  ],
  [
    /Unable to make request/,
    'The runner must reach GitHub and its blob store, through a proxy by HTTPS_PROXY.',
  ],
];

/** Fewer bytes than these are no reason for a long upload. */
const manyBytes = 50 * 1024 ** 2;

function hintFor(reason: string, bytes: number): string {
  if (/took longer/.test(reason) && bytes > manyBytes) {
    return 'With fewer traces (`trace: on-failure` or `never`) it is smaller.';
  }
  const known = hints.find(([pattern]) => pattern.test(reason));
  return known?.[1] ?? 'This may pass: run the job again.';
}

/** The address of a blob is signed: who has all of it may write there. */
function withoutQueries(text: string): string {
  return text.replace(/(https?:\/\/[^\s?]*)\?\S*/g, '$1');
}
