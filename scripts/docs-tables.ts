import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, isScalar, parseDocument, visit } from 'yaml';
import { z } from 'zod';

/** Writes the tables of docs/inputs.md and docs/outputs.md from action.yml, so that they cannot differ. */

const root = join(import.meta.dirname, '..');
const manifest = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});

/** @returns the text of both pages with the tables that action.yml has now, by their paths in the repository. */
export async function pagesWithTables(): Promise<ReadonlyMap<string, string>> {
  const document = parseDocument(await readFile(join(root, 'action.yml'), 'utf8'));
  const { inputs, outputs } = manifest.parse(document.toJS());
  const groups = commentsBefore(document);
  const head = ['| input | default | description |', '|---|---|---|'];
  const inputRows = Object.entries(inputs).flatMap(([name, input]) => {
    const group = groups.get(name);
    const row = `| \`${name}\` | ${input.default === '' ? '' : `\`${input.default}\``} | ${cell(input.description)} |`;
    return group === undefined ? [row] : ['', ...groupHeading(group), ...head, row];
  });
  const outputRows = Object.entries(outputs).map(
    ([name, output]) => `| \`${name}\` | ${cell(output.description)} |`,
  );
  return new Map([
    ['docs/inputs.md', await withTable('docs/inputs.md', 'inputs', [...head, ...inputRows])],
    [
      'docs/outputs.md',
      await withTable('docs/outputs.md', 'outputs', ['| output | description |', '|---|---|', ...outputRows]),
    ],
  ]);
}

/** The comments that start a group of inputs, by the name of its first input. */
function commentsBefore(document: Document): Map<string, string> {
  const comments = new Map<string, string>();
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.commentBefore != null) comments.set(String(key.value), key.commentBefore);
    },
  });
  return comments;
}

/** The first line of a comment is the heading, the others are a paragraph below it. */
function groupHeading(comment: string): string[] {
  const [heading = '', ...rest] = comment.split('\n').map((line) => line.trim());
  return [`## ${heading}`, '', ...(rest.length === 0 ? [] : [...rest, ''])];
}

async function withTable(path: string, name: string, rows: readonly string[]): Promise<string> {
  const page = await readFile(join(root, path), 'utf8');
  const [begin, end] = [`<!-- ${name} from action.yml -->`, `<!-- end of ${name} -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`${path} has no table to replace. Add the lines ${begin} and ${end} to it.`);
  }
  return `${before}${begin}\n${rows.join('\n')}\n${end}${after}`;
}

function cell(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

if (process.argv.includes('--write')) {
  for (const [path, text] of await pagesWithTables()) await writeFile(join(root, path), text);
}
