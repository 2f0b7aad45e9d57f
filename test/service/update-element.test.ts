import { expect, test } from 'vitest';
import { ServiceRefused } from '../../src/client/client-errors.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { openService } from '../support/service.ts';

const testCase = aCase({ elements: [seesCss('h1'), seesCss('h2')] });

async function pushedCase(now?: () => Date) {
  const it = await openService(now);
  const params = { testTargetId: it.testTargetId };
  const { versionIds } = await it.client.push(params, {}, { testCases: [testCase] });
  const { elements = [] } = await it.client.getTestCase({ ...params, testCaseId: testCase.id });
  const elementId = elements[1]?.id ?? '';
  return { it, params, versionIds, elementParams: { ...params, testCaseId: testCase.id, elementId } };
}

test('a locator line sets the selectors of one step and leaves the other steps and the old version unchanged', async () => {
  const { it, params, versionIds, elementParams } = await pushedCase();
  await using _ = it;
  const locatorLine = "await page.getByRole('button', { name: 'Pay' }).first();";
  const changed = await it.client.updateTestCaseElement(elementParams, { locatorLine });
  expect(changed).toMatchObject({
    id: elementParams.elementId,
    index: 1,
    selectors: [
      { selectorType: 'ROLE', selector: 'button', options: { name: 'Pay' } },
      { selectorType: 'FIRST', selector: '' },
    ],
  });
  const { testCases } = await it.client.pull(params, {});
  expect(testCases).toEqual([
    {
      ...testCase,
      elements: [
        seesCss('h1'),
        {
          ...seesCss('h2'),
          selectors: [
            { selectorType: 'ROLE', selector: 'button', options: { name: 'Pay' } },
            { selectorType: 'FIRST', selector: '' },
          ],
        },
      ],
    },
  ]);
  const [versionId = ''] = versionIds;
  const before = await it.client.getTestCaseVersion({ ...params, testCaseId: testCase.id, versionId });
  expect(before).toEqual({ ...testCase, versionId });
});

test('an invalid locator line is refused with the position of the mistake, and nothing changes', async () => {
  const { it, params, elementParams } = await pushedCase();
  await using _ = it;
  const locatorLine = 'page.evaluate(() => fetch("http://evil.test"))';
  const refused = it.client.updateTestCaseElement(elementParams, { locatorLine });
  await expect(refused).rejects.toThrow(/answered 400: locatorLine: character 18/);
  expect((await it.client.pull(params, {})).testCases).toEqual([testCase]);
});

test('a step that uses no element takes no locator line', async () => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId, testCaseId: testCase.id };
  await it.client.push(params, {}, { testCases: [{ ...testCase, elements: [goTo('/'), seesCss('h1')] }] });
  const { elements = [] } = await it.client.getTestCase(params);
  const ofElement = { ...params, elementId: elements[0]?.id ?? '' };
  const refused = it.client.updateTestCaseElement(ofElement, { locatorLine: "getByText('Pay')" });
  await expect(refused).rejects.toThrow('answered 400: locatorLine: GO_TO takes no locator');
});

test('an unknown element is not found', async () => {
  const { it, elementParams } = await pushedCase();
  await using _ = it;
  const unknown = { ...elementParams, elementId: testCase.id };
  const refused = it.client.updateTestCaseElement(unknown, { locatorLine: "page.locator('p')" });
  await expect(refused).rejects.toBeInstanceOf(ServiceRefused);
  await expect(refused).rejects.toMatchObject({ status: 404 });
});

test('the selectors that a step has change nothing', async () => {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  const { it, params, elementParams } = await pushedCase(() => new Date(time));
  await using _ = it;
  const read = () => it.client.getTestCase({ ...params, testCaseId: testCase.id });
  const before = await read();
  time += 1000;
  await it.client.updateTestCaseElement(elementParams, { locatorLine: "page.locator('h2')" });
  expect(await read()).toEqual(before);
});
