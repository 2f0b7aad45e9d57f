import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeTestCase } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import type { Runner } from '../../../src/runner/runner.ts';
import { testFiles, zipInSteps } from '../../../src/service/code-export/export-test-files.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { allSteps } from '../../../src/service/store/batches.ts';
import { loadTestCases } from '../../../src/test-files/load.ts';
import { aCase, goTo } from '../../support/cases.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { startShop } from '../../support/shop.ts';
import { by, clicks, containsText, css, entersText, pattern, sees } from '../../support/steps.ts';
import { aPlan, openTestRunner, runPlan } from '../../support/test-runner.ts';
import { exportFolder, runPlaywright, typeProblems } from './playwright-process.ts';

/** What a step has at first, in ms: most that fail take it. */
const shortMs = 4000;
/** What a step has where a busy machine was too slow for that, in ms. */
const ampleMs = 120_000;
/** What a test may take in which that happens, in ms. */
const slowMs = 400_000;
const customer = 'ann@shop.example';

let runner: Runner;
let pages: Pages;
beforeAll(async () => {
  runner = await openTestRunner();
  pages = await startPages();
});
afterAll(async () => {
  await runner?.[Symbol.asyncDispose]();
  await pages?.[Symbol.asyncDispose]();
});

async function shopCases(): Promise<ExchangeTestCase[]> {
  const { cases, problems } = await loadTestCases(join(import.meta.dirname, '../../../examples/shop'), [
    'browser-tests',
  ]);
  expect(problems).toEqual([]);
  return cases.map(({ testCase }) => testCase);
}

/** What our runner says, by description. */
async function ourVerdicts(testCases: readonly ExchangeTestCase[], url: string, timeoutPerStepMs: number) {
  const cases = testCases.filter(({ runStatus }) => runStatus === 'ON');
  const variables = { CUSTOMER: [customer] };
  const outcomes = await runPlan(
    runner,
    aPlan(url, cases, { others: testCases, variables, timeoutPerStepMs }),
  );
  return Object.fromEntries(
    outcomes.map(({ testCaseId, status }) => [
      cases.find(({ id }) => id === testCaseId)?.description,
      status === 'PASSED',
    ]),
  );
}

/** What Playwright says of the exported files, by their titles. */
async function playwrightVerdicts(
  testCases: readonly ExchangeTestCase[],
  url: string,
  timeoutPerStepMs: number,
) {
  const zip = allSteps(zipInSteps([...testFiles({ testCases, executionUrl: url, timeoutPerStepMs })]));
  await using folder = await exportFolder(
    zip,
    playwrightConfig({ url, outputDir: 'out', expectTimeoutMs: timeoutPerStepMs }),
  );
  const [executed, problems] = await Promise.all([
    runPlaywright(folder, { CUSTOMER: customer }),
    typeProblems(folder),
  ]);
  expect(problems).toBe('');
  return Object.fromEntries(executed.map(({ title, passed }) => [title, passed]));
}

/** What both say, by description. Cases that do not end as they should are run again with ample time. */
async function verdicts(
  testCases: readonly ExchangeTestCase[],
  url: string,
  expected: (description: string) => boolean,
) {
  const both = async (cases: readonly ExchangeTestCase[], timeoutPerStepMs: number) => {
    const [ours, theirs] = await Promise.all([
      ourVerdicts(cases, url, timeoutPerStepMs),
      playwrightVerdicts(cases, url, timeoutPerStepMs),
    ]);
    return { ours, theirs };
  };
  const shortRun = await both(testCases, shortMs);
  const isOdd = ({ description }: ExchangeTestCase) =>
    [shortRun.ours, shortRun.theirs].some((said) => said[description] !== expected(description));
  const odd = testCases.filter((each) => each.runStatus === 'ON' && isOdd(each));
  if (odd.length === 0) return shortRun;
  const again = await both(
    testCases.map((each) => (odd.includes(each) ? each : { ...each, runStatus: 'OFF' })),
    ampleMs,
  );
  return { ours: { ...shortRun.ours, ...again.ours }, theirs: { ...shortRun.theirs, ...again.theirs } };
}

/** Cases beside the shop's, which end as their descriptions say. */
function moreCases(): ExchangeTestCase[] {
  const trouble = sees(css('#not-there'));
  const brokenTeardown = aCase({ description: 'Break', runStatus: 'OFF', elements: [trouble] });
  const login = aCase({ description: 'Cannot sign in', runStatus: 'OFF', elements: [trouble] });
  const page = pages.add(
    `<p hidden>Pay</p><p>Pay</p><p>Pay <b>now</b></p><button style="display:none">Go</button>
     <button onclick="out.textContent='went'">Go</button><output id="out"></output>
     <iframe srcdoc="<label>Card <input></label>"></iframe>`,
  );
  const start = goTo(pages.url + page);
  const ends = (description: string, ...elements: ExchangeTestCase['elements']) =>
    aCase({ description, elements: [start, ...elements] });
  return [
    brokenTeardown,
    login,
    aCase({
      description: 'passes with a broken teardown',
      teardownId: brokenTeardown.id,
      elements: [goTo(pages.url + page)],
    }),
    aCase({ description: 'fails with its dependency', dependencyId: login.id }),
    aCase({ description: 'fails where its dependency is unknown', dependencyId: randomUUID() }),
    ends('passes as a failure is ignored', { ...trouble, ignoreFailure: true }, sees(css('body'))),
    ends('fails where nothing is there', trouble),
    ends('passes as only the visible one counts', clicks(css('button')), containsText('went', css('#out'))),
    ends(
      'fails where hidden ones count too',
      clicks(by('ROLE', 'button', { name: 'Go', includeHidden: true })),
    ),
    ends('fails where two are found', sees(by('TEXT', 'Pay'))),
    ends('passes with the first visible', containsText(pattern('^Pay$'), by('TEXT', 'Pay'), by('FIRST'))),
    ends('passes with the second visible', containsText('Pay now', css('p'), by('NTH', '1'))),
    ends('fails where there is no third visible', sees(css('p'), by('NTH', '2'))),
    ends('passes inside a frame', entersText('4242', by('FRAME', 'iframe'), by('LABEL', 'Card'))),
    ends('fails without a selector', clicks()),
    ends('fails with a chain that ends in a frame', sees(by('FRAME', 'iframe'))),
    ends('fails with a role that is none', sees(by('ROLE', 'buton'))),
    ends('fails with a pattern that is none', sees(by('TEXT', pattern('(')))),
    ends('fails without a value', containsText('$NO_SUCH_VARIABLE', css('p'))),
    ends('fails where a URL is no web page', goTo('javascript:alert(1)')),
    ends('fails with another text', containsText('Paid', css('p'), by('LAST'))),
    ends(
      'passes with a filter',
      sees(css('p'), by('FILTER', '', { hasText: 'Pay', hasNotText: pattern('now') })),
    ),
    ends('passes with the URL in a text', { ...goTo('$OCTO_URL/cart') }, sees(by('TEST_ID', 'total'))),
  ];
}

/** Cases about what variables hold, which end as their descriptions say. */
function casesOfValues(): ExchangeTestCase[] {
  const page = pages.add(
    `<input id="field" value="first"><input id="typed"><p>Total</p><b id="none" style="display:block;height:9px"></b>
     <input type="file" hidden onchange="file.textContent = this.files.length"><output id="file"></output>
     <script>document.querySelector('#field').value = 'now'</script>`,
  );
  const ends = (description: string, ...elements: ExchangeTestCase['elements']) =>
    aCase({ description, elements: [goTo(pages.url + page), ...elements] });
  const acts = (interaction: Interaction, ...selectors: ExchangeSelector[]) => ({ selectors, interaction });
  const inPage = (code: string) => acts({ action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } });
  const extracts = (variableName: string, selector: string) =>
    acts({ action: 'EXTRACT', calledWith: { variableName, type: 'TEXT' } }, css(selector));
  const types = (text: string, expected: string): ExchangeTestCase['elements'] => [
    entersText(text, css('#typed')),
    {
      selectors: [css('#typed')],
      assertion: { expectation: 'TO_HAVE_VALUE', calledWith: expected },
    },
  ];
  const value = { variableName: 'two', type: 'ATTRIBUTE', attributeName: 'value' } as const;
  const code = 'return context.a === "x" && context.day === "1970-01-01T00:00:00.000Z" && !("b" in context)';
  return [
    ends(
      'passes with what a field holds',
      extracts('one', '#field'),
      acts({ action: 'EXTRACT', calledWith: value }, css('#field')),
      ...types('$$one $$two', pattern('^now now$')),
    ),
    ends('fails with a name that no text can use', extracts('a b', 'p')),
    ends(
      'fails with a text that its variables leave empty',
      extracts('none', '#none'),
      containsText('$$none', css('p')),
    ),
    ends(
      'fails with a value that looks like a pattern',
      inPage('return { wild: "OCTOREGEX.*OCTOREGEX" }'),
      containsText('$$wild', css('p')),
    ),
    ends(
      'passes with code that knows what was set',
      inPage('return { $$a: "x", b: undefined, day: new Date(0) }'),
      acts({ action: 'WAIT_FOR', calledWith: { type: 'code', code } }),
    ),
    ends('passes with a dollar that names nothing', ...types('\\$HOME $5', pattern('^\\$HOME \\$5$'))),
    ends(
      'passes with a hidden input that is picked',
      acts({ action: 'UPLOAD', calledWith: pages.url + page }, css('input[type=file]'), by('FIRST')),
      containsText('1', css('#file')),
    ),
  ];
}

describe.concurrent('exported files in Playwright end as the cases do in our runner', () => {
  it(
    'on a shop that works, and with cases that pass and fail in every way',
    async () => {
      await using shop = await startShop();
      const testCases = [...(await shopCases()), ...moreCases(), ...casesOfValues()];
      const passes = (description: string) => !description.startsWith('fails');
      const { ours, theirs } = await verdicts(testCases, shop.url, passes);
      expect(theirs).toEqual(ours);
      expect(Object.entries(ours)).toHaveLength(32);
      for (const [description, passed] of Object.entries(ours)) {
        expect([description, passed]).toEqual([description, passes(description)]);
      }
    },
    slowMs,
  );

  it(
    'on a shop whose checkout is broken',
    async () => {
      await using shop = await startShop({ broken: true });
      const fails = 'A customer buys a mug';
      const { ours, theirs } = await verdicts(await shopCases(), shop.url, (each) => each !== fails);
      expect(theirs).toEqual(ours);
      expect(ours).toEqual({
        'A customer signs in': true,
        'The account stays open': true,
        [fails]: false,
        'The shop shows its products': true,
      });
    },
    slowMs,
  );
});
