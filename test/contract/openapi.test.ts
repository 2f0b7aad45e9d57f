import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';

const parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() });
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  description: z.string(),
  parameters: z.array(parameter).default([]),
  requestBody: z.looseObject({}).optional(),
  responses: z.record(z.string(), z.looseObject({ content: z.record(z.string(), z.unknown()).optional() })),
  'x-extension': z.boolean().optional(),
});
const documentForm = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});
const document = documentForm.parse(openApiDocument());
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => [each.operationId, { path, method, ...each }] as const),
  ),
);
const { schemas } = document.components;

test('a validator of OpenAPI has no complaint', async () => {
  const validator = new Validator();
  expect(await validator.validate({ ...openApiDocument() })).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every reference leads somewhere, and every named schema is used', () => {
  const text = JSON.stringify(openApiDocument());
  const used = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(schemas).sort());
});

test('the document is the same each time it is generated, and the schemas are unchanged', () => {
  expect(openApiDocument()).toEqual(openApiDocument());
  expect(Object.values(endpoints).map(({ answer }) => z.globalRegistry.get(answer)?.id)).toEqual(
    Object.values(endpoints).map(() => undefined),
  );
});

describe.each(Object.entries(endpoints))('%s', (name, endpoint) => {
  const found = operations.get(name);

  test('has its method, its path, its status and its media type', () => {
    expect(found).toMatchObject({ method: endpoint.method.toLowerCase(), path: endpoint.path });
    const success = Object.keys(found?.responses ?? {}).filter((status) => status.startsWith('2'));
    expect(success).toEqual([String(endpoint.status)]);
    const content = found?.responses[endpoint.status]?.content;
    const mediaType = 'mediaType' in endpoint ? endpoint.mediaType : 'application/json';
    expect(Object.keys(content ?? {})).toEqual(endpoint.answer instanceof z.ZodUnknown ? [] : [mediaType]);
  });

  test('has a parameter for each part of its path and of its query', () => {
    const names = (place: string) => found?.parameters.filter((each) => each.in === place) ?? [];
    expect(names('path').map((each) => each.name)).toEqual(Object.keys(endpoint.params.shape));
    expect(names('path').every((each) => each.required)).toBe(true);
    expect(names('query').map((each) => each.name)).toEqual(Object.keys(endpoint.query.shape));
  });

  test('can be refused in every way or fail, refusals of the body only where it has one', () => {
    const refusals = Object.keys(found?.responses ?? {}).filter((status) => /^[45]/.test(status));
    const hasBody = !(endpoint.body instanceof z.ZodUndefined);
    const ofBody = hasBody ? ['413', '415'] : [];
    const ofKey = endpoint.method === 'POST' ? ['422'] : [];
    const ofAll = ['400', '401', '403', '404', '405', '408', '417', '431', '500'];
    const ofState = name === 'push' ? ['409'] : [];
    expect(refusals).toEqual([...ofAll, ...ofState, ...ofBody, ...ofKey].sort());
    expect(found?.requestBody !== undefined).toBe(hasBody);
  });

  test('says its section, or that it is an extension', () => {
    const isExtension = endpoint.section === 'extension';
    expect(found?.['x-extension'] ?? false).toBe(isExtension);
    expect(found?.description).toMatch(
      isExtension ? /^An extension/ : `Section ${endpoint.section} of the service interface.`,
    );
  });
});

test('every POST takes an idempotency key, and says when it repeats an answer', () => {
  const posts = [...operations.values()].filter(({ method }) => method === 'post');
  expect(posts.length).toBeGreaterThan(8);
  const key = { name: 'Idempotency-Key', in: 'header' };
  for (const { operationId, method, parameters, responses } of operations.values()) {
    const isPost = method === 'post';
    expect(
      parameters.filter(({ name }) => name === key.name),
      operationId,
    ).toEqual(isPost ? [key] : []);
    const success = responses['200'] ?? responses['201'] ?? responses['204'];
    const headers = JSON.stringify(success?.headers ?? {});
    expect(headers.includes('Idempotency-Replayed'), operationId).toBe(isPost);
  }
});

test('the report can be waited for', () => {
  expect(operations.get('getTestReport')?.parameters).toContainEqual({ name: 'Prefer', in: 'header' });
});

test('fields that execute fills in are optional, and their schema is documented', () => {
  expect(schemas.ExecuteRequest).toMatchObject({
    required: ['testTargetId', 'url', 'context'],
    properties: {
      environmentName: { type: 'string', default: 'default' },
      tags: { type: 'array', items: { type: 'string' }, default: [] },
      browser: { enum: ['CHROMIUM', 'FIREFOX', 'SAFARI'], default: 'CHROMIUM' },
    },
  });
});

test('a request may have unknown keys, which are stripped', () => {
  expect(schemas.ExchangeTestCase).not.toHaveProperty('additionalProperties');
});

test('an enumeration in an answer is open: its values are examples', () => {
  const { properties } = z.object({ properties: z.looseObject({}) }).parse(schemas.TestReport);
  expect(properties.status).toEqual({
    type: 'string',
    description: 'WAITING, PASSED, FAILED; a service may know more values.',
    examples: ['WAITING', 'PASSED', 'FAILED'],
  });
});
