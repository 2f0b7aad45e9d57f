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

/** Runs a script as GitHub does, with a `gh` that answers each path with a text. @returns its exit code, log, output and requests. */
async function runScript(job: string, answers: Readonly<Record<string, string>>) {
  await using folder = await makeWorkspace({
    gh: `#!/bin/bash
echo "$*" >> "$REQUESTS"
case "$*" in
${Object.entries(answers)
  .map(([path, answer]) => `  *'${path}'*) echo '${answer}' ;;`)
  .join('\n')}
  *) echo "HTTP 404: $*" >&2; exit 1 ;;
esac
`,
    script: await scriptOf(job),
    requests: '',
    output: '',
  });
  await chmod(join(folder.path, 'gh'), 0o755);
  const { status, stdout, stderr } = spawnSync('bash', ['-e', join(folder.path, 'script')], {
    encoding: 'utf8',
    env: {
      PATH: [folder.path, process.env.PATH].join(delimiter),
      REQUESTS: join(folder.path, 'requests'),
      GITHUB_OUTPUT: join(folder.path, 'output'),
      REPOSITORY: 'acme/shop',
      NUMBER: '7',
      PERSON: 'ada',
      WORKFLOW: 'browser-tests.yml',
      SHA: 'a'.repeat(40),
    },
  });
  const read = (name: string) => readFile(join(folder.path, name), 'utf8');
  return { status, log: stdout + stderr, requests: await read('requests'), output: await read('output') };
}

describe('the recipe for /retest', () => {
  const answers = {
    'collaborators/ada/permission': 'write',
    'pulls/7': 'a'.repeat(40),
    'browser-tests.yml/runs': '42',
    'runs/42/rerun-failed-jobs': '',
  };

  it('re-runs the failed jobs of the head commit', async () => {
    const { status, requests, log } = await runScript('retest', answers);
    expect(status, log).toBe(0);
    expect(requests).toContain(`runs?event=pull_request&head_sha=${'a'.repeat(40)} `);
    expect(requests).toContain('--method POST repos/acme/shop/actions/runs/42/rerun-failed-jobs\n');
  });

  it.each(['read', 'triage', 'none'])(
    'does nothing for someone with the permission %s',
    async (permission) => {
      const { status, requests, log } = await runScript('retest', {
        ...answers,
        'collaborators/ada/permission': permission,
      });
      expect(status).toBe(1);
      expect(log).toContain('::error::Only people with write access may retest.');
      expect(requests).not.toContain('POST');
    },
  );

  it('fails with a message if the permission or the run cannot be found', async () => {
    const { 'collaborators/ada/permission': _, ...unknown } = answers;
    expect(await runScript('retest', unknown)).toMatchObject({
      status: 1,
      requests: expect.not.stringContaining('POST'),
    });
    const { status, log, requests } = await runScript('retest', { ...answers, 'browser-tests.yml/runs': '' });
    expect(status).toBe(1);
    expect(log).toContain('::error::browser-tests.yml has no run for aaaaaaa.');
    expect(requests).not.toContain('POST');
  });
});

it('the recipe for previews counts the branches whose head was deployed', async () => {
  const { status, output, log } = await runScript('commit', {
    [`commits/${'a'.repeat(40)}/branches-where-head`]: '1',
  });
  expect(status, log).toBe(0);
  expect(output).toBe('count=1\n');
  expect(await runScript('commit', {})).toMatchObject({ status: 1, output: '' });
});
