import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { messageOf, UserError } from '../../common/errors.ts';
import { makeFolder } from '../../common/make-folder.ts';
import { isInside } from '../../common/workspace-file.ts';

/**
 * Opens the folder that a mode writes to, and creates it if it is missing.
 * @returns its real path.
 * @throws UserError if it is outside the workspace, also behind a link (nothing is created then), or cannot be created.
 */
export async function openFolder(workspace: string, folder: string): Promise<string> {
  const root = await realpath(workspace);
  const path = resolve(root, folder);
  if (!isInside(root, path)) throw refusal(folder, 'outside the workspace');
  const behindLink = 'behind a broken link, or a link out of the workspace';
  if (!isInside(root, await realParent(path))) throw refusal(folder, behindLink);
  await makeFolder(path).catch((error: unknown) => {
    throw new UserError(
      `Cannot create the folder "${folder}" (input \`folder\`): ${messageOf(error)}. Set one that does not collide with a file and that this job may write to.`,
    );
  });
  const real = await realpath(path);
  if (!isInside(root, real)) throw refusal(folder, behindLink);
  return real;
}

/**
 * Refuses to write a file that is a link out of the workspace, or a broken link: writing would follow it.
 * @throws UserError, with the file's path.
 */
export async function checkFile(workspace: string, path: string): Promise<void> {
  const root = await realpath(workspace);
  if (isInside(root, await realParent(path))) return;
  throw new UserError(
    `Cannot write ${path}: it is a broken link, or a link out of the workspace. Remove the link.`,
  );
}

/**
 * The path of a file whose name comes from the service, below a folder.
 * @throws UserError for a name that leads elsewhere, is hidden, or contains anything but letters, digits, `-`, `_`, `.`
 * and `/`.
 */
export function pathInFolder(folder: string, name: string): string {
  const segments = name.split('/');
  if (name.length <= 300 && segments.every((segment) => /^[\w-][\w.-]*$/.test(segment))) {
    return join(folder, ...segments);
  }
  throw new UserError(
    `The service sent a file named ${JSON.stringify(name.slice(0, 200))}, which is not a plain path. Nothing was written. Check that \`service-url\` is right, or report this to the operator of the service.`,
  );
}

/** The real path of a file, or of its nearest existing parent; the root of the file system for a broken link. */
async function realParent(path: string): Promise<string> {
  if ((await lstat(path).catch(() => undefined)) !== undefined) {
    return realpath(path).catch(() => parse(path).root);
  }
  return dirname(path) === path ? path : realParent(dirname(path));
}

function refusal(folder: string, where: string): UserError {
  return new UserError(
    `The folder "${folder}" (input \`folder\`) is ${where}. Set one inside the repository.`,
  );
}
