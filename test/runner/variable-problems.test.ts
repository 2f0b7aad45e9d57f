import { expect, it } from 'vitest';
import type { Assertion } from '../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../src/contract/exchange/interaction.ts';
import { findVariableProblems } from '../../src/runner/variables/variable-problems.ts';
import { runVariables } from '../../src/runner/variables/variables.ts';
import { aCase } from '../support/cases.ts';

const variables = runVariables({
  variables: { CUSTOMER: ['ada'], EMPTY: [''], BLANK: [' '] },
  executionUrl: 'http://app.test',
  environment: { headers: {} },
});

/** The paths of the undefined variables of a case, and their names. */
function found(more: Parameters<typeof aCase>[0]): [string, string | undefined][] {
  return findVariableProblems(aCase(more), variables).map(({ path, message }) => [
    path.join('.'),
    /variable (\S+)/.exec(message)?.[1],
  ]);
}

const inStep = (step: Partial<ExchangeElement>) => found({ elements: [{ selectors: [], ...step }] });
const inInteraction = (interaction: Interaction) => inStep({ interaction });
const selector = { selectorType: 'TEXT', selector: '$NONE' } as const;

it.each<[string, Interaction | Assertion]>([
  ['calledWith', { action: 'GO_TO', calledWith: '/$NONE' }],
  ['calledWith', { action: 'ENTER_TEXT', calledWith: '$NONE' }],
  ['calledWith.text', { action: 'TYPE_TEXT', calledWith: { text: '$NONE' } }],
  ['calledWith', { action: 'KEY_PRESS', calledWith: '$NONE' }],
  ['calledWith', { action: 'UPLOAD', calledWith: '$NONE' }],
  ['calledWith', { action: 'DOWNLOAD', calledWith: 'OCTOREGEX^$NONE$OCTOREGEX' }],
  ['calledWith', { action: 'SELECT_OPTION', calledWith: '$NONE' }],
  ['calledWith.1', { action: 'SELECT_OPTION', calledWith: ['a', '$NONE'] }],
  ['calledWith.label', { action: 'SELECT_OPTION', calledWith: { label: '$NONE' } }],
  [
    'calledWith.attributeName',
    { action: 'EXTRACT', calledWith: { variableName: 'a', type: 'ATTRIBUTE', attributeName: '$NONE' } },
  ],
  ['calledWith.subjectContaining', { action: 'OPEN_EMAIL', calledWith: { subjectContaining: '$NONE' } }],
  ['calledWith.selectors.0.selector', { action: 'DRAG_AND_DROP', calledWith: { selectors: [selector] } }],
  ['calledWith', { expectation: 'TO_CONTAIN_TEXT', calledWith: '$NONE' }],
  ['calledWith', { expectation: 'TO_HAVE_VALUE', calledWith: '$NONE' }],
  ['calledWith.1', { expectation: 'TO_HAVE_STYLE', calledWith: ['color', '$NONE'] }],
  ['calledWith', { expectation: 'RESPONSE_OK', calledWith: '$NONE' }],
])('an undefined variable is found in %s of %j', (path, step) => {
  const name = 'action' in step ? 'interaction' : 'assertion';
  expect(inStep({ [name]: step })).toEqual([[`elements.0.${name}.${path}`, '$NONE']]);
});

it('an undefined variable is found in selectors, their options and the entry point', () => {
  const options = { name: '$NONE', hasText: '$CUSTOMER', hasNotText: '$OTHER' };
  const elements = [
    { selectors: [{ ...selector, options }], assertion: { expectation: 'VISIBLE' as const } },
  ];
  expect(found({ entryPointUrlPath: '/$HERE', elements })).toEqual([
    ['entryPointUrlPath', '$HERE'],
    ['elements.0.selectors.0.selector', '$NONE'],
    ['elements.0.selectors.0.options.name', '$NONE'],
    ['elements.0.selectors.0.options.hasNotText', '$OTHER'],
  ]);
});

it('the entry point is not read if the first step is GO_TO', () => {
  const goTo = { selectors: [], interaction: { action: 'GO_TO' as const, calledWith: '/' } };
  expect(found({ entryPointUrlPath: '/$HERE', elements: [goTo] })).toEqual([]);
});

it.each([
  '$CUSTOMER and $OCTO_URL or $GATE_URL',
  '$5, \\$NONE, $$dynamic',
  'OCTOREGEX^a$OCTOREGEX',
  'OCTOREGEX\\$NONEOCTOREGEX',
])('nothing is undefined in %s', (calledWith) => {
  expect(inInteraction({ action: 'ENTER_TEXT', calledWith })).toEqual([]);
});

it('in code, only the variables of the test account are missed', () => {
  const code = 'const $NONE = 1; fill("$OCTO_USERNAME", "$$a")';
  expect(inInteraction({ action: 'JAVASCRIPT', calledWith: { code } })).toEqual([
    ['elements.0.interaction.calledWith.code', '$OCTO_USERNAME'],
  ]);
  expect(inInteraction({ action: 'WAIT_FOR', calledWith: { type: 'code', code } })).toEqual([
    ['elements.0.interaction.calledWith.code', '$OCTO_USERNAME'],
  ]);
});

it('a name that is used twice in a text is found once', () => {
  expect(inInteraction({ action: 'ENTER_TEXT', calledWith: '$NONE $NONE' })).toHaveLength(1);
});

const toContain = (calledWith: string) =>
  inStep({ assertion: { expectation: 'TO_CONTAIN_TEXT', calledWith } }).map(([path]) => path);

it.each(['$EMPTY', ' $EMPTY$BLANK ', 'OCTOREGEX$EMPTYOCTOREGEX'])(
  'a text that is empty with its variables is found where it is searched for: %s',
  (text) => {
    expect(toContain(text)).toEqual(['elements.0.assertion.calledWith']);
    expect(inStep({ selectors: [{ ...selector, selector: text }] })).toHaveLength(1);
    expect(inInteraction({ action: 'ENTER_TEXT', calledWith: text })).toEqual([]);
  },
);

it.each(['$EMPTY.', '$CUSTOMER$EMPTY', '$EMPTY$$dynamic', 'OCTOREGEX^$EMPTY$OCTOREGEX'])(
  'a text that is not empty may use an empty variable: %s',
  (text) => {
    expect(toContain(text)).toEqual([]);
  },
);
