import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Writes the README's tables of inputs and outputs from action.yml, so that the two can't differ. */

const root = join(import.meta.dirname, '..');
const manifest = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
});

/** @returns the README with its tables as action.yml has them now. */
export async function readmeWithTables(): Promise<string> {
  const { inputs, outputs } = manifest.parse(parse(await readFile(join(root, 'action.yml'), 'utf8')));
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const inputRows = Object.entries(inputs).map(
    ([name, input]) =>
      `| \`${name}\` | ${input.default === '' ? '' : `\`${input.default}\``} | ${cell(input.description)} |`,
  );
  const outputRows = Object.entries(outputs).map(
    ([name, output]) => `| \`${name}\` | ${cell(output.description)} |`,
  );
  return replaceTable(
    replaceTable(readme, 'inputs', ['| input | default | meaning |', '|---|---|---|', ...inputRows]),
    'outputs',
    ['| output | meaning |', '|---|---|', ...outputRows],
  );
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
