import { symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artifactFiles } from '../../src/publish/uploads.ts';
import { makeWorkspace } from '../support/run-action.ts';

describe('the files of an artifact', () => {
  it('are those of the folder, without links, folders and unfinished traces', async () => {
    await using workspace = await makeWorkspace({
      'evidence/results.json': '{}',
      'evidence/a-1.png': 'picture',
      'evidence/a-1.zip.part': 'half',
      'evidence/folder/b.png': 'picture',
      'secret.txt': 'not for others',
    });
    const evidence = join(workspace.path, 'evidence');
    await symlink(join(workspace.path, 'secret.txt'), join(evidence, 'link.png'));
    expect(await artifactFiles(evidence, [])).toEqual({
      taken: [join(evidence, 'results.json'), join(evidence, 'a-1.png')],
      left: [],
      bytes: 9,
    });
  });

  it('do not include the largest evidence if there is no space, but always the results', async () => {
    await using workspace = await makeWorkspace({
      'results.json': 'x'.repeat(50),
      'a.zip': 'x'.repeat(60),
      'b.png': 'x'.repeat(20),
      'c.png': 'x'.repeat(30),
    });
    const first = [join(workspace.path, 'results.json')];
    const { taken, left, bytes } = await artifactFiles(workspace.path, first, 100);
    expect(taken.map((path) => basename(path))).toEqual(['results.json', 'b.png', 'c.png']);
    expect(left.map((path) => basename(path))).toEqual(['a.zip']);
    expect(bytes).toBe(100);
  });
});
