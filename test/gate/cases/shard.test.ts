import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeTestCase } from '../../../src/contract/exchange/test-case.ts';
import { casesOfShard } from '../../../src/gate/cases/select-cases.ts';
import type { LoadedCase } from '../../../src/test-files/problem.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';

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
  it('play each selected case once, whatever order the files come in', () => {
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
