import { describe, expect, it } from 'vitest';
import { resultArtifacts } from '../../../src/action/publish-elsewhere/result-artifacts.ts';

const listed = (names: readonly string[]) =>
  names.map((name, index) => ({ id: index + 1, name, expired: false }));
const chosen = (names: readonly string[], attempt = 1, given = 'browser-tests') =>
  resultArtifacts(listed(names), given, attempt).map(({ id, part, taken }) =>
    [id, part, taken].filter((each) => each !== '').join(' '),
  );

describe("a run's artifacts with results", () => {
  it('are those of the name, with any suffix, in a readable order', () => {
    expect(chosen(['browser-tests-10-12', 'browser-tests-2-12', 'logs', 'browser-testsuite'])).toEqual([
      '2 2-12',
      '1 10-12',
    ]);
    expect(chosen(['other', 'browser-tests'])).toEqual(['2']);
  });

  it('are those of the last attempt of each job', () => {
    const names = [
      'browser-tests-a',
      'browser-tests-b',
      'browser-tests-b-attempt-2',
      'browser-tests-b-attempt-3',
    ];
    expect(chosen(names, 1)).toEqual(['1 a', '2 b']);
    expect(chosen(names, 2)).toEqual(['3 b', '1 a']);
    expect(chosen(names, 7)).toEqual(['4 b', '1 a']);
    const attempts = resultArtifacts(listed(names), 'browser-tests', 7).map(({ attempt }) => attempt);
    expect(attempts).toEqual([3, 1]);
  });

  it('are those of all attempts where several jobs were given one name: which is whose is not known', () => {
    const names = [
      'browser-tests',
      'browser-tests-job-0123abcd',
      'browser-tests-attempt-2',
      'browser-tests-mobile',
      'browser-tests-mobile-attempt-2',
    ];
    expect(chosen(names, 2)).toEqual(['3', '5 mobile', '1', '2 0123abcd']);
  });

  it('are not those that have expired', () => {
    const expired = listed(['browser-tests']).map((each) => ({ ...each, expired: true }));
    expect(resultArtifacts(expired, 'browser-tests', 1)).toEqual([]);
  });

  it('have the name that the other workflow made of what it was given', () => {
    expect(chosen(['my-tests', 'my-tests-1-2'], 1, ' my tests ')).toEqual(['1', '2 1-2']);
  });
});
