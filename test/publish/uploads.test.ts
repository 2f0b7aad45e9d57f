import { symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { artifactFiles, artifactNames } from '../../src/publish/uploads.ts';
import { jobIdentityOf } from '../support/results.ts';
import { makeWorkspace } from '../support/run-action.ts';

describe('the name of an artifact', () => {
  const shard = { number: 2, total: 4 };

  it.each([
    ['one job', {}, 'gate'],
    ['a job of a matrix', { matrix: ['firefox'], shard }, 'gate-firefox-2-4'],
    ['a later attempt', { attempt: 2 }, 'gate-attempt-2'],
    ['a second step without an id', { step: '__acme_gate_2' }, 'gate-step-2'],
    [
      'all of these',
      { matrix: ['chromium'], step: '__acme_gate_3', attempt: 4 },
      'gate-chromium-step-3-attempt-4',
    ],
  ])('says which job it belongs to: %s', (_, job, expected) => {
    expect(artifactNames('gate', jobIdentityOf(job))[0]).toBe(expected);
  });

  it('is followed by others in case it is taken, which no other job has', () => {
    const job = jobIdentityOf();
    const [name = '', second = '', third = '', ...more] = artifactNames('gate', job);
    expect([name, second, third]).toEqual([
      'gate',
      expect.stringMatching(/^gate-job-[0-9a-f]{8}$/),
      `${second}-2`,
    ]);
    expect(new Set([name, second, third, ...more]).size).toBe(20);
    expect(artifactNames('gate', { ...job, attempt: 2 })[1]).toBe(second.replace('gate', 'gate-attempt-2'));
    const other = artifactNames('gate', { ...job, job: 'api' });
    expect(other[0]).toBe(name);
    expect(other[1]).not.toBe(second);
  });

  it('has a default if nothing of it can be used', () => {
    expect(artifactNames('://', jobIdentityOf())[0]).toBe('browser-tests');
  });

  it('has no character that GitHub forbids', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, (given, value) => {
        const [name = '', ...others] = artifactNames(given, jobIdentityOf({ matrix: [value] }));
        expect(name).toMatch(/^[^":<>|*?\r\n\\/]+$/);
        expect(name.length).toBeLessThan(700);
        expect(name.isWellFormed()).toBe(true);
        expect(others.every((other) => other.startsWith(`${name}-`))).toBe(true);
      }),
    );
  });
});

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
