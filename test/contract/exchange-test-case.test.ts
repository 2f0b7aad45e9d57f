import { expect, test } from 'vitest';
import { exchangeTestCase, startsAtEntryPoint } from '../../src/contract/exchange/exchange-test-case.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';

/** The paths of what is wrong with a value, in words; none where it is valid. */
function problemsOf(value: unknown): string[] {
  const { error } = exchangeTestCase.safeParse(value);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

const withElement = (element: unknown) => ({ ...aCase(), elements: [element] });
const withSelector = (selector: unknown) =>
  withElement({ selectors: [selector], assertion: { expectation: 'VISIBLE' } });
const withInteraction = (action: string, calledWith: unknown) =>
  withElement({ selectors: [], interaction: { action, calledWith } });
const withAssertion = (expectation: string, calledWith: unknown) =>
  withElement({ selectors: [], assertion: { expectation, calledWith } });

test.each(['1', 1])('the version %j is taken, and read as text', (version) => {
  expect(exchangeTestCase.parse({ ...aCase(), version }).version).toBe('1');
});

test.each(['2', 2, true, undefined])('the version %j is refused', (version) => {
  expect(problemsOf({ ...aCase(), version })).toEqual(['version: the only version is "1"']);
});

test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
  'the id %s is taken',
  (id) => {
    expect(problemsOf(aCase({ id }))).toEqual([]);
  },
);

test('an id that is no UUID is refused', () => {
  expect(problemsOf(aCase({ id: 'login' }))).toHaveLength(1);
});

test('keys that are not known are left out at every level', () => {
  const step = { ...seesCss('h1'), filePath: 'a.yaml' };
  const parsed = exchangeTestCase.parse({ ...aCase(), filePath: 'a.yaml', elements: [step] });
  expect(JSON.stringify(parsed)).not.toContain('filePath');
  expect(parsed.elements).toEqual([seesCss('h1')]);
});

test('a step needs an interaction or an assertion, and not both', () => {
  const interaction = goTo('/').interaction;
  const assertion = seesCss('h1').assertion;
  expect(problemsOf(withElement({ interaction }))).toEqual([]);
  expect(problemsOf(withElement({ assertion, interaction: null }))).toEqual([]);
  expect(problemsOf(withElement({}))).toHaveLength(1);
  expect(problemsOf(withElement({ interaction, assertion }))).toHaveLength(1);
});

test('options of a selector may be null', () => {
  expect(problemsOf(withSelector({ selectorType: 'CSS', selector: 'h1', options: null }))).toEqual([]);
});

test.each([
  ['CSS', '', false],
  ['CSS', 'h1', true],
  ['FIRST', '', true],
  ['LAST', '', true],
  ['FILTER', '', true],
  ['NTH', '0', true],
  ['NTH', '-1', true],
  ['NTH', 'second', false],
  ['XPATH', '//h1', false],
])('the selector %s with the text %j: valid is %s', (selectorType, selector, valid) => {
  expect(problemsOf(withSelector({ selectorType, selector })).length === 0).toBe(valid);
});

test.each([
  ['CLICK', undefined],
  ['CLICK', null],
  ['CLICK', { button: 'right', double: true, force: true }],
  ['ENTER_TEXT', 'text'],
  ['GO_TO', '/cart'],
  ['KEY_PRESS', 'Enter'],
  ['UPLOAD', 'https://files.test/a.png'],
  ['TYPE_TEXT', { text: 'x' }],
  ['TYPE_TEXT', { text: 'x', delay: 20 }],
  ['SELECT_OPTION', 'a'],
  ['SELECT_OPTION', ['a', 'b']],
  ['SELECT_OPTION', { label: 'A' }],
  ['SELECT_OPTION', [{ value: 'a' }, { index: 1 }]],
  ['SELECT_OPTION', null],
  ['HOVER', null],
  ['DOWNLOAD', 'OCTOREGEXreport-.*OCTOREGEX'],
  [
    'DRAG_AND_DROP',
    { selectors: [{ selectorType: 'CSS', selector: '#to' }], options: { targetPosition: { x: 1, y: 2 } } },
  ],
  ['EXTRACT', { variableName: 'n', type: 'TEXT' }],
  ['EXTRACT', { variableName: 'n', type: 'ATTRIBUTE', attributeName: 'href' }],
  ['JAVASCRIPT', { code: 'x', execType: 'sandbox' }],
  ['JAVASCRIPT', { code: 'x' }],
  ['OPEN_EMAIL', { subjectContaining: 'Hi', subAddress: null }],
  ['OPEN_EMAIL', null],
  ['CLOSE_PAGE', null],
  ['WAIT_FOR', undefined],
  ['WAIT_FOR', { type: 'networkIdle' }],
  ['WAIT_FOR', { type: 'fixedTime', timeMilliseconds: 5 }],
  ['WAIT_FOR', { type: 'code', code: 'return true' }],
  ['SCROLL', { y: 100 }],
  ['UPLOAD', { file: 'fixtures/a.png' }],
  ['UPLOAD', { file: ['a.png', 'b.png'] }],
  ['SWITCH_PAGE', 'new'],
  ['ACCEPT_DIALOG', undefined],
  ['ACCEPT_DIALOG', { messageContaining: 'Delete', promptText: '' }],
  ['DISMISS_DIALOG', null],
  ['DISMISS_DIALOG', { messageContaining: 'Delete' }],
])('%s may be called with %j', (action, calledWith) => {
  expect(problemsOf(withInteraction(action, calledWith))).toEqual([]);
});

test.each([
  ['CLICK', 'left'],
  ['CLICK', { button: 'fourth' }],
  ['ENTER_TEXT', undefined],
  ['GO_TO', null],
  ['TYPE_TEXT', 'x'],
  ['SELECT_OPTION', 3],
  ['SELECT_OPTION', { index: -1 }],
  ['HOVER', 'long'],
  ['DOWNLOAD', undefined],
  ['DRAG_AND_DROP', { selectors: [] }],
  ['EXTRACT', { variableName: 'n', type: 'ATTRIBUTE' }],
  ['JAVASCRIPT', { code: 'x', execType: 'shell' }],
  ['WAIT_FOR', { type: 'luck' }],
  ['UPLOAD', { file: [] }],
  ['UPLOAD', { file: '' }],
  ['UPLOAD', ['/a.png']],
  ['SWITCH_PAGE', undefined],
  ['SWITCH_PAGE', 'newest'],
  ['ACCEPT_DIALOG', 'Delete'],
])('%s may not be called with %j', (action, calledWith) => {
  const [problem] = problemsOf(withInteraction(action, calledWith));
  expect(problem).toContain('elements.0.interaction.calledWith');
});

test.each([
  ['VISIBLE', null],
  ['NOT_VISIBLE', undefined],
  ['DISABLED', null],
  ['TO_BE_CHECKED', null],
  ['NOT_TO_BE_CHECKED', null],
  ['TO_HAVE_VALUE', 'x'],
  ['TO_CONTAIN_TEXT', 'OCTOREGEX\\d+OCTOREGEX'],
  ['TO_HAVE_STYLE', ['color', 'red']],
  ['RESPONSE_OK', 'https://app.test/health'],
])('%s may be called with %j', (expectation, calledWith) => {
  expect(problemsOf(withAssertion(expectation, calledWith))).toEqual([]);
});

test.each([
  ['VISIBLE', 'yes'],
  ['TO_HAVE_VALUE', null],
  ['TO_CONTAIN_TEXT', undefined],
  ['TO_HAVE_STYLE', ['color']],
])('%s may not be called with %j', (expectation, calledWith) => {
  const [problem] = problemsOf(withAssertion(expectation, calledWith));
  expect(problem).toContain('elements.0.assertion.calledWith');
});

test('an action and an expectation that do not exist are named, with those that do', () => {
  expect(problemsOf(withInteraction('TELEPORT', null))).toEqual([
    expect.stringMatching(/^elements\.0\.interaction\.action: "TELEPORT" is unknown: use one of CLICK, /),
  ]);
  expect(problemsOf(withAssertion('HAPPY', null))).toEqual([
    expect.stringMatching(/^elements\.0\.assertion\.expectation: "HAPPY" is unknown: use one of VISIBLE, /),
  ]);
  expect(problemsOf(withElement({ selectors: [], interaction: {} }))).toEqual([
    expect.stringMatching(/^elements\.0\.interaction\.action: is missing: use one of CLICK, /),
  ]);
});

const goesTo = { selectors: [], interaction: { action: 'GO_TO', calledWith: '/a' } };
const accepts = { selectors: [], interaction: { action: 'ACCEPT_DIALOG' } };
const clicks = { selectors: [], interaction: { action: 'CLICK' } };

test.each([
  ['with another step', [clicks, goesTo], true],
  ['with GO_TO', [goesTo, clicks], false],
  ['with steps that prepare a dialog, and GO_TO', [accepts, accepts, goesTo], false],
  ['with a step that prepares a dialog, and another', [accepts, clicks, goesTo], true],
])('a case that begins %s: whether it starts at its entry point', (_, elements, starts) => {
  expect(startsAtEntryPoint(exchangeTestCase.parse({ ...aCase(), elements }))).toBe(starts);
});
