import { spawnSync } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { makeWorkspace, root } from './support/run-action.ts';

const workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(z.looseObject({ run: z.string().optional() })) })),
});

/** The script of a job in the document. */
async function scriptOf(job: string): Promise<string> {
  const text = await readFile(join(root, 'docs/recipes.md'), 'utf8');
  for (const [, yaml = ''] of text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)) {
    const { run } = workflow.parse(parse(yaml)).jobs[job]?.steps[0] ?? {};
    if (run !== undefined) return run;
  }
  throw new Error(`no job ${job} has a script`);
}

/** Runs a script as GitHub does, with a `gh` that answers each path with a text. @returns also what was asked of it. */
async function play(job: string, answers: Readonly<Record<string, string>>) {
  await using folder = await makeWorkspace({
    gh: `#!/bin/bash
echo "$*" >> "$ASKED"
case "$*" in
${Object.entries(answers)
  .map(([path, answer]) => `  *'${path}'*) echo '${answer}' ;;`)
  .join('\n')}
  *) echo "HTTP 404: $*" >&2; exit 1 ;;
esac
`,
    script: await scriptOf(job),
    asked: '',
    output: '',
  });
  await chmod(join(folder.path, 'gh'), 0o755);
  const { status, stdout, stderr } = spawnSync('bash', ['-e', join(folder.path, 'script')], {
    encoding: 'utf8',
    env: {
      PATH: [folder.path, process.env.PATH].join(delimiter),
      ASKED: join(folder.path, 'asked'),
      GITHUB_OUTPUT: join(folder.path, 'output'),
      REPOSITORY: 'acme/shop',
      NUMBER: '7',
      PERSON: 'ada',
      WORKFLOW: 'browser-tests.yml',
      SHA: 'a'.repeat(40),
    },
  });
  const read = (name: string) => readFile(join(folder.path, name), 'utf8');
  return { status, log: stdout + stderr, asked: await read('asked'), output: await read('output') };
}

describe('the recipe for /retest', () => {
  const answers = {
    'collaborators/ada/permission': 'write',
    'pulls/7': 'a'.repeat(40),
    'browser-tests.yml/runs': '42',
    'runs/42/rerun-failed-jobs': '',
  };

  it('runs again what failed in the run of the head', async () => {
    const { status, asked, log } = await play('retest', answers);
    expect(status, log).toBe(0);
    expect(asked).toContain(`runs?event=pull_request&head_sha=${'a'.repeat(40)} `);
    expect(asked).toContain('--method POST repos/acme/shop/actions/runs/42/rerun-failed-jobs\n');
  });

  it.each(['read', 'triage', 'none'])(
    'does nothing for someone with the permission %s',
    async (permission) => {
      const { status, asked, log } = await play('retest', {
        ...answers,
        'collaborators/ada/permission': permission,
      });
      expect(status).toBe(1);
      expect(log).toContain('::error::Only people with write access may retest.');
      expect(asked).not.toContain('POST');
    },
  );

  it('says so where GitHub knows no permission, and no run', async () => {
    const { 'collaborators/ada/permission': _, ...unknown } = answers;
    expect(await play('retest', unknown)).toMatchObject({
      status: 1,
      asked: expect.not.stringContaining('POST'),
    });
    const { status, log, asked } = await play('retest', { ...answers, 'browser-tests.yml/runs': '' });
    expect(status).toBe(1);
    expect(log).toContain('::error::browser-tests.yml has no run for aaaaaaa.');
    expect(asked).not.toContain('POST');
  });
});

it('the recipe for previews counts the branches whose head was deployed', async () => {
  const { status, output, log } = await play('commit', {
    [`commits/${'a'.repeat(40)}/branches-where-head`]: '1',
  });
  expect(status, log).toBe(0);
  expect(output).toBe('count=1\n');
  expect(await play('commit', {})).toMatchObject({ status: 1, output: '' });
});
