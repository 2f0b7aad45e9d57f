import fc from 'fast-check';
import { expect, it } from 'vitest';
import { artifactNames, splitTaken } from '../../../src/publish/artifact/artifact-name.ts';

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

it('a name that is taken is followed by others, which say whose they are', () => {
  const [name = '', own = '', next = '', ...more] = artifactNames('gate', alone);
  expect([name, own, next]).toEqual(['gate', expect.stringMatching(/^gate-job-[0-9a-f]{8}$/), `${own}-2`]);
  expect(new Set([name, own, next, ...more]).size).toBe(20);
  expect(artifactNames('gate', { ...alone, attempt: 2 })[1]).toBe(own.replace('gate', 'gate-attempt-2'));
  const other = artifactNames('gate', { ...alone, stepName: 'api-gate' });
  expect(other[0]).toBe(name);
  expect(other[1]).not.toBe(own);
});

it('what was put behind a name that was taken is found again', () => {
  const [, own = '', next = ''] = artifactNames('gate', { ...alone, part: 'a-1' });
  const hash = own.slice(-8);
  expect(splitTaken(own)).toEqual({ rest: 'gate-a-1', taken: hash });
  expect(splitTaken(next)).toEqual({ rest: 'gate-a-1', taken: `${hash}-2` });
  for (const rest of ['gate', 'gate-2', 'gate-job-2', hash])
    expect(splitTaken(rest)).toEqual({ rest, taken: '' });
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
