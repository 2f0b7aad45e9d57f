import { describe, expect, it } from 'vitest';
import { clauses } from './corpus/clauses.ts';
import { heldOut } from './corpus/held-out.ts';
import { type CorpusPage, corpusPages } from './corpus/pages.ts';
import { type LabelledClause, unresolved, type WantedStep } from './corpus/wanted.ts';

const pages = Object.keys(corpusPages) as CorpusPage[];
const all = pages.flatMap((page) =>
  [...clauses[page], ...heldOut[page]].map((labelled) => ({ page, labelled })),
);
const isRefused = ([, first]: LabelledClause) => first === unresolved;

/** The opening tags that have a mark. */
function tagsOf(page: CorpusPage, mark: string): string[] {
  const tags = corpusPages[page].match(/<[^>]*data-mark="[^"]*"[^>]*>/g) ?? [];
  return tags.filter((tag) => /data-mark="([^"]*)"/.exec(tag)?.[1]?.split(' ').includes(mark));
}

describe('the corpus of clauses', () => {
  it('has at least 220 clauses, about 40 of them to be refused, and none twice', () => {
    const texts = all.map(({ page, labelled: [clause] }) => `${page}: ${clause}`);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThanOrEqual(220);
    expect(all.filter(({ labelled }) => isRefused(labelled)).length).toBeGreaterThanOrEqual(40);
  });

  it.each(all.filter(({ labelled }) => !isRefused(labelled)))(
    '$page: $labelled.0 has its elements on the page',
    ({ page, labelled: [, ...wanted] }) => {
      const steps = wanted.filter((each): each is WantedStep => each !== unresolved);
      for (const { kind, mark, isHidden = false, value } of steps.flatMap((each) => [
        each,
        each.or ?? each,
      ])) {
        if (mark === undefined) continue;
        const tags = tagsOf(page, mark);
        const count = kind === 'TO_HAVE_COUNT' ? value : 1;
        // A text is looked for in all elements with the mark.
        if (!(kind === 'VISIBLE' && value !== undefined)) expect([mark, tags.length]).toEqual([mark, count]);
        expect(tags.map((tag) => / hidden\b/.test(tag))).toEqual(tags.map(() => isHidden));
        expect([mark, tags]).not.toEqual([mark, []]);
      }
    },
  );
});
