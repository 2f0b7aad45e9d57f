import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Unresolved } from '../../src/generation/words/find-element.ts';
import { compileLine } from '../../src/generation/words/play-words.ts';
import { openLiveBrowser, type PageView } from '../../src/runner/live-page.ts';
import { startPages } from '../support/pages.ts';
import { aPlan, testMachine } from '../support/play.ts';
import { launchChromium } from '../support/report-page.ts';
import { clauses } from './corpus/clauses.ts';
import { heldOut } from './corpus/held-out.ts';
import { whyWrong } from './corpus/judge.ts';
import { type CorpusPage, corpusPages } from './corpus/pages.ts';
import { type Corpus, type LabelledClause, unresolved, type WantedStep } from './corpus/wanted.ts';

const pages = Object.keys(corpusPages) as CorpusPage[];
/** The part of the clauses with a meaning that is compiled at least. */
const minCompiled = 0.85;

let views: Readonly<Partial<Record<CorpusPage, PageView>>>;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  views = await viewsOfPages();
});
afterAll(() => browser?.close());

async function viewsOfPages() {
  await using app = await startPages();
  await using live = await openLiveBrowser(await testMachine());
  const seen: Partial<Record<CorpusPage, PageView>> = {};
  for (const name of pages) {
    const path = app.add(corpusPages[name]);
    await using opened = await live.open({ ...aPlan(app.url, []), entryPointUrlPath: path });
    seen[name] = await opened.look();
  }
  return seen;
}

type Verdict = 'compiled right' | 'wrong' | 'unresolved rightly' | 'unresolved though it has a meaning';

interface Judged {
  readonly verdict: Verdict;
  /** The clause, and why it is not compiled right. */
  readonly text: string;
}

async function judge(name: CorpusPage, [clause, ...wanted]: LabelledClause): Promise<Judged> {
  const view = views[name];
  if (view === undefined) throw new Error(`${name} was not seen`);
  const meant = wanted.filter((each): each is WantedStep => each !== unresolved);
  const hasMeaning = meant.length > 0;
  try {
    const steps = compileLine(clause, view);
    await page.setContent(corpusPages[name]);
    const reason = hasMeaning ? await whyWrong(page, steps, meant) : 'it is to be refused';
    const text = `${name}: ${clause}: ${reason} (${JSON.stringify(steps)})`;
    return { verdict: reason === undefined ? 'compiled right' : 'wrong', text };
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    const verdict = hasMeaning ? 'unresolved though it has a meaning' : 'unresolved rightly';
    return { verdict, text: `${name}: ${clause}: ${error.message}` };
  }
}

/** Judges a part of the corpus and prints what is not as it should be. */
async function judgeAll(title: string, corpus: Corpus): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const name of pages) for (const labelled of corpus[name]) judged.push(await judge(name, labelled));
  const counts = Object.entries(Object.groupBy(judged, ({ verdict }) => verdict));
  const problems = judged.filter(({ verdict }) => !/rightly|right$/.test(verdict));
  console.log(
    [
      `${title}: ${counts.map(([verdict, { length }]) => `${length} ${verdict}`).join(', ')}`,
      ...problems.map(({ verdict, text }) => `${verdict}: ${text}`),
    ].join('\n'),
  );
  return judged;
}

it('compiles at least 85 % of the clauses that have a meaning, and none wrongly', async () => {
  const judged = [
    ...(await judgeAll('The clauses that the compiler was written with', clauses)),
    ...(await judgeAll('The clauses that were held out', heldOut)),
  ];
  const textsOf = (verdict: Verdict) =>
    judged.filter((each) => each.verdict === verdict).map(({ text }) => text);
  expect(textsOf('wrong')).toEqual([]);
  const [right, missed] = [textsOf('compiled right'), textsOf('unresolved though it has a meaning')];
  expect(right.length / (right.length + missed.length)).toBeGreaterThanOrEqual(minCompiled);
});
