import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

export const root = join(import.meta.dirname, '../..');

/** A workflow of this repository, or one that its documentation shows. */
export interface WorkflowText {
  /** The file, and in a page the line where the workflow starts. */
  readonly name: string;
  readonly text: string;
}

const permissions = z.union([z.string(), z.record(z.string(), z.string())]);

const workflowSchema = z.looseObject({
  permissions: permissions.optional(),
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions: permissions.optional(),
      'timeout-minutes': z.number().optional(),
      steps: z.array(
        z.looseObject({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});

/** What the rules of this repository look at. */
export type Workflow = z.infer<typeof workflowSchema>;

/** @throws ZodError if the text is no workflow whose jobs have steps. */
export function parseWorkflow({ text }: WorkflowText): Workflow {
  return workflowSchema.parse(parse(text));
}

export async function repositoryWorkflows(): Promise<WorkflowText[]> {
  const names = await readdir(join(root, '.github/workflows'));
  return Promise.all(
    names.map(async (name) => ({
      name: `.github/workflows/${name}`,
      text: await readFile(join(root, '.github/workflows', name), 'utf8'),
    })),
  );
}

/** The YAML blocks of all pages that are workflows, jobs or steps; jobs and steps are completed to a workflow. */
export async function documentedWorkflows(): Promise<WorkflowText[]> {
  const pages = [
    ...(await readdir(root)),
    ...(await readdir(join(root, 'docs'))).map((page) => `docs/${page}`),
  ];
  const found = await Promise.all(
    pages
      .filter((page) => page.endsWith('.md'))
      .map(async (page) => yamlBlocks(page, await readFile(join(root, page), 'utf8'))),
  );
  return found.flat().flatMap(({ name, text }) => {
    const workflow = toWorkflow(text);
    return workflow === undefined ? [] : [{ name, text: workflow }];
  });
}

function yamlBlocks(page: string, markdown: string): WorkflowText[] {
  return [...markdown.matchAll(/^```ya?ml\n(.*?)^```$/gms)].map(({ 1: text = '', index }) => ({
    name: `${page}:${markdown.slice(0, index).split('\n').length + 1}`,
    text,
  }));
}

/** @returns undefined for test cases. */
function toWorkflow(block: string): string | undefined {
  if (/^on:/m.test(block)) return block;
  const triggers = 'on: pull_request\npermissions: {}\n';
  if (/^jobs:/m.test(block)) return triggers + block;
  if (!/^ {6}- (?:uses|run|if|id|name|env):/m.test(block)) return undefined;
  return `${triggers}jobs:\n  job:\n    runs-on: ubuntu-latest\n    timeout-minutes: 5\n    steps:\n${block}`;
}
