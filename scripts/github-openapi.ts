import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * Cuts the operations that the action calls, with all that they refer to, out of GitHub's published OpenAPI description,
 * and writes them for the tests to validate by. The full package is too large to depend on:
 *
 *   npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz package/package.json package/generated/api.github.com.json
 *   node scripts/github-openapi.ts package
 */

const operations = [
  'actions/download-artifact',
  'actions/get-workflow-run',
  'actions/list-jobs-for-workflow-run-attempt',
  'actions/list-workflow-run-artifacts',
  'checks/create',
  'checks/get',
  'checks/list-for-ref',
  'checks/update',
  'issues/create-comment',
  'issues/delete-comment',
  'issues/get-comment',
  'issues/list-comments',
  'issues/update-comment',
  'pulls/get',
  'pulls/list',
  'pulls/list-files',
];

/** Keys that only document, and that validators ignore. */
const documentation = new Set([
  'description',
  'example',
  'examples',
  'externalDocs',
  'headers',
  'links',
  'summary',
  'tags',
  'title',
  'x-github',
]);

/** Keys whose children are names of the API, which may be any word. */
const named = new Set(['content', 'patternProperties', 'properties', 'responses']);

const target = join(import.meta.dirname, '../test/support/github-openapi.json');
const operation = z.looseObject({ operationId: z.string() });
const listed = z.looseObject({ nullable: z.literal(true), enum: z.array(z.unknown()) });
const description = z.object({
  openapi: z.string(),
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});
type Description = z.infer<typeof description>;

/** Leaves out what is only documentation. @param names true where the keys are the API's own names. */
function bare(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(names ? value : withNull(value))
      .filter(([key]) => names || !documentation.has(key))
      .map(([key, each]) => [key, bare(each, !names && named.has(key))]),
  );
}

/** Where null is one of the values, the list of values must have it: GitHub's description forgets that. */
function withNull(value: object): object {
  const found = listed.safeParse(value).data;
  return found === undefined ? value : { ...value, enum: [...new Set([...found.enum, null])] };
}

/** The paths with our operations alone. */
function ourPaths({ paths }: Description): Record<string, Record<string, unknown>> {
  const missing = new Set(operations);
  const ours = Object.entries(paths).flatMap(([path, methods]) => {
    const kept = Object.entries(methods).filter(([, each]) =>
      missing.delete(operation.safeParse(each).data?.operationId ?? ''),
    );
    return kept.length === 0
      ? []
      : [[path, Object.fromEntries(kept.map(([key, each]) => [key, bare(each)]))]];
  });
  if (missing.size > 0) throw new Error(`the description has no ${[...missing].join(', ')}`);
  return Object.fromEntries(ours);
}

/** All components that are referred to, from `root` or from each other. */
function referred(root: unknown, { components }: Description): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {};
  const todo = references(root);
  for (const reference of todo) {
    const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
    const component = bare(components[kind]?.[name]);
    if (component === undefined) throw new Error(`the description has no ${reference}`);
    found[kind] = { ...found[kind], [name]: component };
    for (const more of references(component)) todo.add(more);
  }
  return found;
}

function references(value: unknown): Set<string> {
  const text = JSON.stringify(value);
  return new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference));
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Pass the folder of the unpacked package @octokit/openapi.');
const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(folder, path), 'utf8'));
const { version } = z.object({ version: z.string() }).parse(await read('package.json'));
const full = description.parse(await read('generated/api.github.com.json'));
const paths = ourPaths(full);
const slice = {
  openapi: full.openapi,
  info: {
    title: 'The operations of the GitHub REST API that the action calls',
    version: full.info.version,
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' },
    'x-source': `@octokit/openapi ${version}, generated/api.github.com.json, Copyright GitHub; cut by scripts/github-openapi.ts`,
  },
  paths,
  components: referred(paths, full),
};
await writeFile(target, JSON.stringify(slice));
execFileSync('npx', ['biome', 'format', '--write', target], { stdio: 'inherit' });
