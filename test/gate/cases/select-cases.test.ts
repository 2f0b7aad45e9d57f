import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import {
  casesOfJob,
  casesOfShard,
  countSwitchedOff,
  describeSelection,
  expectedCases,
  otherCapitals,
  unknownTags,
} from '../../../src/gate/cases/select-cases.ts';
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

it('the test cases that do not run are counted by their reasons', () => {
  const describeFor = (inputs: Record<string, string>) => describeSelection(all, inputsOf(inputs));
  expect(describeFor({ tags: 'smoke' })).toBe(
    '2 of 5 test cases run. Of the others, 1 is only a dependency or teardown, 1 is switched off (`runStatus: OFF`), 1 is without the tag "smoke".',
  );
  expect(describeFor({ environment: 'staging' })).toBe(
    '3 of 5 test cases run. Of the others, 1 is switched off (`runStatus: OFF`), 1 is excluded from the environment "staging".',
  );
  expect(describeFor({ tags: 'other' })).toBeUndefined();
  expect(describeSelection([login, pay], inputsOf({}))).toBeUndefined();
});

describe('the cases that are switched off', () => {
  const helper = aLoadedCase({ description: 'Empty the cart', runStatus: 'OFF', tagNames: ['smoke'] });
  const buys = aLoadedCase({ teardownId: helper.testCase.id, tagNames: ['smoke'] });
  const offSmoke = aLoadedCase({ runStatus: 'OFF', tagNames: ['smoke'], excludedEnvironmentNames: ['live'] });

  it('are counted if they would run, and no case that runs needs them', () => {
    const cases = [...all, helper, buys, offSmoke];
    expect(countSwitchedOff(cases, inputsOf({}))).toBe(2);
    expect(countSwitchedOff(cases, inputsOf({ tags: 'smoke' }))).toBe(1);
    expect(countSwitchedOff(cases, inputsOf({ environment: 'live' }))).toBe(1);
    expect(countSwitchedOff([login, pay, helper, buys], inputsOf({}))).toBe(0);
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
  return unknownTags([aLoadedCase(), ...tagNames.map((names) => aLoadedCase({ tagNames: names }))], tags);
}

it.each([[[]], [['smoke']], [['checkout', 'smoke']]])('the existing tags %j get no warning', (tags) => {
  expect(warnings(tags)).toEqual([]);
});

it('a tag that no test case has is named, with the existing ones', () => {
  expect(warnings(['smoke, checkout', 'smoke', 'Smoke'])).toEqual([
    'No test case has the tag "smoke, checkout" or "Smoke". Check the input `tags`. Tags in the test files: "checkout", "smoke".',
  ]);
});

it('test cases with a tag in other capitals are counted', () => {
  const tagged = (...tagNames: string[]) => aLoadedCase({ tagNames });
  const cases = [tagged('Smoke'), tagged('SMOKE', 'slow'), tagged('Smoke'), tagged('smoke', 'Smoke'), off];
  expect(otherCapitals(cases, ['smoke'])).toEqual([
    '2 test cases with the tag "Smoke" do not run, because the input `tags` has "smoke". Write both in the same way.',
    '1 test case with the tag "SMOKE" does not run, because the input `tags` has "smoke". Write both in the same way.',
  ]);
});

it('without any tag in the test files, the warning says so', () => {
  expect(warnings(['smoke'], [])).toEqual([
    'No test case has the tag "smoke". Check the input `tags`. Tags in the test files: none.',
  ]);
});

it('of many tags, only the first ones are named', () => {
  const [warning] = warnings(['x'], [Array.from({ length: 25 }, (_, index) => `tag ${10 + index}`)]);
  expect(warning).toMatch(/"tag 29" and 5 more\.$/);
});

/** A step; how many there are is all that counts. */
const step = { selectors: [], interaction: { action: 'CLICK' as const } };
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function aCaseOf(number: number, steps: number, more: Partial<ExchangeTestCase> = {}): LoadedCase {
  return aLoadedCase({ id: id(number), elements: Array.from({ length: steps }, () => step), ...more });
}

/** `count` cases, of 1 to 13 steps. */
const many = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => aCaseOf(first + index, 1 + ((index * 7) % 13)));

const idsOf = (cases: readonly LoadedCase[]) => cases.map(({ testCase }) => testCase.id);

/** The ids of each shard's cases that are switched on. */
function split(cases: readonly LoadedCase[], total: number, selected = cases): string[][] {
  return Array.from({ length: total }, (_, index) =>
    idsOf(
      casesOfShard(cases, selected, { number: index + 1, total }).filter(
        ({ testCase }) => testCase.runStatus === 'ON',
      ),
    ),
  );
}

describe('the shards', () => {
  it('run each selected case once, whatever order the files come in', () => {
    const anyCases = fc
      .uniqueArray(fc.nat(10_000), { minLength: 1, maxLength: 40 })
      .chain((numbers) =>
        fc.tuple(
          fc.shuffledSubarray(numbers, { minLength: numbers.length }),
          fc.array(fc.nat(20), { minLength: numbers.length, maxLength: numbers.length }),
          fc.constant(numbers),
        ),
      );
    fc.assert(
      fc.property(anyCases, fc.integer({ min: 1, max: 12 }), ([shuffled, steps, numbers], total) => {
        const cases = numbers.map((number, index) => aCaseOf(number, steps[index] ?? 0));
        const mixed = shuffled.flatMap(
          (number) => cases.find(({ testCase }) => testCase.id === id(number)) ?? [],
        );
        const shards = split(cases, total);
        expect(shards.flat().sort()).toEqual(idsOf(cases).sort());
        expect(split(mixed, total).map((ids) => ids.sort())).toEqual(shards.map((ids) => ids.sort()));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [40, 4],
    [200, 4],
    [200, 8],
    [500, 10],
  ])('of %i cases in %i are within a tenth of the average', (count, total) => {
    const cases = many(count);
    const lengths = new Map(cases.map(({ testCase }) => [testCase.id, 1 + testCase.elements.length]));
    const loads = split(cases, total).map((ids) =>
      ids.reduce((sum, each) => sum + (lengths.get(each) ?? 0), 0),
    );
    const average = loads.reduce((sum, load) => sum + load, 0) / total;
    expect(Math.max(...loads)).toBeLessThanOrEqual(average * 1.1);
  });

  it.each([
    [40, 4, 8],
    [200, 8, 8],
  ])('of %i cases in %i lose few to others when a case is added', (count, total, most) => {
    const shardsOf = (cases: readonly LoadedCase[]) =>
      new Map(split(cases, total).flatMap((ids, shard) => ids.map((each) => [each, shard])));
    const cases = many(count);
    const before = shardsOf(cases);
    const moved = Array.from({ length: 5 }, (_, index) => {
      const after = shardsOf([...cases, aCaseOf(100_000 + index, 6)]);
      return idsOf(cases).filter((each) => before.get(each) !== after.get(each)).length;
    });
    expect(moved.reduce((sum, each) => sum + each, 0) / moved.length).toBeLessThanOrEqual(most / 2);
    expect(Math.max(...moved)).toBeLessThanOrEqual(most);
  });

  it('count the steps of dependencies and teardowns too', () => {
    const login = aCaseOf(1, 50, { teardownId: id(2), runStatus: 'OFF' });
    const logout = aCaseOf(2, 50, { runStatus: 'OFF' });
    const behind = aCaseOf(3, 1, { dependencyId: id(1) });
    const short = [4, 5, 6, 7].map((number) => aCaseOf(number, 20));
    const cases = [login, logout, behind, ...short];
    // 102 steps behind the login, 84 without.
    expect(
      split(cases, 2, [behind, ...short])
        .map((ids) => ids.length)
        .sort(),
    ).toEqual([1, 4]);
  });

  it('that are more than the cases are empty', () => {
    const shards = split(many(3), 8);
    expect(shards.filter((ids) => ids.length === 0)).toHaveLength(5);
    expect(
      casesOfShard(many(3), many(3), { number: shards.findIndex((ids) => ids.length === 0) + 1, total: 8 }),
    ).toEqual([]);
  });
});

describe('what is pushed', () => {
  it('contains what the cases refer to, directly or not, switched off; and nothing else', () => {
    const cases = [
      aCaseOf(1, 1, { description: 'cookies' }),
      aCaseOf(2, 1, { description: 'login', dependencyId: id(1), teardownId: id(3) }),
      aCaseOf(3, 1, { description: 'logout', dependencyId: id(4) }),
      aCaseOf(4, 1, { description: 'dependency of the logout' }),
      aCaseOf(5, 1, { description: 'unused' }),
      aCaseOf(6, 1, { description: 'the case', dependencyId: id(2) }),
    ];
    const selected = cases.slice(5);
    expect(
      casesOfShard(cases, selected, { number: 1, total: 1 }).map(({ testCase }) => [
        testCase.description,
        testCase.runStatus,
      ]),
    ).toEqual([
      ['cookies', 'OFF'],
      ['login', 'OFF'],
      ['logout', 'OFF'],
      ['dependency of the logout', 'OFF'],
      ['the case', 'ON'],
    ]);
  });

  it('leaves a dependency on in the shard that it belongs to', () => {
    const cases = [
      aCaseOf(1, 1),
      ...[2, 3, 4, 5].map((number) => aCaseOf(number, 1, { dependencyId: id(1) })),
    ];
    const statuses = [1, 2].map((number) =>
      casesOfShard(cases, cases, { number, total: 2 })
        .filter(({ testCase }) => testCase.id === id(1))
        .map(({ testCase }) => testCase.runStatus),
    );
    expect(statuses.flat().sort()).toEqual(['OFF', 'ON']);
  });

  it('keeps the positions in the files', () => {
    const cases = many(3);
    for (const { position, positionOf } of casesOfShard(cases, cases, { number: 1, total: 2 })) {
      expect(position).toEqual({ file: 'a.yaml', line: 1, column: 1 });
      expect(positionOf(['elements', 2])).toMatchObject({ line: 13 });
    }
  });
});
