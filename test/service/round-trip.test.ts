import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { TestCaseElement } from '../../src/contract/test-case.ts';
import { runs } from '../fuzz/runs.ts';
import { someCases, someElement } from '../support/arbitrary-cases.ts';
import { aCase } from '../support/cases.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

/** What travels: JSON has no -0 and no lone half of a surrogate pair that would need care. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function pushSteps(it: ServiceUnderTest, elements: ExchangeElement[]) {
  const testCase = aCase({ elements });
  const ofTarget = { testTargetId: it.testTargetId };
  await it.client.push(ofTarget, {}, { testCases: [testCase] });
  const ofCase = { ...ofTarget, testCaseId: testCase.id };
  const { elements: shown = [] } = await it.client.getTestCase(ofCase);
  return { testCase, ofCase, shown };
}

const pulled = async (it: ServiceUnderTest) =>
  (await it.client.pull({ testTargetId: it.testTargetId }, {})).testCases;

test('a pull returns exactly what was pushed, in order', async () => {
  await using it = await openService();
  await fc.assert(
    fc.asyncProperty(someCases, async (testCases) => {
      const { versionIds } = await it.client.push(
        { testTargetId: it.testTargetId },
        { allowEmpty: 'true' },
        { testCases },
      );
      expect(await pulled(it)).toEqual(asJson(testCases));
      for (const [index, { id }] of testCases.entries()) {
        const versionId = versionIds[index] ?? '';
        const ofVersion = { testTargetId: it.testTargetId, testCaseId: id, versionId };
        expect(await it.client.getTestCaseVersion(ofVersion)).toEqual(
          asJson({ ...testCases[index], versionId }),
        );
      }
    }),
    runs(200),
  );
});

test('steps that are patched back as they were read stay identical', async () => {
  await using it = await openService();
  await fc.assert(
    fc.asyncProperty(fc.array(someElement, { minLength: 1, maxLength: 6 }), async (elements) => {
      const { testCase, ofCase, shown } = await pushSteps(it, elements);
      const answer = await it.client.updateTestCase(ofCase, { elements: shown });
      expect(answer.elements).toEqual(shown);
      expect(await pulled(it)).toEqual([asJson(testCase)]);
    }),
    runs(300),
  );
});

test('steps in the detail form without ids are equivalent', async () => {
  await using it = await openService();
  await fc.assert(
    fc.asyncProperty(fc.array(someElement, { minLength: 1, maxLength: 6 }), async (elements) => {
      const { ofCase, shown } = await pushSteps(it, elements);
      // Onto another step in each place, so that nothing that is stored can be kept.
      await it.client.updateTestCase(ofCase, {
        elements: shown.map(() => ({
          interaction: { action: 'GO_TO', calledWith: 'https://elsewhere.test/' },
          selectors: [],
        })),
      });
      const rewritten = await it.client.updateTestCase(ofCase, { elements: shown.map(withoutIds) });
      expect(rewritten.elements).toEqual(shown);
    }),
    runs(200),
  );
});

function withoutIds({ interaction, assertion, selectors, ignoreFailure }: TestCaseElement) {
  return {
    ...(interaction == null
      ? {}
      : { interaction: { action: interaction.action, calledWith: interaction.calledWith } }),
    ...(assertion == null
      ? {}
      : { assertion: { expectation: assertion.expectation, calledWith: assertion.calledWith } }),
    selectors: selectors.map(({ selectorType, selector, options }) => ({ selectorType, selector, options })),
    ignoreFailure,
  };
}

test('steps that are patched back in another order change their order, and nothing else', async () => {
  await using it = await openService();
  await fc.assert(
    fc.asyncProperty(fc.array(someElement, { minLength: 2, maxLength: 5 }), async (elements) => {
      const { testCase, ofCase, shown } = await pushSteps(it, elements);
      await it.client.updateTestCase(ofCase, { elements: shown.toReversed() });
      expect(await pulled(it)).toEqual([asJson({ ...testCase, elements: elements.toReversed() })]);
    }),
    runs(150),
  );
});
