import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../src/contract/endpoints.ts';

const all = Object.entries(endpoints);

test('no two operations share a method and a path', () => {
  const calls = all.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(calls).size).toBe(calls.length);
});

test.each(all)('%s checks just the parameters that its path has', (_, { path, params }) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(params.shape)).toEqual(inPath);
});

test.each(all)('%s takes a body only where its method has one', (_, { method, body }) => {
  expect(body instanceof z.ZodUndefined).toBe(method === 'GET' || method === 'DELETE');
});

test.each(all)('%s takes a query only where its route says so', (_, { query, ...route }) => {
  expect(Object.keys(query.shape).length > 0).toBe('hasQuery' in route);
});
