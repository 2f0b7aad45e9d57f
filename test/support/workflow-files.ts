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

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));

const workflowSchema = z.looseObject({
  on: z.union([z.string(), z.record(z.string(), z.unknown())]),
  permissions,
  jobs: z.record(
    z.string(),
    z.looseObject({
      if: z.string().optional(),
      needs: z.union([z.string(), z.array(z.string())]).optional(),
      permissions: permissions.optional(),
      'timeout-minutes': z.number(),
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

/** @throws ZodError if the text is not a workflow that names its permissions and limits the time of each job. */
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

/** The YAML blocks of all pages. */
export async function yamlBlocks(): Promise<WorkflowText[]> {
  const docs = (await readdir(join(root, 'docs'))).map((page) => `docs/${page}`);
  const pages = [...(await readdir(root)), ...docs].filter((page) => page.endsWith('.md'));
  const blocks = pages.map(async (page) => {
    const markdown = await readFile(join(root, page), 'utf8');
    return [...markdown.matchAll(/^```ya?ml\n(.*?)^```$/gms)].map(({ 1: text = '', index }) => ({
      name: `${page}:${markdown.slice(0, index).split('\n').length + 1}`,
      text,
    }));
  });
  return (await Promise.all(blocks)).flat();
}

/** Whether a block is a workflow as a user would copy it, and not only jobs or steps, or a test case. */
export function isWorkflow({ text }: WorkflowText): boolean {
  return /^on:/m.test(text);
}

/** Completes jobs or steps to a workflow. @returns nothing for a test case. */
export function toWorkflow(block: WorkflowText): WorkflowText[] {
  if (isWorkflow(block)) return [block];
  const triggers = 'on: pull_request\npermissions: {}\n';
  if (/^jobs:/m.test(block.text)) return [{ ...block, text: triggers + block.text }];
  if (!/^ {6}- (?:uses|run|if|id|name|env):/m.test(block.text)) return [];
  const job = 'jobs:\n  job:\n    runs-on: ubuntu-latest\n    timeout-minutes: 5\n    steps:\n';
  return [{ ...block, text: triggers + job + block.text }];
}
