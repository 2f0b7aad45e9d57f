import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTestCase } from '../../src/test-files/read-test-case.ts';
import { someCase } from '../support/arbitrary-cases.ts';

type Path = readonly (string | number)[];

/** The paths of all mappings in a value. */
function mappings(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => mappings(each, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return [path, ...Object.entries(value).flatMap(([key, each]) => mappings(each, [...path, key]))];
}

/** A copy with one more key in the mapping at a path. */
function withKey(value: unknown, [first, ...rest]: Path, key: string, content: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === first ? withKey(each, rest, key, content) : each));
  }
  if (first === undefined) return { ...Object(value), [key]: content };
  const field = Object(value)[first];
  return { ...Object(value), [first]: withKey(field, rest, key, content) };
}

it('an unknown key anywhere in a step is a problem, and a warning in the test case itself', () => {
  const content = fc.constantFrom<unknown>(null, 'a', 5, true, {}, []);
  fc.assert(
    fc.property(someCase, fc.nat(), content, (testCase, at, added) => {
      const all = mappings(testCase);
      const mapping = all[at % all.length] ?? [];
      const read = readTestCase(withKey(testCase, mapping, 'unknwon', added), 'a.yaml');
      const [found, other] =
        mapping.length === 0 ? [read.warnings, read.unknownKeys] : [read.unknownKeys, read.warnings];
      expect(read.testCase).toBeDefined();
      expect(found.map(({ path }) => path)).toEqual([[...mapping, 'unknwon']]);
      expect(other).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('a valid test case has no unknown key', () => {
  fc.assert(
    fc.property(someCase, (testCase) => {
      const { unknownKeys, warnings } = readTestCase(testCase, 'a.yaml');
      expect([...unknownKeys, ...warnings]).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
