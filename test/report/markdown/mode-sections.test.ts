import fc from 'fast-check';
import { expect, it } from 'vitest';
import { composeCheck } from '../../../src/report/check-output.ts';
import { renderComment } from '../../../src/report/comment/render-comment.ts';
import { Budget } from '../../../src/report/markdown/fitting.ts';
import { generatedSections } from '../../../src/report/markdown/mode-sections.ts';
import { composeSummary } from '../../../src/report/summary.ts';
import type { GeneratedCase, MutantResult, MutationResults } from '../../../src/results/mode-results.ts';
import type { Redacted, RunResults } from '../../../src/results/run-results.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { piecesByMicromark } from '../../support/parsed-markdown.ts';
import { contentOf, resultsOf, visibleText } from '../../support/results.ts';

const mutantOf = (overrides: Partial<MutantResult> = {}): MutantResult => ({
  operator: 'dead-control',
  page: '/cart',
  description: 'Clicking button "Pay" does nothing.',
  status: 'survived',
  testCases: 2,
  durationMs: 900,
  normalMs: 800,
  ...overrides,
});

function runWith(mutants: readonly MutantResult[]) {
  const killed = mutants.filter(({ status }) => status === 'killed').length;
  const score = Math.floor((100 * killed) / mutants.length);
  const lists = { pages: ['/cart'], leftOut: [], mutants: [...mutants] };
  const mutation: MutationResults = {
    seed: '1',
    made: mutants.length,
    killed,
    score,
    threshold: 0,
    notCounted: 0,
    ...lists,
  };
  const reason = `Mutation score ${score} %: the test cases detected ${killed} of ${mutants.length} faults.`;
  return resultsOf({ status: 'done', green: true, results: [], reason, mutation });
}

const killed = mutantOf({
  status: 'killed',
  description: 'The link "Help" is hidden.',
  killedBy: 'Finds help',
});

it('the comment has the score, and folded what no test case notices', () => {
  const markdown = visibleText(renderComment(contentOf([runWith([mutantOf(), killed])])));
  expect(markdown).toContain('Mutation score 50 %: the test cases detected 1 of 2 faults.');
  expect(markdown).toContain('<summary>1 fault that no test case detects</summary>');
  expect(markdown).toContain('- `/cart`: Clicking button \\"Pay\\" does nothing\\.');
  expect(markdown).not.toContain('Help');
});

it.each<[string, (run: Redacted<RunResults>) => string]>([
  ['job summary', (run) => composeSummary([run])],
  ['check run', (run) => composeCheck([run]).summary],
])('the %s lists them by page', (_, compose) => {
  const first = mutantOf({ page: '/about', description: 'The heading "About" shows no text.' });
  const markdown = compose(runWith([mutantOf(), first, killed]));
  expect(markdown).toContain('#### 2 faults that no test case detects');
  expect(markdown.indexOf('/about')).toBeLessThan(markdown.indexOf('/cart'));
});

it('nothing is listed if every mutant was killed', () => {
  expect(composeSummary([runWith([killed])])).not.toContain('no test case detects');
});

it('counts what does not fit', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    mutantOf({ description: `${index} ${'x'.repeat(200)}` }),
  );
  expect(composeSummary([runWith(many)], 20_000)).toMatch(/^- … and \d+ more in `mutation.json`$/m);
});

it('texts of the page cannot add markup', () => {
  const shape = (page: string, description: string) =>
    piecesByMicromark(composeSummary([runWith([mutantOf({ page, description })])])).map(({ type, value }) =>
      type === 'html' ? value : type,
    );
  const harmless = shape('/page', 'text');
  fc.assert(
    fc.property(hostileText, hostileText, (page, description) => {
      expect(shape(`/${page}`, `The ${description} is hidden.`)).toEqual(harmless);
    }),
  );
});

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

it('regressions come first, and each result at the base URL is shown', () => {
  const text = sectionsOf([
    generatedCase('both', { onBase: 'failed' }),
    generatedCase('finding', { onBase: 'passed' }),
  ]).join('\n\n');
  expect(text.startsWith('**1 new test case passed without this pull request')).toBe(true);
  expect(text.indexOf('**finding**')).toBeLessThan(text.indexOf('**both**'));
  expect(text).toContain('also fails without the change');
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
