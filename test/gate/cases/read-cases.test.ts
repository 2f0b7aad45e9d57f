import { expect, test } from 'vitest';
import { warnOfUnknownTags } from '../../../src/gate/cases/read-cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';

/** The warnings for test cases with the tags `smoke`, `checkout` and without any. */
function warnings(tags: readonly string[], tagNames: readonly string[][] = [['smoke'], ['checkout']]) {
  const lines: string[] = [];
  const cases = [aLoadedCase(), ...tagNames.map((names) => aLoadedCase({ tagNames: names }))];
  warnOfUnknownTags(cases, tags, { warning: (text) => void lines.push(text) });
  return lines;
}

test.each([[[]], [['smoke']], [['checkout', 'smoke']]])('the existing tags %j get no warning', (tags) => {
  expect(warnings(tags)).toEqual([]);
});

test('a tag that no test case has is named, with the existing ones', () => {
  expect(warnings(['smoke, checkout', 'smoke', 'Smoke'])).toEqual([
    'No test case has the tag "smoke, checkout" or "Smoke". Check the input `tags` (one tag per line). Tags in the test files: "checkout", "smoke".',
  ]);
});

test('without any tag in the test files, the warning says so', () => {
  expect(warnings(['smoke'], [])).toEqual([
    'No test case has the tag "smoke". Check the input `tags` (one tag per line). Tags in the test files: none.',
  ]);
});

test('of many tags, only the first ones are named', () => {
  const [warning] = warnings(['x'], [Array.from({ length: 25 }, (_, index) => `tag ${10 + index}`)]);
  expect(warning).toMatch(/"tag 29" and 5 more\.$/);
});
