import fc from 'fast-check';
import { expect, it } from 'vitest';
import { artifactNames } from '../../../src/publish/artifact/artifact-name.ts';

const alone = { part: '', stepName: 'browser-gate', attempt: 1 };

it.each([
  ['one job', alone, 'gate'],
  ['a job of a matrix', { ...alone, part: 'firefox, 2/4' }, 'gate-firefox-2-4'],
  ['a later attempt', { ...alone, attempt: 2 }, 'gate-attempt-2'],
  ['a second step without an id', { ...alone, stepName: 'browser-__acme_gate_2' }, 'gate-step-2'],
  [
    'all of it',
    { part: 'chromium', stepName: 'browser-__acme_gate_3', attempt: 4 },
    'gate-chromium-step-3-attempt-4',
  ],
])('%s has a name of its own', (_, place, expected) => {
  expect(artifactNames('gate', place)[0]).toBe(expected);
});

it('a name that is taken is followed by others', () => {
  expect(artifactNames('gate', alone).slice(0, 3)).toEqual(['gate', 'gate-2', 'gate-3']);
  expect(new Set(artifactNames('gate', alone)).size).toBe(20);
});

it('a name that has nothing left of it still is one', () => {
  expect(artifactNames('://', alone)[0]).toBe('browser-tests');
});

it('names hold nothing that GitHub forbids', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  fc.assert(
    fc.property(text, text, (given, part) => {
      const [name = '', ...others] = artifactNames(given, { ...alone, part });
      expect(name).toMatch(/^[^":<>|*?\r\n\\/]+$/);
      expect(name.length).toBeLessThan(700);
      expect(name.isWellFormed()).toBe(true);
      expect(others.every((other) => other.startsWith(`${name}-`))).toBe(true);
    }),
  );
});
