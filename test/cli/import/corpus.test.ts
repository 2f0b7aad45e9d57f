import { expect, it } from 'vitest';
import { AppAddress } from '../../../src/cli/import/app-address.ts';
import { importText, readImportedFile } from '../../../src/cli/import/import-files.ts';
import { parseText } from '../../../src/test-files/parse-text.ts';
import { readTestCase } from '../../../src/test-files/read-test-case.ts';
import { readCorpus } from './corpus.ts';

const corpora = {
  corpus: { files: await readCorpus('corpus'), count: 40 },
  'held-out': { files: await readCorpus('held-out'), count: 12 },
};
const corpus = [...corpora.corpus.files, ...corpora['held-out'].files];
const imported = corpus.map((file) => ({
  ...file,
  ...importText(file.text, file.name, new AppAddress(undefined)),
}));

it.each(Object.entries(corpora))('%s: takes at least 85 of 100 lines', (name, { files, count }) => {
  expect(files).toHaveLength(count);
  const lines = imported.slice(name === 'corpus' ? 0 : -count).slice(0, count);
  const sum = (part: 'all' | 'imported') => lines.reduce((total, each) => total + each.lines[part], 0);
  const share = sum('imported') / sum('all');
  console.log(`${name}: ${sum('imported')} of ${sum('all')} lines: ${(100 * share).toFixed(1)} %`);
  expect(sum('all')).toBeGreaterThan(500);
  expect(share).toBeGreaterThan(0.85);
});

/** Titles and hooks, loops, functions, and their ends. */
const structure =
  /^(?:test|it|context|describe|specify|beforeEach|products\.forEach)\b(?!\.use)(?![^(]*\(['"`][^'"`]*['"`]\)$)/;

it.each(corpus.filter(({ name }) => /\.[jt]s$/.test(name)))(
  'loses no line of $kind/$name silently',
  ({ name, text }) => {
    const { statements } = readImportedFile(text, name, new AppAddress(undefined));
    const lost = text.split('\n').filter((line, index) => {
      const isCode = /\b(?:page|expect|cy)\b.*[.(]|^\s*\./.test(line) && !/^\s*(?:\/|\*)|^import /.test(line);
      const innermost = statements.findLast((each) => each.line <= index + 1 && each.endLine >= index + 1);
      const isBlock =
        innermost === undefined || (innermost.reason === undefined && structure.test(innermost.code));
      return isCode && isBlock && !structure.test(line.trim()) && !/^\s*(?:async )?function /.test(line);
    });
    expect(lost).toEqual([]);
  },
);

it.each(imported)('writes a test file of $kind/$name that has no problem', ({ yaml, notImported }) => {
  const parsed = parseText(yaml, 'yaml');
  if (!('value' in parsed)) throw new Error(parsed[0]?.message);
  const cases = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  expect(cases.flatMap((each) => readTestCase(each, 'x').problems)).toEqual([]);
  for (const { line } of notImported) expect(yaml).toContain(`# Not imported, line ${line}: `);
});

it('makes passwords variables', () => {
  for (const { yaml, notImported } of imported) {
    expect(yaml + JSON.stringify(notImported)).not.toMatch(/correct horse|password123/);
  }
  expect(imported.filter(({ variables }) => variables.includes('PASSWORD'))).toHaveLength(9);
});
