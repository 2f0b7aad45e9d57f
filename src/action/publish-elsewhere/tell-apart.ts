import { createHash } from 'node:crypto';
import type { ResultsFile } from '../../publish/files/results-schema.ts';
import type { ResultArtifact } from './result-artifacts.ts';

/** A results file, and where it was found. */
export interface FoundFile {
  readonly file: ResultsFile;
  readonly artifact: ResultArtifact;
  /** Which of several in the artifact, from 1. */
  readonly number: number;
}

/** A results file as one of several. */
export interface ToldApart extends FoundFile {
  /**
   * The same for the same job and step in every run. What the results call their job is hashed for it: where several jobs
   * were given one name, the artifact's name goes by which was faster.
   */
  readonly identity: string;
  /** What tells it from others whose artifact's name does not; the results' own word, empty where none is needed. */
  readonly note: string;
}

/**
 * Tells results apart that artifacts of one name hold. What a job has said in an earlier attempt is left out where there
 * is something later of it.
 */
export function tellApart(all: readonly FoundFile[]): ToldApart[] {
  const latest = all.filter(
    (one) => !all.some((other) => isAlike(one, other) && other.artifact.attempt > one.artifact.attempt),
  );
  return latest
    .toSorted((a, b) => a.artifact.part.localeCompare(b.artifact.part, 'en', { numeric: true }))
    .map((one) => {
      const others = latest.filter((other) => other !== one && isSamePart(one, other));
      // Steps of one job, which come in their order.
      const step = others.some((other) => isAlike(one, other)) ? one.artifact.taken : '';
      return {
        ...one,
        identity: hashed(JSON.stringify([one.file.title, step])),
        note: others.length === 0 ? '' : [one.file.title, step].filter((each) => each !== '').join(' '),
      };
    });
}

function isSamePart(a: FoundFile, b: FoundFile): boolean {
  return a.artifact.part === b.artifact.part && a.number === b.number;
}

function isAlike(a: FoundFile, b: FoundFile): boolean {
  return isSamePart(a, b) && a.file.title === b.file.title;
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The title of what an earlier attempt than the run's last one has left. */
export function titledFrom(title: string, attempt: number): string {
  return `${title}, from attempt ${attempt}`;
}

/** The title without what `titledFrom` has added. */
export function titleAlone(title: string): string {
  return title.replace(/, from attempt \d+$/, '');
}
