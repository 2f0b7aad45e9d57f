import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, writeFairly } from '../../../src/report/markdown/markdown.ts';

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
    const budget = new Budget(10);
    expect(budget.pick(['', 'aaaa', '漢字漢', 'bb'])).toEqual(['aaaa', 'bb']);
    expect(budget.left).toBe(0);
  });
});

/** Writes as many bytes as an item wants, and no more than it may. */
const fill = (want: number, maxSize: number) => 'x'.repeat(Math.max(0, Math.min(want, maxSize)));

it('a fair share is no more than wanted, and the rest is divided equally', () => {
  const sizes = (wanted: number[], size: number) =>
    writeFairly(wanted, size, fill, 1).texts.map(({ length }) => length);
  expect(sizes([10, 100, 300], 406)).toEqual([10, 100, 290]);
  expect(sizes([300, 10, 100], 206)).toEqual([95, 10, 95]);
  expect(sizes([5, 5], 100)).toEqual([5, 5]);
  expect(writeFairly([50, 50], -10, fill)).toEqual({ texts: [], left: 2 });
});

it('what is written fairly fits, and each text is complete, long enough, or left out and counted', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.nat({ max: 500 }), (wanted, size) => {
      const items = wanted.map((want, index) => ({ want, letter: 'abcdefgh'.charAt(index) }));
      const write = (item: (typeof items)[number], maxSize: number) =>
        fill(item.want, maxSize).replaceAll('x', item.letter);
      const { texts, left } = writeFairly(items, size, write, 20);
      expect(texts.join('\n\n').length).toBeLessThanOrEqual(size);
      expect(texts.length + left).toBe(items.length);
      // The first ones stay, in their order.
      for (const [index, text] of texts.entries()) {
        const { want = 0, letter } = items[index] ?? {};
        expect(text.charAt(0)).toBe(letter);
        expect(text.length).toBeGreaterThanOrEqual(Math.min(want, 18));
      }
    }),
    { numRuns: 300, seed: 3 },
  );
});
