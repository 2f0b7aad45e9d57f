import { isAbsolute, relative, sep } from 'node:path';

/** True where a path is a folder itself, or below it. Links are the caller's to resolve. */
export function isInside(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}
