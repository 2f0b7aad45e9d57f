import { z } from 'zod';
import { jsonOrNothing } from '../../contract/json-or-nothing.ts';
import { maxResultsBytes, parseResults, type ResultsFile } from '../../publish/files/results-schema.ts';
import type { RunArtifacts } from '../../publish/github/run-artifacts.ts';
import { oneLine } from '../log-text.ts';
import { messageOf } from '../user-error.ts';
import { contradictionIn } from './contradiction.ts';
import { readZip, UnreadableZip, type ZipFile } from './read-zip.ts';
import type { ResultArtifact } from './result-artifacts.ts';

/** What an artifact holds: results, or something that can't be read; the reason is a line. */
export type ReadArtifact =
  /** `bytes`: of all files, unpacked. */
  | { readonly kind: 'read'; readonly files: readonly ResultsFile[]; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** Its name begins alike, and it is of something else. */
  | { readonly kind: 'not-ours'; readonly reason: string };

/** An archive that has more bytes, traces for the most part, is not fetched whole. */
const wholeArchiveBytes = 16 * 1024 * 1024;
/** A job has hardly more steps that test. */
const maxResultsFiles = 16;

/**
 * Fetches an artifact, and reads the results files in it: what is in it may have been made by anyone.
 * @param room so many bytes they may have together.
 * @throws what GitHub answers where it does not hand the artifact out.
 */
export async function readArtifact(
  { id, name, base }: ResultArtifact,
  github: Pick<RunArtifacts, 'openArtifact'>,
  room: number,
): Promise<ReadArtifact> {
  const archive = await github.openArtifact(id, wholeArchiveBytes);
  try {
    const limits = { maxBytes: maxResultsBytes, maxFiles: maxResultsFiles };
    const files = await readZip(archive, isResultsFile, limits);
    const bytes = files.reduce((total, { content }) => total + content.length, 0);
    if (bytes > room) {
      return { kind: 'unreadable', reason: 'holds more results than can be read with those of the others' };
    }
    // By a name with more behind it, other tools call theirs as well.
    return name !== base && !files.some(isOurs) ? notOurs : readFiles(files, bytes);
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error;
    return { kind: 'unreadable', reason: messageOf(error) };
  }
}

/** Only files of this name are looked at; their paths are not used, and those that lead out of the archive are left. */
function isResultsFile(name: string): boolean {
  const segments = name.split('/');
  return (
    !segments.some((segment) => ['', '.', '..'].includes(segment)) &&
    segments.at(-1) === 'results.json' &&
    !name.includes('\\')
  );
}

const notOurs: ReadArtifact = { kind: 'not-ours', reason: 'holds no results of this action' };
const versioned = z.object({ version: z.number() });

/** Whatever else is in it: results of this action have a version, those of other tools have none or another kind. */
function isOurs({ content }: ZipFile): boolean {
  return versioned.safeParse(jsonOrNothing(decode(content) ?? '')).success;
}

function readFiles(found: readonly ZipFile[], bytes: number): ReadArtifact {
  if (found.length === 0) return { kind: 'unreadable', reason: 'holds no results file' };
  const files: ResultsFile[] = [];
  for (const { name, content } of found) {
    const text = decode(content);
    const read = text === undefined ? undefined : parseResults(text);
    if (read?.kind !== 'read') {
      const why = read?.reason ?? 'it is no text in UTF-8';
      return { kind: 'unreadable', reason: `holds ${oneLine(name)}, which can't be read (${oneLine(why)})` };
    }
    const contradiction = contradictionIn(read.results);
    if (contradiction !== undefined) {
      return {
        kind: 'unreadable',
        reason: `holds ${oneLine(name)}, which contradicts itself (${contradiction})`,
      };
    }
    files.push(read.results);
  }
  return { kind: 'read', files, bytes };
}

function decode(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
