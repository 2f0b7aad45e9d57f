import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { releasePackage, releasePaths, releaseReadme } from '../scripts/release-tree.mjs';
import { makeWorkspace } from './support/run-action.ts';
import { parseWorkflow, repositoryWorkflows, root } from './support/workflow-files.ts';

const run = promisify(execFile);
const repository = 'owner/browser-test-gate';
const commit = 'c'.repeat(40);
const readme = await readFile(join(root, 'README.md'), 'utf8');

/** What a job downloads, packed, in bytes. */
const maxDownload = 3.5e6;

describe('a release', () => {
  it('is a small download', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'release-'));
    try {
      for (const path of releasePaths) await cp(join(root, path), join(folder, path), { recursive: true });
      await writeFile(join(folder, 'README.md'), releaseReadme(readme, repository, commit));
      const git = (...args: string[]) =>
        run('git', args, { cwd: folder, encoding: 'buffer', maxBuffer: 100e6 }).then(({ stdout }) => stdout);
      await git('init', '--quiet');
      await git('add', '--force', '.');
      const tree = (await git('write-tree')).toString().trim();
      expect(gzipSync(await git('archive', '--format=tar', tree)).length).toBeLessThanOrEqual(maxDownload);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has the files of the commit, and a README with other links', async () => {
    const { stdout } = await run(process.execPath, ['scripts/release-tree.mjs', repository], { cwd: root });
    const { tree } = z
      .object({
        tree: z.array(z.object({ path: z.string(), type: z.string(), content: z.string().optional() })),
      })
      .parse(JSON.parse(stdout));
    expect(tree.map(({ path, type }) => `${type} ${path}`)).toEqual([
      'blob LICENSE',
      'blob action.yml',
      'tree dist',
      'blob schema/test-cases.schema.json',
      'blob README.md',
      'blob package.json',
    ]);
    expect(tree.map(({ content }) => content !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('has the schema that the README tells editors to use', () => {
    const [, path = ''] =
      /\$schema=https:\/\/raw\.githubusercontent\.com\/owner\/browser-test-gate\/v1\/(\S+)/.exec(readme) ??
      [];
    expect(releasePaths).toContain(path);
  });

  it('can be installed from git without a build: it has no scripts, and the driver as its only dependency', async () => {
    const text = await readFile(join(root, 'package.json'), 'utf8');
    const { scripts, bin, dependencies } = z
      .looseObject({
        scripts: z.unknown().optional(),
        bin: z.string(),
        dependencies: z.record(z.string(), z.string()),
      })
      .parse(JSON.parse(releasePackage(text)));
    expect({ scripts, dependencies: Object.keys(dependencies) }).toEqual({
      dependencies: ['playwright-core'],
    });
    expect(existsSync(join(root, bin))).toBe(true);
  });

  it('has a README whose links and images lead to files of the commit that it was built from', () => {
    const text = releaseReadme(readme, repository, commit);
    const links = [...text.matchAll(/\]\(([^)]+)\)|src(?:set)?="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    const images = links.filter((link) => link.endsWith('.png'));
    expect(images).toHaveLength(2);
    for (const image of images)
      expect(image).toMatch(`https://raw.githubusercontent.com/${repository}/${commit}/docs/`);
    const ours = links.flatMap(
      (link) => /^https:\/\/[^/]+\/owner\/browser-test-gate\/(?:blob\/)?c{40}\/([^#]+)/.exec(link)?.[1] ?? [],
    );
    expect(ours.length).toBeGreaterThan(20);
    for (const file of ours) expect(existsSync(join(root, file)), file).toBe(true);
    for (const link of links) expect(link).toMatch(/^(?:https:|#)/);
  });
});

describe('the workflow of a release', async () => {
  const files = await repositoryWorkflows();
  const jobs = files
    .filter(({ name }) => name.endsWith('/release.yml'))
    .map((file) => parseWorkflow(file).jobs);
  const { needs, steps = [] } = jobs[0]?.release ?? {};
  const texts = steps.map(({ uses, run }) => uses ?? run ?? '');
  const indexOf = (part: string) => texts.findIndex((text) => text.includes(part));
  const execute = (part: string, cwd: string) =>
    run('bash', ['-e', '-c', texts[indexOf(part)] ?? ''], {
      cwd,
      env: { ...process.env, PATH: `${cwd}:${process.env.PATH}`, VERSION: 'v1.2.3' },
    });

  it('attests the checksums of action.yml and of every file of dist', async () => {
    const content = { 'action.yml': '', 'dist/index.js': '', 'dist/cli/a b.js': '', 'src/index.ts': '' };
    await using workspace = await makeWorkspace(content);
    await run('git', ['init', '--quiet'], { cwd: workspace.path });
    await run('git', ['add', '.'], { cwd: workspace.path });
    await execute('sha256sum', workspace.path);
    const sums = await readFile(join(workspace.path, 'checksums.txt'), 'utf8');
    expect([...sums.matchAll(/^[\da-f]{64} {2}(.*)$/gm)].map(([, name]) => name).sort()).toEqual([
      'action.yml',
      'dist/cli/a b.js',
      'dist/index.js',
    ]);
    const attestation = indexOf('actions/attest-build-provenance@');
    expect(steps[attestation]?.with).toEqual({ 'subject-checksums': 'checksums.txt' });
    expect(attestation).toBe(indexOf('sha256sum') + 1);
  });

  it('publishes nothing before the sources are verified and the files attested', () => {
    expect(needs).toBe('verify');
    expect(texts.findIndex((text) => /\bgh /.test(text))).toBe(
      indexOf('actions/attest-build-provenance@') + 1,
    );
  });

  it('fails before it moves the tag of the major version, unless the release is immutable', async () => {
    await using workspace = await makeWorkspace({
      gh: '#!/bin/sh\necho "gh $*" >> calls\ncase "$*" in *immutable*) cat immutable;; esac\n',
    });
    await chmod(join(workspace.path, 'gh'), 0o755);
    await workspace.write('immutable', 'false');
    await expect(execute('gh release create', workspace.path)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('::error::The release is not immutable.'),
    });
    await workspace.write('immutable', 'true');
    await execute('gh release create', workspace.path);
    const calls = await readFile(join(workspace.path, 'calls'), 'utf8');
    expect(calls).toMatch(/^gh release create v1\.2\.3 checksums\.txt --verify-tag --draft /);
    expect(indexOf('major=')).toBeGreaterThan(indexOf('gh release create'));
  });
});
