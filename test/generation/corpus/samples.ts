import { appPages } from './app-pages.ts';
import { clauses } from './clauses.ts';
import { fifthSample } from './fifth-sample.ts';
import { fourthPages } from './fourth-pages.ts';
import { fourthSample } from './fourth-sample.ts';
import { heldOut } from './held-out.ts';
import { corpusPages } from './pages.ts';
import { secondSample } from './second-sample.ts';
import { seventhPages } from './seventh-pages.ts';
import { seventhSample } from './seventh-sample.ts';
import { thirdSample } from './third-sample.ts';
import type { LabelledClause } from './wanted.ts';

interface SampledPage {
  readonly name: string;
  readonly html: string;
  readonly clauses: readonly LabelledClause[];
}

/** @param goal the part of the clauses with a meaning that is compiled at least, and how many are compiled wrong at most. */
function sampleOf<Page extends string>(
  title: string,
  goal: { readonly minCompiled: number; readonly maxWrong: number },
  pages: Readonly<Record<Page, string>>,
  clausesOfPages: Readonly<Record<NoInfer<Page>, readonly LabelledClause[]>>,
) {
  const names = Object.keys(pages) as Page[];
  const sampled = names.map<SampledPage>((name) => {
    return { name, html: pages[name], clauses: clausesOfPages[name] };
  });
  return { title, goal, pages: sampled };
}

/** The corpus: each sample of clauses with the pages that it is about. */
export const samples = [
  sampleOf(
    'The clauses that the compiler was written with',
    { minCompiled: 0.9, maxWrong: 0 },
    corpusPages,
    clauses,
  ),
  sampleOf('The clauses that were held out', { minCompiled: 0.9, maxWrong: 0 }, corpusPages, heldOut),
  sampleOf(
    'The second sample, on pages of its own',
    { minCompiled: 0.9, maxWrong: 0 },
    appPages,
    secondSample,
  ),
  sampleOf('The third sample, on the same pages', { minCompiled: 0.9, maxWrong: 0 }, appPages, thirdSample),
  sampleOf(
    'The fourth sample, on pages of its own',
    { minCompiled: 0.9, maxWrong: 0 },
    fourthPages,
    fourthSample,
  ),
  sampleOf(
    'The fifth sample, on the same pages',
    { minCompiled: 0.9, maxWrong: 0 },
    fourthPages,
    fifthSample,
  ),
  sampleOf(
    'The seventh sample, on pages of its own',
    { minCompiled: 0.9, maxWrong: 0 },
    seventhPages,
    seventhSample,
  ),
] as const;
