// Prints the tree of a release, as GitHub's API takes it (`POST /repos/{owner}/{repo}/git/trees`): what a job needs, and
// nothing else, since a job downloads all of it. The files are those of the checked-out commit. Only two change: the links of
// the README lead to that commit, because a release has no other pages and no images, and `package.json` is as short as
// `npx github:owner/repo#v1` needs it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What a release has besides its README. Test files name the schema, for editors. */
export const releasePaths = ['LICENSE', 'action.yml', 'dist', 'schema/test-cases.schema.json'];

/**
 * @param {string} text the README
 * @param {string} repository such as `owner/repo`
 * @param {string} commit
 * @returns {string} the README with absolute links
 */
export function releaseReadme(text, repository, commit) {
  const blob = `https://github.com/${repository}/blob/${commit}/`;
  const raw = `https://raw.githubusercontent.com/${repository}/${commit}/`;
  return text
    .replaceAll(/(src(?:set)?=")(?!https:)/g, `$1${raw}`)
    .replaceAll(/(!\[[^\]]*\]\()(?!https:|#)/g, `$1${raw}`)
    .replaceAll(/((?<!!)\[[^\]]*\]\()(?!https:|#)/g, `$1${blob}`);
}

/**
 * The `package.json` of a release. Without scripts, npm installs it from git as it is. The browser's driver is a dependency
 * for package managers that leave out `dist/node_modules`; everything else is in the bundle.
 * @param {string} text the `package.json` of the repository
 * @returns {string}
 */
export function releasePackage(text) {
  const { name, version, description, license, type, bin, engines, dependencies } = JSON.parse(text);
  const driver = { 'playwright-core': dependencies['playwright-core'] };
  const kept = { name, version, description, license, type, bin, engines, dependencies: driver };
  return `${JSON.stringify(kept, null, 2)}\n`;
}

/** @returns {string} */
const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [repository = ''] = process.argv.slice(2);
  const readme = releaseReadme(
    readFileSync('README.md', 'utf8'),
    repository,
    git('rev-parse', 'HEAD').trim(),
  );
  const packageJson = releasePackage(readFileSync('package.json', 'utf8'));
  const files = git('ls-tree', 'HEAD', ...releasePaths)
    .trim()
    .split('\n')
    .map((line) => {
      const [, mode, type, sha, path] = /^(\d+) (\w+) (\w+)\t(.+)$/.exec(line) ?? [];
      return { path, mode, type, sha };
    });
  console.log(
    JSON.stringify({
      tree: [
        ...files,
        { path: 'README.md', mode: '100644', type: 'blob', content: readme },
        { path: 'package.json', mode: '100644', type: 'blob', content: packageJson },
      ],
    }),
  );
}
