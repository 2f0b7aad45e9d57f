import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

/** A target with cases that are named by what sets them apart. */
async function openWithCases() {
  const it = await openService();
  const ofTarget = { testTargetId: it.testTargetId };
  const cases = [
    aCase({ description: 'plain' }),
    aCase({ description: 'off', runStatus: 'OFF' }),
    aCase({ description: 'in folder', folderName: 'Cart' }),
    aCase({ description: 'external', externalId: 'X-1' }),
    aCase({ description: 'disabled' }),
    aCase({ description: 'deleted', externalId: 'X-1' }),
  ];
  await it.client.push(ofTarget, {}, { testCases: cases });
  const idOf = (name: string) => cases.find(({ description }) => description === name)?.id ?? '';
  await it.client.updateTestCase({ ...ofTarget, testCaseId: idOf('disabled') }, { status: 'DISABLED' });
  await it.client.deleteTestCase({ ...ofTarget, testCaseId: idOf('deleted') });
  const listed = async (filter: object | undefined) =>
    (
      await it.client.listTestCases(ofTarget, filter === undefined ? {} : { filter: JSON.stringify(filter) })
    ).map(({ description }) => description);
  return { it, idOf, listed };
}

const alive = ['plain', 'off', 'in folder', 'external', 'disabled'];

test.each<[object | undefined, string[]]>([
  [undefined, alive],
  [{}, alive],
  [{ status: 'ENABLED' }, ['plain', 'off', 'in folder', 'external']],
  [{ status: 'DISABLED' }, ['disabled']],
  [{ status: 'DELETED' }, ['deleted']],
  [{ status: 'PROVISIONAL' }, []],
  [{ runStatus: 'OFF' }, ['off']],
  [{ description: 'plain' }, ['plain']],
  [{ description: 'plai' }, []],
  [{ externalId: 'X-1' }, ['external']],
  [{ externalId: null, folderId: null }, ['plain', 'off', 'disabled']],
  [{ description: 'off', runStatus: 'ON' }, []],
  [{ AND: [{ status: 'ENABLED' }, { runStatus: 'ON' }, { folderId: null }] }, ['plain', 'external']],
  [{ AND: { runStatus: 'OFF' } }, ['off']],
  [{ AND: [] }, alive],
  [{ OR: [{ description: 'off' }, { description: 'plain' }] }, ['plain', 'off']],
  [{ OR: { description: 'off' } }, ['off']],
  [{ OR: [] }, []],
  [{ NOT: { status: 'ENABLED' } }, ['disabled']],
  [{ NOT: [{ status: 'DISABLED' }, { runStatus: 'OFF' }] }, ['plain', 'in folder', 'external']],
  [{ NOT: [] }, alive],
  [
    { NOT: { OR: [{ description: 'off' }, { NOT: { status: 'ENABLED' } }] } },
    ['plain', 'in folder', 'external'],
  ],
  [
    { OR: [{ AND: [{ status: 'ENABLED' }, { NOT: { externalId: null } }] }, { runStatus: 'OFF' }] },
    ['off', 'external'],
  ],
  [{ OR: [{ status: 'DELETED' }, { status: 'DISABLED' }] }, ['disabled', 'deleted']],
  [{ AND: [{ status: 'DELETED' }, { externalId: 'X-1' }] }, ['deleted']],
  // Only what asks for deleted cases gets them.
  [{ OR: [{ status: 'DELETED', description: 'other' }, { externalId: 'X-1' }] }, ['external']],
  [{ NOT: { status: 'DELETED' } }, alive],
])('the filter %j lists %j', async (filter, names) => {
  const { it, listed } = await openWithCases();
  await using _ = it;
  expect(await listed(filter)).toEqual(names);
});

test('cases are found by their id, their target and their folder', async () => {
  const { it, idOf, listed } = await openWithCases();
  await using _ = it;
  expect(await listed({ id: idOf('off') })).toEqual(['off']);
  expect(await listed({ testTargetId: it.testTargetId })).toEqual(alive);
  expect(await listed({ testTargetId: idOf('off') })).toEqual([]);
  const { folderId } = await it.client.getTestCase({
    testTargetId: it.testTargetId,
    testCaseId: idOf('in folder'),
  });
  expect(await listed({ folderId })).toEqual(['in folder']);
});

const ask = (it: ServiceUnderTest, filter: string) =>
  it.ask('GET', pathOf('listTestCases', { testTargetId: it.testTargetId }, { filter }));

test.each([
  ['ENABLED', 'not JSON'],
  ['{"status":"ENABLED"', 'not JSON'],
  ['[]', 'object'],
  ['null', 'object'],
  ['{"colour":"red"}', 'colour'],
  ['{"AND":[{"OR":{"colour":"red"}}]}', 'colour'],
  ['{"AND":[{"status":"GREEN"}]}', '"AND",0,"status"'],
  ['{"NOT":3}', 'object'],
  ['{"status":"GREEN"}', 'ENABLED'],
  ['{"runStatus":true}', ''],
])('the filter %s is refused', async (filter, says) => {
  await using it = await openService();
  const answer = await ask(it, filter);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject([{ path: expect.arrayContaining(['query', 'filter']) }]);
  expect(JSON.stringify(answer.body)).toContain(says);
});

test('a deeply nested filter is refused without a stack overflow', async () => {
  await using it = await openService();
  for (const depth of [100, 20_000]) {
    const answer = await ask(it, `${'{"NOT":'.repeat(depth)}{}${'}'.repeat(depth)}`);
    expect(answer).toMatchObject({ status: 400, body: [{ path: ['query', 'filter'] }] });
  }
});
