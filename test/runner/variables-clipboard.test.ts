import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { clicks, containsText, css, entersText } from '../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst, runPlan } from '../support/test-runner.ts';

// One after the other: a browser has one clipboard.
describe('the clipboard', () => {
  let runner: Runner;
  let pages: Pages;
  beforeAll(async () => {
    [runner, pages] = await Promise.all([openTestRunner({ workers: 2 }), startPages()]);
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
    expect(await runFirst(runner, aPlan(pages.url, [testCase]))).toEqual(passed(testCase.id));
  });

  it('does not contain what an earlier case has copied', async () => {
    const reads = [entersText('<$$OCTO_CLIPBOARD>', css('input')), containsText('<', css('#out'))];
    const copies = aCase({ elements: [goTo(pages.add(page)), clicks(css('#exec')), ...reads] });
    const nothing = aCase({ elements: [goTo(pages.add(page)), ...reads, containsText('<>', css('#out'))] });
    expect(await runFirst(runner, aPlan(pages.url, [copies]))).toEqual(passed(copies.id));
    expect(await runFirst(runner, aPlan(pages.url, [nothing]))).toEqual(passed(nothing.id));
  });

  it('is not shared by cases that run at once, nor by their teardowns', async () => {
    const copying = (name: string) => `<button onclick="const field = document.querySelector('textarea');
      field.value = '${name}'; field.select(); document.execCommand('copy')">Copy</button>
      <textarea></textarea><input oninput="out.textContent = this.value"><p id="out"></p>`;
    const copyOf = (name: string) => [goTo(pages.add(copying(name))), clicks(css('button'))];
    const wait = { type: 'fixedTime', timeMilliseconds: 200 } as const;
    const reads = (name: string) => [
      { selectors: [], interaction: { action: 'WAIT_FOR' as const, calledWith: wait } },
      entersText('$$OCTO_CLIPBOARD', css('input')),
      containsText(name, css('#out')),
    ];
    // The outcome of a teardown is visible in the app only.
    const teardown = aCase({ runStatus: 'OFF', elements: [...reads('text-b'), goTo('/torn-down')] });
    const cases = [
      aCase({ elements: [...copyOf('text-a'), ...reads('text-a')] }),
      aCase({ elements: copyOf('text-b'), teardownId: teardown.id }),
      aCase({ elements: [...copyOf('text-c'), ...reads('text-c')] }),
    ];
    const outcomes = await runPlan(runner, aPlan(pages.url, cases, { others: [teardown] }));
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null, null]);
    expect(pages.requests.map(({ url }) => url)).toContain('/torn-down');
  });

  it('is available in an entry point, with the text that a dependency has copied', async () => {
    pages.add('<p>arrived</p>', '/code%2012');
    const copies = aCase({
      elements: [goTo(pages.add(page)), clicks(css('#exec')), containsText('true', css('#done'))],
    });
    const testCase = aCase({
      dependencyId: copies.id,
      entryPointUrlPath: '/$$OCTO_CLIPBOARD',
      elements: [containsText('arrived', css('p'))],
    });
    expect(await runFirst(runner, aPlan(pages.url, [testCase], { others: [copies] }))).toEqual(
      passed(testCase.id),
    );
  });
});
