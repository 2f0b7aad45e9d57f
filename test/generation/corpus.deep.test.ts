import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runWords } from '../../src/generation/words/run-words.ts';
import { type LivePage, openLiveBrowser, type PageView } from '../../src/runner/live-page.ts';
import { startPages } from '../support/pages.ts';
import { launchChromium } from '../support/report-page.ts';
import { aPlan, testMachine } from '../support/test-runner.ts';
import { whyWrong } from './corpus/judge.ts';
import { samples } from './corpus/samples.ts';
import { type LabelledClause, unresolved, type WantedStep } from './corpus/wanted.ts';

/** What the compiler sees of each page, by its HTML. */
let views: ReadonlyMap<string, PageView>;
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
  const seen = new Map<string, PageView>();
  for (const { html } of samples.flatMap(({ pages }) => pages)) {
    if (seen.has(html)) continue;
    await using opened = await live.open({ ...aPlan(app.url, []), entryPointUrlPath: app.add(html) });
    seen.set(html, await opened.look());
  }
  return seen;
}

type Verdict = 'compiled right' | 'wrong' | 'unresolved rightly' | 'unresolved though it has a meaning';

interface Judged {
  readonly verdict: Verdict;
  /** The clause, and why it is not compiled right. */
  readonly text: string;
}

async function judge(name: string, html: string, [clause, ...wanted]: LabelledClause): Promise<Judged> {
  const view = views.get(html);
  if (view === undefined) throw new Error(`${name} was not seen`);
  const meant = wanted.filter((each): each is WantedStep => each !== unresolved);
  const hasMeaning = meant.length > 0;
  const { elements, problem } = await runWords(clause, unchanging(view), new AbortController().signal);
  if (problem !== undefined || elements.length === 0) {
    const verdict = hasMeaning ? 'unresolved though it has a meaning' : 'unresolved rightly';
    return { verdict, text: `${name}: ${clause}: ${problem ?? 'it has no step'}` };
  }
  await page.setContent(html);
  const reason = hasMeaning ? await whyWrong(page, elements, meant) : 'it is to be refused';
  const text = `${name}: ${clause}: ${reason} (${JSON.stringify(elements)})`;
  return { verdict: reason === undefined ? 'compiled right' : 'wrong', text };
}

/** A page on which no step changes anything, but each shows a message of the browser. */
function unchanging(view: PageView): LivePage {
  let dialogs: PageView['dialogs'] = [];
  return {
    url: () => 'http://localhost/',
    run: async () => {
      dialogs = [{ type: 'alert', message: 'Done' }];
      return undefined;
    },
    runAll: async (elements) => elements.length,
    untilQuiet: async () => {},
    look: async () => ({ ...view, dialogs }),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Judges a sample and prints what is not as it should be. */
async function judgeAll({ title, pages }: (typeof samples)[number]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { name, html, clauses } of pages)
    for (const labelled of clauses) judged.push(await judge(name, html, labelled));
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

it.each(samples)('$title: compiles to the right steps', async (sample) => {
  const { minCompiled, maxWrong } = sample.goal;
  const judged = await judgeAll(sample);
  const textsOf = (verdict: Verdict) =>
    judged.filter((each) => each.verdict === verdict).map(({ text }) => text);
  expect(textsOf('wrong').length).toBeLessThanOrEqual(maxWrong);
  const [right, missed] = [textsOf('compiled right'), textsOf('unresolved though it has a meaning')];
  expect(right.length / (right.length + missed.length)).toBeGreaterThanOrEqual(minCompiled);
});
