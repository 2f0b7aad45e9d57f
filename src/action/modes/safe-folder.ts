import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { isInside } from '../../test-files/inside.ts';
import { messageOf, UserError } from '../user-error.ts';

/**
 * The folder that a mode writes into, made where it is not there yet.
 * @returns its path.
 * @throws UserError where it is outside the workspace, also behind a link: nothing is made then; or can't be made.
 */
export async function openFolder(workspace: string, folder: string): Promise<string> {
  const root = await realpath(workspace);
  const path = resolve(root, folder);
  if (!isInside(root, path) || !isInside(root, await realParent(path))) throw outside(folder);
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw new UserError(
      `The folder "${folder}" (input \`folder\`) can't be made: ${messageOf(error)}. Name one where no file stands in its way, and where this job may write.`,
    );
  });
  const real = await realpath(path);
  if (!isInside(root, real)) throw outside(folder);
  return real;
}

/**
 * Refuses a file to be written that is a link out of the workspace, or one that leads nowhere: writing would follow it.
 * @throws UserError, with the file's name.
 */
export async function checkFile(workspace: string, path: string): Promise<void> {
  const root = await realpath(workspace);
  if (isInside(root, await realParent(path))) return;
  throw new UserError(
    `The file ${path} is a link that leads nowhere, or out of the workspace. Nothing is written through it: take it out.`,
  );
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

/** What a path, or the nearest part of it that is there, really is; the root for a link that leads nowhere. */
async function realParent(path: string): Promise<string> {
  if ((await lstat(path).catch(() => undefined)) !== undefined)
    return realpath(path).catch(() => parse(path).root);
  return dirname(path) === path ? path : realParent(dirname(path));
}

function outside(folder: string): UserError {
  return new UserError(
    `The folder "${folder}" (input \`folder\`) is outside the workspace. Name one inside the repository.`,
  );
}
