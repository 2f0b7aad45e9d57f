import { describe, expect, it } from 'vitest';
import { samples } from './corpus/samples.ts';
import { type LabelledClause, unresolved, type WantedStep } from './corpus/wanted.ts';

const all = samples.flatMap(({ pages }) =>
  pages.flatMap(({ name, html, clauses }) => clauses.map((labelled) => ({ page: name, html, labelled }))),
);
const isRefused = ([, first]: LabelledClause) => first === unresolved;

/** The opening tags that have a mark. */
function tagsOf(html: string, mark: string): string[] {
  const tags = html.match(/<[^>]*data-mark="[^"]*"[^>]*>/g) ?? [];
  return tags.filter((tag) => /data-mark="([^"]*)"/.exec(tag)?.[1]?.split(' ').includes(mark));
}

describe('the corpus of clauses', () => {
  it('has at least 600 clauses, about 90 of them to be refused, and none twice', () => {
    const texts = all.map(({ html, labelled: [clause] }) => html + clause);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThanOrEqual(600);
    expect(all.filter(({ labelled }) => isRefused(labelled)).length).toBeGreaterThanOrEqual(90);
  });

  it.each(all.filter(({ labelled }) => !isRefused(labelled)))(
    '$page: $labelled.0 has its elements on the page',
    ({ html, labelled: [, ...wanted] }) => {
      const steps = wanted.filter((each): each is WantedStep => each !== unresolved);
      for (const { kind, mark, isHidden = false, value } of steps.flatMap((each) => [
        each,
        each.or ?? each,
      ])) {
        if (mark === undefined) continue;
        const tags = tagsOf(html, mark);
        const count = kind === 'TO_HAVE_COUNT' ? value : 1;
        // A text is looked for in all elements with the mark.
        if (!(kind === 'VISIBLE' && value !== undefined)) expect([mark, tags.length]).toEqual([mark, count]);
        expect(tags.map((tag) => / hidden\b/.test(tag))).toEqual(tags.map(() => isHidden));
        expect([mark, tags]).not.toEqual([mark, []]);
      }
    },
  );
});
