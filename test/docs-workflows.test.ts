import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFile(join(root, file), 'utf8');

const step = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));
/** What of GitHub's workflow syntax the documents use. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.union([z.string(), z.record(z.string(), z.unknown())]),
  permissions,
  jobs: z.record(
    z.string(),
    z.strictObject({
      if: z.string().optional(),
      needs: z.union([z.string(), z.array(z.string())]).optional(),
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      permissions: permissions.optional(),
      outputs: z.record(z.string(), z.string()).optional(),
      strategy: z.looseObject({}).optional(),
      services: z.looseObject({}).optional(),
      steps: z.array(step),
    }),
  ),
});
const manifest = z.object({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
});

/** The YAML blocks of a document. */
async function blocks(file: string): Promise<string[]> {
  return [...(await read(file)).matchAll(/^```ya?ml\n([\s\S]*?)^```$/gm)].map(([, yaml = '']) => yaml);
}

const documents = [
  'README.md',
  ...(await readdir(join(root, 'docs'))).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`),
];
const all = (
  await Promise.all(
    documents.map(async (file) =>
      (await blocks(file)).map((yaml, index) => [`${file}, block ${index + 1}`, yaml] as const),
    ),
  )
).flat();
const whole = all.filter(([, yaml]) => /^name:/m.test(yaml) && /^on:/m.test(yaml));
const { inputs } = manifest.parse(parse(await read('action.yml')));

it('the documents have workflows', () => {
  expect(whole.map(([name]) => name).filter((name) => name.startsWith('docs/forks.md')).length).toBe(2);
  expect(whole.map(([name]) => name).filter((name) => name.startsWith('docs/recipes.md')).length).toBe(6);
});

describe.each(all)('%s', (_, yaml) => {
  it('is YAML', () => {
    expect(parseDocument(yaml).errors).toEqual([]);
  });

  it('gives the action no input that it does not have', () => {
    const given: unknown[] = [];
    JSON.stringify(parse(yaml), (_key, value) => {
      const found = z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()) }).safeParse(value);
      if (found.data?.uses.startsWith('owner/browser-test-gate@'))
        given.push(...Object.keys(found.data.with));
      return value;
    });
    expect(given.filter((name) => !Object.keys(inputs).includes(String(name)))).toEqual([]);
  });
});

describe.each(whole)('the workflow in %s', (_, yaml) => {
  const given = workflow.parse(parse(yaml));
  const steps = Object.values(given.jobs).flatMap((job) => job.steps);

  it('names its events, its rights and the time that it has', () => {
    expect(Object.keys(given.jobs).length).toBeGreaterThan(0);
    const startsRuns = steps.some(({ run }) => run?.includes('rerun-failed-jobs'));
    expect(steps.some(({ uses }) => uses?.startsWith('owner/browser-test-gate@'))).toBe(!startsRuns);
  });

  it('runs no text of an event in a shell', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('has no more rights than what it does needs', () => {
    const rights = [given.permissions, ...Object.values(given.jobs).map((job) => job.permissions ?? {})];
    const written = new Set(
      rights.flatMap((each) => Object.keys(each).filter((name) => each[name] === 'write')),
    );
    const uses = steps.filter((each) => each.uses?.startsWith('owner/browser-test-gate@'));
    const comments = uses.some((each) => each.with?.comment !== 'never');
    const checks = uses.some((each) => each.with?.check !== undefined);
    // Who may start runs runs nothing of a pull request.
    if (written.has('actions')) expect(steps.map(({ uses }) => uses)).toEqual([undefined]);
    else for (const name of written) expect(['pull-requests', 'checks']).toContain(name);
    if (written.has('pull-requests')) expect(comments).toBe(true);
    expect(written.has('checks')).toBe(checks);
  });

  it('has a publishing job only where all other jobs have ended, however they ended', () => {
    if (typeof given.on !== 'string' && 'workflow_run' in given.on) return;
    for (const [name, { steps, needs, if: condition }] of Object.entries(given.jobs)) {
      if (!steps.some((each) => each.with?.mode === 'publish')) continue;
      expect(needs).toEqual(Object.keys(given.jobs).filter((other) => other !== name));
      expect(condition).toBe('always()');
    }
  });

  it('checks nothing out where it may write for a fork', () => {
    const on = typeof given.on === 'string' ? [given.on] : Object.keys(given.on);
    expect(on).not.toContain('pull_request_target');
    if (!on.includes('workflow_run')) return;
    expect(steps.map(({ uses }) => uses)).toEqual(['owner/browser-test-gate@v1']);
  });
});
