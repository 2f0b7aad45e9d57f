import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxUploadBytes, openUpload } from '../../src/common/files.ts';
import { makeWorkspace, type Workspace } from '../support/run-action.ts';

let workspace: Workspace;
let outside: string;
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'outside-'));
  await writeFile(join(outside, 'secret.txt'), 'secret');
  workspace = await makeWorkspace({
    'fixtures/a.png': 'png',
    'fixtures/..a.png': 'hidden',
    'C: x.txt': 'odd',
    '.git/config': 'token',
    '.env': 'KEY=1',
    'gha-creds-1a2b.json': '{}',
    'config/.npmrc': 'token',
    'large.bin': '',
    'limit.bin': '',
  });
  const at = (path: string) => join(workspace.path, path);
  await truncate(at('large.bin'), maxUploadBytes + 1);
  await truncate(at('limit.bin'), maxUploadBytes);
  await symlink(at('fixtures/a.png'), at('inside.png'));
  await symlink(join(outside, 'secret.txt'), at('leads-out.txt'));
  await symlink(outside, at('folder-leads-out'));
  await symlink(at('.git/config'), at('to-git.txt'));
  await symlink(at('.git'), at('git'));
  await symlink(at('nothing'), at('broken.txt'));
  execFileSync('mkfifo', [at('pipe')]);
});
afterAll(() => Promise.all([workspace?.[Symbol.asyncDispose](), rm(outside, { recursive: true })]));

it.each(['fixtures/a.png', './fixtures/a.png', 'fixtures/../fixtures//a.png', 'inside.png', 'limit.bin'])(
  '%s is opened',
  async (path) => {
    const { handle, size } = await openUpload(workspace.path, path);
    await using opened = handle;
    expect((await opened.stat()).size).toBe(size);
  },
);

it('a workspace that is reached by a link is the workspace', async () => {
  const link = join(outside, 'workspace');
  await symlink(workspace.path, link);
  const { handle } = await openUpload(link, 'fixtures/a.png');
  await using opened = handle;
  expect(await opened.readFile('utf8')).toBe('png');
});

const missing = 'does not exist. Write its path from the root of the repository.';
const notAPath = 'is not a path in the repository. Write the path from the root of the repository';
const isOutside = 'is outside the workspace. Move the file into the repository.';
const isLink = 'is a link that points outside the workspace. Replace it with the file itself.';
const isSecret = 'is not uploaded, because files and folders whose names start with a dot often hold secrets';
const isFolder = 'is a folder. Write the path of a file.';

it.each([
  ['fixtures/b.png', missing],
  ['fixtures/a.png/x', missing],
  ['broken.txt', missing],
  ['fixtures', isFolder],
  ['.', isFolder],
  ['fixtures/', isFolder],
  ['pipe', 'is not a regular file. Replace it with a file.'],
  ['/etc/passwd', notAPath],
  ['C:/Windows/win.ini', notAPath],
  ['fixtures\\a.png', notAPath],
  ['file:///etc/passwd', missing],
  ['https://example.com/a.png', 'is a URL. Write it without `file`.'],
  ['../secret.txt', isOutside],
  ['fixtures/../../secret.txt', isOutside],
  ['..', isOutside],
  ['leads-out.txt', isLink],
  ['folder-leads-out/secret.txt', isLink],
  ['.git/config', isSecret],
  ['.GIT/config', isSecret],
  ['fixtures/../.git/config', isSecret],
  ['to-git.txt', isSecret],
  ['git/config', isSecret],
  ['.env', isSecret],
  ['config/.npmrc', isSecret],
  ['fixtures/..a.png', isSecret],
  ['gha-creds-1a2b.json', isSecret],
  ['large.bin', `has ${maxUploadBytes + 1} bytes; the limit is ${maxUploadBytes}. Use a smaller file.`],
  ['a\0b', 'cannot be read (ERR_INVALID_ARG_VALUE).'],
])('%j is refused', async (path, reason) => {
  const opening = openUpload(workspace.path, path);
  await expect(opening).rejects.toThrow(`The file ${JSON.stringify(path)} ${reason}`);
});
