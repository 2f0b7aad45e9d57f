import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { z } from 'zod';
import { workflow as starterWorkflow } from '../src/cli/init/starter-files.ts';
import { problemsOf } from './support/language-service.ts';
import {
  isWorkflow,
  parseWorkflow,
  repositoryWorkflows,
  root,
  toWorkflow,
  type Workflow,
  yamlBlocks,
} from './support/workflow-files.ts';

const own = await repositoryWorkflows();
const blocks = await yamlBlocks();
const written = {
  name: 'the one that `init` writes',
  text: starterWorkflow(
    {
      workflow: { name: 'Browser tests (apps/web)', file: '' },
      steps: ['      - run: npm ci'],
      start: 'npm start',
      folder: '',
    },
    'http://localhost',
  ),
};
const documented = [...blocks.filter(isWorkflow), written];
const all = [...own, ...blocks.flatMap(toWorkflow), written];
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap((job) => job.steps);
const expression = (text: string) => `\${{ ${text} }}`;

describe("GitHub's language service", () => {
  it('accepts action.yml', async () => {
    const text = await readFile(join(root, 'action.yml'), 'utf8');
    expect(await problemsOf({ name: 'action.yml', text })).toEqual([]);
  });

  it.each(all)('accepts the workflow $name', async (workflow) => {
    expect(await problemsOf(workflow)).toEqual([]);
  });

  it.each([
    ['an unknown property of a context', `run: echo ${expression('github.evnt')}`, 'evnt'],
    [
      "a property that the event's payload lacks",
      `run: echo ${expression('github.event.deployment.sha')}`,
      'deployment',
    ],
    ['a step that does not exist', `run: echo ${expression('steps.gte.outputs.status')}`, 'gte'],
    [
      'an output that this action does not have',
      `run: echo ${expression('steps.gate.outputs.state')}`,
      'state',
    ],
    [
      'an input that this action does not have',
      'uses: owner/browser-test-gate@v1\n        with: { ulr: x }',
      "'ulr'",
    ],
    ['an unknown function', `run: echo ${expression('toYaml(github)')}`, "'toYaml'"],
    ['an unfinished condition', 'run: echo\n        if: always(', 'Unexpected end of expression'],
    ['an unknown key', 'run: echo\n        shel: bash', "'shel'"],
  ])('finds %s', async (_, step, problem) => {
    const text = [
      'on: pull_request',
      'jobs:',
      '  job:',
      '    runs-on: ubuntu-latest',
      '    steps:',
      '      - uses: owner/browser-test-gate@v1',
      '        id: gate',
      `      - ${step}`,
    ].join('\n');
    expect(await problemsOf({ name: `${problem}.yml`, text })).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the workflows of this repository', () => {
  it('have no permissions at the top, and only these in their jobs', () => {
    const jobs = own.flatMap((workflow) => {
      const { permissions, jobs } = parseWorkflow(workflow);
      expect(permissions).toEqual({});
      return Object.entries(jobs).map(([name, job]) => [
        `${basename(workflow.name)}: ${name}`,
        job.permissions,
      ]);
    });
    expect(Object.fromEntries(jobs)).toEqual({
      'ci.yml: check': { contents: 'read' },
      'example.yml: browser-tests': { contents: 'read', 'pull-requests': 'write' },
      'release.yml: verify': { contents: 'read' },
      'release.yml: release': { attestations: 'write', contents: 'write', 'id-token': 'write' },
    });
  });

  it.each(own)('$name pins actions to a commit, with the version as a comment', ({ text }) => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
    expect(uses).not.toEqual([]);
    const pinned = /^\.\/$|^[\w-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter((action) => !pinned.test(action))).toEqual([]);
  });

  it('keeps actions and packages up to date in groups', async () => {
    const { updates } = z
      .object({ updates: z.array(z.looseObject({ 'package-ecosystem': z.string(), groups: z.object() })) })
      .parse(parse(await readFile(join(root, '.github/dependabot.yml'), 'utf8')));
    expect(updates.map((update) => update['package-ecosystem']).sort()).toEqual(['github-actions', 'npm']);
  });
});

describe('the workflows of this repository and of its documentation', () => {
  it.each(all)('$name names its permissions, and limits the time of each job', (workflow) => {
    expect(() => parseWorkflow(workflow)).not.toThrow();
  });

  it.each(all)('$name leaves no token in the folder that it checks out', (workflow) => {
    const checkouts = stepsOf(parseWorkflow(workflow)).filter(({ uses }) =>
      uses?.startsWith('actions/checkout@'),
    );
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
  });

  it.each(all)('$name has no expression in a script, where its value would be code', (workflow) => {
    expect(stepsOf(parseWorkflow(workflow)).filter(({ run }) => run?.includes('{{'))).toEqual([]);
  });

  it.each(all)('$name does not run on pull_request_target', ({ text }) => {
    expect(text).not.toContain('pull_request_target');
  });
});

describe('the documentation', () => {
  it('has workflows for forks and other recipes', () => {
    expect(documented.filter(({ name }) => name.startsWith('docs/forks.md'))).toHaveLength(2);
    expect(documented.filter(({ name }) => name.startsWith('docs/recipes.md')).length).toBeGreaterThan(5);
  });

  it.each(blocks)('$name is YAML', ({ text }) => {
    expect(parseDocument(text).errors).toEqual([]);
  });

  it.each(documented)('$name grants only permissions that are used', (block) => {
    const workflow = parseWorkflow(block);
    const granted = [
      workflow.permissions,
      ...Object.values(workflow.jobs).map((job) => job.permissions ?? {}),
    ]
      .flatMap((each) => Object.entries(each).map(([name, access]) => `${name}: ${access}`))
      .filter((permission) => permission !== 'contents: read');
    const steps = stepsOf(workflow);
    const gates = steps.filter(({ uses }) => uses?.startsWith('owner/browser-test-gate@'));
    const reruns = steps.some(({ run }) => run?.includes('rerun-failed-jobs'));
    const publishesForks = triggers(workflow).includes('workflow_run');
    const used = [
      ...(reruns ? ['actions: write', 'pull-requests: read'] : []),
      ...(publishesForks ? ['actions: read'] : []),
      ...(gates.some((step) => step.with?.check !== undefined) ? ['checks: write'] : []),
      ...(gates.some((step) => step.with?.comment !== 'never') ? ['pull-requests: write'] : []),
    ];
    expect(used).toEqual(expect.arrayContaining(granted));
    // A job that may start runs must not run anything else.
    if (reruns) expect(steps.map(({ uses }) => uses)).toEqual([undefined]);
  });

  it.each(documented)('$name publishes after all other jobs have ended', (block) => {
    const workflow = parseWorkflow(block);
    if (triggers(workflow).includes('workflow_run')) return;
    for (const [name, { steps, needs, if: condition }] of Object.entries(workflow.jobs)) {
      const publishing = steps.find((step) => step.with?.mode === 'publish');
      if (publishing === undefined) continue;
      expect(publishing.with?.needs).toBe(expression('toJSON(needs)'));
      expect(needs).toEqual(Object.keys(workflow.jobs).filter((other) => other !== name));
      expect(condition).toBe('always()');
    }
  });

  it.each(documented)('$name checks nothing out on workflow_run', (block) => {
    const workflow = parseWorkflow(block);
    if (!triggers(workflow).includes('workflow_run')) return;
    expect(stepsOf(workflow).map(({ uses }) => uses)).toEqual(['owner/browser-test-gate@v1']);
  });
});

function triggers({ on }: Workflow): string[] {
  return typeof on === 'string' ? [on] : Object.keys(on);
}
