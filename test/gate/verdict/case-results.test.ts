import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { ExecutedStep } from '../../../src/contract/attempt.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { TestResult } from '../../../src/contract/test-report.ts';
import { CaseIndex } from '../../../src/gate/verdict/case-index.ts';
import { stepExcerpt, toCaseResult } from '../../../src/gate/verdict/case-results.ts';
import { maxDurationMs, runResults } from '../../../src/results/run-results.ts';
import { loadTestCases } from '../../../src/test-files/load.ts';
import { goTo, seesCss } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aResult } from '../../support/reports.ts';
import { aRun } from '../../support/requested-run.ts';
import { resultsOf } from '../../support/results.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const seesNo = (selector: string): ExchangeElement => ({
  selectors: [{ selectorType: 'CSS', selector }],
  assertion: { expectation: 'NOT_VISIBLE' },
});
const login = aLoadedCase({ description: 'Sign in', elements: [seesCss('#user')] }, 'login.yaml');
const cart = aLoadedCase(
  { description: 'Cart', entryPointUrlPath: '/cart', elements: [goTo('/x'), seesCss('h1')] },
  'cart.yaml',
);

function stepsOf(steps: ExecutedStep[], overrides: Partial<TestResult> = {}) {
  const result = aResult({ testCaseId: cart.testCase.id, steps, ...overrides });
  const index = new CaseIndex(aRun({ cases: [cart, login] }));
  const caseResult = toCaseResult(result, index, '/evidence');
  expect(runResults.safeParse(resultsOf({ results: [caseResult] })).error).toBeUndefined();
  return caseResult.steps;
}

it('the steps of a failed attempt have words, positions and pictures', () => {
  const pictureUrl = pathToFileURL('/evidence/1-step-2.jpg').href;
  const steps = [
    { testCaseId: login.testCase.id, status: 'PASSED', durationMs: 300 },
    { testCaseId: login.testCase.id, elementIndex: 0, status: 'IGNORED', durationMs: 20, pictureUrl },
    { status: 'PASSED', durationMs: 100 },
    { elementIndex: 1, status: 'FAILED', durationMs: 5000 },
  ];
  expect(stepsOf(steps, { status: 'FAILED' })).toEqual([
    { words: 'open the URL under test', status: 'passed', durationMs: 300, inDependency: 'Sign in' },
    {
      ...{ number: 1, words: 'expect the element "#user" to be visible', status: 'ignored', durationMs: 20 },
      inDependency: 'Sign in',
      place: { file: 'login.yaml', line: 11, column: 5 },
      picture: { path: '1-step-2.jpg' },
    },
    { words: 'open /cart', status: 'passed', durationMs: 100 },
    {
      ...{ number: 2, words: 'expect the element "h1" to be visible', status: 'failed', durationMs: 5000 },
      place: { file: 'cart.yaml', line: 12, column: 5 },
    },
  ]);
});

it('the steps of a passed attempt have words and durations', () => {
  expect(
    stepsOf([{ elementIndex: 0, status: 'PASSED', durationMs: 7, pictureUrl: 'file:///x.jpg' }]),
  ).toEqual([{ number: 1, words: 'go to /x', status: 'passed', durationMs: 7 }]);
});

it('a passed test case that only opens pages, waits, scrolls, and expects a body has a warning', () => {
  const waits: ExchangeElement = { selectors: [], interaction: { action: 'WAIT_FOR' } };
  const scrolls: ExchangeElement = { selectors: [], interaction: { action: 'SCROLL' } };
  const accepts: ExchangeElement = { selectors: [], interaction: { action: 'ACCEPT_DIALOG' } };
  const warningsOf = (elements: ExchangeElement[], overrides: Partial<TestResult> = {}) => {
    const loaded = aLoadedCase({ elements });
    const result = aResult({ testCaseId: loaded.testCase.id, ...overrides });
    return toCaseResult(result, new CaseIndex(aRun({ cases: [loaded] })), '/evidence').warnings;
  };
  const warning = expect.stringContaining('No step asserts or uses anything on a page');
  expect(warningsOf([goTo('/x'), waits, scrolls])).toEqual([warning]);
  expect(warningsOf([goTo('/x')], { warnings: ['slow'] })).toEqual([warning, 'slow']);
  expect(warningsOf([goTo('/x'), seesCss('body')])).toEqual([warning]);
  expect(warningsOf([goTo('/x'), seesCss('h1')])).toBeUndefined();
  expect(warningsOf([accepts, goTo('/x')])).toBeUndefined();
  expect(warningsOf([goTo('/x')], { status: 'FAILED' })).toBeUndefined();
});

it.each<[isWarned: boolean, what: string, elements: ExchangeElement[], dependencyId?: string]>([
  [true, 'nothing else', [goTo('/x'), seesNo('.error')]],
  [false, 'what is there, too', [seesNo('.error'), seesCss('h1')]],
  [
    false,
    'it after an action',
    [{ ...seesCss('button'), assertion: undefined, interaction: { action: 'CLICK' } }, seesNo('.error')],
  ],
  [false, 'it after a login', [seesNo('.admin')], login.testCase.id],
])(
  'has a warning (%s) if it expects that something is not there, and %s',
  (isWarned, _, elements, dependencyId) => {
    const loaded = aLoadedCase({ elements, ...(dependencyId === undefined ? {} : { dependencyId }) });
    const index = new CaseIndex(aRun({ cases: [loaded] }));
    const { warnings } = toCaseResult(aResult({ testCaseId: loaded.testCase.id }), index, '/evidence');
    const warning = expect.stringContaining('only asserts that something is not there');
    expect(warnings).toEqual(isWarned ? [warning] : undefined);
  },
);

it.each<[what: string, isWarned: boolean, testCase: Partial<ExchangeTestCase>]>([
  ['another site', true, { elements: [goTo('https://shop.example/cart'), seesCss('h1')] }],
  [
    'an entry point at another site',
    true,
    { entryPointUrlPath: 'https://shop.example', elements: [seesCss('h1')] },
  ],
  ['a path', false, { elements: [goTo('/cart'), seesCss('h1')] }],
  ['another site and a path', false, { elements: [goTo('https://id.example'), goTo('/'), seesCss('h1')] }],
  ['another site after the entry point', false, { elements: [seesCss('h1'), goTo('https://id.example')] }],
  ['its whole URL', false, { elements: [goTo('https://pr-1.shop.test/cart'), seesCss('h1')] }],
  ['a host below that of the app', false, { elements: [goTo('https://api.pr-1.shop.test'), seesCss('h1')] }],
  ['a URL with a variable', false, { elements: [goTo('https://$HOST/'), seesCss('h1')] }],
  [
    'another site after a login',
    false,
    { dependencyId: login.testCase.id, elements: [goTo('https://x.example'), seesCss('h1')] },
  ],
])('a test case that opens only %s has a warning: %s', (_, isWarned, testCase) => {
  const loaded = aLoadedCase(testCase);
  const index = new CaseIndex(aRun({ cases: [loaded], url: 'https://pr-1.shop.test' }));
  const { warnings } = toCaseResult(aResult({ testCaseId: loaded.testCase.id }), index, '/evidence');
  const warning = expect.stringContaining('and no page of the app under test');
  expect(warnings).toEqual(isWarned ? [warning] : undefined);
});

it('steps that the test case does not have are left out', () => {
  const steps = [
    { elementIndex: 9, status: 'PASSED' },
    { testCaseId: '00000000-0000-4000-8000-000000000000', status: 'PASSED' },
  ];
  expect(stepsOf(steps)).toBeUndefined();
});

it('a status that is not known is no success, and a duration has a limit', () => {
  expect(stepsOf([{ elementIndex: 0, status: 'HALF', durationMs: 1e300 }])).toMatchObject([
    { status: 'failed', durationMs: maxDurationMs },
  ]);
});

const stepOf = (selector: string, comment = '') => `  - selectors:
      - { selectorType: CSS, selector: ${selector} }
    assertion: { expectation: VISIBLE } # ${comment}
`;
const caseOf = (name: string, steps: string) => `- description: ${name}\n  elements:\n${steps}`;
const other = caseOf('another', stepOf('z'));

/** The numbers of the lines in the excerpt of a step, and those of the step itself. */
async function excerptIn(file: string, text: string, caseIndex: number, stepIndex: number) {
  await using workspace = await makeWorkspace({ [file]: text });
  const { cases, problems } = await loadTestCases(workspace.path, [file]);
  expect(problems).toEqual([]);
  const loaded = cases[caseIndex] ?? aLoadedCase();
  const excerpt = stepExcerpt(loaded, stepIndex);
  const { line = 0, text: shown = '', stepLines = 0 } = excerpt ?? {};
  const last = line + shown.split('\n').length - 1;
  const first = loaded.positionOf(['elements', stepIndex]).line;
  return { lines: [line, last], step: [first, first + stepLines - 1] };
}

it('a failed step is shown with its whole test case, without those before and after', async () => {
  const text = other + caseOf('named', ['a', 'b', 'c'].map((each) => stepOf(each)).join('')) + other;
  expect(await excerptIn('a.yaml', text, 1, 0)).toEqual({ lines: [6, 16], step: [8, 10] });
  expect(await excerptIn('a.yaml', text, 1, 2)).toEqual({ lines: [6, 16], step: [14, 16] });
  expect(await excerptIn('b.yaml', text.replaceAll('\n', '\r\n'), 1, 1)).toEqual({
    lines: [6, 16],
    step: [11, 13],
  });
});

it('lines before a failed step come before those after it, where not all fit', async () => {
  const text = caseOf('long', Array.from({ length: 30 }, (_, index) => stepOf(`a${index}`)).join(''));
  expect(await excerptIn('a.yaml', text, 0, 0)).toEqual({ lines: [1, 40], step: [3, 5] });
  expect(await excerptIn('a.yaml', text, 0, 29)).toEqual({ lines: [53, 92], step: [90, 92] });
  const wide = caseOf('wide', ['a', 'b'].map((each) => stepOf(each, 'x'.repeat(2000)).repeat(5)).join(''));
  expect(await excerptIn('a.yaml', wide, 0, 5)).toEqual({ lines: [9, 20], step: [18, 20] });
});

it('a failed step in JSON has its lines', async () => {
  const step = { selectors: [{ selectorType: 'CSS', selector: 'a' }], assertion: { expectation: 'VISIBLE' } };
  const text = JSON.stringify({ description: 'in JSON', elements: [step, step] }, null, 2);
  const { lines, step: stepLines } = await excerptIn('a.json', text, 0, 0);
  expect(lines).toEqual([1, text.split('\n').length]);
  expect(stepLines).toEqual([4, 14]);
});

it('a step without a text in its file has no excerpt', () => {
  expect(stepExcerpt(aLoadedCase(), 0)).toBeUndefined();
});

it.each([null, undefined, ' '])(
  'a result with the name %j has that of its test case, else its ID',
  (name) => {
    const index = new CaseIndex(aRun({ cases: [cart] }));
    const nameOf = (testCaseId: string) => index.nameOf(aResult({ testCaseId, name }));
    expect(nameOf(cart.testCase.id)).toBe('Cart');
    expect(nameOf(login.testCase.id)).toBe(login.testCase.id);
  },
);
