import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, isScalar, parseDocument, visit } from 'yaml';
import { z } from 'zod';

/** Writes the README's tables of inputs and outputs from action.yml, so that the two can't differ. */

const root = join(import.meta.dirname, '..');
const manifest = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});

/** @returns the README with its tables as action.yml has them now. */
export async function readmeWithTables(): Promise<string> {
  const document = parseDocument(await readFile(join(root, 'action.yml'), 'utf8'));
  const { inputs, outputs } = manifest.parse(document.toJS());
  const groups = commentsBefore(document);
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const head = ['| input | default | meaning |', '|---|---|---|'];
  const inputRows = Object.entries(inputs).flatMap(([name, input]) => {
    const group = groups.get(name);
    const row = `| \`${name}\` | ${input.default === '' ? '' : `\`${input.default}\``} | ${cell(input.description)} |`;
    return group === undefined ? [row] : ['', `${group}:`, '', ...head, row];
  });
  const outputRows = Object.entries(outputs).map(
    ([name, output]) => `| \`${name}\` | ${cell(output.description)} |`,
  );
  return replaceTable(replaceTable(readme, 'inputs', [...head, ...inputRows]), 'outputs', [
    '| output | meaning |',
    '|---|---|',
    ...outputRows,
  ]);
}

/** The comments that begin a group of inputs, by the name of its first one. */
function commentsBefore(document: Document): Map<string, string> {
  const comments = new Map<string, string>();
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.commentBefore != null)
        comments.set(String(key.value), key.commentBefore.trim());
    },
  });
  return comments;
}

function replaceTable(readme: string, name: string, rows: readonly string[]): string {
  const [begin, end] = [`<!-- ${name} from action.yml -->`, `<!-- end of ${name} -->`];
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md has no ${begin} … ${end}`);
  return `${before}${begin}\n${rows.join('\n')}\n${end}${after}`;
}

function cell(text: string): string {
  return text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

if (process.argv.includes('--write')) await writeFile(join(root, 'README.md'), await readmeWithTables());
