import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { runWords } from '../../../src/generation/words/run-words.ts';
import {
  type LiveBrowser,
  type LivePage,
  openLiveBrowser,
  type PageElement,
} from '../../../src/runner/live-page.ts';
import { type Pages, startPages } from '../../support/pages.ts';
import { aPlan, testMachine } from '../../support/test-runner.ts';

let pages: Pages;
let browser: LiveBrowser;
beforeAll(async () => {
  pages = await startPages();
  const redactor = (secrets: readonly string[]) => (text: string) =>
    secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text);
  browser = await openLiveBrowser(await testMachine(), { redactor });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

function open(html: string, timeoutPerStepMs = 60_000): Promise<LivePage> {
  return browser.open({
    executionUrl: pages.url,
    entryPointUrlPath: pages.add(html),
    breakpoint: 'DESKTOP',
    variables: {},
    timeoutPerStepMs,
    testIdAttribute: null,
    environment: { headers: {}, testAccount: { username: 'ada', password: 'pass-word-1' } },
  });
}

function find(elements: readonly PageElement[], role: string, name: string): PageElement {
  const found = elements.find((each) => each.role === role && each.name === name);
  if (found === undefined) throw new Error(`no ${role} "${name}"`);
  return found;
}

const visible = (element: PageElement): ExchangeElement => ({
  selectors: [...element.selectors],
  assertion: { expectation: 'VISIBLE' },
});

const shop = `<title>Shop</title>
  <nav aria-label="Main"><a href="/cart">Cart</a><a href="/cart-help">Cart help</a></nav>
  <main><h1>Catalogue</h1><p>Pay <b>less</b> here.</p>
  <p hidden>Secret</p><p style="visibility:hidden">Secret</p>
  <ul><li>Tea <button>Buy</button></li><li>Mug <button>Buy</button></li></ul>
  <table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>5</td></tr><tr><td>Mug</td><td>5</td></tr></table>
  <section><h2>Account</h2><form aria-label="Sign in">
    <label>Email <input type="email" name="email" required autocomplete="email" maxlength="40"></label>
    <label for="p">Password</label><input id="p" type="password" value="hidden-value">
    <input placeholder="Coupon" id="x82f3">
    <label><input type="checkbox" checked> Remember me</label>
    <select aria-label="Country"><option>France</option><option selected>Germany</option></select>
    <button disabled style="pointer-events:none">Save</button><button>Save draft</button>
  </form></section>
  <div role="status">Ready</div><img alt="Logo" src="data:," width="9" height="9"><img alt="" src="data:,">
  </main>`;

it('reads what a person could see and use, in document order', async () => {
  await using page = await open(shop);
  const view = await page.look();
  expect(view).toMatchObject({ title: 'Shop', status: 200, url: page.url() });
  expect(
    view.elements.map(({ role, name, tag, text }) => `${role || tag} ${name || text}`),
  ).toMatchInlineSnapshot(`
    [
      "link Cart",
      "link Cart help",
      "heading Catalogue",
      "paragraph Pay less here.",
      "listitem Tea Buy",
      "button Buy",
      "listitem Mug Buy",
      "button Buy",
      "table Item Price Tea 5 Mug 5",
      "row Item Price",
      "columnheader Item",
      "columnheader Price",
      "row Tea 5",
      "cell Tea",
      "cell 5",
      "row Mug 5",
      "cell Mug",
      "cell 5",
      "heading Account",
      "label Email",
      "textbox Email",
      "label Password",
      "textbox Password",
      "textbox Coupon",
      "label Remember me",
      "checkbox Remember me",
      "combobox Country",
      "button Save",
      "button Save draft",
      "status Ready",
      "img Logo",
    ]
  `);
  const email = find(view.elements, 'textbox', 'Email');
  expect(email).toMatchObject({
    within: ['main', 'heading "Catalogue"', 'heading "Account"', 'form "Sign in"'],
    field: { type: 'email', label: 'Email', required: true, autocomplete: 'email', maxLength: 40, value: '' },
    selectors: [{ selectorType: 'ROLE', selector: 'textbox', options: { name: 'Email' } }],
  });
  expect(find(view.elements, 'textbox', 'Password').field).toMatchObject({ type: 'password', value: '' });
  expect(find(view.elements, 'checkbox', 'Remember me').field).toMatchObject({ checked: true });
  expect(find(view.elements, 'combobox', 'Country').field).toMatchObject({
    type: 'select',
    value: 'Germany',
    options: ['France', 'Germany'],
  });
  expect(find(view.elements, 'button', 'Save')).toMatchObject({ isDisabled: true });
  expect(find(view.elements, 'link', 'Cart')).toMatchObject({
    href: `${pages.url}/cart`,
    selectors: [{ selectorType: 'ROLE', options: { name: 'Cart', exact: true } }],
  });
  expect(JSON.stringify(view)).not.toMatch(/Secret|hidden-value|x82f3/);
});

it('has selectors that find each element and no other', async () => {
  await using page = await open(shop);
  const { elements } = await page.look();
  expect(elements.length).toBeGreaterThan(20);
  for (const each of elements) {
    expect(await page.run(visible(each)), JSON.stringify(each.selectors)).toBeUndefined();
  }
  const [, second] = elements.filter(({ name }) => name === 'Buy');
  expect(second?.within.at(-1)).toBe('list item 2');
  expect(second?.inside.map((index) => elements[index]?.text)).toEqual(['Mug Buy']);
});

it('has selectors that do not depend on the text', async () => {
  await using page = await open(
    `<table><tr><td>Tea</td><td>5</td></tr><tr><td>Mug</td><td>5</td></tr></table>
     <p id="total">Total: 10</p><p id="t-4f1">Other</p><div role="status">Ready</div>`,
  );
  const { elements } = await page.look();
  const texts = elements.flatMap(({ text, selectorsWithoutText }) =>
    selectorsWithoutText === undefined ? [] : [[text, selectorsWithoutText] as const],
  );
  expect(texts.map(([text]) => text)).toEqual(['Tea 5 Mug 5', '5', '5', 'Total: 10', 'Ready']);
  for (const [text, selectors] of texts) {
    const lastWord = text.split(' ').at(-1) ?? '';
    const assertion = { expectation: 'TO_CONTAIN_TEXT' as const, calledWith: lastWord };
    expect(await page.run({ selectors: [...selectors], assertion }), text).toBeUndefined();
  }
});

it('runs steps with variables, and reads what has become of the page', async () => {
  await using page = await open(
    `<input aria-label="Password"><button onclick="setTimeout(() => { out.textContent = 'Hello ' + document.querySelector('input').value }, 50)">Go</button><p id="out">-</p>`,
  );
  const { elements } = await page.look();
  expect(
    await page.run({
      selectors: [...find(elements, 'textbox', 'Password').selectors],
      interaction: { action: 'ENTER_TEXT', calledWith: '$OCTO_PASSWORD' },
    }),
  ).toBeUndefined();
  expect(
    await page.run({
      selectors: [...find(elements, 'button', 'Go').selectors],
      interaction: { action: 'CLICK' },
    }),
  ).toBeUndefined();
  const after = JSON.stringify(await page.look());
  expect(after).toContain('Hello ***');
  expect(after).not.toContain('pass-word-1');
});

it('reads a value that would be redacted as the variable that has it, which steps can expect', async () => {
  const html = `<p>Signed in as Ada-71</p><p>Ada-7142</p><label>Owner <input value="Ada-71"></label>`;
  const redactor = () => (text: string) => text.replaceAll('Ada-71', '***');
  await using other = await openLiveBrowser(await testMachine(), { redactor });
  await using page = await other.open({
    ...aPlan(pages.url, []),
    entryPointUrlPath: pages.add(html),
    variables: { NAME: ['Ada-71'], SEVERAL: ['Ada-71', 'x'] },
  });
  const { elements } = await page.look();
  expect(elements.map(({ text, field }) => field?.value ?? text)).toEqual([
    'Signed in as $NAME',
    '***42',
    'Owner',
    '$NAME',
  ]);
  const step = await runWords(
    'I should see "Signed in as $NAME"\nThe owner is "$NAME"',
    page,
    new AbortController().signal,
  );
  expect(step.problem).toBeUndefined();
  expect(JSON.stringify(step.elements)).not.toContain('Ada');
  expect(step.elements).toHaveLength(2);
});

it('reports the failure of a step, and goes on', async () => {
  await using page = await open('<button>Save</button>', 2500);
  const missing = [{ selectorType: 'ROLE' as const, selector: 'button', options: { name: 'Send' } }];
  expect(await page.run({ selectors: missing, interaction: { action: 'CLICK' } })).toContain('button "Send"');
  const { elements } = await page.look();
  expect(await page.run(visible(find(elements, 'button', 'Save')))).toBeUndefined();
});

it('runs a step that prepares a dialog with the one that opens it', async () => {
  await using page = await open(
    `<button onclick="out.textContent = confirm('Sure?') ? 'Deleted' : 'Kept'">Delete</button><p id="out">-</p>`,
  );
  const { elements } = await page.look();
  expect(
    await page.run({ selectors: [], interaction: { action: 'ACCEPT_DIALOG', calledWith: null } }),
  ).toBeUndefined();
  expect(
    await page.run({
      selectors: [...find(elements, 'button', 'Delete').selectors],
      interaction: { action: 'CLICK' },
    }),
  ).toBeUndefined();
  expect((await page.look()).elements.map(({ text }) => text)).toContain('Deleted');
});

it('looks into iframes and shadow roots', async () => {
  const inner = pages.add('<button>Pay</button>');
  await using page = await open(
    `<button>Pay</button><iframe title="Payment" src="${inner}"></iframe><my-box></my-box>
     <script>document.querySelector('my-box').attachShadow({ mode: 'open' }).innerHTML = '<button>Inner</button>'</script>`,
  );
  const { elements } = await page.look();
  expect(elements.map(({ name }) => name)).toEqual(['Pay', 'Inner', 'Pay']);
  for (const each of elements) expect(await page.run(visible(each))).toBeUndefined();
});

it('reads a hostile page as data', async () => {
  await using page = await open(
    `<h1>\${"'\\\`$OCTO_PASSWORD</h1><button>It's "a: b" \\\\ &lt;b&gt; 'x'</button><p>$OCTO_PASSWORD</p>
     <script>Object.defineProperty(document, 'title', { get: () => 'faked' });</script>`,
  );
  const { elements } = await page.look();
  expect(JSON.stringify(elements)).not.toContain('pass-word-1');
  for (const each of elements) expect(await page.run(visible(each)), each.text).toBeUndefined();
});

it.each([
  'Object.defineProperty(HTMLElement.prototype, "innerText", { get: () => ({ replace: () => ({ trim: () => ({ slice: () => 7 }) }) }) })',
  'document.querySelectorAll = () => ({ length: 0 })',
])('says that a page with functions of its own cannot be read: %s', async (script) => {
  await using page = await open(`<p>Text</p><script>${script}</script>`);
  await expect(page.look()).rejects.toThrow(
    /^The elements of http\S+ cannot be read: the page has replaced functions of JavaScript\.$/,
  );
});

it('says why a page does not open', async () => {
  const options = {
    executionUrl: 'http://127.0.0.1:1/',
    breakpoint: 'DESKTOP' as const,
    variables: {},
    timeoutPerStepMs: 60_000,
    testIdAttribute: null,
    environment: { headers: {} },
  };
  await expect(browser.open(options)).rejects.toThrow(/127\.0\.0\.1:1/);
});

it('runs several steps, and says how many have passed', async () => {
  await using page = await open(
    `<button onclick="setTimeout(() => { said.textContent = 'Saved' }, 300)">Save</button><p role="status" id="said"></p>`,
  );
  const { elements } = await page.look();
  const save = find(elements, 'button', 'Save');
  const click: ExchangeElement = { selectors: [...save.selectors], interaction: { action: 'CLICK' } };
  // What the last step has started has ended when the page is looked at.
  expect(await page.runAll([visible(save), click])).toBe(2);
  expect((await page.look()).elements.find(({ role }) => role === 'status')?.text).toBe('Saved');
  const missing: ExchangeElement = {
    selectors: [],
    assertion: { expectation: 'TO_HAVE_TITLE', calledWith: 'No' },
  };
  await using shortTimeoutPage = await browser.open({
    ...{ executionUrl: pages.url, breakpoint: 'DESKTOP', variables: {}, environment: { headers: {} } },
    entryPointUrlPath: pages.add('<title>Yes</title><button>Save</button>'),
    ...{ timeoutPerStepMs: 60_000, expectTimeoutMs: 300, testIdAttribute: null },
  });
  expect(await shortTimeoutPage.runAll([click, missing, click])).toBe(1);
});

it('opens no page if there is no entry point', async () => {
  const path = pages.add('<h1>Only page</h1>');
  await using page = await browser.open({
    ...{ executionUrl: pages.url, entryPointUrlPath: null, breakpoint: 'DESKTOP', variables: {} },
    ...{ timeoutPerStepMs: 60_000, testIdAttribute: null, environment: { headers: {} } },
  });
  expect(page.url()).toBe('about:blank');
  await page.run({ selectors: [], interaction: { action: 'GO_TO', calledWith: path } });
  expect((await page.look()).elements.map(({ name }) => name)).toEqual(['Only page']);
});

it('notes the dialogs that have opened since the last look', async () => {
  await using page = await open(`<button onclick="confirm('Sure?') || alert('Kept')">Drop</button>`);
  const { elements, dialogs } = await page.look();
  expect(dialogs).toEqual([]);
  await page.run({
    selectors: [...find(elements, 'button', 'Drop').selectors],
    interaction: { action: 'CLICK' },
  });
  expect((await page.look()).dialogs).toEqual([
    { type: 'confirm', message: 'Sure?' },
    { type: 'alert', message: 'Kept' },
  ]);
  expect((await page.look()).dialogs).toEqual([]);
});

it('reads what the markup of a control without a name says', async () => {
  await using page = await open(
    `<form><input type="hidden" name="_method" value="delete"><button class="icon"><i class="fa fa-trash"></i></button></form>`,
  );
  const { elements } = await page.look();
  expect(elements.find(({ role }) => role === 'button')?.hints).toBe(
    'class icon class fa fa-trash value delete',
  );
});

it('names elements without the characters of icon fonts', async () => {
  await using page = await open(
    `<style>.icon::before { content: '\\f0c9' }</style><a href="/"><i class=icon></i> Start</a><a href="/s">Start here</a>
    <button id=menu><i class=icon></i></button><button><i class=icon></i> Save</button>`,
  );
  const { elements } = await page.look();
  expect(elements.map(({ role, name }) => `${role} ${name}`)).toEqual([
    'link Start',
    'link Start here',
    'button ',
    'button Save',
  ]);
  for (const each of elements) expect(await page.run(visible(each))).toBeUndefined();
  expect(elements.map(({ selectors }) => JSON.stringify(selectors)).join()).not.toMatch(/[\ue000-\uf8ff]/);
});

it('finds elements by their texts as the driver compares them', async () => {
  await using page = await open(
    `<div>Ready<script>/* Steady */</script></div><div>Steady<b hidden>Go</b></div><input type="button" value="Send"><p>Send</p>
     <div id="host"></div><p>Inside out</p><p>Soft&shy;ware</p><p>Twice</p><p style="display:none">Twice</p><p><i>Part</i></p>
     <script>host.attachShadow({ mode: 'open' }).innerHTML = '<span>Inside</span>'</script>`,
  );
  const { elements } = await page.look();
  for (const each of elements) expect(await page.run(visible(each)), each.text).toBeUndefined();
  const byText = elements.filter(({ selectors }) => selectors.at(-1)?.selectorType === 'TEXT');
  expect(byText.map(({ text }) => text)).toEqual([
    'Ready',
    'Steady',
    'Inside',
    'Inside out',
    'Soft\u00adware',
    'Twice',
    'Part',
  ]);
});

it('searches a page seldom for selectors, also if it has many texts', async () => {
  const lines = Array.from({ length: 700 }, (_, index) => `<p class="line">Line ${index}</p>`).join('');
  const texts = Array.from({ length: 200 }, (_, index) => `<p>Text ${index}</p>`).join('');
  const row = `<section class=row><div hidden>${texts}</div><a href="#" class=x></a></section>`;
  await using page = await open(
    `<style>.x { display: inline-block; width: 9px; height: 9px }</style>${row}${row}${lines}`,
  );
  const inPage = (code: string): ExchangeElement => ({
    selectors: [],
    interaction: { action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } },
  });
  expect((await page.look()).elements.length).toBeGreaterThan(700);
  const count = `const { $$ } = playwright; window.searches = 0;
    playwright.$$ = (...given) => { window.searches += 1; return $$(...given); }`;
  expect(await page.run(inPage(count))).toBeUndefined();
  await page.look();
  const check = `if (!(searches > 0 && searches < 50)) throw new Error(searches + ' searches')`;
  expect(await page.run(inPage(check))).toBeUndefined();
});
