import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvidenceFile } from '../../results/run-results.ts';

/**
 * The file of a URL; undefined without one. The embedded service answers `file:` URLs. A file outside the folder keeps
 * its absolute path.
 */
export function evidenceFile(url: string | null | undefined, folder: string): EvidenceFile | undefined {
  if (url == null || url === '') return undefined;
  if (!url.startsWith('file:')) return { url };
  try {
    const file = fileURLToPath(url);
    const path = relative(folder, file).split(sep).join('/');
    return { path: path === '' || isAbsolute(path) || path.split('/').includes('..') ? file : path };
  } catch {
    // A file of another machine.
    return { url };
  }
}
