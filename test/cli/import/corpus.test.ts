import { expect, it } from 'vitest';
import { parseText } from '../../../src/test-files/parse-text.ts';
import { readTestCase } from '../../../src/test-files/read-test-case.ts';
import { corpora, importCorpusFile, readCorpus, readCorpusFile } from './corpus.ts';

const corpus = Object.keys(corpora).flatMap((name) => readCorpus(name));
const imported = corpus.map((each) => ({ ...each, ...importCorpusFile(each) }));

it.each(Object.entries(corpora))('%s: takes at least 85 of 100 lines', (name, count) => {
  const files = imported.filter(({ file }) => file.startsWith(`${name}/`));
  expect(files).toHaveLength(count);
  const sum = (part: 'all' | 'imported') => files.reduce((total, each) => total + each.lines[part], 0);
  const share = sum('imported') / sum('all');
  console.log(`${name}: ${sum('imported')} of ${sum('all')} lines: ${(100 * share).toFixed(1)} %`);
  expect(sum('all')).toBeGreaterThan(500);
  expect(share).toBeGreaterThan(0.85);
});

/** Titles and hooks, loops, functions, and their ends. */
const structure =
  /^(?:test|it|context|describe|specify|beforeEach|\w+\.forEach|for|if)\b(?!\.use)(?![^(]*\(['"`][^'"`]*['"`]\)$)/;

it.each(corpus.filter(({ file }) => /\.m?[jt]s$/.test(file)))('loses no line of $file silently', (each) => {
  const { statements } = readCorpusFile(each);
  const own = statements.filter(({ file }) => file === undefined);
  const lost = each.text.split('\n').filter((line, index) => {
    const isCode =
      /\b(?:page|expect|cy)\b.*[.(]|^\s*\./.test(line) && !/^\s*(?:\/|\*)|^import |screenshot/.test(line);
    const innermost = own.findLast((one) => one.line <= index + 1 && one.endLine >= index + 1);
    const isBlock =
      innermost === undefined || (innermost.reason === undefined && structure.test(innermost.code));
    return isCode && isBlock && !structure.test(line.trim()) && !/^\s*(?:async )?function /.test(line);
  });
  expect(lost).toEqual([]);
});

it.each(imported)('writes a test file of $file that has no problem', ({ yaml, notImported }) => {
  const parsed = parseText(yaml, 'yaml');
  if (!('value' in parsed)) throw new Error(parsed[0]?.message);
  const cases = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  expect(cases.flatMap((each) => readTestCase(each, 'x').problems)).toEqual([]);
  for (const { line } of notImported) expect(yaml).toMatch(new RegExp(`# Not imported,.* line ${line}: `));
});

it('makes passwords variables', () => {
  for (const { yaml, notImported } of imported) {
    expect(yaml + JSON.stringify(notImported)).not.toMatch(/correct horse|password123/);
  }
  expect(imported.filter(({ variables }) => variables.includes('PASSWORD')).length).toBeGreaterThan(8);
});
