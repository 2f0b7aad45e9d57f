import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildContext } from '../../../src/gate/context/context.ts';
import { withTestedCommit } from '../../../src/gate/context/tested-commit.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const run = promisify(execFile);
const foreign = 'f'.repeat(40);

/** Git in a folder, with a name for its commits. */
const gitIn =
  (folder: string) =>
  async (...args: string[]) => {
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const settings = ['-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main'];
    const { stdout } = await run('git', [...person, ...settings, '-C', folder, ...args]);
    return stdout.trim();
  };

const commitIn =
  (git: ReturnType<typeof gitIn>) =>
  async (message: string): Promise<string> => {
    await git('commit', '--quiet', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
  };

/** `main`, and a branch `feature` with a commit of its own. `main` is checked out. The tests copy it. */
let original: Readonly<Record<'path' | 'base' | 'head' | 'main', string>>;
beforeAll(async () => {
  const path = await mkdtemp(join(tmpdir(), 'original-'));
  const git = gitIn(path);
  const commit = commitIn(git);
  // Without the samples of hooks, which are most of a new repository.
  await git('init', '--quiet', '--template=');
  const base = await commit('base');
  await git('checkout', '--quiet', '-b', 'feature');
  const head = await commit('feature');
  await git('checkout', '--quiet', 'main');
  original = { path, base, head, main: await commit('main') };
  return () => rm(path, { recursive: true, force: true });
});

/** A repository on disk, with the commits and branches of the original. */
async function makeRepository() {
  const workspace = await makeWorkspace();
  await cp(original.path, workspace.path, { recursive: true });
  const git = gitIn(workspace.path);
  const merge = async () => {
    await git('checkout', '--quiet', '--detach', 'main');
    await git('merge', '--quiet', '--no-ff', '-m', 'merge', 'feature');
    return git('rev-parse', 'HEAD');
  };
  const dispose = () => workspace[Symbol.asyncDispose]();
  const { path } = workspace;
  return { ...original, path, git, commit: commitIn(git), merge, [Symbol.asyncDispose]: dispose };
}

/** An expression of a workflow. */
const expression = (name: string) => `\${{ ${name} }}`;

interface Event {
  readonly name?: string;
  readonly payload?: unknown;
  readonly sha?: string;
  readonly ref?: string;
}

const pullRequest = (sha: string) => ({
  pull_request: { number: 7, head: { sha, ref: 'feature', repo: { full_name: 'acme/shop' } } },
});

/** The context of an event in a workspace. @returns its commit and ref, and what was logged. */
async function tested(workspace: string, { name = 'pull_request', payload, sha, ref }: Event) {
  const host = createRecordingHost();
  const env = {
    GITHUB_EVENT_NAME: name,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: sha ?? foreign,
    GITHUB_REF: ref ?? 'refs/heads/main',
    GITHUB_WORKSPACE: workspace,
  };
  const context = await withTestedCommit(buildContext(env, payload), host, { wantsCheck: true });
  return {
    sha: context.report.sha,
    ref: context.report.ref,
    unknown: context.isCommitUnknown,
    lines: host.lines,
  };
}

type Repository = Awaited<ReturnType<typeof makeRepository>>;

describe('on a pull request, the commit that is checked out may be', () => {
  it.each<[string, (repository: Repository) => Promise<unknown>]>([
    ['the head, detached', ({ git, head }) => git('checkout', '--quiet', '--detach', head)],
    ['the branch of the head', ({ git }) => git('checkout', '--quiet', 'feature')],
    [
      'the branch of the head as a packed ref',
      async ({ git }) => {
        await git('checkout', '--quiet', 'feature');
        await git('tag', '-a', '-m', 'tag', 'v1');
        await git('pack-refs', '--all');
      },
    ],
    ['a merge of the head', ({ merge }) => merge()],
    [
      'a merge of the head that only its pack has',
      async ({ merge, git }) => {
        await merge();
        await git('repack', '-a', '-d', '--quiet');
        await git('prune-packed');
      },
    ],
    [
      'a merge with the base into the branch',
      async ({ git }) => {
        await git('checkout', '--quiet', 'feature');
        await git('merge', '--quiet', '--no-ff', '-m', 'merge', 'main');
      },
    ],
  ])('%s', async (_, prepare) => {
    await using repository = await makeRepository();
    await prepare(repository);
    const { head, path } = repository;
    expect(await tested(path, { payload: pullRequest(head.toUpperCase()) })).toEqual({
      sha: head.toUpperCase(),
      ref: 'feature',
      unknown: false,
      lines: [],
    });
  });

  it('the head in a linked worktree, on a branch or detached', async () => {
    await using repository = await makeRepository();
    const { git, head, path } = repository;
    await git('worktree', 'add', '--quiet', 'linked', 'feature');
    await git('worktree', 'add', '--quiet', '--detach', 'detached', 'feature');
    await git('pack-refs', '--all');
    const payload = pullRequest(head);
    expect(await tested(join(path, 'linked'), { payload })).toMatchObject({ sha: head, unknown: false });
    expect(await tested(join(path, 'detached'), { payload })).toMatchObject({ sha: head, unknown: false });
  });

  it('a merge of the head in a shallow clone, whose only commit is in a pack', async () => {
    await using repository = await makeRepository();
    const { git, merge, head, path } = repository;
    await merge();
    await git('branch', 'merged');
    await git('clone', '--quiet', '--depth=1', '--branch=merged', `file://${path}`, join(path, 'clone'));
    await git('-C', join(path, 'clone'), 'repack', '-a', '-d', '--quiet');
    expect(await tested(join(path, 'clone'), { payload: pullRequest(head) })).toMatchObject({
      sha: head,
      unknown: false,
    });
  });

  it('the merge that GitHub names, where the commit itself cannot be read', async () => {
    await using workspace = await makeWorkspace({ '.git/HEAD': `${foreign}\n` });
    const event = { payload: pullRequest('a'.repeat(40)), ref: 'refs/pull/7/merge' };
    expect(await tested(workspace.path, event)).toMatchObject({ unknown: false, lines: [] });
    const target = { ...event, name: 'pull_request_target', ref: 'refs/heads/main' };
    await expect(tested(workspace.path, target)).rejects.toThrow('Commit fffffff is checked out');
  });
});

/** The payload of each event that is about a commit, and what its checkout step needs as `ref`. */
const events: Record<string, { payload(sha: string): unknown; ref: string; isPullRequest: boolean }> = {
  pull_request: {
    payload: pullRequest,
    ref: expression('github.event.pull_request.head.sha'),
    isPullRequest: true,
  },
  pull_request_target: {
    payload: pullRequest,
    ref: expression('github.event.pull_request.head.sha'),
    isPullRequest: true,
  },
  pull_request_review: {
    payload: pullRequest,
    ref: expression('github.event.pull_request.head.sha'),
    isPullRequest: true,
  },
  issue_comment: {
    payload: pullRequest,
    ref: `refs/pull/${expression('github.event.issue.number')}/head`,
    isPullRequest: true,
  },
  workflow_run: {
    payload: (sha) => ({
      workflow_run: {
        head_sha: sha,
        head_repository: { full_name: 'acme/shop' },
        pull_requests: [{ number: 7, head: { sha } }],
      },
    }),
    ref: expression('github.event.workflow_run.head_sha'),
    isPullRequest: true,
  },
  deployment_status: {
    payload: (sha) => ({ deployment: { sha, ref: 'feature' } }),
    ref: expression('github.event.deployment.sha'),
    isPullRequest: false,
  },
  merge_group: {
    payload: (sha) => ({
      merge_group: { head_sha: sha, head_ref: `refs/heads/gh-readonly-queue/main/pr-7-${sha}` },
    }),
    ref: expression('github.sha'),
    isPullRequest: false,
  },
  push: { payload: () => ({}), ref: expression('github.sha'), isPullRequest: false },
};

it('of all commits, each event accepts its own, and those of pull requests its merges, too', async () => {
  await using repository = await makeRepository();
  const { git, path, commit, base, main, head, merge } = repository;
  const merged = await merge();
  const ahead = await commit('on top of the merge');
  await git('checkout', '--quiet', 'feature');
  const later = await commit('later');
  for (const checkedOut of [base, main, head, merged, ahead, later]) {
    await git('checkout', '--quiet', '--detach', checkedOut);
    for (const [name, { payload, isPullRequest }] of Object.entries(events)) {
      const accepted = await tested(path, { name, payload: payload(head), sha: head }).then(
        (context) => context.sha === head && !context.unknown,
        () => false,
      );
      const expected = checkedOut === head || (isPullRequest && checkedOut === merged);
      expect([name, checkedOut, accepted]).toEqual([name, checkedOut, expected]);
    }
  }
});

describe('another commit', () => {
  it('is an error that says what to write, for each event', async () => {
    await using repository = await makeRepository();
    const { path, head, main } = repository;
    for (const [name, { payload, ref }] of Object.entries(events)) {
      const event = { name, payload: payload(head), sha: name === 'push' ? head : main };
      await expect(tested(path, event)).rejects.toThrow(`Add \`ref: ${ref}\` to \`with:\``);
      await expect(tested(path, event)).rejects.toThrow(
        `Commit ${main.slice(0, 7)} (main) is checked out, but the results would be reported for ${head.slice(0, 7)}, `,
      );
    }
  });

  it.each<[string, (repository: Repository) => Promise<unknown>]>([
    ['the base', ({ git, base }) => git('checkout', '--quiet', '--detach', base)],
    [
      'a commit on top of the head',
      async ({ git, commit }) => {
        await git('checkout', '--quiet', 'feature');
        await commit('later');
      },
    ],
    [
      'a merge of an earlier head, which GitHub still names',
      async ({ git, merge, commit }) => {
        await merge();
        await git('checkout', '--quiet', 'feature');
        await commit('later');
        await git('checkout', '--quiet', '--detach', '@{-1}');
      },
    ],
    [
      'the base, which a replacement makes look like a merge of the head',
      async ({ git, merge, main }) => {
        await git('replace', main, await merge());
        await git('checkout', '--quiet', '--detach', main);
        await git('repack', '-a', '-d', '--quiet');
        await git('prune-packed');
      },
    ],
  ])('is an error if it is %s', async (_, prepare) => {
    await using repository = await makeRepository();
    await prepare(repository);
    const { git, path } = repository;
    const checkedOut = await git('rev-parse', 'HEAD');
    const feature = await git('rev-parse', 'feature');
    const named = checkedOut === feature ? repository.head : feature;
    const event = { payload: pullRequest(named), sha: checkedOut, ref: 'refs/pull/7/merge' };
    await expect(tested(path, event)).rejects.toThrow(`the head of pull request 7. Add \`ref: `);
  });

  it('is the one that the results are for if the event is about no commit', async () => {
    await using repository = await makeRepository();
    const { git, path, head, main } = repository;
    await git('checkout', '--quiet', 'feature');
    const event = { name: 'workflow_dispatch', payload: { inputs: { ref: 'feature' } }, sha: main };
    expect(await tested(path, event)).toEqual({
      sha: head,
      ref: 'refs/heads/feature',
      unknown: false,
      lines: [expect.stringContaining(`The results are for commit ${head.slice(0, 7)}`)],
    });
    await git('checkout', '--quiet', '--detach', 'feature');
    expect(await tested(path, event)).toMatchObject({ sha: head, ref: undefined });
  });
});

describe('the commit is unknown', () => {
  const payload = pullRequest('a'.repeat(40));

  it.each<[string, Readonly<Record<string, string>>]>([
    ['without a .git folder', {}],
    ['if .git names a folder that does not exist', { '.git': 'gitdir: nowhere\n' }],
    ['if HEAD is broken', { '.git/HEAD': 'nonsense\n' }],
    ['if HEAD names a branch without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    ['if HEAD names a file elsewhere', { '.git/HEAD': 'ref: refs/../../sha\n', sha: 'a'.repeat(40) }],
    ['if refs name each other', { '.git/HEAD': 'ref: refs/a\n', '.git/refs/a': 'ref: refs/a\n' }],
  ])('%s, and a line says so', async (_, files) => {
    await using workspace = await makeWorkspace(files);
    const { unknown, lines } = await tested(workspace.path, { payload });
    expect(unknown).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^warning: .* no check run is created/)]);
  });

  it('in a repository without a commit', async () => {
    await using workspace = await makeWorkspace();
    await run('git', ['init', '--quiet', workspace.path]);
    expect(await tested(workspace.path, { payload })).toMatchObject({ unknown: true });
  });
});

it('a damaged commit has no parents that would make it a merge', async () => {
  await using repository = await makeRepository();
  const { merge, head, path } = repository;
  const sha = await merge();
  const object = join(path, '.git/objects', sha.slice(0, 2), sha.slice(2));
  const bytes = await readFile(object);
  await rm(object);
  await writeFile(object, bytes.subarray(0, 20));
  await appendFile(object, 'x');
  await expect(tested(path, { payload: pullRequest(head) })).rejects.toThrow('is checked out');
});

it('the head of a pull request that is not known is an error', async () => {
  await using repository = await makeRepository();
  const payload = { issue: { number: 7, pull_request: {} } };
  await expect(tested(repository.path, { name: 'issue_comment', payload })).rejects.toThrow(
    'Cannot read the head of pull request 7, so the commit to test is not known.',
  );
});
