import { hash } from 'node:crypto';
import { formatShard } from '../results/jobs.ts';
import type { JobIdentity } from '../results/run-results.ts';

const maxNames = 20;
const maxNameCharacters = 150;

/**
 * The name of an artifact, followed by names to use if it is taken: in a workflow run no two may be alike, and the
 * artifacts of an earlier attempt stay.
 * @param given the name that the workflow asks for.
 */
export function artifactNames(given: string, { job, step, matrix, shard, attempt }: JobIdentity): string[] {
  // GitHub numbers the steps of a job that use the same action and have no id.
  const number = /^__.*_(\d+)$/.exec(step)?.[1];
  const name = [
    safeArtifactName(given) || 'browser-tests',
    ...matrix,
    ...(shard === null ? [] : [formatShard(shard)]),
    ...(number === undefined ? [] : [`step-${number}`]),
    ...(attempt > 1 ? [`attempt-${attempt}`] : []),
  ]
    .map(safeArtifactName)
    .filter((each) => each !== '')
    .join('-');
  // Of two jobs with the same name, which one is faster changes from run to run: a hash does not.
  const ofJob = `${name}-job-${hash('sha256', `${job}-${step}`, 'hex').slice(0, 8)}`;
  return [name, ofJob, ...Array.from({ length: maxNames - 2 }, (_, index) => `${ofJob}-${index + 2}`)];
}

/** A text without the characters that GitHub does not allow in the name of an artifact. */
function safeArtifactName(text: string): string {
  const safe = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    .replace(/[\u0000-\u001F\u007F":<>|*?\\/,\s]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return [...safe].slice(0, maxNameCharacters).join('');
}
