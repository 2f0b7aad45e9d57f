import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { DescriptionDictionary, data } from '@actions/expressions';
import type { ValidationConfig } from '@actions/languageservice/validate';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';
import { z } from 'zod';
import { root, type WorkflowText } from './workflow-files.ts';

// GitHub's packages import JSON without the attribute that Node requires.
const jsonHooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { validate } = await import('@actions/languageservice/validate');
jsonHooks.deregister();

/** How the documentation names this action. */
const thisAction = 'owner/browser-test-gate@v1';

const described = z.record(z.string(), z.object({ description: z.string() }));

const metadata = z
  .object({ name: z.string(), description: z.string(), inputs: described, outputs: described })
  .parse(parse(await readFile(join(root, 'action.yml'), 'utf8')));

/** Knows the inputs and outputs of this action. Those of other actions are not checked. */
const config: ValidationConfig = {
  actionsMetadataProvider: {
    fetchActionMetadata: async ({ owner, name, ref }) => {
      const isThisAction = `${owner}/${name}@${ref}` === thisAction;
      return isThisAction ? metadata : { name, description: '' };
    },
  },
  contextProviderConfig: {
    getContext: async (name, context, { job }) => {
      if (name !== 'steps' || context === undefined) return undefined;
      for (const step of job?.steps ?? []) {
        const outputs = 'uses' in step && step.uses.value === thisAction && outputsOf(context, step.id);
        if (outputs) {
          for (const output of Object.keys(metadata.outputs)) outputs.add(output, new data.StringData(''));
          outputs.complete = true;
        }
      }
      return context;
    },
  },
};

function outputsOf(steps: DescriptionDictionary, id: string): DescriptionDictionary | undefined {
  const step = steps.get(id);
  const outputs = step instanceof DescriptionDictionary ? step.get('outputs') : undefined;
  return outputs instanceof DescriptionDictionary ? outputs : undefined;
}

/**
 * Validates a workflow, or an `action.yml`, with GitHub's language service: keys, expressions and the contexts they
 * read, and the inputs and outputs of this action.
 * @returns every error and warning, with its line.
 */
export async function problemsOf({ name, text }: WorkflowText): Promise<string[]> {
  const known = text.replace(/uses: \.\/$/gm, `uses: ${thisAction}`);
  const problems = await validate(TextDocument.create(`file:///${name}`, 'yaml', 1, known), config);
  return problems.map(({ message, range }) => `${name}: line ${range.start.line + 1}: ${message}`);
}
