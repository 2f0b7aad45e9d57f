import { expect, test } from 'vitest';
import { warnOfUnknownTags } from '../../../src/action/cases/unknown-tags.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';

/** What is warned of where the test cases have the tags `smoke` and `checkout`, one none. */
function warnings(tags: readonly string[], tagNames: readonly string[][] = [['smoke'], ['checkout']]) {
  const told: string[] = [];
  const cases = [aLoadedCase(), ...tagNames.map((names) => aLoadedCase({ tagNames: names }))];
  warnOfUnknownTags(cases, tags, { warning: (text) => void told.push(text) });
  return told;
}

test.each([[[]], [['smoke']], [['checkout', 'smoke']]])('the tags %j are all there', (tags) => {
  expect(warnings(tags)).toEqual([]);
});

test('a tag that no test case has is named, with those that there are', () => {
  expect(warnings(['smoke, checkout', 'smoke', 'Smoke'])).toEqual([
    'No test case has the tag "smoke, checkout" or "Smoke" (input `tags`, one a line). The test files have "checkout", "smoke".',
  ]);
});

test('where there are no tags, that is said', () => {
  expect(warnings(['smoke'], [])).toEqual([
    'No test case has the tag "smoke" (input `tags`, one a line). The test files have no tags.',
  ]);
});

test('of many tags, the first ones are named', () => {
  const [warning] = warnings(['x'], [Array.from({ length: 25 }, (_, index) => `tag ${10 + index}`)]);
  expect(warning).toMatch(/"tag 29" and 5 more\.$/);
});
