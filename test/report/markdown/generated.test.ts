import { expect, it } from 'vitest';
import { Budget } from '../../../src/report/markdown/markdown.ts';
import { generatedSections } from '../../../src/report/markdown/run-section.ts';
import type { GeneratedCase } from '../../../src/results/mode-results.ts';

const generatedCase = (testCaseId: string, more: Partial<GeneratedCase> = {}): GeneratedCase => ({
  testCaseId,
  name: testCaseId,
  file: 'generated-tests/a.yaml',
  steps: ['click the button "Buy"'],
  yaml: 'description: a\n',
  ...more,
});
const sectionsOf = (generated: GeneratedCase[], size = 10_000) =>
  generatedSections(
    { generated, results: [] } as unknown as Parameters<typeof generatedSections>[0],
    new Budget(size),
  );

it('findings come first, and each outcome without the change is said', () => {
  const text = sectionsOf([
    generatedCase('both', { onBase: 'failed' }),
    generatedCase('finding', { onBase: 'passed' }),
  ]).join('\n\n');
  expect(text.startsWith('**1 new test case passed without the change')).toBe(true);
  expect(text.indexOf('**finding**')).toBeLessThan(text.indexOf('**both**'));
  expect(text).toContain('fails without the change, too');
});

it('texts of pages and files cannot become markup', () => {
  const hostile = '</details><script> @team [x](http://evil)\n```\n::error::x';
  const text = sectionsOf([generatedCase(hostile, { steps: [hostile], yaml: hostile })]).join('\n\n');
  expect(text.match(/<\/details>/g)).toHaveLength(2);
  expect(text).toContain('````text');
  const [shown = ''] = text.split('<details>');
  expect(shown).toContain('script');
  expect(shown).not.toMatch(/\]\(http|<script|@team/);
});

it('what does not fit is counted; without new test cases, nothing is said', () => {
  expect(sectionsOf([generatedCase('a'), generatedCase('b')], 250).at(-1)).toMatch(
    /1 more new test case in /,
  );
  expect(sectionsOf([])).toEqual([]);
});
