import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

async function startRuns(it: ServiceUnderTest, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let run = 0; run < count; run += 1) ids.push((await it.execute([])).testReport.id);
  return ids;
}

/** Reads every page, with the key of the page before in the given form. */
async function readPages(it: ServiceUnderTest, form: (createdAt: string) => string): Promise<string[][]> {
  const pages: string[][] = [];
  let query = '';
  // More pages than there are would be a loop.
  while (pages.length < 10) {
    const { body } = await it.ask(
      'GET',
      `/api/apiKey/v3/test-targets/${it.testTargetId}/test-reports${query}`,
    );
    const page = pageOf(body);
    pages.push(page.data.map(({ id }) => id));
    if (!page.hasNextPage) return pages;
    query = form(page.key?.createdAt ?? '');
  }
  return pages;
}

function pageOf(body: unknown) {
  return endpoints.listTestReports.answer.parse(body);
}

const asJson = (createdAt: string) => `?key=${encodeURIComponent(JSON.stringify({ createdAt }))}`;

test('the history is empty at first', async () => {
  await using it = await openService();
  expect(await it.client.listTestReports({ testTargetId: it.testTargetId }, {})).toEqual({
    data: [],
    key: { createdAt: '1970-01-01T00:00:00.000Z' },
    hasNextPage: false,
  });
});

test('the history is newest first, with the results of each report', async () => {
  await using it = await openService();
  const versions = await it.push(aCase());
  await it.execute(versions);
  await it.execute(versions);
  const { data, hasNextPage } = await it.client.listTestReports({ testTargetId: it.testTargetId }, {});
  expect(hasNextPage).toBe(false);
  expect(data.map(({ testResults }) => testResults.length)).toEqual([1, 1]);
  expect(Date.parse(data[0]?.createdAt ?? '')).toBeGreaterThan(Date.parse(data[1]?.createdAt ?? ''));
});

test.each([
  ['JSON text', asJson],
  ['key[createdAt]', (createdAt: string) => `?key[createdAt]=${encodeURIComponent(createdAt)}`],
  ['createdAt', (createdAt: string) => `?createdAt=${encodeURIComponent(createdAt)}`],
])('paging by key, given as %s, lists every report once, newest first', async (_, form) => {
  // A clock that stands still: reports made in one moment must not be lost between pages.
  await using it = await openService(() => new Date('2026-03-01T12:00:00.000Z'));
  const made = await startRuns(it, 45);
  const pages = await readPages(it, form);
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(made.toReversed());
});

test('the last page says that there is no next one', async () => {
  await using it = await openService();
  await startRuns(it, 20);
  const { data, hasNextPage } = await it.client.listTestReports({ testTargetId: it.testTargetId }, {});
  expect(data).toHaveLength(20);
  expect(hasNextPage).toBe(false);
});

test("a page contains strictly older reports, whatever the precision of the key's time", async () => {
  await using it = await openService(() => new Date('2026-03-01T12:00:00.500Z'));
  await startRuns(it, 1);
  const countBefore = async (createdAt: string) =>
    (
      await it.client.listTestReports(
        { testTargetId: it.testTargetId },
        { key: JSON.stringify({ createdAt }) },
      )
    ).data.length;
  expect(await countBefore('2026-03-01T12:00:00.500Z')).toBe(0);
  expect(await countBefore('2026-03-01T12:00:00Z')).toBe(0);
  expect(await countBefore('2026-03-01T12:00:01Z')).toBe(1);
});

test.each([
  ['yesterday', []],
  ['{}', ['createdAt']],
  ['{"createdAt":"yesterday"}', ['createdAt']],
  ['[]', []],
])('the key %s is refused', async (key, where) => {
  await using it = await openService();
  const path = pathOf('listTestReports', { testTargetId: it.testTargetId }, { key });
  const answer = await it.ask('GET', path);
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['query', 'key', ...where] }] });
});

test('each target has its own history', async () => {
  await using it = await openService();
  await startRuns(it, 1);
  const { id } = await it.client.createTestTarget({});
  expect((await it.client.listTestReports({ testTargetId: id }, {})).data).toEqual([]);
});

test.each(['key', 'key[createdAt]', 'createdAt'])('the time in %s may have an offset', async (name) => {
  await using it = await openService(() => new Date('2026-03-01T12:00:00.000Z'));
  const [first] = await startRuns(it, 2);
  const ask = async (createdAt: string) => {
    const value = name === 'key' ? JSON.stringify({ createdAt }) : createdAt;
    const params = { testTargetId: it.testTargetId };
    return pageOf((await it.ask('GET', pathOf('listTestReports', params, { [name]: value }))).body).data;
  };
  // The second is 1 ms younger.
  expect((await ask('2026-03-01T14:00:00.001+02:00')).map(({ id }) => id)).toEqual([first]);
  expect(await ask('2026-03-01T12:00:00.001+00:01')).toEqual([]);
});

async function openWithRuns() {
  const it = await openService();
  const { testTargetId } = it;
  const { id: stagingId } = await it.client.createEnvironment({ testTargetId }, { name: 'staging' });
  const [first] = await it.client.listEnvironments({ testTargetId });
  const run = async (environmentName: string) => (await it.execute([], { environmentName })).testReport.id;
  const staging = [await run('staging')];
  const byDefault = await run('default');
  staging.push(await run('staging'));
  const equals = (...ids: string[]) =>
    JSON.stringify(ids.map((value) => ({ key: 'environmentId', operator: 'EQUALS', value })));
  const history = async (filter: string, key?: string) =>
    (
      await it.client.listTestReports({ testTargetId }, { filter, ...(key === undefined ? {} : { key }) })
    ).data.map(({ id }) => id);
  return { it, stagingId, defaultId: first?.id ?? '', staging, byDefault, equals, history };
}

test('the history can be limited to the reports of one environment', async () => {
  const { it, stagingId, defaultId, staging, byDefault, equals, history } = await openWithRuns();
  await using _ = it;
  expect(await history(equals(stagingId))).toEqual(staging.toReversed());
  expect(await history(equals(defaultId))).toEqual([byDefault]);
  expect(await history(equals(randomUUID()))).toEqual([]);
  expect(await history(equals())).toHaveLength(3);
});

test('conditions are joined by AND', async () => {
  const { it, stagingId, defaultId, equals, history } = await openWithRuns();
  await using _ = it;
  expect(await history(equals(stagingId, stagingId))).toHaveLength(2);
  expect(await history(equals(stagingId, defaultId))).toEqual([]);
});

test('filter and key can be combined', async () => {
  const { it, stagingId, staging, equals, history } = await openWithRuns();
  await using _ = it;
  const { data } = await it.client.listTestReports({ testTargetId: it.testTargetId }, {});
  const key = JSON.stringify({ createdAt: data[0]?.createdAt });
  expect(await history(equals(stagingId), key)).toEqual(staging.slice(0, 1));
});

test('the reports of a deleted environment are kept', async () => {
  const { it, stagingId, staging, equals, history } = await openWithRuns();
  await using _ = it;
  await it.client.deleteEnvironment({ testTargetId: it.testTargetId, environmentId: stagingId });
  expect(await history(equals(stagingId))).toEqual(staging.toReversed());
});

test.each([
  [
    'staging',
    [],
    'is not JSON. Example: [{"key": "environmentId", "operator": "EQUALS", "value": "<uuid>"}]',
  ],
  ['{}', [], 'Invalid input: expected array, received object'],
  ['[{"key":"environmentId","operator":"EQUALS"}]', [0, 'value'], expect.stringContaining('expected string')],
  [
    '[{"key":"status","operator":"EQUALS","value":""}]',
    [0, 'key'],
    expect.stringContaining('"environmentId"'),
  ],
  ['[{"key":"environmentId","operator":"EQUALS","value":"staging"}]', [0, 'value'], 'must be a UUID'],
])('the filter %s is refused with what is wrong in it', async (filter, path, message) => {
  await using it = await openService();
  const { status, body } = await it.ask(
    'GET',
    pathOf('listTestReports', { testTargetId: it.testTargetId }, { filter }),
  );
  expect(status).toBe(400);
  expect(body).toContainEqual(expect.objectContaining({ path: ['query', 'filter', ...path], message }));
});

test('a blank key and a blank filter are ignored', async () => {
  await using it = await openService();
  const ids = await startRuns(it, 2);
  const { status, body } = await it.ask(
    'GET',
    pathOf('listTestReports', { testTargetId: it.testTargetId }, { key: '', filter: ' ' }),
  );
  expect(status).toBe(200);
  expect(pageOf(body).data.map(({ id }) => id)).toEqual(ids.toReversed());
});

test.each([
  ['after the last year', '9999-12-31T23:59:59-23:00', 1],
  ['before the first year', '0000-01-01T00:00:00+23:59', 0],
])('a time %s, because of its offset, is a position in the history', async (_, createdAt, count) => {
  await using it = await openService();
  await startRuns(it, 1);
  const { testTargetId } = it;
  const { data } = await it.client.listTestReports({ testTargetId }, { createdAt });
  expect(data).toHaveLength(count);
});
