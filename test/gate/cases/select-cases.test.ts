import { describe, expect, it } from 'vitest';
import { casesOfJob, expectedCases, warnOfUnknownTags } from '../../../src/gate/cases/select-cases.ts';
import { readInputs } from '../../../src/gate/inputs/read-inputs.ts';
import type { LoadedCase } from '../../../src/test-files/problem.ts';
import { goTo } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { createRecordingHost } from '../../support/recording-host.ts';

const login = aLoadedCase({ description: 'Log in', type: 'LOGIN' });
const pay = aLoadedCase({
  description: 'Pay',
  tagNames: ['smoke'],
  dependencyId: login.testCase.id,
  elements: [goTo('/pay')],
});
const search = aLoadedCase({ description: 'Search', tagNames: ['smoke'], elements: [goTo('/search')] });
const off = aLoadedCase({ description: 'Off', runStatus: 'OFF' });
const notOnStaging = aLoadedCase({ description: 'Mail', excludedEnvironmentNames: ['staging'] });
const all = [login, pay, search, off, notOnStaging];

const inputsOf = (given: Readonly<Record<string, string>>) =>
  readInputs(
    Object.fromEntries(
      Object.entries({ url: 'http://app.test', ...given }).map(([name, value]) => [
        `INPUT_${name.toUpperCase()}`,
        value,
      ]),
    ),
  );
const names = (cases: readonly LoadedCase[]) => cases.map(({ testCase }) => testCase.description);

describe('the cases of a job', () => {
  it('are all of them without a shard, also those that are only dependencies', () => {
    const host = createRecordingHost();
    expect(casesOfJob(all, inputsOf({ tags: 'smoke' }), host)).toEqual(all);
    expect(host.lines).toEqual([]);
  });

  it('are its share and what that depends on if there is a shard; the log has the number', () => {
    const shares = ['1/2', '2/2'].map((shard) => {
      const host = createRecordingHost();
      const cases = names(casesOfJob(all, inputsOf({ shard, tags: 'smoke' }), host));
      expect(host.lines).toEqual([`Shard ${shard.replace('/', ' of ')}: 1 of 2 test cases`]);
      return cases;
    });
    const withPay = shares.find((share) => share.includes('Pay'));
    expect(withPay).toContain('Log in');
    expect(withPay).not.toContain('Search');
    expect(shares.find((share) => share.includes('Search'))).not.toContain('Pay');
  });

  it('are all of them in every shard if no case is selected', () => {
    expect(casesOfJob(all, inputsOf({ shard: '2/2', tags: 'other' }), createRecordingHost())).toEqual(all);
  });
});

describe('the expected cases', () => {
  it('are those that are switched on and have one of the tags', () => {
    expect(names(expectedCases(all, inputsOf({ tags: 'smoke' })))).toEqual(['Pay', 'Search']);
    expect(names(expectedCases(all, inputsOf({ environment: 'live' })))).not.toContain('Off');
  });

  it('do not include those that are excluded from the environment', () => {
    expect(names(expectedCases(all, inputsOf({ environment: 'staging' })))).not.toContain('Mail');
    expect(names(expectedCases(all, inputsOf({ environment: 'live' })))).toContain('Mail');
  });

  it('are those of the environment that the service calls `default`; all of them if its name is not known', () => {
    expect(names(expectedCases(all, inputsOf({}), 'staging'))).not.toContain('Mail');
    expect(names(expectedCases(all, inputsOf({}), 'live'))).toContain('Mail');
    expect(names(expectedCases(all, inputsOf({})))).toContain('Mail');
  });
});

/** The warnings for test cases with the tags `smoke`, `checkout` and without any. */
function warnings(tags: readonly string[], tagNames: readonly string[][] = [['smoke'], ['checkout']]) {
  const lines: string[] = [];
  const cases = [aLoadedCase(), ...tagNames.map((names) => aLoadedCase({ tagNames: names }))];
  warnOfUnknownTags(cases, tags, { warning: (text) => void lines.push(text) });
  return lines;
}

it.each([[[]], [['smoke']], [['checkout', 'smoke']]])('the existing tags %j get no warning', (tags) => {
  expect(warnings(tags)).toEqual([]);
});

it('a tag that no test case has is named, with the existing ones', () => {
  expect(warnings(['smoke, checkout', 'smoke', 'Smoke'])).toEqual([
    'No test case has the tag "smoke, checkout" or "Smoke". Check the input `tags` (one tag per line). Tags in the test files: "checkout", "smoke".',
  ]);
});

it('without any tag in the test files, the warning says so', () => {
  expect(warnings(['smoke'], [])).toEqual([
    'No test case has the tag "smoke". Check the input `tags` (one tag per line). Tags in the test files: none.',
  ]);
});

it('of many tags, only the first ones are named', () => {
  const [warning] = warnings(['x'], [Array.from({ length: 25 }, (_, index) => `tag ${10 + index}`)]);
  expect(warning).toMatch(/"tag 29" and 5 more\.$/);
});
