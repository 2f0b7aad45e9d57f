import { maxResultsBytes, parseResults, type ResultsFile } from '../../publish/files/results-schema.ts';
import type { RunArtifacts } from '../../publish/github/run-artifacts.ts';
import { oneLine } from '../log-text.ts';
import { messageOf } from '../user-error.ts';
import { readZip, UnreadableZip, type ZipFile } from './read-zip.ts';
import type { ResultArtifact } from './result-artifacts.ts';

/** What an artifact holds: results, none, or something that can't be read; the reason is a line. */
export type ReadArtifact =
  /** `bytes`: of all files, unpacked. */
  | { readonly kind: 'read'; readonly files: readonly ResultsFile[]; readonly bytes: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

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
  { id }: ResultArtifact,
  github: Pick<RunArtifacts, 'openArtifact'>,
  room: number,
): Promise<ReadArtifact> {
  const archive = await github.openArtifact(id, wholeArchiveBytes);
  try {
    const limits = { maxBytes: maxResultsBytes, maxFiles: maxResultsFiles };
    const files = await readZip(archive, isResultsFile, limits);
    const bytes = files.reduce((total, { content }) => total + content.length, 0);
    return bytes > room
      ? { kind: 'unreadable', reason: 'holds more results than can be read with those of the others' }
      : readFiles(files, bytes);
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
    /^results[\w.-]*\.json$/.test(segments.at(-1) ?? '') &&
    !name.includes('\\')
  );
}

function readFiles(found: readonly ZipFile[], bytes: number): ReadArtifact {
  const files: ResultsFile[] = [];
  for (const { name, content } of found) {
    const text = decode(content);
    const read = text === undefined ? undefined : parseResults(text);
    if (read?.kind === 'read') {
      files.push(read.results);
      continue;
    }
    const why = read?.reason ?? 'it is no text in UTF-8';
    return { kind: 'unreadable', reason: `holds ${oneLine(name)}, which can't be read (${oneLine(why)})` };
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
