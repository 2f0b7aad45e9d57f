import fc from 'fast-check';
import type { Expectation } from '../../src/contract/exchange/assertion.ts';
import {
  type ExchangeElement,
  type ExchangeTestCase,
  exchangeElement,
  exchangeTestCase,
} from '../../src/contract/exchange/exchange-test-case.ts';
import type { Action } from '../../src/contract/exchange/interaction.ts';
import { type ExchangeSelector, selectorTypes } from '../../src/contract/exchange/selector.ts';

/** Texts that are easily taken for something else, among others. */
export const someText: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    'null',
    '5',
    'true',
    '{}',
    '"quoted"',
    '"',
    '["a","b"]',
    '[{"index":1}]',
    '{"value":"a"}',
    '{"other":1}',
    '[1]',
    '$NAME and $$name',
    'OCTOREGEX^Order \\d+$OCTOREGEX',
    'a\u0000b',
    '\ud800',
    '__proto__',
  ),
);
const flag = fc.boolean();
const size = fc.oneof(fc.integer(), fc.constantFrom(0.5, 1e-7));
const length = fc.nat({ max: 100_000 });
const filled = someText.filter((text) => text !== '');

/** An object with any of the given keys: what is optional is there or not. */
function some(shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  return fc.record(shape, { requiredKeys: [] });
}

/** What may be null. */
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const options = some({
  name: someText,
  exact: flag,
  checked: flag,
  disabled: flag,
  expanded: flag,
  includeHidden: flag,
  level: size,
  pressed: flag,
  selected: flag,
  hasText: someText,
  hasNotText: someText,
});

const someSelector: fc.Arbitrary<unknown> = fc.constantFrom(...selectorTypes).chain((selectorType) =>
  fc.record(
    {
      selectorType: fc.constant(selectorType),
      selector: selectorText(selectorType),
      options: orNull(options),
    },
    { requiredKeys: ['selectorType', 'selector'] },
  ),
);

function selectorText(selectorType: ExchangeSelector['selectorType']): fc.Arbitrary<string> {
  if (selectorType === 'NTH') return fc.integer().map(String);
  return selectorType === 'FILTER' || selectorType === 'FIRST' || selectorType === 'LAST' ? someText : filled;
}

const chosen = some({ value: someText, label: someText, index: length });
const nothing = fc.constant(null);

/** Every argument of every action. */
const interactionArguments: Record<Action, fc.Arbitrary<unknown>> = {
  CLICK: orNull(some({ button: fc.constantFrom('left', 'right', 'middle'), double: flag, force: flag })),
  ENTER_TEXT: someText,
  GO_TO: someText,
  KEY_PRESS: someText,
  UPLOAD: fc.oneof(someText, fc.record({ file: fc.oneof(filled, fc.array(filled, { minLength: 1 })) })),
  TYPE_TEXT: fc.record({ text: someText, delay: length }, { requiredKeys: ['text'] }),
  SELECT_OPTION: fc.oneof(someText, fc.array(someText), chosen, fc.array(chosen), nothing),
  HOVER: nothing,
  DOWNLOAD: someText,
  DRAG_AND_DROP: fc.record(
    {
      selectors: fc.array(someSelector, { minLength: 1, maxLength: 3 }),
      options: some({ targetPosition: fc.record({ x: size, y: size }), angularWorkaround: flag }),
    },
    { requiredKeys: ['selectors'] },
  ),
  EXTRACT: fc.oneof(
    fc.record({ variableName: filled, type: fc.constant('TEXT') }),
    fc.record({ variableName: filled, type: fc.constant('ATTRIBUTE'), attributeName: filled }),
  ),
  JAVASCRIPT: fc.record(
    { code: someText, execType: fc.constantFrom('browser', 'sandbox') },
    { requiredKeys: ['code'] },
  ),
  OPEN_EMAIL: orNull(some({ subjectContaining: orNull(someText), subAddress: orNull(someText) })),
  CLOSE_PAGE: nothing,
  WAIT_FOR: fc.oneof(
    nothing,
    fc.record({
      type: fc.constantFrom(
        'load',
        'domContentLoaded',
        'networkIdle',
        'nuxtHydration',
        'nuxtDelayHydration',
        'webComponentsHydration',
        'preactHydration',
        'qwikHydration',
      ),
    }),
    fc.record({ type: fc.constant('fixedTime'), timeMilliseconds: length }, { requiredKeys: ['type'] }),
    fc.record({ type: fc.constant('code'), code: someText }, { requiredKeys: ['type'] }),
  ),
  SCROLL: orNull(some({ x: size, y: size })),
  SWITCH_PAGE: fc.constantFrom('new', 'previous', 'next'),
  ACCEPT_DIALOG: orNull(some({ messageContaining: someText, promptText: someText })),
  DISMISS_DIALOG: orNull(some({ messageContaining: someText })),
};

const assertionArguments: Record<Expectation, fc.Arbitrary<unknown>> = {
  VISIBLE: nothing,
  NOT_VISIBLE: nothing,
  DISABLED: nothing,
  TO_BE_CHECKED: nothing,
  NOT_TO_BE_CHECKED: nothing,
  TO_HAVE_VALUE: someText,
  TO_CONTAIN_TEXT: someText,
  TO_HAVE_STYLE: fc.tuple(someText, someText),
  RESPONSE_OK: someText,
  TO_HAVE_COUNT: length,
  TO_HAVE_URL: someText,
  TO_HAVE_TITLE: someText,
  TO_HAVE_TEXT: someText,
  TO_HAVE_ATTRIBUTE: fc.tuple(someText, someText),
  ENABLED: nothing,
  FOCUSED: nothing,
  NOT_TO_CONTAIN_TEXT: someText,
};

/** Actions and expectations whose argument may be left out. */
const withoutArgument = new Set([
  'CLICK',
  'SELECT_OPTION',
  'HOVER',
  'OPEN_EMAIL',
  'CLOSE_PAGE',
  'WAIT_FOR',
  'SCROLL',
  'ACCEPT_DIALOG',
  'DISMISS_DIALOG',
  'VISIBLE',
  'NOT_VISIBLE',
  'DISABLED',
  'TO_BE_CHECKED',
  'NOT_TO_BE_CHECKED',
  'ENABLED',
  'FOCUSED',
]);

/** A step of every action and expectation, in every shape that the contract allows. */
export const someElement: fc.Arbitrary<ExchangeElement> = fc
  .oneof(
    ...Object.entries(interactionArguments).map(([action, calledWith]) =>
      steps('interaction', { action }, calledWith),
    ),
    ...Object.entries(assertionArguments).map(([expectation, calledWith]) =>
      steps('assertion', { expectation }, calledWith),
    ),
  )
  .map((element) => exchangeElement.parse(element));

function steps(
  kind: 'interaction' | 'assertion',
  name: { readonly action: string } | { readonly expectation: string },
  calledWith: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const mayBeLeftOut = withoutArgument.has(Object.values(name).join());
  const withArgument = calledWith.map((argument) => ({ ...name, calledWith: argument }));
  const other = kind === 'interaction' ? 'assertion' : 'interaction';
  return fc.record(
    {
      selectors: fc.array(someSelector, { maxLength: 3 }),
      [kind]: mayBeLeftOut ? fc.oneof(withArgument, fc.constant(name)) : withArgument,
      [other]: nothing,
      ignoreFailure: flag,
    },
    { requiredKeys: ['selectors', kind] },
  );
}

/** A valid test case with any of the optional fields. */
export const someCase: fc.Arbitrary<ExchangeTestCase> = fc
  .record(
    {
      version: fc.constant('1'),
      id: fc.oneof(
        { weight: 8, arbitrary: fc.uuid() },
        fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
      ),
      runStatus: fc.constantFrom('ON', 'OFF'),
      description: someText,
      prompt: someText,
      type: fc.constantFrom('LOGIN', 'COOKIE_BANNER', 'LINK', 'TEARDOWN'),
      tagNames: fc.array(someText, { maxLength: 3 }),
      excludedEnvironmentNames: fc.array(someText, { maxLength: 3 }),
      dependencyId: fc.uuid(),
      teardownId: fc.uuid(),
      entryPointUrlPath: someText,
      folderName: someText,
      externalId: someText,
      localEditingStatus: fc.constantFrom('IN_PROGRESS', 'DONE', 'CANCELLED'),
      elements: fc.array(someElement, { maxLength: 6 }),
    },
    { requiredKeys: ['version', 'id', 'runStatus', 'description', 'prompt', 'elements'] },
  )
  .map((testCase) => exchangeTestCase.parse(testCase));

/** Several cases with different ids. */
export const someCases = fc.uniqueArray(someCase, { selector: ({ id }) => id, maxLength: 5 });
