import { expect, test } from 'vitest';
import { exchangeElement } from '../../src/contract/exchange/test-case.ts';
import { aCase, goTo } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openOnPort } from '../support/served-service.ts';

const upload = exchangeElement.parse({
  selectors: [{ selectorType: 'CSS', selector: 'input' }],
  interaction: { action: 'UPLOAD', calledWith: { file: 'fixtures/a.png' } },
});

const refusal = (path: readonly unknown[]) => [
  expect.objectContaining({
    path,
    message:
      'UPLOAD with `file` reads a file of the repository, and this service has none. Use the URL of the file.',
  }),
];

async function openTarget() {
  const served = await openOnPort();
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await served.ask(method, path, { body: JSON.stringify(body), headers });
    return { status: response.status, body: await response.json() };
  };
  const created = await send('POST', pathOf('createTestTarget', {}), { testTarget: { app: 'shop' } });
  return {
    testTargetId: String(created.body.id),
    send,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

test.each(['push', 'draftPush'] as const)(
  'a service without a repository refuses a %s of a case that uploads one of its files',
  async (operation) => {
    await using target = await openTarget();
    const testCases = [aCase({ elements: [goTo('/')] }), aCase({ elements: [goTo('/'), upload] })];
    const path = pathOf(operation, { testTargetId: target.testTargetId });
    expect(await target.send('POST', path, { testCases })).toEqual({
      status: 400,
      body: refusal(['testCases', 1, 'elements', 1, 'interaction', 'calledWith', 'file']),
    });
  },
);

test('it refuses a change of a case to such a step', async () => {
  await using target = await openTarget();
  const testCase = aCase({ elements: [goTo('/')] });
  const { testTargetId } = target;
  await target.send('POST', pathOf('push', { testTargetId }), { testCases: [testCase] });
  const elements = [
    {
      ignoreFailure: false,
      selectors: [{ selectorType: 'CSS', selector: 'input', index: 0 }],
      interaction: { action: 'UPLOAD', calledWith: '{"file":"fixtures/a.png"}' },
    },
  ];
  const path = pathOf('updateTestCase', { testTargetId, testCaseId: testCase.id });
  expect(await target.send('PATCH', path, { elements })).toEqual({
    status: 400,
    body: refusal(['elements', 0, 'interaction', 'calledWith', 'file']),
  });
});
