import { realpath } from 'node:fs/promises';
import { isAbsolute, posix, relative, sep } from 'node:path';
import { errorCode } from './errors.ts';
import { type FileProblem, type OpenedFile, openInside } from './workspace-file.ts';

/** The maximum size of a file that a test case uploads, in bytes. */
export const maxUploadBytes = 50 * 1024 * 1024;

/** The message where no repository is at hand. */
export const noRepository =
  'UPLOAD with `file` reads a file of the repository, and this service has none. Use the URL of the file.';

/** Files and folders that often hold secrets: `.git`, `.env`, `.npmrc`, and what google-github-actions/auth writes. */
const secretName = /^(?:\..+|gha-creds-.*\.json)$/i;

const secretReason =
  'is not uploaded, because files and folders whose names start with a dot often hold secrets, as do gha-creds-*.json. Copy the file to another path.';

const fileProblems: Readonly<Record<FileProblem, string>> = {
  folder: 'is a folder. Write the path of a file.',
  'not a file': 'is not a regular file. Replace it with a file.',
  outside: 'is a link that points outside the workspace. Replace it with the file itself.',
};

/**
 * Opens a file of the repository that a test case uploads.
 * @param workspace the root of the repository.
 * @param path from there, with forward slashes.
 * @throws Error with a message that names the path, what is wrong, and what to do.
 */
export async function openUpload(workspace: string, path: string): Promise<OpenedFile> {
  const root = await realpath(workspace);
  const normal = posix.normalize(path);
  const problem = pathProblem(path, normal);
  if (problem !== undefined) throw refused(path, problem);
  const opened = await openInside(root, normal).catch((error: unknown) => {
    throw refused(path, reasonOf(error));
  });
  if (typeof opened === 'string') throw refused(path, fileProblems[opened]);
  const refusal = refusalOf(opened, root);
  if (refusal === undefined) return opened;
  await opened.handle.close();
  throw refused(path, refusal);
}

function refused(path: string, problem: string): Error {
  return new Error(`The file ${JSON.stringify(path)} ${problem}`);
}

function pathProblem(path: string, normal: string): string | undefined {
  if (/^https?:\/\//i.test(path)) return 'is a URL. Write it without `file`.';
  if (isAbsolute(path) || /\\|^[a-z]:/i.test(path)) {
    return 'is not a path in the repository. Write the path from the root of the repository, with forward slashes.';
  }
  if (/^\.\.(?:\/|$)/.test(normal)) {
    return 'is outside the workspace. Move the file into the repository.';
  }
  return hasSecretName(normal.split('/')) ? secretReason : undefined;
}

function refusalOf({ size, path }: OpenedFile, root: string): string | undefined {
  if (hasSecretName(relative(root, path).split(sep))) return secretReason;
  if (size <= maxUploadBytes) return undefined;
  return `has ${size} bytes; the limit is ${maxUploadBytes}. Use a smaller file.`;
}

function hasSecretName(names: readonly string[]): boolean {
  return names.some((name) => name !== '.' && secretName.test(name));
}

function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return 'does not exist. Write its path from the root of the repository.';
  }
  return `cannot be read (${code}). Check its permissions.`;
}
