import { afterAll, beforeAll, test } from 'vitest';
import { runWords } from '../../../src/generation/words/run-words.ts';
import { type LiveBrowser, type LivePage, openLiveBrowser } from '../../../src/runner/live-page.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { aPlan, testMachine } from '../../support/test-runner.ts';

/** A test that runs on a page of its own, and mostly waits until that is quiet: several run at a time. */
export const it = test.concurrent;

/** Opens pages and runs words on them, for all tests of the file that calls this. */
export function openWordRunner() {
  let pages: Pages;
  let browser: LiveBrowser;
  beforeAll(async () => {
    pages = await startPages();
    browser = await openLiveBrowser(await testMachine());
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await pages[Symbol.asyncDispose]();
  });
  const open = (html: string): Promise<LivePage> =>
    browser.open({
      ...aPlan(pages.url, []),
      entryPointUrlPath: pages.add(html),
      variables: { USER: ['ada'], PASSWORD: ['pass-word-1'] },
      timeoutPerStepMs: 60_000,
      expectTimeoutMs: 3000,
    });
  const runText = async (html: string, text: string) => {
    await using page = await open(html);
    return await runWords(text, page, new AbortController().signal);
  };
  return {
    open,
    runText,
    /** What the last step does, with the selectors that name something; or why the text is refused. */
    async lastOf(text: string, html: string): Promise<string> {
      const { elements, problem } = await runText(html, text);
      if (problem !== undefined) return `refused: ${problem}`;
      const { selectors = [], interaction, assertion } = elements.at(-1) ?? {};
      const named = selectors.map(({ selector, options }) => options?.name ?? options?.hasText ?? selector);
      const value = interaction?.calledWith ?? assertion?.calledWith ?? '';
      return [interaction?.action ?? assertion?.expectation, ...named, JSON.stringify(value)].join(' ');
    },
  };
}
