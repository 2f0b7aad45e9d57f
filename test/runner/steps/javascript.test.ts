import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement, ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Runner, RunPlan } from '../../../src/runner/runner.ts';
import { isUnusedComparison } from '../../../src/runner/steps/javascript.ts';
import { aCase } from '../../support/cases.ts';
import { hangForever, type Pages, startPages } from '../../support/pages.ts';
import { clicks, containsText, css, entersText } from '../../support/steps.ts';
import { aPlan, passed, runFirst, runToFail, sharedTestRunner } from '../../support/test-runner.ts';
import { openStage } from './stage.ts';

function runs(code: string, execType?: 'browser' | 'sandbox'): ExchangeElement {
  const calledWith = execType === undefined ? { code } : { code, execType };
  return { selectors: [], interaction: { action: 'JAVASCRIPT', calledWith } };
}

const { messagesOf } = openStage();

describe.concurrent('JAVASCRIPT', () => {
  let runner: Runner;
  let pages: Pages;
  beforeAll(async () => {
    [runner, pages] = await Promise.all([sharedTestRunner(), startPages()]);
  });
  afterAll(() => pages?.[Symbol.asyncDispose]());

  const field = `<title>Shop</title><input oninput="out.textContent = this.value"><p id="out"></p>`;
  const shows = (text: string) => [entersText(text, css('input')), containsText(text, css('#out'))];

  const onPage = (...elements: ExchangeElement[]): ExchangeTestCase =>
    aCase({ entryPointUrlPath: pages.add(field), elements });

  function runCase(testCase: ExchangeTestCase, overrides: Partial<Omit<RunPlan, 'library'>> = {}) {
    return runFirst(runner, aPlan(pages.url, [testCase], overrides));
  }

  it('runs in the sandbox and sets variables for later texts, selectors and code', async () => {
    pages.add(field, '/by-code');
    const testCase = aCase({
      entryPointUrlPath: pages.add(field),
      elements: [
        runs(`setDynamicVariable('id', 'out'); setDynamicVariable('pay', { sum: 1 + 2 as number });`),
        entersText('pay $$pay', css('input')),
        containsText('pay {"sum":3}', css('#$$id')),
        runs(`if (getDynamicVariable('id') !== 'out') throw new Error('not known')`, 'sandbox'),
        { selectors: [], interaction: { action: 'GO_TO', calledWith: '/by-$$path' }, ignoreFailure: true },
        runs(`setDynamicVariable('path', 'code')`),
        { selectors: [], interaction: { action: 'GO_TO', calledWith: '/by-$$path' } },
        ...shows('there'),
      ],
    });
    expect(await runCase(testCase)).toEqual({
      ...passed(testCase.id),
      warnings: [expect.stringContaining('The variable $$path is not defined.')],
    });
  });

  it('warns of code that only compares', async () => {
    const testCase = onPage(runs(`document.title === 'Cart'`, 'browser'), ...shows('there'));
    expect(await runCase(testCase)).toEqual({
      ...passed(testCase.id),
      warnings: [expect.stringContaining('The code compares values, but nothing uses the result')],
    });
  });

  it.each([
    [`document.querySelectorAll('li').length > 3;`, true],
    [`getDynamicVariable('total') != 9\n`, true],
    [`return document.title === 'Cart'`, false],
    [`if (items.length > 3) items.pop()`, false],
    [`console.assert(items.length === 3)`, false],
    [`const isFull = items.length === 3; set(isFull)`, false],
    [`isFull = items.length === 3`, false],
    [`items.length > 3 || fail()`, false],
    [`items.forEach((each) => each.remove())`, false],
    [`document.querySelector('[name="a"]').click()`, false],
  ])('%j only compares: %s', (code, expected) => {
    expect(isUnusedComparison(code)).toBe(expected);
  });

  it.each([
    ['page', runs(`return document.title === 'Cart'`, 'browser')],
    ['sandbox', runs(`return await (1 > 2)`, 'sandbox')],
  ])('warns if the code in the %s returns false, as a check of another framework would', async (_, step) => {
    const testCase = onPage(step, ...shows('there'));
    expect(await runCase(testCase)).toEqual({
      ...passed(testCase.id),
      warnings: [expect.stringContaining('The code returned false, which does not fail the step.')],
    });
  });

  it.each(['browser', 'sandbox'] as const)(
    'warns of a check in the %s that is not awaited',
    async (execType) => {
      const check = `async function check() { throw new Error('9 is not 10'); }\ncheck();`;
      const testCase = onPage(runs(check, execType), ...shows('there'));
      expect(await runCase(testCase)).toEqual({
        ...passed(testCase.id),
        warnings: [
          expect.stringContaining('threw an unhandled error, but the step passed: Error: 9 is not 10.'),
        ],
      });
    },
  );

  it('runs in the page, reads dynamic variables and sets those that it returns', async () => {
    const testCase = onPage(
      runs(`return { title: document.title, list: [1, 'a'], none: null, price: 9.5 as number };`, 'browser'),
      runs(
        `await new Promise((done) => setTimeout(done, 1));
            document.querySelector('#out').textContent = [context.title, context.price, context.list].join();`,
        'browser',
      ),
      containsText('Shop,9.5,[1,"a"]', css('#out')),
      entersText('$$none', css('input')),
      containsText('null', css('#out')),
    );
    expect(await runCase(testCase)).toEqual(passed(testCase.id));
  });

  it('sets no variable to undefined, and a date as its ISO text', async () => {
    const testCase = onPage(
      runs(`setDynamicVariable('a', 'kept'); return`),
      runs(`return { a: undefined, $$day: new Date(0) }`, 'browser'),
      ...shows('$$a $$day'),
      containsText('kept 1970-01-01T00:00:00.000Z', css('#out')),
    );
    expect(await runCase(testCase)).toEqual(passed(testCase.id));
  });

  it("reports where code in the page has thrown, without the driver's own calls", async () => {
    const code = 'const a = 1;\nnull.x;';
    const { errorMessage } = await runCase(onPage(runs(code, 'browser')));
    expect(errorMessage).toBe(
      "The code threw in line 2: TypeError: Cannot read properties of null (reading 'x')",
    );
  });

  it('may replace its page before the driver knows that it has ended', async () => {
    const next = pages.add('<h1>Next</h1>');
    const testCase = aCase({
      entryPointUrlPath: pages.add(`<h1>First</h1><a href="${next}">Next</a>`),
      elements: [
        clicks(css('a')),
        containsText('Next', css('h1')),
        runs('history.back(); for (const end = Date.now() + 800; Date.now() < end;);', 'browser'),
        containsText('First', css('h1')),
      ],
    });
    expect(await runCase(testCase)).toEqual(passed(testCase.id));
  });

  it('refuses an invalid variable name that is returned', async () => {
    const { errorMessage } = await runCase(onPage(runs(`return { 'a b': 1 }`, 'browser')));
    expect(errorMessage).toContain('"a b" is not a valid variable name');
  });

  it('has the values of the run in its code', async () => {
    const testCase = onPage(
      runs(`setDynamicVariable('hello', 'Hello $NAME')`),
      runs(
        `const $el = document.querySelector('#out'); $el.textContent = context.hello + '$NAME'`,
        'browser',
      ),
      containsText('Hello AnnAnn', css('#out')),
    );
    expect(await runCase(testCase, { variables: { NAME: ['Ann'] } })).toEqual(passed(testCase.id));
  });

  it('never runs the value of a page as code', async () => {
    const testCase = onPage(
      runs(`return { evil: "'); throw new Error('taken over'); ('" }`, 'browser'),
      runs(`setDynamicVariable('kept', '$$evil')`),
      runs(`void '$$evil'; return {}`, 'browser'),
    );
    expect(await runCase(testCase)).toEqual(passed(testCase.id));
  });

  it('fails the step by what is wrong with the code', async () => {
    const rows: readonly (readonly [what: string, step: ExchangeElement, message: string])[] = [
      [
        'what it throws in the sandbox',
        runs(`\nthrow new Error('no stock')`),
        'The code threw in line 2: Error: no stock',
      ],
      [
        'console.error in the sandbox',
        runs(`console.error('low stock')`),
        'The code called console.error: low stock',
      ],
      ['the page in the sandbox', runs('document.title'), "ReferenceError: 'document' is not defined"],
      [
        'what it throws in the page',
        runs(`throw new Error('from the page')`, 'browser'),
        'Error: from the page',
      ],
      [
        'a syntax error in the sandbox',
        runs('const a = 1;\n\nconst = 2;'),
        'The code has a syntax error in line 3',
      ],
      ['a syntax error for the page', runs('return {\n', 'browser'), 'The code has a syntax error in line 2'],
      ['an endless loop', runs('for (;;);'), 'The code did not end within 1000 ms'],
    ];
    const messages = await messagesOf(rows.map(([what, step]) => [what, field, [step]]));
    expect(rows.map(([what], index) => [what, messages[index]])).toEqual(
      rows.map(([what, , message]) => [what, expect.stringContaining(message)]),
    );
  });

  it('fails the step if the page hangs, and the next case runs', async () => {
    const says = /The step did not end within \d+ ms\./;
    const hanging = await runToFail(runner, aPlan(pages.url, [onPage(runs(hangForever, 'browser'))]), says);
    expect(hanging.status).toBe('FAILED');
    expect(hanging.errorMessage).toMatch(says);
    const next = onPage(...shows('alive'));
    expect(await runCase(next)).toEqual(passed(next.id));
  });
});
