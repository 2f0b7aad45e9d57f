import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, bytes, fairShares, writeFairly } from '../../../src/report/markdown/budget.ts';

describe('a budget', () => {
  it('takes items up to the first that does not fit, and counts the others', () => {
    const budget = new Budget(10);
    expect(budget.take(['aaa', 'bbb', 'ccccc', 'd'], (text) => text, ' ')).toEqual({
      texts: ['aaa', 'bbb'],
      left: 2,
    });
    expect(budget.take(['e'], (text) => text, ' ')).toEqual({ texts: [], left: 1 });
  });

  it('picks the texts that fit', () => {
    const budget = new Budget(10, bytes);
    expect(budget.pick(['', 'aaaa', '漢字漢字', 'bb'])).toEqual(['aaaa', 'bb']);
    expect(budget.left).toBe(0);
  });
});

it('a fair share is no more than wanted, and the rest is divided equally', () => {
  expect(fairShares([10, 100, 300], 400)).toEqual([10, 100, 290]);
  expect(fairShares([300, 10, 100], 200)).toEqual([95, 10, 95]);
  expect(fairShares([5, 5], 100)).toEqual([5, 5]);
  expect(fairShares([50, 50], -10)).toEqual([0, 0]);
});

it('texts that are written fairly fit together, and each is complete, long enough, or left out', () => {
  const sizes = fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.nat({ max: 500 }), (wanted, size) => {
      const texts = writeFairly(wanted, size, 20, (want, max) => 'x'.repeat(Math.min(want, max)));
      expect(texts.filter((text) => text !== '').join('\n\n').length).toBeLessThanOrEqual(size);
      for (const [index, { length }] of texts.entries()) {
        const want = wanted[index] ?? 0;
        expect(length === 0 || length >= Math.min(want, 18)).toBe(true);
      }
    }),
    { numRuns: 300, seed: 3 },
  );
});
