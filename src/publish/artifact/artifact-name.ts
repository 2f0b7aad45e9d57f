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

/**
 * The name of an artifact, and those to take where it is taken: in a workflow run no two may be alike, and the artifacts
 * of an earlier attempt stay.
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
  return Array.from({ length: mostNames }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));
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
