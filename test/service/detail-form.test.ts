import fc from 'fast-check';
import { validate as isUuid } from 'uuid';
import { expect, test } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { TestCase } from '../../src/contract/test-case.ts';
import { someCases } from '../support/arbitrary-cases.ts';
import { aCase } from '../support/cases.ts';
import { openService } from '../support/service.ts';

/** What a step looks like in the detail form. */
async function shown(element: ExchangeElement) {
  await using it = await openService();
  const testCase = aCase({ elements: [element] });
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [testCase] });
  const { elements } = await it.client.getTestCase({
    testTargetId: it.testTargetId,
    testCaseId: testCase.id,
  });
  return elements?.[0];
}

test('a case has every field of its exchange form under the names of the detail form', async () => {
  await using it = await openService(() => new Date('2026-03-01T12:00:00.000Z'));
  const [login, teardown] = [aCase(), aCase()];
  const testCase = aCase({
    description: 'Pay',
    type: 'LINK',
    runStatus: 'OFF',
    tagNames: ['smoke'],
    dependencyId: login.id,
    teardownId: teardown.id,
    entryPointUrlPath: '/cart',
    folderName: 'Checkout',
    externalId: 'X-1',
  });
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [login, teardown, testCase] });
  const params = { testTargetId: it.testTargetId, testCaseId: testCase.id };
  expect(await it.client.getTestCase(params)).toEqual({
    id: testCase.id,
    testTargetId: it.testTargetId,
    version: '1',
    type: 'LINK',
    elements: [],
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    description: 'Pay',
    status: 'ENABLED',
    externalId: 'X-1',
    entryPointUrlPath: '/cart',
    tags: ['smoke'],
    createdBy: 'EDIT',
    runStatus: 'OFF',
    prerequisiteId: login.id,
    proposalRunId: null,
    folderId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    teardownTestCaseId: teardown.id,
  });
});

test('missing fields are null, and missing tags an empty list', async () => {
  await using it = await openService();
  const testCase = aCase();
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [testCase] });
  expect(
    await it.client.getTestCase({ testTargetId: it.testTargetId, testCaseId: testCase.id }),
  ).toMatchObject({
    type: null,
    externalId: null,
    entryPointUrlPath: null,
    tags: [],
    prerequisiteId: null,
    folderId: null,
    teardownTestCaseId: null,
  });
});

test('an interaction has its argument as text, and the ids of what it belongs to', async () => {
  const element = await shown({
    selectors: [
      { selectorType: 'ROLE', selector: 'button', options: { name: 'Pay', exact: true } },
      { selectorType: 'FIRST', selector: '' },
    ],
    interaction: { action: 'CLICK', calledWith: { button: 'right' } },
    ignoreFailure: true,
  });
  expect(element).toMatchObject({
    index: 0,
    interaction: { action: 'CLICK', calledWith: '{"button":"right"}', testCaseElementId: element?.id },
    selectors: [
      {
        index: 0,
        selectorType: 'ROLE',
        selector: 'button',
        options: { name: 'Pay', exact: true },
        testCaseElementId: element?.id,
      },
      { index: 1, selectorType: 'FIRST', selector: '', options: {} },
    ],
    ignoreFailure: true,
  });
  expect(element?.selectors.map(({ scrollStateId }) => scrollStateId)).toEqual([
    element?.scrollState?.id,
    element?.scrollState?.id,
  ]);
  expect(element?.scrollState?.id).toSatisfy(isUuid);
  expect(element).not.toHaveProperty('assertion');
});

test('an assertion has its argument as text', async () => {
  const element = await shown({
    selectors: [],
    assertion: { expectation: 'TO_HAVE_STYLE', calledWith: ['color', 'red'] },
  });
  expect(element).toMatchObject({
    assertion: { expectation: 'TO_HAVE_STYLE', calledWith: '["color","red"]' },
    selectors: [],
    ignoreFailure: false,
  });
  expect(element).not.toHaveProperty('interaction');
});

const argumentTexts: [NonNullable<ExchangeElement['interaction']>, string | undefined][] = [
  [{ action: 'ENTER_TEXT', calledWith: 'a "quoted" text' }, 'a "quoted" text'],
  [{ action: 'ENTER_TEXT', calledWith: '["a"]' }, '["a"]'],
  [{ action: 'SELECT_OPTION', calledWith: 'a' }, 'a'],
  [{ action: 'SELECT_OPTION', calledWith: ['a'] }, '["a"]'],
  [{ action: 'SELECT_OPTION', calledWith: '["a"]' }, '"[\\"a\\"]"'],
  [{ action: 'HOVER' }, undefined],
];

test.each(argumentTexts)('the argument of %j is the text %j', async (interaction, text) => {
  expect((await shown({ selectors: [], interaction }))?.interaction?.calledWith).toBe(text);
});

test('ids are UUIDs, no two are the same, and a second read has the same ones', async () => {
  await using it = await openService();
  const ofTarget = { testTargetId: it.testTargetId };
  await fc.assert(
    fc.asyncProperty(someCases, async (testCases) => {
      await it.client.push(ofTarget, { allowEmpty: 'true' }, { testCases });
      const read = await it.client.listTestCases(ofTarget, {});
      const ids = read.flatMap(idsOf);
      expect(ids.filter((id) => !isUuid(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      expect(await it.client.listTestCases(ofTarget, {})).toEqual(read);
      for (const { id } of read) {
        const testCase = await it.client.getTestCase({ ...ofTarget, testCaseId: id });
        expect(read).toContainEqual(testCase);
      }
    }),
    { numRuns: 50 },
  );
});

function idsOf({ id, elements = [] }: TestCase): (string | undefined)[] {
  return [
    id,
    ...elements.flatMap((element) => [
      element.id,
      ...(element.interaction == null ? [] : [element.interaction.id]),
      ...(element.assertion == null ? [] : [element.assertion.id]),
      ...element.selectors.map((selector) => selector.id),
    ]),
  ];
}

test('cases of one folder have one folder id, and others another', async () => {
  await using it = await openService();
  const ofTarget = { testTargetId: it.testTargetId };
  const names = ['Cart', 'Cart', 'Search'];
  await it.client.push(ofTarget, {}, { testCases: names.map((folderName) => aCase({ folderName })) });
  const ids = (await it.client.listTestCases(ofTarget, {})).map(({ folderId }) => folderId);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});
