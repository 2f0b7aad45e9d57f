import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { ExchangeSelector } from '../../src/contract/exchange/selector.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { by, clicks, containsText, css, pattern, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst, runToFail } from '../support/test-runner.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

let runner: Runner;
let pages: Pages;
let elsewhere: Pages;
beforeAll(async () => {
  [runner, pages, elsewhere] = await Promise.all([openTestRunner(), startPages(), startPages()]);
});
afterAll(() => Promise.all([runner, pages, elsewhere].map((each) => each?.[Symbol.asyncDispose]())));

interface Row {
  readonly what: string;
  readonly html: string;
  /** Finds the one element that says "right". */
  readonly finds: readonly ExchangeSelector[];
  /** Finds nothing on the same page. */
  readonly misses: readonly ExchangeSelector[];
  /** What the message must say was waited for. */
  readonly waitingFor: string;
  /** The target's own attribute for test ids. */
  readonly testIdAttribute?: string;
}

/** Every page holds decoys: a selector that ignored its text or option would find more than one. */
const rows: readonly Row[] = [
  {
    what: 'CSS',
    html: '<p class="a">wrong</p><p class="b">right</p>',
    finds: [css('p.b')],
    misses: [css('p.c')],
    waitingFor: "locator('p.c')",
  },
  {
    what: 'CSS inside CSS',
    html: '<p class="in">wrong</p><div id="box"><p class="in">right</p></div><div id="empty">none</div>',
    finds: [css('#box'), css('.in')],
    misses: [css('#empty'), css('.in')],
    waitingFor: "locator('#empty').locator('.in')",
  },
  {
    what: 'TEXT',
    html: '<p>You are wrong</p><p>You are right</p>',
    finds: [by('TEXT', 'are right')],
    misses: [by('TEXT', 'are left')],
    waitingFor: "getByText('are left')",
  },
  {
    what: 'TEXT, exact',
    html: '<p>You are right</p><p>right</p>',
    finds: [by('TEXT', 'right', { exact: true })],
    misses: [by('TEXT', 'Right', { exact: true })],
    waitingFor: "getByText('Right', { exact: true })",
  },
  {
    what: 'TEXT, a pattern',
    html: '<p>Order 12: right</p><p>Order B</p>',
    finds: [by('TEXT', pattern('^Order \\d+: right$'))],
    misses: [by('TEXT', pattern('^Order \\d+$'))],
    waitingFor: 'getByText(/^Order \\d+$/)',
  },
  {
    what: 'TEXT with quotation marks, backslashes and more',
    html: `<p>Say "hi" \\ >> 'right'</p><p>Say hi</p>`,
    finds: [by('TEXT', `"hi" \\ >> 'right'`)],
    misses: [by('TEXT', `"hi" >> 'right'`)],
    waitingFor: 'getByText(',
  },
  {
    what: 'TEXT, a pattern with quotation marks and more',
    html: `<p>Say "hi" \\ >> 'right'</p><p>Say hi</p>`,
    finds: [by('TEXT', pattern(`"hi" \\\\ >> '\\w+'`))],
    misses: [by('TEXT', pattern(`"hi" >> '\\w+'`))],
    waitingFor: 'getByText(/',
  },
  {
    what: 'ROLE',
    html: '<a href="#">wrong</a><button>right</button>',
    finds: [by('ROLE', 'button')],
    misses: [by('ROLE', 'checkbox')],
    waitingFor: "getByRole('checkbox')",
  },
  {
    what: 'ROLE with a name',
    html: '<button aria-label="Cancel">wrong</button><button aria-label="Pay now">right</button>',
    finds: [by('ROLE', 'button', { name: 'pay' })],
    misses: [by('ROLE', 'button', { name: 'Send' })],
    waitingFor: "getByRole('button', { name: 'Send' })",
  },
  {
    what: 'ROLE with an exact name',
    html: '<button aria-label="Pay later">wrong</button><button aria-label="Pay">right</button>',
    finds: [by('ROLE', 'button', { name: 'Pay', exact: true })],
    misses: [by('ROLE', 'button', { name: 'pay', exact: true })],
    waitingFor: "getByRole('button', { name: 'pay', exact: true })",
  },
  {
    what: 'ROLE whose name is a pattern',
    html: '<button aria-label="Pay later">wrong</button><button aria-label="Pay 5">right</button>',
    finds: [by('ROLE', 'button', { name: pattern('^Pay \\d$') })],
    misses: [by('ROLE', 'button', { name: pattern('^pay \\d$') })],
    waitingFor: "getByRole('button', { name: /^pay \\d$/ })",
  },
  {
    what: 'ROLE, checked',
    html: '<div role="checkbox" aria-checked="false">wrong</div><div role="checkbox" aria-checked="true">right</div>',
    finds: [by('ROLE', 'checkbox', { checked: true })],
    misses: [by('ROLE', 'checkbox', { checked: true, name: 'wrong' })],
    waitingFor: "getByRole('checkbox', { name: 'wrong'",
  },
  {
    what: 'ROLE, not checked',
    html: '<div role="checkbox" aria-checked="true">wrong</div><div role="checkbox" aria-checked="false">right</div>',
    finds: [by('ROLE', 'checkbox', { checked: false })],
    misses: [by('ROLE', 'checkbox', { checked: false, name: 'wrong' })],
    waitingFor: "getByRole('checkbox', { name: 'wrong'",
  },
  {
    what: 'ROLE, disabled',
    html: '<button>wrong</button><button disabled>right</button>',
    finds: [by('ROLE', 'button', { disabled: true })],
    misses: [by('ROLE', 'button', { disabled: true, name: 'wrong' })],
    waitingFor: "getByRole('button', { name: 'wrong'",
  },
  {
    what: 'ROLE, not disabled',
    html: '<div role="button" aria-disabled="true">wrong</div><div role="button" aria-disabled="false">right</div>',
    finds: [by('ROLE', 'button', { disabled: false })],
    misses: [by('ROLE', 'button', { disabled: false, name: 'wrong' })],
    waitingFor: "getByRole('button', { name: 'wrong'",
  },
  {
    what: 'ROLE, expanded',
    html: '<button aria-expanded="false">wrong</button><button aria-expanded="true">right</button>',
    finds: [by('ROLE', 'button', { expanded: true })],
    misses: [by('ROLE', 'button', { expanded: true, name: 'wrong' })],
    waitingFor: "getByRole('button', { name: 'wrong'",
  },
  {
    what: 'ROLE, not expanded',
    html: '<div role="button" aria-expanded="true">wrong</div><div role="button" aria-expanded="false">right</div>',
    finds: [by('ROLE', 'button', { expanded: false })],
    misses: [by('ROLE', 'button', { expanded: false, name: 'wrong' })],
    waitingFor: "getByRole('button', { name: 'wrong'",
  },
  {
    what: 'ROLE that assistive technology does not see (includeHidden)',
    html: '<button aria-hidden="true">right</button>',
    finds: [by('ROLE', 'button', { includeHidden: true })],
    misses: [by('ROLE', 'button')],
    waitingFor: "getByRole('button')",
  },
  {
    what: 'ROLE that nobody sees (includeHidden), and what a FILTER leaves of it',
    html: '<p style="display:none"><button>right</button></p><button>wrong</button>',
    finds: [by('ROLE', 'button', { includeHidden: true }), by('FILTER', '', { hasText: 'right' })],
    misses: [by('ROLE', 'button', { includeHidden: false }), by('FILTER', '', { hasText: 'right' })],
    waitingFor: "getByRole('button', { includeHidden: false })",
  },
  {
    what: 'LAST, of the hidden ones too (includeHidden)',
    html: '<button>wrong</button><button hidden>right</button>',
    finds: [by('ROLE', 'button', { includeHidden: true }), by('LAST')],
    misses: [by('ROLE', 'button', { includeHidden: true }), by('NTH', '2')],
    waitingFor: "getByRole('button', { includeHidden: true }).nth(2)",
  },
  {
    what: 'only what is visible inside a hidden ROLE (includeHidden)',
    html: '<div role="group" aria-hidden="true"><i hidden>wrong</i><i>right</i></div>',
    finds: [by('ROLE', 'group', { includeHidden: true }), css('i')],
    misses: [by('ROLE', 'group', { includeHidden: true }), css('i[hidden]')],
    waitingFor: "locator('i[hidden]').filter({ visible: true })",
  },
  {
    what: 'ROLE, level',
    html: '<h1>wrong</h1><h2>right</h2>',
    finds: [by('ROLE', 'heading', { level: 2 })],
    misses: [by('ROLE', 'heading', { level: 3 })],
    waitingFor: "getByRole('heading', { level: 3 })",
  },
  {
    what: 'ROLE, pressed',
    html: '<button aria-pressed="false">wrong</button><button aria-pressed="true">right</button>',
    finds: [by('ROLE', 'button', { pressed: true })],
    misses: [by('ROLE', 'button', { pressed: true, name: 'wrong' })],
    waitingFor: "getByRole('button', { name: 'wrong'",
  },
  {
    what: 'ROLE, not pressed',
    html: '<div role="button" aria-pressed="true">wrong</div><div role="button" aria-pressed="false">right</div>',
    finds: [by('ROLE', 'button', { pressed: false })],
    misses: [by('ROLE', 'button', { pressed: false, name: 'wrong' })],
    waitingFor: "getByRole('button', { name: 'wrong'",
  },
  {
    what: 'ROLE, selected',
    html: '<div role="tab" aria-selected="false">wrong</div><div role="tab" aria-selected="true">right</div>',
    finds: [by('ROLE', 'tab', { selected: true })],
    misses: [by('ROLE', 'tab', { selected: true, name: 'wrong' })],
    waitingFor: "getByRole('tab', { name: 'wrong'",
  },
  {
    what: 'ROLE, not selected',
    html: '<div role="tab" aria-selected="true">wrong</div><div role="tab" aria-selected="false">right</div>',
    finds: [by('ROLE', 'tab', { selected: false })],
    misses: [by('ROLE', 'tab', { selected: false, name: 'wrong' })],
    waitingFor: "getByRole('tab', { name: 'wrong'",
  },
  {
    what: 'LABEL',
    html: '<label>City <textarea>right</textarea></label><label>Country <textarea>wrong</textarea></label>',
    finds: [by('LABEL', 'city')],
    misses: [by('LABEL', 'street')],
    waitingFor: "getByLabel('street')",
  },
  {
    what: 'LABEL, exact, also by aria-label',
    html: '<div aria-label="City">right</div><div aria-label="City 2">wrong</div>',
    finds: [by('LABEL', 'City', { exact: true })],
    misses: [by('LABEL', 'city', { exact: true })],
    waitingFor: "getByLabel('city', { exact: true })",
  },
  {
    what: 'LABEL, a pattern',
    html: '<label>City 1 <textarea>right</textarea></label><label>City <textarea>wrong</textarea></label>',
    finds: [by('LABEL', pattern('City \\d'))],
    misses: [by('LABEL', pattern('city \\d'))],
    waitingFor: 'getByLabel(/city \\d/)',
  },
  {
    what: 'TEST_ID',
    html: '<p data-testid="total-net">wrong</p><p data-testid="total">right</p>',
    finds: [by('TEST_ID', 'total')],
    misses: [by('TEST_ID', 'tot')],
    waitingFor: "getByTestId('tot')",
  },
  {
    what: 'TEST_ID, a pattern',
    html: '<p data-testid="total">wrong</p><p data-testid="row-7">right</p>',
    finds: [by('TEST_ID', pattern('^row-\\d$'))],
    misses: [by('TEST_ID', pattern('^row-[a-z]$'))],
    waitingFor: 'getByTestId(/^row-[a-z]$/)',
  },
  {
    what: 'TEST_ID in an attribute of its own',
    html: '<p data-testid="total">wrong</p><p data-qa="total">right</p>',
    testIdAttribute: 'data-qa',
    finds: [by('TEST_ID', 'total')],
    misses: [by('TEST_ID', 'tot')],
    waitingFor: "getByTestId('tot')",
  },
  {
    what: 'TEST_ID in one of several attributes',
    html: '<p data-testid="total">wrong</p><p data-b="total">right</p>',
    testIdAttribute: 'data-a,data-b',
    finds: [by('TEST_ID', 'total')],
    misses: [by('TEST_ID', 'tot')],
    waitingFor: "getByTestId('tot')",
  },
  {
    what: 'TEST_ID with quotation marks, backslashes and more',
    html: `<p data-qa='"a" \\b >> c]'>right</p><p data-qa="a">wrong</p>`,
    testIdAttribute: 'data-qa',
    finds: [by('TEST_ID', '"a" \\b >> c]')],
    misses: [by('TEST_ID', '"a" b >> c]')],
    waitingFor: `getByTestId('"a" b >> c]')`,
  },
  {
    what: 'TEST_ID in an attribute of its own, a pattern with quotation marks, slashes and more',
    html: `<p data-qa='"a" \\ >>> 1/2'>right</p><p data-qa="a">wrong</p>`,
    testIdAttribute: 'data-qa',
    finds: [by('TEST_ID', pattern('^"a\\" \\\\ >>> (?<half>1/2)$'))],
    misses: [by('TEST_ID', pattern('^"a" > 1/2$'))],
    waitingFor: 'getByTestId(/',
  },
  {
    what: 'TITLE',
    html: '<b title="Net total">right</b><b title="Gross">wrong</b>',
    finds: [by('TITLE', 'total')],
    misses: [by('TITLE', 'sum')],
    waitingFor: "getByTitle('sum')",
  },
  {
    what: 'TITLE, exact',
    html: '<b title="Net total">wrong</b><b title="total">right</b>',
    finds: [by('TITLE', 'total', { exact: true })],
    misses: [by('TITLE', 'Total', { exact: true })],
    waitingFor: "getByTitle('Total', { exact: true })",
  },
  {
    what: 'TITLE, a pattern',
    html: '<b title="Total 1">right</b><b title="Total">wrong</b>',
    finds: [by('TITLE', pattern('^Total \\d$'))],
    misses: [by('TITLE', pattern('^total'))],
    waitingFor: 'getByTitle(/^total/)',
  },
  {
    what: 'PLACEHOLDER',
    html: '<textarea placeholder="Search here">right</textarea><textarea placeholder="Name">wrong</textarea>',
    finds: [by('PLACEHOLDER', 'search')],
    misses: [by('PLACEHOLDER', 'Search', { exact: true })],
    waitingFor: "getByPlaceholder('Search', { exact: true })",
  },
  {
    what: 'PLACEHOLDER, a pattern',
    html: '<textarea placeholder="City 1">right</textarea><textarea placeholder="City">wrong</textarea>',
    finds: [by('PLACEHOLDER', pattern('City \\d'))],
    misses: [by('PLACEHOLDER', pattern('city'))],
    waitingFor: 'getByPlaceholder(/city/)',
  },
  {
    what: 'FILTER by hasText',
    html: '<li>Tea, wrong</li><li>Coffee, right</li>',
    finds: [css('li'), by('FILTER', '', { hasText: 'coffee' })],
    misses: [css('li'), by('FILTER', '', { hasText: 'Milk' })],
    waitingFor: "locator('li').filter({ hasText: 'Milk' })",
  },
  {
    what: 'FILTER by hasNotText',
    html: '<li>Tea, wrong</li><li>Coffee, right</li>',
    finds: [css('li'), by('FILTER', '', { hasNotText: 'Tea' })],
    misses: [css('li'), by('FILTER', '', { hasNotText: 'e' })],
    waitingFor: "locator('li').filter({ hasNotText: 'e' })",
  },
  {
    what: 'FILTER by patterns',
    html: '<li>Tea 1, right</li><li>Tea 2, sold out</li><li>Tea</li>',
    finds: [css('li'), by('FILTER', '', { hasText: pattern('Tea \\d'), hasNotText: pattern('s.ld') })],
    misses: [css('li'), by('FILTER', '', { hasText: pattern('tea \\d') })],
    waitingFor: "locator('li').filter({ hasText: /tea \\d/ })",
  },
  {
    what: 'FIRST, of the visible ones',
    html: '<li hidden>wrong</li><li>right</li><li>wrong</li>',
    finds: [css('li'), by('FIRST')],
    misses: [css('dd'), by('FIRST')],
    waitingFor: "locator('dd').filter({ visible: true }).first()",
  },
  {
    what: 'LAST, of the visible ones',
    html: '<li>wrong</li><li>right</li><li hidden>wrong</li>',
    finds: [css('li'), by('LAST')],
    misses: [css('dd'), by('LAST')],
    waitingFor: "locator('dd').filter({ visible: true }).last()",
  },
  {
    what: 'NTH, counted from 0 among the visible ones',
    html: '<li hidden>wrong</li><li>wrong</li><li>right</li><li>wrong</li>',
    finds: [css('li'), by('NTH', '1')],
    misses: [css('li'), by('NTH', '3')],
    waitingFor: "locator('li').filter({ visible: true }).nth(3)",
  },
  {
    what: 'NTH, counted from the end',
    html: '<li>wrong</li><li>right</li><li>wrong</li><li hidden>wrong</li>',
    finds: [css('li'), by('NTH', '-2')],
    misses: [css('li'), by('NTH', '-4')],
    waitingFor: "locator('li').filter({ visible: true }).nth(-4)",
  },
  {
    what: 'a chain that goes on after a pick',
    html: '<ul><li>wrong</li></ul><ul><li>wrong</li><li>right</li></ul>',
    finds: [css('ul'), by('NTH', '1'), css('li'), by('LAST')],
    misses: [css('ul'), by('FIRST'), css('li'), by('NTH', '1')],
    waitingFor: "locator('ul').filter({ visible: true }).first().locator('li')",
  },
  {
    what: 'FRAME',
    html: '<p>wrong</p><iframe class="a" srcdoc="<p>right</p>"></iframe><iframe class="b" srcdoc="<p>wrong</p>"></iframe>',
    finds: [by('FRAME', 'iframe.a'), css('p')],
    misses: [by('FRAME', 'iframe.c'), css('p')],
    waitingFor: "locator('iframe.c')",
  },
  {
    what: 'FRAME inside an element, and another FRAME inside',
    html: `<iframe srcdoc="<p>wrong</p>"></iframe><div id="box"><iframe srcdoc="<p>wrong</p><iframe srcdoc='<p>right</p>'></iframe>"></iframe></div>`,
    finds: [css('#box'), by('FRAME', 'iframe'), by('FRAME', 'iframe'), by('TEXT', 'right')],
    misses: [css('#box'), by('FRAME', 'iframe'), by('TEXT', 'right')],
    waitingFor: "contentFrame().getByText('right')",
  },
  {
    what: 'FRAME, of which a hidden one does not count',
    html: '<iframe hidden srcdoc="<p>wrong</p>"></iframe><iframe srcdoc="<p>right</p>"></iframe>',
    finds: [by('FRAME', 'iframe'), css('p')],
    misses: [by('FRAME', 'iframe'), css('dd')],
    waitingFor: "contentFrame().locator('dd')",
  },
  {
    what: 'only what is visible',
    html: '<p style="display:none">wrong</p><p style="visibility:hidden">wrong</p><p>right</p><i hidden>here</i>',
    finds: [css('p')],
    misses: [css('i')],
    waitingFor: "locator('i')",
  },
];

/** Runs a step on a page of its own; its index is 1. */
function runOn(
  html: string,
  step: ExchangeElement,
  overrides: Partial<RunPlan> = {},
  playing: typeof runFirst = runFirst,
): Promise<CaseOutcome> {
  const testCase = aCase({ elements: [goTo(pages.add(html)), step] });
  return playing(runner, aPlan(pages.url, [testCase], overrides));
}

describe.concurrent('the selector', () => {
  it.each(rows)('finds the matching element: $what', async ({ html, finds, testIdAttribute = null }) => {
    const outcome = await runOn(html, containsText('right', ...finds), { testIdAttribute });
    expect(outcome.errorMessage).toBeNull();
  });

  it.each(rows)('finds nothing if nothing matches: $what', async (row) => {
    const { html, misses, waitingFor, testIdAttribute = null } = row;
    const outcome = await runOn(html, sees(...misses), { testIdAttribute }, runToFail);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(/^expect\(locator\)\.toBeVisible\(\) failed\n\nLocator: /m);
    expect(outcome.errorMessage).toContain('Error: element(s) not found');
    expect(outcome.errorMessage).toContain(waitingFor);
  });

  it('finds an image by ALT_TEXT, and not by another', async () => {
    const pixel =
      'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="9" height="9';
    const path = pages.add(`<img alt="Cat at home" src="${pixel}"><img alt="Dog" src="${pixel}">`);
    const found = aCase({
      elements: [
        goTo(path),
        sees(by('ALT_TEXT', 'cat')),
        sees(by('ALT_TEXT', 'Dog', { exact: true })),
        sees(by('ALT_TEXT', pattern('^Cat.*home$'))),
      ],
    });
    const missed = aCase({ elements: [goTo(path), sees(by('ALT_TEXT', 'Bird'))] });
    expect(await runFirst(runner, aPlan(pages.url, [found]))).toEqual(passed(found.id));
    const outcome = await runToFail(runner, aPlan(pages.url, [missed]));
    expect(outcome.errorMessage).toContain("getByAltText('Bird')");
  });

  it('reads and clicks inside a frame of another origin', async () => {
    const inner = elsewhere.add(
      '<p>Sign in</p><button onclick="document.querySelector(`p`).textContent = `Signed in`">Go</button>',
    );
    const path = pages.add(`<iframe title="login" src="${elsewhere.url}${inner}"></iframe>`);
    const frame = by('FRAME', 'iframe[title=login]');
    const testCase = aCase({
      elements: [
        goTo(path),
        containsText('Sign in', frame, css('p')),
        clicks(frame, by('ROLE', 'button', { name: 'Go' })),
        containsText('Signed in', frame, css('p')),
      ],
    });
    expect(await runFirst(runner, aPlan(pages.url, [testCase]))).toEqual(passed(testCase.id));
  });

  it('reads inside frames of other origins inside each other', async () => {
    const { port } = new URL(elsewhere.url);
    const inmost = pages.add('<p>right</p>');
    const middle = elsewhere.add(`<p>wrong</p><iframe src="${pages.url}${inmost}"></iframe>`);
    // The same server by another name is another origin, and another site too.
    const html = `<p>wrong</p><iframe src="http://localhost:${port}${middle}"></iframe>`;
    const frames = [by('FRAME', 'iframe'), by('FRAME', 'iframe')];
    const outcome = await runOn(html, containsText('right', ...frames, css('p')));
    expect(outcome.errorMessage).toBeNull();
  });

  it('puts variables into texts, options and patterns', async () => {
    const html = '<ul><li>Tea (green)</li><li>Tea green</li></ul><button>Tea (green)</button>';
    const variables = { NAME: ['Tea (green)'], TAG: ['li'], ROLE: ['Button'] };
    const steps = [
      sees(css('$TAG'), by('FILTER', '', { hasText: pattern('^$NAME$') })),
      sees(css('ul'), by('TEXT', pattern('^$NAME$'))),
      sees(by('ROLE', '$ROLE', { name: '$NAME' })),
    ];
    for (const { errorMessage } of await Promise.all(steps.map((each) => runOn(html, each, { variables })))) {
      expect(errorMessage).toBeNull();
    }
  });

  it.each([
    ['no selector at all', [], 'The step has no selector'],
    ['a FRAME at the end', [by('FRAME', 'iframe')], 'The selector chain ends with FRAME'],
    ['a pick at the beginning', [by('FIRST')], 'FIRST narrows the elements of another selector'],
    ['a role that does not exist', [by('ROLE', 'knob')], '"knob" is not an ARIA role'],
    [
      'an invalid pattern',
      [by('TEXT', pattern('('))],
      'The TEXT selector has an invalid pattern: Invalid regular expression: /(/: Unterminated group.',
    ],
    [
      'a name whose pattern is none',
      [by('ROLE', 'button', { name: pattern('[') })],
      'The name of the ROLE selector has an invalid pattern: Invalid regular expression: /[/',
    ],
    [
      'a filter whose pattern is none',
      [css('p'), by('FILTER', '', { hasText: pattern('*') })],
      'hasText of the FILTER selector has an invalid pattern',
    ],
    [
      'a filter whose other pattern is none',
      [css('p'), by('FILTER', '', { hasNotText: pattern('*') })],
      'hasNotText of the FILTER selector has an invalid pattern',
    ],
    ['CSS that is none', [css('p[')], 'Error: Unexpected token "" while parsing css selector "p["'],
    ['a FRAME whose CSS is none', [by('FRAME', '#'), css('p')], 'while parsing css selector "#"'],
    [
      'a FRAME that is not a frame',
      [by('FRAME', 'p'), css('b')],
      'resolved to <p>Hello</p>, <iframe> was expected',
    ],
    [
      'an option that the role does not have',
      [by('ROLE', 'button', { level: 1 })],
      'Error: "level" attribute is only supported for roles: "heading", "listitem", "row", "treeitem"\n\nCall log',
    ],
  ])('fails with a hint for %s', async (_, selectors, hint) => {
    const outcome = await runOn('<p>Hello</p>', sees(...selectors));
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain(hint);
  });

  it('fails with a hint for an invalid attribute', async () => {
    const testIdAttribute = 'data qa';
    const outcome = await runOn('<p>Hello</p>', sees(by('TEST_ID', 'x')), { testIdAttribute });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toContain(`TEST_ID cannot use the attribute "data qa"`);
  });
});
