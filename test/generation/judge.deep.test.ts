import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeElement, exchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import { launchChromium } from '../support/report-page.ts';
import { whyWrong } from './corpus/judge.ts';
import { samples } from './corpus/samples.ts';
import { unresolved, type WantedStep } from './corpus/wanted.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** The step that is wanted, with the mark of its element as the selector. */
function stepOf({ kind, mark, value, isHidden }: WantedStep): ExchangeElement {
  const selectors = mark === undefined ? [] : [{ selectorType: 'CSS', selector: `[data-mark~="${mark}"]` }];
  const text = kind === 'VISIBLE' && value !== undefined;
  const calledWith = argumentOf(kind, value);
  const isAssertion = /VISIBLE|DISABLED|ENABLED|FOCUSED|CHECKED|^TO_|^NOT_/.test(kind);
  if (text) return parsed({ selectors, assertion: { expectation: 'TO_CONTAIN_TEXT', calledWith: value } });
  if (isHidden) return parsed({ selectors, assertion: { expectation: 'NOT_VISIBLE' } });
  return isAssertion
    ? parsed({ selectors, assertion: { expectation: kind, calledWith } })
    : parsed({ selectors, interaction: interactionOf(kind, calledWith) });
}

const parsed = (value: unknown) => exchangeElement.parse(value);

function interactionOf(kind: WantedStep['kind'], calledWith: unknown) {
  if (kind !== 'BACK' && kind !== 'RELOAD') return { action: kind, calledWith };
  const code = kind === 'BACK' ? 'history.back()' : 'location.reload()';
  return { action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } };
}

function argumentOf(kind: WantedStep['kind'], value: WantedStep['value']): unknown {
  if (kind === 'CLICK') return value === 'double' ? { double: true } : value && { button: value };
  if (kind === 'TO_HAVE_ATTRIBUTE') return /^(\S+) (.*)$/.exec(String(value))?.slice(1);
  if (kind === 'UPLOAD') return { file: value };
  if (kind !== 'WAIT_FOR') return value;
  return typeof value === 'number' ? { type: 'fixedTime', timeMilliseconds: value } : { type: value };
}

/** A mark of the page that is no part of what is wanted, so that a step with it is wrong. */
async function otherMark(marks: readonly string[]): Promise<string> {
  return page.evaluate((wanted) => {
    const selector = wanted.map((mark) => `[data-mark~="${mark}"]`).join();
    const meant = [...document.querySelectorAll(selector)];
    const others = [...document.querySelectorAll<HTMLElement>('main [data-mark]:not([hidden])')].filter(
      (each) => !meant.some((one) => one.contains(each) || each.contains(one)),
    );
    return others[0]?.dataset.mark?.split(' ')[0] ?? '';
  }, marks);
}

const labelled = samples.flatMap(({ pages }) =>
  pages.flatMap(({ name, html, clauses }) =>
    clauses.map(([clause, ...wanted]) => ({
      ...{ name, html, clause },
      wanted: wanted.filter((each): each is WantedStep => each !== unresolved),
    })),
  ),
);

describe('the judge of the corpus', () => {
  it.each(labelled.filter(({ wanted }) => wanted.length > 0))('$name: $clause', async ({ html, wanted }) => {
    await page.setContent(html);
    const meant = wanted.map(stepOf);
    expect(await whyWrong(page, meant, wanted)).toBeUndefined();
    expect(await whyWrong(page, meant.slice(1), wanted)).toBeDefined();
    for (const [index, { mark, value, or }] of wanted.entries()) {
      const instead = async (wrong: WantedStep | undefined) =>
        wrong && expect(await whyWrong(page, wanted.with(index, wrong).map(stepOf), wanted)).toBeDefined();
      const given = wanted[index];
      if (given === undefined) continue;
      const marks = [mark, or?.mark].filter((each) => each !== undefined);
      if (mark !== undefined) await instead({ ...given, mark: await otherMark(marks) });
      if (typeof value === 'string' && !/^(?:double|right|load)$/.test(value))
        await instead({ ...given, value: `not ${value}` });
      if (typeof value === 'number') await instead({ ...given, value: value + 1 });
    }
  });
});
