import { expect, test } from 'vitest';
import { z } from 'zod';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

const names = z.array(z.object({ description: z.string() }));

/** Pushes as many cases as several batches have, with their numbers as names. */
async function pushMany(it: ServiceUnderTest): Promise<string[]> {
  const testCases = Array.from({ length: 120 }, (_, index) => aCase({ description: String(index) }));
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases });
  return testCases.map(({ description }) => description);
}

/** Starts a list. @returns its first part, and what reads the rest. */
async function startList(it: ServiceUnderTest) {
  const url = `http://embedded.invalid${pathOf('listTestCases', { testTargetId: it.testTargetId })}`;
  const response = await it.service.fetch(new Request(url, { headers: { 'x-api-key': it.service.apiKey } }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader?.read())?.value ?? '';
  return {
    first,
    cancel: () => reader?.cancel(),
    async rest(): Promise<string> {
      let text = '';
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
        text += part.value;
      return text;
    },
  };
}

const namesIn = (json: string) => names.parse(JSON.parse(json)).map(({ description }) => description);

test('a long list arrives in parts, and other requests are answered between them', async () => {
  await using it = await openService();
  const all = await pushMany(it);
  const list = await startList(it);
  expect(namesIn(`${list.first}]`).length).toBeLessThan(all.length);
  expect(await it.client.listTestTargets()).toHaveLength(1);
  expect(namesIn(list.first + (await list.rest()))).toEqual(all);
});

test('a list is that of its request, whatever is pushed while it is read', async () => {
  await using it = await openService();
  const all = await pushMany(it);
  const list = await startList(it);
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [aCase()] });
  expect(namesIn(list.first + (await list.rest()))).toEqual(all);
  expect(await it.client.listTestCases({ testTargetId: it.testTargetId }, {})).toHaveLength(1);
});

test('a list ends properly if its target is deleted while it is read', async () => {
  await using it = await openService();
  const all = await pushMany(it);
  const list = await startList(it);
  await it.client.deleteTestTarget({ testTargetId: it.testTargetId });
  const received = namesIn(list.first + (await list.rest()));
  expect(received).toEqual(all.slice(0, received.length));
});

test('a list that is not read to its end does not block other requests', async () => {
  await using it = await openService();
  await pushMany(it);
  await (await startList(it)).cancel();
  await it.client.deleteTestTarget({ testTargetId: it.testTargetId });
  expect(await it.client.listTestTargets()).toEqual([]);
});

test.each([
  ['nothing', { description: 'none' }, []],
  ['a case of the last batch', { description: '119' }, ['119']],
])('a filter that matches %s in a long list is answered with a list', async (_, filter, matching) => {
  await using it = await openService();
  await pushMany(it);
  const found = await it.client.listTestCases(
    { testTargetId: it.testTargetId },
    { filter: JSON.stringify(filter) },
  );
  expect(found.map(({ description }) => description)).toEqual(matching);
});
