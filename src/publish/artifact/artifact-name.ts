import { createHash } from 'node:crypto';

/** What tells the artifact of a step from those of others in its workflow run. */
export interface ArtifactPlace {
  /** Which of several jobs of one name this is; empty where there is one. */
  readonly part: string;
  /** Job and id of the step: GitHub numbers the steps of a job that use one action and have no id of their own. */
  readonly stepName: string;
  /** How often the run has been started. */
  readonly attempt: number;
}

/** So many names are tried where artifacts of other steps have them already. */
const mostNames = 20;
const maxCharacters = 150;
const hashCharacters = 8;

/**
 * The name of an artifact, and those to take where it is taken: in a workflow run no two may be alike, and the artifacts
 * of an earlier attempt stay. Behind a name that is taken stands a hash of job and step: which of several jobs is the
 * faster one changes from run to run.
 * @param given the name that the workflow asks for.
 */
export function artifactNames(given: string, { part, stepName, attempt }: ArtifactPlace): string[] {
  const step = /-__.*_(\d+)$/.exec(stepName)?.[1];
  const name = [
    safeArtifactName(given) || 'browser-tests',
    part,
    ...(step === undefined ? [] : [`step-${step}`]),
    ...(attempt > 1 ? [`attempt-${attempt}`] : []),
  ]
    .map(safeArtifactName)
    .filter((each) => each !== '')
    .join('-');
  const own = `${name}-job-${createHash('sha256').update(stepName).digest('hex').slice(0, hashCharacters)}`;
  const more = Array.from({ length: mostNames - 2 }, (_, index) => `${own}-${index + 2}`);
  return [name, own, ...more];
}

const behindTakenName = new RegExp(`^(.*)-job-([0-9a-f]{${hashCharacters}}(?:-\\d{1,2})?)$`);

/** Takes a name apart: what was put behind it because it was taken, empty where nothing was. */
export function splitTaken(name: string): { readonly rest: string; readonly taken: string } {
  const [, rest = name, taken = ''] = behindTakenName.exec(name) ?? [];
  return { rest, taken };
}

/** A text without what GitHub allows in no artifact's name. */
export function safeArtifactName(text: string): string {
  const safe = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    .replace(/[\u0000-\u001F\u007F":<>|*?\\/,\s]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return [...safe].slice(0, maxCharacters).join('');
}
