import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isInside } from '../../test-files/inside.ts';
import { UserError } from '../user-error.ts';

/**
 * The folder that a mode writes into, made where it is not there yet.
 * @returns its path.
 * @throws UserError where it is outside the workspace, also behind a link.
 */
export async function openFolder(workspace: string, folder: string): Promise<string> {
  const root = await realpath(workspace);
  const path = resolve(root, folder);
  if (!isInside(root, path)) throw outside(folder);
  await mkdir(path, { recursive: true });
  const real = await realpath(path);
  if (!isInside(root, real)) throw outside(folder);
  return real;
}

/**
 * The place of a file that someone else has named, below a folder.
 * @throws UserError for a name that leads elsewhere, is hidden, or holds anything but letters, digits, `-`, `_` and `.`.
 */
export function filePath(folder: string, name: string): string {
  const parts = name.split('/');
  if (name.length <= 300 && parts.every((part) => /^[\w-][\w.-]*$/.test(part))) return join(folder, ...parts);
  throw new UserError(
    `The service sends a file named ${JSON.stringify(name.slice(0, 200))}, which is no plain path. Nothing was written.`,
  );
}

function outside(folder: string): UserError {
  return new UserError(
    `The folder "${folder}" (input \`folder\`) is outside the workspace. Name one inside the repository.`,
  );
}
