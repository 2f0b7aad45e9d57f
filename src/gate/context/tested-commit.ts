import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import type { Host } from '../../runtime/host.ts';
import type { RunContext } from './context.ts';

/**
 * Compares the commit that the results are for with the one that is checked out: the head of the pull request or a merge
 * of it, or the commit of the event. For an event without a commit of its own, such as `workflow_dispatch`, the results
 * are for what is checked out. Without a `.git` folder, the commit counts as unknown, and no check run claims it.
 * @param wantsCheck whether the workflow asks for a check run, so that its absence is a warning.
 * @throws UserError if another commit is checked out, or if the head of the pull request is not known.
 */
export async function withTestedCommit(
  context: RunContext,
  host: Pick<Host, 'info' | 'warning'>,
  { wantsCheck }: { readonly wantsCheck: boolean },
): Promise<RunContext> {
  const { report, pullRequest, workspace, eventName } = context;
  if (context.isHeadUnknown) {
    throw new UserError(
      `Cannot read the head of pull request ${pullRequest}, so the commit to test is not known. Set \`github-token\`, and \`permissions: pull-requests: write\`; if GitHub did not answer, run the job again.`,
    );
  }
  if (report.sha === undefined) return context;
  const git = await openGitFolders(workspace);
  const head = git && (await readHead(git));
  if (git === undefined || head === undefined) {
    const text =
      'The workspace has no `.git` folder with a commit, so the commit under test is not known, and no check run is created. Check out the repository into the workspace with `actions/checkout`.';
    if (wantsCheck) host.warning(text);
    else host.info(text);
    return { ...context, isCommitUnknown: true };
  }
  if (head.sha === report.sha.toLowerCase() || (await mergesHead(context, git, head))) return context;
  if (context.isAboutCommit || pullRequest !== undefined) throw new UserError(otherCommit(context, head));
  host.info(`The results are for commit ${head.sha.slice(0, 7)}, which is checked out (event ${eventName}).`);
  const { ref: _, ...rest } = report;
  return {
    ...context,
    report: { ...rest, ...defined(head) },
  };
}

/**
 * Whether the commit merges the head of the pull request with its base, today's or an earlier one. What GitHub names as
 * the merge may be that of an earlier head, so it counts only if the commit itself can't be read.
 */
async function mergesHead(context: RunContext, git: GitFolders, { sha }: Head): Promise<boolean> {
  const { pullRequest, report, mergeSha, eventName } = context;
  // The commit of a merge queue is a merge already.
  if (pullRequest === undefined || report.sha === undefined || eventName === 'merge_group') return false;
  const parents = await readParents(git, sha);
  if (parents === undefined) return sha === mergeSha?.toLowerCase();
  return parents.length > 1 && parents.includes(report.sha.toLowerCase());
}

function otherCommit({ report, pullRequest, eventName }: RunContext, head: Head): string {
  const branch = head.ref === undefined ? '' : ` (${head.ref.replace(/^refs\/heads\//, '')})`;
  const wanted =
    pullRequest === undefined || eventName === 'merge_group'
      ? `the commit of the event ${eventName}`
      : `the head of pull request ${pullRequest}`;
  const moved =
    eventName === 'issue_comment'
      ? ' If the pull request has new commits since then, run the workflow again.'
      : '';
  return `Commit ${head.sha.slice(0, 7)}${branch} is checked out, but the results would be reported for ${report.sha?.slice(0, 7)}, ${wanted}. Add \`ref: ${refFor(eventName)}\` to \`with:\` of the \`actions/checkout\` step.${moved}`;
}

/** What the checkout step needs as `ref`, by event. */
function refFor(eventName: string): string {
  const expression = (name: string) => `\${{ github.${name} }}`;
  if (eventName === 'issue_comment') return `refs/pull/${expression('event.issue.number')}/head`;
  if (eventName.startsWith('pull_request')) return expression('event.pull_request.head.sha');
  if (eventName === 'workflow_run') return expression('event.workflow_run.head_sha');
  return expression(eventName.startsWith('deployment') ? 'event.deployment.sha' : 'sha');
}

/** A repository on disk. In a linked worktree, HEAD is in a folder of its own, and refs and objects are in the common one. */
interface GitFolders {
  readonly folder: string;
  readonly commonFolder: string;
}

/** The commit that HEAD names. */
interface Head {
  readonly sha: string;
  /** The branch, such as `refs/heads/main`; undefined if HEAD is detached. */
  readonly ref: string | undefined;
}

const maxRefBytes = 4096;
const maxPackedRefsBytes = 64 * 1024 * 1024;
const maxCommitBytes = 1024 * 1024;
/** A symbolic ref may name another one. */
const maxSymbolicRefs = 5;
/** Git's time for one answer, in ms: it reads one object from the disk. */
const gitMs = 20_000;

const sha = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A name that stays in the folder of refs. */
const refName = /^refs\/(?!.*(?:\.\.|\/\/|\\))[^\s:?*[~^]+$/;

/** @returns undefined if the folder has no `.git`, which may be a folder or a file that names one. */
async function openGitFolders(workspace: string): Promise<GitFolders | undefined> {
  const path = join(workspace, '.git');
  const named = /^gitdir: (.+)$/.exec(await readText(path, maxRefBytes))?.[1];
  const folder = named === undefined ? path : resolve(workspace, named);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return undefined;
  const common = await readText(join(folder, 'commondir'), maxRefBytes);
  return { folder, commonFolder: common === '' ? folder : resolve(folder, common) };
}

/**
 * Resolves HEAD: a commit, or a ref that is a file, a line of `packed-refs`, or stored in a form that only git itself
 * reads (reftable).
 * @returns undefined if it names no commit, as before the first one.
 */
async function readHead(git: GitFolders): Promise<Head | undefined> {
  let text = await readText(join(git.folder, 'HEAD'), maxRefBytes);
  let ref: string | undefined;
  for (let count = 0; count < maxSymbolicRefs; count += 1) {
    if (sha.test(text)) return { sha: text, ref };
    const name = /^ref: (.+)$/.exec(text)?.[1];
    if (name === undefined || !refName.test(name)) break;
    ref = name;
    text = await readRef(git, name);
  }
  const [resolved = ''] = (await runGit(git, ['rev-parse', '--verify', 'HEAD^{commit}'])).split('\n');
  return sha.test(resolved)
    ? { sha: resolved, ref: ref === 'refs/heads/.invalid' ? undefined : ref }
    : undefined;
}

async function readRef({ folder, commonFolder }: GitFolders, name: string): Promise<string> {
  for (const root of new Set([folder, commonFolder])) {
    const text = await readText(join(root, name), maxRefBytes);
    if (text !== '') return text;
  }
  const packed = await readText(join(commonFolder, 'packed-refs'), maxPackedRefsBytes);
  const line = packed.split('\n').find((each) => each.endsWith(` ${name}`));
  return line?.slice(0, -name.length - 1) ?? '';
}

/**
 * The parents of a commit. A packed object is read by the machine's git, which made the pack.
 * @returns undefined if the commit cannot be read.
 */
async function readParents(git: GitFolders, commit: string): Promise<readonly string[] | undefined> {
  const text = (await readLooseCommit(git, commit)) ?? (await runGit(git, ['cat-file', 'commit', commit]));
  const [header = ''] = text.split('\n\n', 1);
  if (!header.startsWith('tree ')) return undefined;
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].flatMap(([, parent]) => parent ?? []);
}

async function readLooseCommit({ commonFolder }: GitFolders, commit: string): Promise<string | undefined> {
  const path = join(commonFolder, 'objects', commit.slice(0, 2), commit.slice(2));
  const packed = await readBytes(path, maxCommitBytes);
  if (packed === undefined) return undefined;
  try {
    const object = (await promisify(inflate)(packed, { maxOutputLength: maxCommitBytes })).toString('utf8');
    return /^commit \d+\0([\s\S]*)$/.exec(object)?.[1];
  } catch {
    return undefined;
  }
}

/** @returns the output; empty if git is missing, or fails. */
async function runGit({ folder }: GitFolders, args: readonly string[]): Promise<string> {
  const { PATH, SystemRoot } = process.env;
  // Nothing is fetched, and the objects are read as they are. Git has no need of the secrets in the environment.
  const env = {
    PATH,
    SystemRoot,
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  const options = { env, timeout: gitMs, maxBuffer: maxCommitBytes };
  // Loaded late: git is seldom needed.
  const { execFile } = await import('node:child_process');
  return promisify(execFile)('git', ['--git-dir', folder, ...args], options).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** @returns the text without the line break at its end; empty if there is no such file, or if it is too long. */
async function readText(path: string, maxBytes: number): Promise<string> {
  return (await readBytes(path, maxBytes))?.toString('utf8').trimEnd() ?? '';
}

async function readBytes(path: string, maxBytes: number): Promise<Buffer | undefined> {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await file.stat();
    return found.isFile() && found.size <= maxBytes ? await file.readFile() : undefined;
  } catch {
    return undefined;
  }
}
