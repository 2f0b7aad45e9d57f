import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExchangeSelector } from '../../src/contract/exchange/selector.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { aPlan, chromiumPath, passed, play, playFirst } from '../support/play.ts';
import { by, clicks, containsText, css, pattern, sees } from '../support/steps.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

let runner: Runner;
let pages: Pages;
let elsewhere: Pages;
beforeAll(async () => {
  [runner, pages, elsewhere] = await Promise.all([
    chromiumPath().then((path) => openRunner(path)),
    startPages(),
    startPages(),
  ]);
});
afterAll(() => Promise.all([runner, pages, elsewhere].map((each) => each?.[Symbol.asyncDispose]())));

/** Short, as failing here means waiting for it to pass. */
const shortMs = 1500;

interface Row {
  readonly what: string;
  readonly html: string;
  /** Finds the one element that says "right". */
  readonly finds: readonly ExchangeSelector[];
  /** Finds nothing on the same page. */
  readonly misses: readonly ExchangeSelector[];
  /** What the message must say was waited for. */
  readonly waitingFor: string;
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
    what: 'ROLE, expanded',
    html: '<button aria-expanded="false">wrong</button><button aria-expanded="true">right</button>',
    finds: [by('ROLE', 'button', { expanded: true })],
    misses: [by('ROLE', 'button', { expanded: true, name: 'wrong' })],
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
    what: 'ROLE, selected',
    html: '<div role="tab" aria-selected="false">wrong</div><div role="tab" aria-selected="true">right</div>',
    finds: [by('ROLE', 'tab', { selected: true })],
    misses: [by('ROLE', 'tab', { selected: true, name: 'wrong' })],
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
    what: 'TITLE',
    html: '<b title="Net total">right</b><b title="Gross">wrong</b>',
    finds: [by('TITLE', 'total')],
    misses: [by('TITLE', 'sum')],
    waitingFor: "getByTitle('sum')",
  },
  {
    what: 'PLACEHOLDER',
    html: '<textarea placeholder="Search here">right</textarea><textarea placeholder="Name">wrong</textarea>',
    finds: [by('PLACEHOLDER', 'search')],
    misses: [by('PLACEHOLDER', 'Search', { exact: true })],
    waitingFor: "getByPlaceholder('Search', { exact: true })",
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

describe.concurrent('the selector', () => {
  it.each(rows)('finds the element that fits: $what', async ({ html, finds }) => {
    const testCase = aCase({ elements: [goTo(pages.add(html)), containsText('right', ...finds)] });
    const outcome = await playFirst(runner, aPlan(pages.url, [testCase]));
    expect(outcome).toEqual(passed(testCase.id));
  });

  it.each(rows)('finds nothing where nothing fits: $what', async ({ html, misses, waitingFor }) => {
    const testCase = aCase({ elements: [goTo(pages.add(html)), sees(...misses)] });
    const outcome = await playFirst(runner, aPlan(pages.url, [testCase], { timeoutPerStepMs: shortMs }));
    expect(outcome).toMatchObject({
      status: 'FAILED',
      failedStep: { testCaseId: testCase.id, elementIndex: 1 },
    });
    expect(outcome.errorMessage).toMatch(/^TimeoutError: locator\.waitFor: Timeout \d+ms exceeded\./);
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
    expect(await playFirst(runner, aPlan(pages.url, [found]))).toEqual(passed(found.id));
    const outcome = await playFirst(runner, aPlan(pages.url, [missed], { timeoutPerStepMs: shortMs }));
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
    expect(await playFirst(runner, aPlan(pages.url, [testCase]))).toEqual(passed(testCase.id));
  });

  it('fails where it finds several elements, and names the candidates', async () => {
    const path = pages.add('<button id="a">Buy tea</button><button id="b">Buy milk</button>');
    const steps = [clicks(css('button')), sees(css('button')), containsText('Buy', css('button'))];
    const cases = steps.map((step) => aCase({ elements: [goTo(path), step] }));
    for (const outcome of await play(runner, aPlan(pages.url, cases))) {
      expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
      expect(outcome.errorMessage).toContain('strict mode violation');
      expect(outcome.errorMessage).toContain('resolved to 2 elements');
      expect(outcome.errorMessage).toContain('1) <button id="a">Buy tea</button>');
      expect(outcome.errorMessage).toContain('2) <button id="b">Buy milk</button>');
    }
  });

  it.each([
    ['no selector at all', [], 'The step has no selector'],
    ['a FRAME at the end', [by('FRAME', 'iframe')], 'The selector chain ends with FRAME'],
    ['a pick at the beginning', [by('FIRST')], 'FIRST narrows what another selector found'],
    ['a role that does not exist', [by('ROLE', 'knob')], '"knob" is no ARIA role'],
    ['a pattern that is none', [by('TEXT', pattern('('))], 'Invalid regular expression'],
  ])('fails with a hint for %s', async (_, selectors, hint) => {
    const testCase = aCase({ elements: [goTo(pages.add('<p>Hello</p>')), sees(...selectors)] });
    const outcome = await playFirst(runner, aPlan(pages.url, [testCase]));
    expect(outcome).toMatchObject({
      status: 'FAILED',
      failedStep: { elementIndex: 1 },
    });
    expect(outcome.errorMessage).toContain(hint);
  });
});
