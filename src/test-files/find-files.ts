import { glob, readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, matchesGlob, resolve } from 'node:path';
import { messageOf } from '../common/errors.ts';
import { isInside, relativePath } from '../common/files.ts';
import { isTypo, similarFileHint } from '../common/near-misses.ts';
import type { Problem } from './problem.ts';

const extensions = ['.yaml', '.yml', '.json'];
/** The last one has the results of runs on this machine: it is made wherever the command runs, also among test files. */
const skippedFolders = new Set(['node_modules', '.git', '.browser-test-gate']);
const maxFiles = 5000;

interface FoundFiles {
  /** Paths relative to the workspace, with forward slashes, sorted. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /** Of files that seem to be test files, but are not read. */
  readonly warnings?: readonly Problem[];
}

/**
 * Finds test files.
 * @param patterns files, folders (searched in depth) or globs; `!pattern` excludes matches.
 * Files outside the workspace are problems, also behind links.
 * @param advice what to do if a pattern matches no file.
 */
export async function findFiles(
  workspace: string,
  patterns: readonly string[],
  advice = 'Name test files, folders or glob patterns.',
): Promise<FoundFiles> {
  const root = await realpath(workspace);
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const matched = new Set<string>();
  const problems: Problem[] = [];
  for (const pattern of wanted) {
    for (const file of await matches(root, pattern, problems, advice)) {
      if (!excluded.some((each) => isExcluded(file, each))) matched.add(file);
    }
  }
  const sorted = [...matched].sort();
  const files = sorted.filter(isTestFile);
  const misnamed = sorted.filter((file) => !isTestFile(file));
  if (files.length > maxFiles) {
    const message = `The patterns match more than ${maxFiles} files, which is the limit. Use narrower ones.`;
    return { files: [], problems: [...problems, { message }] };
  }
  if (matched.size === 0 && problems.length === 0) {
    problems.push({
      message:
        wanted.length === 0
          ? `The patterns only exclude files (\`!\`). ${advice}`
          : 'The patterns with `!` exclude every file. Exclude fewer.',
    });
  }
  return {
    files,
    problems: [...new Map(problems.map((each) => [each.message, each])).values()],
    ...(misnamed.length > 0 && { warnings: misnamed.map(misnamedFile) }),
  };
}

/** A path excludes itself and everything below it; a glob excludes its matches. */
function isExcluded(file: string, pattern: string): boolean {
  const path = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
  return file === path || file.startsWith(`${path}/`) || matchesGlob(file, path);
}

async function matches(
  root: string,
  pattern: string,
  problems: Problem[],
  advice: string,
): Promise<string[]> {
  const path = resolve(root, pattern);
  if (!isInside(root, path)) {
    problems.push(outside(pattern));
    return [];
  }
  const before = problems.length;
  const kind = await kindOf(path);
  const found =
    kind === 'folder'
      ? await walk(root, path, problems)
      : kind === 'file'
        ? await singleFile(root, path, pattern, problems)
        : await expandGlob(root, relativePath(root, path), pattern, problems);
  if (!found.some(isTestFile) && problems.length === before) {
    const isEmpty = (await readdir(root)).length === 0;
    const isName = kind === undefined && !/[*?[{]/.test(pattern);
    const hint = isName ? await similarFileHint(root, relativePath(root, path)) : '';
    const what =
      kind === 'folder'
        ? `The folder "${pattern}" has no .yaml, .yml or .json file.`
        : `"${pattern}" matches no file.`;
    const checkout = isEmpty
      ? ' The workspace is empty: in a workflow, put `- uses: actions/checkout@v6` before this step.'
      : '';
    problems.push({ message: `${what}${hint}${checkout} ${advice}` });
  }
  return found;
}

/** @returns undefined for a missing path and for anything but a file or folder: reading a pipe might never end. */
async function kindOf(path: string): Promise<'folder' | 'file' | undefined> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

async function singleFile(root: string, path: string, pattern: string, problems: Problem[]) {
  if (!isTestFile(path)) {
    problems.push({ message: `"${pattern}" is not a test file: those end in .yaml, .yml or .json.` });
    return [];
  }
  return (await staysInside(root, path, problems)) ? [relativePath(root, path)] : [];
}

/** @param normalized the pattern relative to the workspace, so that no link is on the way to a `..`. */
async function expandGlob(
  root: string,
  normalized: string,
  pattern: string,
  problems: Problem[],
): Promise<string[]> {
  const found: string[] = [];
  // Called before a folder is read. Braces and brackets may still stand for `..`.
  const exclude = (path: string) => {
    const names = path.split(/[\\/]/);
    const leaves = isAbsolute(path) || names.includes('..');
    if (leaves) problems.push(outside(pattern));
    return leaves || names.some((name) => skippedFolders.has(name));
  };
  const expanded: string[] = [];
  try {
    for await (const match of glob(normalized, { cwd: root, exclude })) expanded.push(match);
  } catch (error) {
    problems.push({ message: `"${pattern}" is not a valid glob: ${messageOf(error)}` });
  }
  for (const match of expanded) {
    const path = resolve(root, match);
    const kind = await kindOf(path);
    if (isTestFile(path) && kind === undefined) problems.push(unreadable(root, path));
    if (seemsTestFile(path) && kind === 'file' && (await staysInside(root, path, problems))) {
      found.push(relativePath(root, path));
    }
  }
  return found;
}

/** Every file below a folder that is or seems to be a test file. Links are followed inside the workspace, each folder once. */
async function walk(root: string, folder: string, problems: Problem[]): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<string>();
  const open = [folder];
  for (let next = open.pop(); next !== undefined && found.length <= maxFiles; next = open.pop()) {
    if (!(await staysInside(root, next, problems))) continue;
    const real = await realpath(next);
    if (seen.has(real)) continue;
    seen.add(real);
    const entries = await readdir(next, { withFileTypes: true }).catch((error: Error) => {
      problems.push({ message: `${relativePath(root, next)}: can't be read: ${error.message}` });
      return [];
    });
    for (const entry of entries) {
      const path = resolve(next, entry.name);
      const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : await kindOf(path);
      if (kind === 'folder' && !skippedFolders.has(entry.name)) open.push(path);
      if (kind === undefined && isTestFile(path)) problems.push(unreadable(root, path));
      if (kind !== 'file' || !seemsTestFile(path)) continue;
      // What is no link is in this folder.
      if (entry.isFile() || (await staysInside(root, path, problems))) found.push(relativePath(root, path));
    }
  }
  return found;
}

function outside(pattern: string): Problem {
  return {
    message: `"${pattern}" is outside the workspace. Move the files into the repository.`,
  };
}

function unreadable(root: string, path: string): Problem {
  return {
    message: `${relativePath(root, path)}: is not a file, or is a broken link. Remove it, or replace it with a file.`,
  };
}

function misnamedFile(file: string): Problem {
  return {
    message: `the file is not read: a test file ends in .yaml, .yml or .json. Rename it, or exclude it with the pattern \`!${file}\`.`,
    position: { file, line: 1, column: 1 },
  };
}

async function staysInside(root: string, path: string, problems: Problem[]): Promise<boolean> {
  const real = await realpath(path);
  if (isInside(root, real)) return true;
  problems.push({
    message: `${relativePath(root, path)}: a link that points outside the workspace is not followed. Replace it with the file itself.`,
  });
  return false;
}

function isTestFile(path: string): boolean {
  return extensions.includes(extname(path).toLowerCase());
}

/** Whether a file is a test file, or its name ends as if it was meant to be one, such as `.ymal` and `.yaml.txt`. */
function seemsTestFile(path: string): boolean {
  const [, ending] = /(\.(?!json.)[yj][a-z]{1,4}|\.ya?ml\.txt)$/i.exec(basename(path)) ?? [];
  if (ending === undefined || isTestFile(path)) return ending !== undefined;
  return /\.txt$/i.test(ending) || extensions.some((each) => isTypo(ending.toLowerCase(), each));
}
