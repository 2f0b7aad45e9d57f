import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { aPlan, openTestRunner, passed, playFirst } from '../support/play.ts';
import { clicks, containsText, css, entersText } from '../support/steps.ts';

// One after the other: a browser has one clipboard.
describe('the clipboard', () => {
  let runner: Runner;
  let pages: Pages;
  beforeAll(async () => {
    [runner, pages] = await Promise.all([openTestRunner(), startPages()]);
  });
  afterAll(() => Promise.all([runner, pages].map((each) => each?.[Symbol.asyncDispose]())));

  const page = `<input oninput="out.textContent = this.value"><p id="out"></p>
    <button id="write" onclick="navigator.clipboard.writeText('code 4711').then(() => done.textContent = 'copied')">Copy</button>
    <button id="exec" onclick="input.value = 'code 12'; input.select(); done.textContent = document.execCommand('copy')">Copy</button>
    <i id="done"></i><script>const input = document.querySelector('input')</script>`;

  it.each(['OCTO', 'GATE'])('is read as $$%s_CLIPBOARD at the moment of a step', async (word) => {
    const testCase = aCase({
      entryPointUrlPath: pages.add(page),
      elements: [
        clicks(css('#write')),
        containsText('copied', css('#done')),
        entersText(`the $$${word}_CLIPBOARD!`, css('input')),
        containsText('the code 4711!', css('#out')),
        clicks(css('#exec')),
        containsText('true', css('#done')),
        entersText(`then $$${word}_CLIPBOARD`, css('input')),
        containsText(`then $$${word}_CLIPBOARD`, css('#out')),
        containsText('then code 12', css('#out')),
      ],
    });
    expect(await playFirst(runner, aPlan(pages.url, [testCase]))).toEqual(passed(testCase.id));
  });

  it('is read in an entry point, with what a dependency has copied', async () => {
    pages.add('<p>arrived</p>', '/code%2012');
    const copies = aCase({
      elements: [goTo(pages.add(page)), clicks(css('#exec')), containsText('true', css('#done'))],
    });
    const testCase = aCase({
      dependencyId: copies.id,
      entryPointUrlPath: '/$$OCTO_CLIPBOARD',
      elements: [containsText('arrived', css('p'))],
    });
    expect(await playFirst(runner, aPlan(pages.url, [testCase], { others: [copies] }))).toEqual(
      passed(testCase.id),
    );
  });
});
