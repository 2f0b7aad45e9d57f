import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { releasePackage, releasePaths, releaseReadme } from '../scripts/release-tree.mjs';
import { root } from './support/workflow-files.ts';

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
