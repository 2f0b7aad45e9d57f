import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Operation } from '../../src/contract/routes.ts';
import { someText } from '../support/arbitrary-cases.ts';
import { edited, someEdit } from '../support/edits.ts';
import { type FullService, openFullService } from '../support/full-service.ts';
import { validateAnswer } from '../support/openapi-validator.ts';
import { allOperations, operationAt, pathOf } from '../support/path-of.ts';

const texts = z.record(z.string(), z.string()).catch({});
const pathText = fc.oneof(someText, fc.uuid()).map((text) => text.toWellFormed());

/** A request that is nearly valid, or far from it. */
const someRequest = fc.record({
  operation: fc.constantFrom(...allOperations),
  // Most requests get through to the body, for there is most to go wrong.
  param: fc.option(fc.tuple(fc.nat({ max: 3 }), pathText), { freq: 4 }),
  query: fc.option(fc.tuple(fc.nat({ max: 3 }), pathText), { freq: 1 }),
  queryEdit: fc.option(someEdit, { freq: 2 }),
  body: fc.oneof(
    { weight: 8, arbitrary: fc.array(someEdit, { minLength: 1, maxLength: 2 }).map((edits) => ({ edits })) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json()).map((raw) => ({ raw })) },
  ),
});

type SomeRequest = typeof someRequest extends fc.Arbitrary<infer T> ? T : never;

async function send(it: FullService, request: SomeRequest) {
  const { operation } = request;
  const valid = it.requests[operation];
  const { method } = endpoints[operation];
  const params = replaced(valid.params, request.param);
  const path = pathOf(operation, params, brokenQuery(valid.query ?? {}, request));
  if (valid.body === undefined) return { method, path, answer: await it.ask(method, path) };
  const given = request.body;
  const body =
    'raw' in given
      ? given.raw
      : JSON.stringify(
          given.edits.reduce<unknown>((before, edit) => edited(before, edit), valid.body) ?? null,
        );
  return { method, path, answer: await it.ask(method, path, { body }) };
}

/** One text put in the place of another. */
function replaced(given: Readonly<Record<string, string>>, change: [number, string] | null) {
  const names = Object.keys(given);
  const name = change === null ? undefined : names[change[0] % Math.max(names.length, 1)];
  return change === null || name === undefined ? given : { ...given, [name]: change[1] };
}

/** Query texts are JSON in part: those are changed inside as well. */
function brokenQuery(query: Readonly<Record<string, string>>, { query: change, queryEdit }: SomeRequest) {
  if (queryEdit === null) return replaced(query, change);
  const inside = Object.entries(query).map(([name, text]) => [
    name,
    text.startsWith('{') || text.startsWith('[') ? JSON.stringify(edited(JSON.parse(text), queryEdit)) : text,
  ]);
  return texts.parse(Object.fromEntries(inside));
}

/** All that can be read of a service. */
async function contents({ client }: FullService) {
  // What goes on in the background without a generator is over by the next turn of the event loop.
  await new Promise(setImmediate);
  const every = { filter: JSON.stringify({ OR: [{}, { status: 'DELETED' }] }) };
  const targets = await client.listTestTargets();
  return Promise.all(
    targets.map(async (target) => {
      const params = { testTargetId: target.id };
      return {
        target,
        environments: await client.listEnvironments(params),
        pulled: await client.pull(params, {}),
        testCases: await client.listTestCases(params, every),
        reports: await client.listTestReports(params, {}),
      };
    }),
  );
}

const changing: readonly string[] = ['POST', 'PATCH', 'DELETE'];

test('arbitrary requests are answered as documented, never with a 500, and refused ones change nothing', async () => {
  const statuses = new Map<Operation, Set<number>>();
  await fc.assert(
    fc.asyncProperty(fc.array(someRequest, { minLength: 1, maxLength: 8 }), async (requests) => {
      await using it = await openFullService();
      for (const request of requests) {
        const before = await contents(it);
        const { method, path, answer } = await send(it, request);
        expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
        // Some texts make another path of it, one that is no operation or another one.
        if (operationAt(method, `http://x${path}`) === request.operation && answer.status !== 404) {
          const mediaType = answer.headers.get('content-type') ?? undefined;
          expect(validateAnswer(request.operation, answer.status, mediaType, answer.body)).toEqual([]);
          statuses.set(
            request.operation,
            (statuses.get(request.operation) ?? new Set()).add(answer.status < 300 ? 200 : answer.status),
          );
        }
        if (answer.status >= 400 || !changing.includes(method)) {
          expect(await contents(it), `${method} ${path}`).toEqual(before);
        }
      }
    }),
    { numRuns: 150 },
  );
  // The requests are of use only where some get through and some don't.
  const withBody = allOperations.filter((operation) =>
    ['POST', 'PATCH'].includes(endpoints[operation].method),
  );
  for (const operation of withBody) expect([...(statuses.get(operation) ?? [])], operation).toContain(400);
  expect([...statuses.values()].filter((each) => each.has(200)).length).toBeGreaterThan(15);
});
