import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectations } from '../../src/contract/exchange/assertion.ts';
import { exchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { actions } from '../../src/contract/exchange/interaction.ts';
import { selectorTypes } from '../../src/contract/exchange/selector.ts';
import { testFileSchema } from '../../src/contract/file-schema.ts';
import { checkStep } from '../../src/test-files/check-step.ts';
import { readTestCase } from '../../src/test-files/read-test-case.ts';
import { runs } from '../fuzz/runs.ts';

const tried = runs(5000);

const ajv = new Ajv2020({ strict: true, strictTypes: false });
addFormats.default(ajv);
const validate = ajv.compile(testFileSchema());

/** An object with some of these fields. */
const some = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const text = fc.oneof(fc.string(), fc.constantFrom('', '0', '-1', '1.5', 'OCTOREGEX\\d+OCTOREGEX'));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const selector = fc.record(
  {
    selectorType: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...selectorTypes) },
      { weight: 1, arbitrary: text },
    ),
    selector: text,
    options: fc.oneof(
      fc.constant(null),
      some({ name: text, exact: fc.boolean(), level: number, hasText: fc.oneof(text, fc.boolean()) }),
    ),
  },
  { requiredKeys: ['selectorType'] },
);
const selectors = fc.array(selector, { maxLength: 3 });
const option = some({ value: text, label: text, index: number });
/** Arguments of all kinds: each step gets those of any other too. */
const argument = fc.oneof(
  fc.constantFrom(undefined, null, true, ...['left', 'code', 'TEXT'].map((type) => ({ type }))),
  text,
  number,
  option,
  fc.array(fc.oneof(text, option), { maxLength: 3 }),
  fc.array(text, { minLength: 2, maxLength: 2 }),
  some({ button: fc.constantFrom('left', 'fourth'), double: fc.boolean(), force: fc.boolean() }),
  some({ text, delay: number }),
  some({ selectors, options: some({ targetPosition: some({ x: number, y: number }) }) }),
  some({ variableName: text, type: fc.constantFrom('TEXT', 'ATTRIBUTE', 'STYLE'), attributeName: text }),
  some({ code: text, execType: fc.constantFrom('browser', 'sandbox', 'shell') }),
  some({ subjectContaining: fc.option(text), subAddress: fc.option(text) }),
  some({ type: fc.constantFrom('load', 'fixedTime', 'code', 'luck'), timeMilliseconds: number, code: text }),
  some({ x: number, y: number }),
);
const interactionOf = (action: fc.Arbitrary<string>) =>
  fc.record({ action, calledWith: argument }, { requiredKeys: ['action'] });
const known = interactionOf(fc.constantFrom(...actions));
const unknown = interactionOf(text.filter((action) => !actions.some((each) => each === action)));
const assertion = fc.record(
  { expectation: fc.constantFrom(...expectations, 'HAPPY'), calledWith: argument },
  { requiredKeys: ['expectation'] },
);
const step = fc.oneof(
  fc.record({ selectors, interaction: known }),
  fc.record({ selectors, assertion }),
  some({
    selectors,
    interaction: fc.option(known),
    assertion: fc.option(assertion),
    ignoreFailure: argument,
  }),
);
const caseOf = (elements: fc.Arbitrary<unknown>) =>
  fc
    .tuple(
      fc.record({
        version: fc.constantFrom('1', 1, '1', 1, '2'),
        id: fc.uuid(),
        runStatus: fc.constantFrom('ON', 'OFF'),
        description: text,
        prompt: text,
        elements,
      }),
      some({
        type: fc.constantFrom('LOGIN', 'TEARDOWN', 'login'),
        tagNames: fc.array(text, { maxLength: 2 }),
        dependencyId: fc.oneof(fc.uuid(), text),
        entryPointUrlPath: text,
        localEditingStatus: fc.constantFrom('DONE', 'OPEN'),
      }),
    )
    .map(([all, more]) => ({ ...all, ...more }));
/** What is left of a value in a file: no undefined. */
const inFile = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const holdsNull = (value: unknown): boolean => JSON.stringify(value).includes('null');

test('what the exchange schema accepts, the schema of files accepts, once the keys that are not known are gone', () => {
  let accepted = 0;
  fc.assert(
    fc.property(caseOf(fc.array(step, { maxLength: 1 })), (value) => {
      const read = exchangeTestCase.safeParse(inFile(value));
      // Some of what it accepts, the reader of files refuses, such as an option that its selector does not have.
      if (!read.success || read.data.elements.flatMap(checkStep).length > 0) return;
      accepted += 1;
      validate(inFile(read.data));
      expect(validate.errors).toBeNull();
    }),
    tried,
  );
  expect(accepted).toBeGreaterThan(0.06 * tried.numRuns);
});

test('what the reader of files refuses for its form, the schema of files refuses', () => {
  let refused = 0;
  fc.assert(
    fc.property(caseOf(fc.array(step, { maxLength: 2 })), (value) => {
      const file = inFile(value);
      // In a file, null stands for a field that is left out.
      if (holdsNull(file) || readTestCase(file, 'a.yaml').testCase !== undefined) return;
      refused += 1;
      expect(validate(file)).toBe(false);
    }),
    tried,
  );
  expect(refused).toBeGreaterThan(0.06 * tried.numRuns);
});

test('an action that is not known is refused by both', () => {
  fc.assert(
    fc.property(caseOf(fc.tuple(fc.record({ selectors, interaction: unknown }))), (value) => {
      const file = inFile(value);
      expect(exchangeTestCase.safeParse(file).success).toBe(false);
      expect(validate(file)).toBe(false);
    }),
    runs(1000),
  );
});
