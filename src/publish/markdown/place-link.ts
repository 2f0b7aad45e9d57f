import type { Place, PublishedRun } from '../verdict.ts';
import { codeLink, cutStart, maxUrlCharacters } from './short-texts.ts';

/** What a run's places and files are linked with. */
export type RunLinks = Pick<PublishedRun, 'sourceUrl' | 'artifact'>;

/** A place in the repository: a link to the file at its commit, or code where it can't be linked. */
export function placeLink(place: Place, links: RunLinks): string {
  return codeLink(placeWords(place), placeUrl(place, links));
}

/** A place as editors understand it, cut. */
export function placeWords({ file, line }: Place): string {
  return `${cutStart(file)}:${line}`;
}

/** @returns undefined where the commit is not known, or the path is none that leads into the repository as it is written. */
export function placeUrl({ file, line }: Place, { sourceUrl }: RunLinks): string | undefined {
  if (sourceUrl === undefined) return undefined;
  const segments = file.split('/');
  // A secret was taken out of a path with stars: what is left of it leads nowhere.
  const odd = (segment: string) => ['', '.', '..'].includes(segment) || segment.includes('***');
  if (segments.some(odd)) return undefined;
  const path = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
  const url = `${sourceUrl}/${path}#L${line}`;
  return url.length > maxUrlCharacters ? undefined : url;
}
