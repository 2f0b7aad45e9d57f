import { expect, it } from 'vitest';
import { AppAddress } from '../../../src/cli/import/app-address.ts';
import { readImportedFile } from '../../../src/cli/import/import-files.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';

/** A step in one line: selectors, action or expectation, argument. */
function line({ selectors, interaction, assertion, ignoreFailure }: ExchangeElement): string {
  const { calledWith } = { calledWith: undefined, ...(interaction ?? assertion) };
  const found = selectors.map(({ selectorType, selector, options }) =>
    `${selectorType} ${selector || (options?.hasText ?? '')}`.trim(),
  );
  const name = interaction?.action ?? assertion?.expectation;
  const argument = calledWith === undefined || calledWith === null ? [] : [JSON.stringify(calledWith)];
  return [...found, name, ...argument, ...(ignoreFailure ? ['ignored'] : [])].join(' | ');
}

/** The steps of the last case of a file, and why statements are not among them. */
function imported(text: string, file: string): string[] {
  const { cases, statements } = readImportedFile(text, file, new AppAddress(undefined));
  const reasons = statements.flatMap(({ reason, line: at }) =>
    reason === undefined ? [] : `${at}: ${reason}`,
  );
  return [...(cases.at(-1)?.steps.map(({ element }) => line(element)) ?? []), ...reasons];
}

const ofControl = 'ancestor-or-self::*[self::button or self::a or self::label]';
const toControl = `CSS xpath=(${ofControl} | self::*[not(${ofControl})])[last()]`;
const inPage = (code: string) => JSON.stringify({ execType: 'browser', code });
const untilValue = (value: string, test: string) =>
  JSON.stringify({ type: 'code', code: `const value = ${value};\nreturn Boolean(${test});` });
const untilCount = (css: string, kept: string, operator: string) =>
  JSON.stringify({
    type: 'code',
    code: [
      `const value = document.querySelectorAll("${css}").length;`,
      `const other = JSON.parse(sessionStorage.getItem("${kept}") ?? '');`,
      `return value ${operator} other;`,
    ].join('\n'),
  });
const setsCookie = (cookie: string) =>
  inPage(
    [
      `document.cookie = "${cookie}" + '; path=/';`,
      `if (!document.cookie.split('; ').includes("${cookie}")) throw new Error('The page cannot set this cookie.');`,
    ].join('\n'),
  );
const withoutTarget = (css: string, text: string) =>
  inPage(
    `for (const element of [...document.querySelectorAll("${css}")].filter((each) => new RegExp("${text}", "").test(each.textContent)).filter((each, _, all) => !all.some((other) => other !== each && each.contains(other))).slice(0, 1).map((each) => each.closest('button, a, label') ?? each)) element.removeAttribute("target");`,
  );
const onlyOfH1 =
  '(([one, ...others]) => { if (others.length > 0) throw new Error(\'Several elements\'); return one; })([...document.querySelectorAll("h1")].map((each) => each.innerText))';
const hasFields = (fields: string) =>
  `Object.entries(${fields}).every(([name, each]) => JSON.stringify(value?.[name]) === JSON.stringify(each))`;
const untilSeen = (css: string) =>
  JSON.stringify({
    type: 'code',
    code: [
      `const [element, ...others] = document.querySelectorAll("${css}");`,
      'if (element === undefined || others.length > 0) return false;',
      'const ratio = await new Promise((resolve) => {',
      '  new IntersectionObserver(([entry], observer) => {',
      '    observer.disconnect();',
      '    resolve(entry.intersectionRatio);',
      '  }).observe(element);',
      '});',
      'return ratio > 0;',
    ].join('\n'),
  });
const requestTo = (path: string, method: string, body: string) =>
  [
    `const value = await fetch("${path}", { method: "${method}", headers: {"content-type":"application/json"}, body: JSON.stringify(${body}) }).then(async (response) => {`,
    '  const text = await response.text();',
    '  return { ok: response.ok, status: response.status, headers: Object.fromEntries(response.headers), text, body: (() => { try { return JSON.parse(text); } catch { return text; } })() };',
    '});',
    `if (value.status >= 400) throw new Error("${path}" + ': ' + value.status);`,
  ].join('\n');
const onlyText = (css: string) =>
  `(([one, ...others]) => { if (others.length > 0) throw new Error('Several elements'); return one; })([...document.querySelectorAll("${css}")].map((each) => each.textContent))`;
const inTest = (body: string) => `test('x', async ({ page }) => { const b = page.locator('b');\n${body}\n});`;

/** The code of a request whose answer is checked. */
const checkedRequest = (path: string, init: string, ...checks: string[]) =>
  inPage(
    [
      `const value = await fetch("${path}", { method: "GET"${init} }).then(async (response) => {`,
      ...requestTo(path, 'GET', '').split('\n').slice(1, 4),
      ...checks,
    ].join('\n'),
  );
const reload = [
  `JAVASCRIPT | ${inPage('window.isBeforeLeaving = true; window.leftUrl = location.href; setTimeout(() => location.reload());')}`,
  `WAIT_FOR | ${JSON.stringify({ type: 'code', code: 'return !window.isBeforeLeaving || location.href !== window.leftUrl;' })}`,
];
const onlyOf = (list: string) =>
  `(([one, ...others]) => { if (others.length > 0) throw new Error('Several elements'); return one; })(${list})`;
const fails = (test: string, path: string, matcher: string) =>
  `if (((value) => ${test})(value${path})) throw new Error('The value fails ${matcher}: ' + JSON.stringify(value${path}));`;

const playwright: Readonly<Record<string, readonly [code: string, ...steps: string[]]>> = {
  'lists of the spec after code of the page is left out that changes others': [
    `import { test as base } from '@playwright/test'; const names = ['Tea'];
     const test = base.extend({ shop: async ({ page }, use) => {
       await use(page.locator('li')); await page.evaluate(() => { localStorage.clear(); window.log.push(1); }); } });
     test('x', async ({ shop }) => { await expect(shop).toHaveText(names); });`,
    'CSS li | TO_HAVE_COUNT | 1',
    'CSS li | NTH 0 | TO_HAVE_TEXT | "Tea"',
    '3: what a fixture does after the test has no equivalent',
  ],
  'functions for requests that check something': [
    inTest(`await page.waitForResponse((response) => response.ok());
      await page.waitForResponse((response) => { expect(response.status()).toBe(201); return true; });`),
    '3: what the app sends and gets is known only when the test runs',
  ],
  'a hook and a test whose body is an expression': [
    `test.beforeEach(({ page }) => page.route('**', (route) => route.abort()));
     test.beforeEach(({ page }) => page.goto('/a'));
     test('x', ({ page }) => expect(page.locator('b')).toBeVisible());`,
    'GO_TO | "/a"',
    'CSS b | VISIBLE',
    '1: requests are not mocked: the app itself must answer like this, with test data',
  ],
  'fixtures that test.use gives other values, for the tests in its block only': [
    `import { test as base } from '@playwright/test'; const test = base.extend({ path: ['/a', { option: true }],
       open: [({ page, path }, use) => page.goto(path).then(() => use()), { auto: true }] });
     test.describe('other', () => { test.use({ path: '/c' }); test('y', () => {}); });
     test.describe('own', () => { test.use({ path: '/b' });
       test('x', async ({ page }) => { await expect(page.locator('b')).toBeVisible(); }); });`,
    'GO_TO | "/b"',
    'CSS b | VISIBLE',
  ],
  'the text of an option, which is hidden while its list is closed': [
    inTest(`await expect(page.locator('#land option:checked')).toHaveText('Costs $A');
      await expect(page.getByLabel('Land').locator('option[selected]')).toHaveText('A');
      await expect(page.locator('option')).toHaveText('A');`),
    'CSS #land:has(option:checked:text-is("Costs \\$A")) | VISIBLE',
    'LABEL Land | CSS :scope:has(option[selected]:text-is("A")) | VISIBLE',
    'CSS option | TO_HAVE_TEXT | "A"',
  ],
  'the wheel, and a download that is kept': [
    inTest(`await page.mouse.wheel(0, 500);
      const [download] = await Promise.all([page.waitForEvent('download'), b.click()]);
      await download.saveAs('/tmp/' + download.suggestedFilename());`),
    `JAVASCRIPT | ${inPage('window.scrollBy(0, 500);')}`,
    'CSS b | DOWNLOAD | "OCTOREGEX.OCTOREGEX"',
  ],
  'parts of the address': [
    inTest(`await expect(page).toHaveURL((url) => url.searchParams.get('a') === '1');
      await expect(page).not.toHaveURL((url) => url.pathname === '/b', { timeout: 1000 });
      const { pathname } = new URL(page.url());
      expect(pathname).toBe('/c'); expect(new URL(page.url()).searchParams.get('d')).toContain('e');
      const { host, hash } = new URL(page.url());
      expect(host).toBe('g'); expect(hash).toBe('#h');
      await page.waitForFunction(() => ready); expect(hash).toBe('#h');
      await b.click(); expect(pathname).toBe('/f');`),
    `WAIT_FOR | ${JSON.stringify({ type: 'code', code: "return Boolean(await ((url) => url.searchParams.get('a') === '1')(new URL(location.href)));" })}`,
    `WAIT_FOR | ${JSON.stringify({ type: 'code', code: "return !(await ((url) => url.pathname === '/b')(new URL(location.href)));" })}`,
    `WAIT_FOR | ${untilValue('new URL(location.href).pathname', 'value === "/c"')}`,
    `WAIT_FOR | ${untilValue('new URL(location.href).searchParams.get("d")', 'value.includes("e")')}`,
    `WAIT_FOR | ${untilValue('new URL(location.href).host', 'value === "g"')}`,
    `WAIT_FOR | ${untilValue('new URL(location.href).hash', 'value === "#h"')}`,
    `WAIT_FOR | ${JSON.stringify({ type: 'code', code: 'return Boolean(await (() => ready)());' })}`,
    'CSS b | CLICK',
    '8: the value was read before another step',
    '9: the value was read before another step',
  ],
  'elements and texts of a list that was read': [
    inTest(`const rows = await page.locator('tr').all(); await rows[1].click();
      const texts = await page.locator('li').allTextContents();
      expect([...texts].sort()).toEqual(texts);
      expect(Number(texts[0])).toBeCloseTo(0.1 + 0.2); expect(Number(texts[1])).not.toBeCloseTo(1, 0);`),
    'CSS tr | NTH 1 | CLICK',
    `JAVASCRIPT | ${inPage(
      [
        'const value = [...document.querySelectorAll("li")].map((each) => each.textContent);',
        "if (((value, other) => !(JSON.stringify(value) === JSON.stringify(other)))(value.slice().sort(), value)) throw new Error('The value fails toEqual: ' + JSON.stringify(value.slice().sort()));",
        "if (((value) => typeof value !== 'number' || !(Math.abs(value - 0.30000000000000004) < 10 ** -2 / 2))(Number(value[\"0\"]))) throw new Error('The value fails toBeCloseTo: ' + JSON.stringify(value));",
        "if (((value) => typeof value !== 'number' || Math.abs(value - 1) < 10 ** -0 / 2)(Number(value[\"1\"]))) throw new Error('The value fails not.toBeCloseTo: ' + JSON.stringify(value));",
      ].join('\n'),
    )}`,
  ],
  'several assertions of a text that was read': [
    inTest(`const text = await page.locator('h1').innerText();
      expect(text.length).toBeLessThan(9); expect(text).toContain('a');
      await b.click(); expect(text).toContain('b');`),
    'CSS html:has(h1) | VISIBLE',
    `JAVASCRIPT | ${inPage(`const value = ${onlyOfH1};\nif (((value) => typeof value !== 'number' || !(value < 9))(value.length)) throw new Error('The value fails toBeLessThan: ' + JSON.stringify(value.length));`)}`,
    'CSS h1 | TO_CONTAIN_TEXT | "a"',
    'CSS b | CLICK',
    '4: the value was read before another step',
  ],
  'elements with another one that has a whole name or text': [
    inTest(`await expect(page.locator('tr', { has: page.getByText('A "b"', { exact: true }) })).toBeVisible();
      await page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'A  1', exact: true }) }).click();
      await page.locator('li').filter({ has: page.getByText('c', { exact: true }), hasText: 'd' }).click();`),
    'ROLE row | CSS xpath=self::*[.//*[self::td or @role="cell"][normalize-space(.)="A 1"]] | CLICK',
    'CSS li | CSS xpath=self::*[.//*[normalize-space(.)="c"]] | FILTER d | CLICK',
    '2: a locator like this cannot be combined with another one',
  ],
  'fixtures, of which a package has some, and tests of several sources': [
    `import { test as base, mergeTests } from '@playwright/test'; import { others } from 'package';
      const own = base.extend({ shop: ({ page }, use) => use(1), ...others(),\nshop: ({ page }, use) => use({ open: () => page.goto('/shop') }) });
      const test = mergeTests(own, base.extend(others)); const expect = base.expect;
      test('x', async ({ shop, page }) => { await shop.open(); await expect(page.locator('b')).toBeVisible(); });`,
    'GO_TO | "/shop"',
    'CSS b | VISIBLE',
    '2: others is imported from package',
    '4: others is imported from package',
  ],
  'what a response has in it': [
    `test('x', async ({ page, request }) => { const response = await page.goto('/a');
      expect(response?.status()).toBe(404);
      const answer = await request.get('/b'); await expect(answer).toBeOK();
      const { items } = await answer.json(); expect(items).toHaveLength(2);
      await page.locator('b').click();
      expect(response?.status()).toBe(500);
      expect(await (await page.request.get('/c')).text()).toContain('d'); });`,
    'GO_TO | "/a"',
    `JAVASCRIPT | ${checkedRequest('/a', '', fails('!(value === 404)', '.status', 'toBe'), fails('!(value === 500)', '.status', 'toBe'))}`,
    'RESPONSE_OK | "/b"',
    `JAVASCRIPT | ${checkedRequest('/b', ", credentials: 'omit'", fails('!(value.length === 2)', '.body.items', 'toHaveLength'))}`,
    'CSS b | CLICK',
    `JAVASCRIPT | ${checkedRequest('/c', '', fails('!(value.includes("d"))', '.text', 'toContain'))}`,
  ],
  'the response of a page that a later step has left': [
    inTest(`const response = await page.goto('/a'); await b.click();\nexpect(response.status()).toBe(404);`),
    'GO_TO | "/a"',
    'CSS b | CLICK',
    '3: the response came before another step',
  ],
  'a response of which a part has no equivalent': [
    inTest(`const response = await page.goto('/a'); expect(response.status()).toBeInstanceOf(404);
      expect(response.status()).toBe(404);`),
    'GO_TO | "/a"',
    `JAVASCRIPT | ${checkedRequest('/a', '', fails('!(value === 404)', '.status', 'toBe'))}`,
    '2: toBeInstanceOf has no equivalent',
  ],
  'code for all elements': [
    inTest(`const texts = await b.evaluateAll((all, end) => all.map((each) => each.textContent + end), '!');
      expect(texts).toEqual(['a!']);
      await page.getByLabel('b').evaluateAll((all) => all.length);`),
    `JAVASCRIPT | ${inPage(
      [
        `const value = await ((all, end) => all.map((each) => each.textContent + end))([...document.querySelectorAll("b")], "!");`,
        `if (!(JSON.stringify(value) === JSON.stringify(["a!"]))) throw new Error('The value fails toEqual: ' + JSON.stringify(value));`,
      ].join('\n'),
    )}`,
    '4: code for an element has an equivalent only if CSS finds the element',
  ],
  'the texts of elements that were counted': [
    inTest(`await expect(b).toHaveCount(2); const texts = await b.allTextContents();
      texts.forEach((each) => expect(each).toContain('c'));
      expect(texts.map((each) => each.trim())).toEqual(['c1', 'c2']);
      expect(texts[1]).toBe('c2');
      expect([...texts].sort()).toEqual(texts);
      expect(texts.map((each) => each.trim())).toEqual(['c1']);`),
    'CSS b | TO_HAVE_COUNT | 2',
    'CSS b | NTH 0 | TO_CONTAIN_TEXT | "c"',
    'CSS b | NTH 1 | TO_CONTAIN_TEXT | "c"',
    'CSS b | NTH 0 | TO_HAVE_TEXT | "c1"',
    'CSS b | NTH 1 | TO_HAVE_TEXT | "c2"',
    'CSS b | NTH 1 | TO_HAVE_TEXT | "c2"',
    '6: a value is known only when the test runs',
    '7: the lists differ in length',
  ],
  'what is read and not used': [
    inTest(`await b.isVisible(); await b.count();\nawait b.textContent();`),
    '3: nothing uses what it reads',
  ],
  'the message of a dialog, checked after it': [
    inTest(`let message = '';
      page.on('dialog', (d) => { message = d.message(); void d.dismiss(); });
      await b.click(); expect(message).toBe('Sure?');`),
    'DISMISS_DIALOG | {"messageContaining":"OCTOREGEX^Sure\\\\?$OCTOREGEX"}',
    'CSS b | CLICK',
  ],
  'what code in the page returns': [
    inTest(`const theme = await page.evaluate(() => localStorage.theme); await b.click();
      expect(theme).toBe('dark'); expect(theme).not.toMatch(/light/);
      expect(theme).toEqual({ a: 1 });
      if (theme) { await b.click(); }`),
    `JAVASCRIPT | ${JSON.stringify({
      execType: 'browser',
      code: [
        'const value = await (() => localStorage.theme)();',
        `if (!(value === "dark")) throw new Error('The value fails toBe: ' + JSON.stringify(value));`,
        `if (typeof value !== 'string' || new RegExp("light", "").test(value)) throw new Error('The value fails not.toMatch: ' + JSON.stringify(value));`,
      ].join('\n'),
    })}`,
    'CSS b | CLICK',
    '4: toEqual has no equivalent',
    '5: `if` is not straight-line code',
  ],
  'a variable that a hook sets': [
    `let name = 'a'; test.beforeEach(() => { name = 'b'; }); ${inTest('await b.fill(name);')}`,
    'CSS b | ENTER_TEXT | "b"',
  ],
  'a variable that code sets which is not imported': [
    inTest(`let name = 'a';\nif (await b.isVisible()) { name = 'b'; }\nawait b.fill(name);`),
    '3: `if` is not straight-line code',
    '4: the value of name is known only when the test runs',
  ],
  'a navigation to a URL, and one to anywhere': [
    inTest(`await Promise.all([page.waitForNavigation({ url: '**/a' }), b.click()]);
      await Promise.all([page.waitForNavigation(), b.click()]);`),
    'CSS b | CLICK',
    'TO_HAVE_URL | "OCTOREGEX^(?:.*/)?a$OCTOREGEX"',
    'CSS b | CLICK',
  ],
  'one statement that may fail, and several': [
    inTest(`try { await b.click(); } catch {}
      try { await b.click(); await b.click(); } catch {}
      try { await b.click(); } catch { await b.hover(); }`),
    'CSS b | CLICK | ignored',
    '3: `try` is not straight-line code',
    '4: `try` is not straight-line code',
  ],
  'a context with the size of its pages': [
    `test('x', async ({ browser }) => { const context = await browser.newContext({ viewport: null });
      const page = await context.newPage(); await page.goto('/a');
      const other = await browser.newContext({ storageState: 'a.json' }); });`,
    'GO_TO | "/a"',
    '3: the option storageState has no equivalent',
  ],
  'parts of the texts of elements': [
    inTest(`await expect(b).toContainText(['a b', '$9']);
      await expect(b).toContainText([/a/i]);
      await expect(b).toHaveCount(2); await expect(b).toContainText(['a', /c/]);
      await expect(b.filter({ hasText: 'a' })).toContainText(['a', 'c']);
      await expect(page.getByRole('listitem')).toContainText(['a', 'c']);
      await expect(b).not.toContainText(['a']);`),
    `WAIT_FOR | ${JSON.stringify({
      type: 'code',
      code: [
        'const missing = ["a b","$9"];',
        'for (const { textContent } of document.querySelectorAll("b"))',
        `  if (missing.length > 0 && textContent.replace(/\\s+/g, ' ').includes(missing[0])) missing.shift();`,
        'return missing.length === 0;',
      ].join('\n'),
    })}`,
    'CSS b | FILTER OCTOREGEX(?i:a)OCTOREGEX | FIRST | VISIBLE',
    'CSS b | TO_HAVE_COUNT | 2',
    'CSS b | NTH 0 | TO_CONTAIN_TEXT | "a"',
    'CSS b | NTH 1 | TO_CONTAIN_TEXT | "OCTOREGEXcOCTOREGEX"',
    '5: a list of texts has an equivalent only for elements that CSS finds',
    '6: a list of texts has an equivalent only for elements that CSS finds',
    '7: toContainText with a list has no equivalent',
  ],
  'what the page and a field are not': [
    inTest(`await expect(page).not.toHaveURL(/login/i); await expect(page).not.toHaveTitle('Log in');
      await expect(b).not.toHaveValue('a'); await expect(page).not.toHaveURL(/(?:)/);`),
    'TO_HAVE_URL | "OCTOREGEX(?i:^(?![\\\\s\\\\S]*(?:login)))OCTOREGEX"',
    'TO_HAVE_TITLE | "OCTOREGEX^(?!\\\\s*Log\\\\s+in\\\\s*$)OCTOREGEX"',
    'CSS b | TO_HAVE_VALUE | "OCTOREGEX^(?!a$)OCTOREGEX"',
    'TO_HAVE_URL | "OCTOREGEX^(?![\\\\s\\\\S]*(?:(?:)))OCTOREGEX"',
  ],
  'roles and names': [
    inTest(`await expect(b).toHaveRole('tab'); await expect(b).toHaveRole('link');
      await expect(b).toHaveRole('img');
      await expect(page.getByRole('tab')).toHaveAccessibleName('A');
      await expect(page.getByRole('tab', { name: 'a' })).toHaveAccessibleName('A');
      await expect(b).toHaveAccessibleName('A');`),
    'CSS b | CSS :scope:is([role=tab]) | VISIBLE',
    'CSS b | CSS :scope:is([role=link], :is(a[href]):not([role])) | VISIBLE',
    'ROLE tab | TO_HAVE_COUNT | 1',
    'ROLE tab | VISIBLE',
    '3: the role img of an element has no equivalent',
    '5: toHaveAccessibleName has no equivalent',
    '6: toHaveAccessibleName has no equivalent',
  ],
  'requests that the page sends, and a part of what code has returned': [
    inTest(`await page.goto('/'); const sent = await page.request.post('/api', { data: { a: 1 }, failOnStatusCode: true });
      expect((await sent.json()).id, \`of \${unknownName}\`).toBe(2);
      const state = await page.evaluate(() => window.state); expect(state.user.name).toBe('Ann');
      const waited = page.waitForResponse((each) => each.ok()); await b.click(); await waited;
      await page.request.put('https://example.com/api');`),
    'GO_TO | "/"',
    `JAVASCRIPT | ${inPage(`${requestTo('/api', 'POST', '{"a":1}')}\nif (((value) => !(value === 2))(value.body.id)) throw new Error('The value fails toBe: ' + JSON.stringify(value.body.id));`)}`,
    `JAVASCRIPT | ${inPage(`const value = await (() => window.state)();\nif (((value) => !(value === "Ann"))(value.user.name)) throw new Error('The value fails toBe: ' + JSON.stringify(value.user.name));`)}`,
    'CSS b | CLICK',
    '6: only requests for the app itself have an equivalent',
  ],
  'the entries of a list': [
    inTest(`for (const [index, name] of ['a', 'b'].entries()) await b.fill(name + index);`),
    'CSS b | ENTER_TEXT | "a0"',
    'CSS b | ENTER_TEXT | "b1"',
  ],
  'an enum, after which positions stay': [
    `export enum Size { Small = 's', // = 'x'\n  Large = "large" }\nconst enum Kind { Big = 3 }\n${inTest(
      "await b.fill(Size.Large); await b.fill('' + Kind.Big); await nothing.here();",
    )}`,
    'CSS b | ENTER_TEXT | "large"',
    'CSS b | ENTER_TEXT | "3"',
    '5: nothing is not defined in this file',
  ],
  'a list that grows, and one that changes in code that is not imported': [
    inTest(`const names = []; names.push('a'); for (const name of names) await b.fill(name);
      if (await b.isVisible()) names.pop();
      for (const name of names) await b.fill(name);`),
    'CSS b | ENTER_TEXT | "a"',
    '3: `if` is not straight-line code',
    '4: the loop cannot be unrolled: the list is known only when the test runs',
  ],
  'a list with two names': [
    inTest(`const names = ['a']; const add = (list) => { list.push('b'); };
      add(names);
      await b.fill(names.join());`),
    'CSS b | ENTER_TEXT | "a,b"',
  ],
  'a variable that a function sets which may be called later': [
    inTest(`let name = 'a'; const next = () => (name = String(Math.random()));
      await page.exposeFunction('next', next);
      await b.fill(name);`),
    '2: no test that could be read uses it',
    '3: page.exposeFunction has no equivalent',
    '4: the value of name is known only when the test runs',
  ],
  'variables that change places in code that is not imported': [
    inTest(`let a = 'a', c = 'b'; if (await b.isVisible()) [a, c] = [c, a];
      await b.fill(a);`),
    '2: `if` is not straight-line code',
    '3: the value of a is known only when the test runs',
  ],
  'a field that a method changes': [
    `class Counter { total = 1; add() { this.total++; } }\n${inTest('const c = new Counter(); c.add();\nawait b.fill(String(c.total));')}`,
    'CSS b | ENTER_TEXT | "2"',
  ],
  'a field that a method changes in code that is not imported': [
    `class Form { name = 'a'; rename() { this.name = 'b'; } }\n${inTest(
      'const form = new Form();\nif (await b.isVisible()) form.rename();\nawait b.fill(form.name);',
    )}`,
    '1: no test that could be read uses it',
    '4: `if` is not straight-line code',
    '5: the value of name is known only when the test runs',
  ],
  'a list that a function of another file gets': [
    `import { shuffle } from './lists';\n${inTest("const names = ['a'];\nshuffle(names);\nawait b.fill(names.join());")}`,
    '4: shuffle is imported from ./lists',
    '5: the list is known only when the test runs',
  ],
  'constants that would be too large': [
    inTest(`let list = ['a']; for (let i = 0; i < 40; i++) list = [list, list];
      await b.fill(list.join());
      await b.fill('a'.repeat(1e9));`),
    '3: the list is too long',
    '4: the text is too long',
  ],
  'calls that wait together': [
    inTest(`await Promise.all(['1', '2'].map(async (each) => { await b.fill(each); }));
      await Promise.allSettled([b.click()]);`),
    'CSS b | ENTER_TEXT | "1"',
    'CSS b | ENTER_TEXT | "2"',
    '3: Promise.allSettled has no equivalent',
  ],
  'a counter and defaults': [
    inTest(`let i = 1; const n = i++; await b.fill(String(n) + ('' || 'x') + ('a' && 'y') + i);`),
    'CSS b | ENTER_TEXT | "1xy2"',
  ],
  'fixtures that every test has': [
    `const it = test.extend({ page: async ({ page }, use) => { await page.goto('/'); await use(page); },
      slow: [async ({ page }, use) => { await page.waitForTimeout(5); await use(); }, { auto: true }] });
    it('x', async ({ page }) => { await page.click('b'); await page.click('#c'); });`,
    'GO_TO | "/"',
    'WAIT_FOR | {"type":"fixedTime","timeMilliseconds":5}',
    'CSS b | FIRST | CLICK',
    'CSS #c | CLICK',
  ],
  'a constant condition': [
    inTest(`if ([1, 2].length > 1) { await b.click(); } else { await b.hover(); }`),
    'CSS b | CLICK',
  ],
  'a wait that is awaited later': [
    inTest(`const loaded = page.waitForURL('/cart');\nawait b.click();\nawait loaded;`),
    'CSS b | CLICK',
    'TO_HAVE_URL | "/cart"',
  ],
  'a wait that nothing awaits': [inTest(`const loaded = page.waitForURL('/cart');`), '2: nothing awaits it'],
  'a listener before steps without a dialog': [
    inTest(`page.once('dialog', (dialog) => dialog.accept());\nawait page.goto('/');\nawait b.click();`),
    'GO_TO | "/"',
    'ACCEPT_DIALOG',
    'CSS b | CLICK',
  ],
  'a listener that no dialog follows': [
    inTest(`await b.fill('a');\npage.once('dialog', (dialog) => dialog.accept());`),
    'CSS b | ENTER_TEXT | "a"',
    '3: no step after it can open a dialog',
  ],
  'what is not so': [
    inTest(`await expect(b).not.toHaveClass(/on/); await expect(b).not.toHaveAttribute('href');
      await expect(b).not.toHaveText('a b'); await expect(page).not.toHaveTitle('a');`),
    'CSS b | CSS :scope:not([class*="on"]) | VISIBLE',
    'CSS b | CSS :scope:not([href]) | VISIBLE',
    'CSS b | NOT_TO_CONTAIN_TEXT | "OCTOREGEX^\\\\s*a\\\\s+b\\\\s*$OCTOREGEX"',
    'TO_HAVE_TITLE | "OCTOREGEX^(?!\\\\s*a\\\\s*$)OCTOREGEX"',
  ],
  'a locator that is combined': [
    inTest(
      `await b.or(page.locator('i')).click(); await page.getByRole('row').filter({ hasNot: b }).click();`,
    ),
    'CSS b, i | CLICK',
    'ROLE row | CSS :scope:not(:has(b)) | CLICK',
  ],
  'steps that are repeated': [
    inTest(`await expect(async () => {\nawait b.click();\n}).toPass();`),
    'CSS b | CLICK',
  ],
  'actions on elements that may not be there': [
    inTest(`if (await b.isVisible().catch(() => false)) await b.click();
      if ((await b.count()) > 0) { await b.locator('i').click(); }
      if (await b.isVisible()) { await page.locator('u').click(); }
      if (await b.isVisible()) await expect(b).toHaveText('a');`),
    'CSS b | CLICK | ignored',
    'CSS b | CSS i | CLICK | ignored',
    '4: `if` is not straight-line code',
    '5: `if` is not straight-line code',
  ],
  'conditions for skipping tests': [
    `test.skip(({ isMobile }) => isMobile, 'a'); test.skip(() => false, 'b');
     test('x', async ({ page, browserName }) => { test.skip(false, 'c');
      test.skip(browserName === 'webkit', 'd'); await page.locator('b').click(); });`,
    'CSS b | CLICK',
    '1: the value of isMobile is known only when the test runs',
  ],
  'what a spec throws an error without': [
    `const a = process.env.A; if (!a || !process.env.B) throw new Error('c');
     test('x', async ({ page, request }) => {
       const made = await request.post('/a'); if (!made.ok()) { throw new Error('d'); }
       if (!(await page.locator('b').isVisible())) throw new Error('e');
       if (!a || a.length > 3) throw new Error('f');
       if (!'') throw new Error('g');
     });`,
    `JAVASCRIPT | ${inPage(
      [
        `const value = await fetch("/a", { method: "POST", credentials: 'omit' }).then(async (response) => {`,
        ...requestTo('/a', 'POST', '').split('\n').slice(1, 4),
        fails('!(value)', '.ok', 'toBeTruthy'),
      ].join('\n'),
    )}`,
    'CSS b | VISIBLE',
    '5: `if` is not straight-line code',
    '6: `if` is not straight-line code',
  ],
  'what a spec asks of the run, and matchers that it defines': [
    `import { expect as base } from '@playwright/test'; const expect = base.extend({ toBeNice() {} });
     test('x', async ({ page, isMobile, browserName }) => {
       await (isMobile ? page.locator('i') : page.locator('b')).click();
       if (browserName === 'webkit') await page.locator('u').click();
       await expect(page.locator('b')).toBeVisible();
       await expect(page.locator('b')).toBeNice(); });`,
    'CSS b | CLICK',
    'CSS b | VISIBLE',
    '1: no test that could be read uses it',
    '4: the spec does not do this in Chromium on a desktop',
    '6: toBeNice has no equivalent',
  ],
  'what is stored before a page is loaded': [
    `test('x', async ({ page }) => {
       await page.addInitScript(() => localStorage.setItem('a', 'b'));
       await page.addInitScript(() => { window.fetch = () => {}; });
       await page.addInitScript(([a]) => { try { for (const b of ['c']) sessionStorage.setItem(a, JSON.stringify({ b })); } catch {} }, ['d']);
       await page.addInitScript(() => { localStorage.setItem('a', String(window.b++)); });
       await page.goto('/#/a');
       await page.addInitScript(() => sessionStorage.clear()); });`,
    'GO_TO | "/#/a"',
    `JAVASCRIPT | ${inPage(`await (() => localStorage.setItem('a', 'b'))();`)}`,
    `JAVASCRIPT | ${inPage(`await (([a]) => { try { for (const b of ['c']) sessionStorage.setItem(a, JSON.stringify({ b })); } catch {} })(["d"]);`)}`,
    'GO_TO | "/#/a"',
    ...reload,
    '3: only code that stores something can run before a page is loaded',
    '5: only code that stores something can run before a page is loaded',
    '7: no step after it opens a page',
  ],
  'what is stored before a page is loaded that goes elsewhere without it': [
    `test('x', async ({ page }) => {
       await page.addInitScript(() => localStorage.setItem('user', 'Ann'));
       await page.goto('/account');
       await expect(page).toHaveURL('/account'); });`,
    'GO_TO | "/account"',
    `JAVASCRIPT | ${inPage(`await (() => localStorage.setItem('user', 'Ann'))();`)}`,
    'GO_TO | "/account"',
    'TO_HAVE_URL | "/account"',
  ],
  'cookies before a page is opened': [
    `test('x', async ({ page, context }) => {
       await context.addCookies([{ name: 'consent', value: 'yes', url: 'http://a.test/' }]);
       await context.clearCookies();
       await context.addCookies([{ name: 'a', value: 'b', domain: 'a.test', path: '/' }, { name: 'session_id', value: 'c' }]);
       await context.addCookies([{ name: 'a', value: 'b', domain: 'b.test', path: '/' }]);
       await context.addCookies([{ name: 'a', value: 'b', domain: 'a.test', path: '/', httpOnly: true }]);
       await page.goto('http://a.test/shop');
       await context.addCookies([{ name: 'c', value: 'd', domain: 'a.test', path: '/' }]); });
     test.use({ baseURL: 'http://a.test' });`,
    'GO_TO | "/shop"',
    `JAVASCRIPT | ${setsCookie('consent=yes')}`,
    'GO_TO | "/shop"',
    '3: cookies can be cleared at the beginning only',
    '4: steps have no access to cookies: log in by steps, and expect what the app shows',
    '5: a cookie for another host has no equivalent',
    '6: a page cannot set a cookie like this',
    '8: no step after it opens a page',
  ],
  'fields that what code gives must have': [
    inTest(`const items = await page.evaluate(() => window.items);
      expect(items).toContainEqual(expect.objectContaining({ id: 2, tags: ['a'] }));
      expect(items[0]).not.toMatchObject({ id: 2 });
      expect(items[0]).toMatchObject({ owner: { id: 1 } });
      expect(items[0]).toEqual(expect.objectContaining({ id: expect.any(Number) }));`),
    `JAVASCRIPT | ${inPage(
      [
        'const value = await (() => window.items)();',
        `if (!(value.some((value) => ${hasFields('{"id":2,"tags":["a"]}')}))) throw new Error('The value fails toContainEqual: ' + JSON.stringify(value));`,
        `if (((value) => ${hasFields('{"id":2}')})(value["0"])) throw new Error('The value fails not.toMatchObject: ' + JSON.stringify(value["0"]));`,
      ].join('\n'),
    )}`,
    '5: toMatchObject has no equivalent',
    '6: a value is known only when the test runs',
  ],
  'files for a chooser that a click opens': [
    inTest(`const opened = page.waitForEvent('filechooser');
      await page.getByText('Upload').click();
      await (await opened).setFiles('a.txt');
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByLabel('Photo').click()]);
      await chooser.setFiles(['b.png', 'c.png']);
      await chooser.setFiles({ name: 'd.png' });`),
    'CSS input[type=file] | UPLOAD | {"file":"a.txt"}',
    'LABEL Photo | UPLOAD | {"file":["b.png","c.png"]}',
    '7: only files of the repository can be uploaded',
  ],
  'the size of the page for all tests': [
    `test.use({ viewport: { width: 1280, height: 720 } });
     test.use({ viewport: { width: 1280, height: 720 }, locale: 'de' });
     test.use({ viewport: { width: 400, height: 720 } });
     test('x', async ({ page }) => { await page.locator('b').click(); });`,
    'CSS b | CLICK',
    '2: a test case has no locale; see the inputs of the action',
    '3: the page keeps its size during a test; for a width of 400 pixels, run the test case with the breakpoint MOBILE',
  ],
  'the page that a hook opens and no test uses': [
    `let page; test.beforeAll(async ({ browser }) => { page = await browser.newPage(); });
     test.afterAll(async () => { await page.close(); });
     test('x', async ({ page }) => { await page.goto('/a'); });
     test('y', async ({ page }) => { await page.goto('/b'); await page.locator('b').click(); });`,
    'GO_TO | "/b"',
    'CSS b | CLICK',
  ],
  'promises with then, what is known of an object, and random texts': [
    `const parts = async (page) => {
       return { first: page.locator('b'), size: page.viewportSize() };
     };
     test('x', async ({ page }) => { const { first } = await parts(page);
       await first.click().then(() => page.locator('i').click());
       await first.fill(Math.random().toString(36).substring(2, 10)); });`,
    'CSS b | CLICK',
    'CSS i | CLICK',
    'CSS b | ENTER_TEXT | "$OCTO_STABLE_RANDOM_CHARACTERS"',
    '2: the size of the page is that of the breakpoint, which a run sets for all test cases',
  ],
  'the size of the page': [
    inTest(
      `await page.setViewportSize({ width: 1280, height: 720 });\nawait page.setViewportSize({ width: 375, height: 667 });`,
    ),
    '3: the page keeps its size during a test; for a width of 375 pixels, run the test case with the breakpoint MOBILE',
  ],
  'lists that are sorted where they are created, in code that is not imported': [
    inTest(`const names = ['a', 'b']; const all = await b.allTextContents();
      expect(all).toEqual([...all, 'c'].sort()); await b.fill(names[1]);`),
    'CSS b | ENTER_TEXT | "b"',
    '3: the list is known only when the test runs',
  ],
  'what a test computes of what it has read': [
    inTest(`const all = await b.allTextContents(); const min = 2; await page.locator('a').click();
      expect(all.length).toBeGreaterThan(min); expect(all).toEqual([...all].sort());
      expect(all.map((each) => parseFloat(each) * min)).toContain(4);
      expect(Number(await b.first().textContent())).toBe(1);
      const [one] = await page.locator('c').all(); await one.hover();
      await b.evaluate((each: HTMLElement) => each.blur());`),
    `JAVASCRIPT | ${inPage(
      [
        'const value = [...document.querySelectorAll("b")].map((each) => each.textContent);',
        fails("typeof value !== 'number' || !(value > 2)", '.length', 'toBeGreaterThan'),
        `if (((value, other) => !(JSON.stringify(value) === JSON.stringify(other)))(value, value.slice().sort())) throw new Error('The value fails toEqual: ' + JSON.stringify(value));`,
        fails('!(value.includes(4))', '.map(((min) => (each) => parseFloat(each) * min)(2))', 'toContain'),
      ].join('\n'),
    )}`,
    'CSS a | CLICK',
    'CSS html:has(b) | VISIBLE',
    `JAVASCRIPT | ${inPage(
      [
        `const value = ${onlyOf('[...[[...document.querySelectorAll("b")].at(0)].filter(Boolean)].map((each) => each.textContent)')};`,
        `if (((value) => !(value === 1))(Number(value))) throw new Error('The value fails toBe: ' + JSON.stringify(value));`,
      ].join('\n'),
    )}`,
    'CSS c | NTH 0 | HOVER',
    'CSS html:has(b) | VISIBLE',
    `JAVASCRIPT | ${inPage(`await ((each: HTMLElement) => each.blur())(${onlyOf('document.querySelectorAll("b")')});`)}`,
  ],
  'numbers of elements, compared with an earlier one': [
    inTest(`const before = await b.count(); let fewer = await b.count(); fewer--;
      await page.locator('i').click();
      await expect(b).toHaveCount(before + 1);
      expect(await b.count()).toBeGreaterThan(fewer);
      const c = await page.getByRole('listitem').count();
      await expect(page.getByRole('listitem')).toHaveCount(c + 1);`),
    `JAVASCRIPT | ${inPage(
      `const value = [...document.querySelectorAll("b")].length;
sessionStorage.setItem("kept-1", JSON.stringify((value + 1)));`,
    )}`,
    `JAVASCRIPT | ${inPage(
      `const value = [...document.querySelectorAll("b")].length;
sessionStorage.setItem("kept-2", JSON.stringify((value - 1)));`,
    )}`,
    'CSS i | CLICK',
    `WAIT_FOR | ${untilCount('b', 'kept-1', '===')}`,
    `WAIT_FOR | ${untilCount('b', 'kept-2', '>')}`,
    '7: code for an element has an equivalent only if CSS finds the element',
  ],
  'a list that a copy of it sorts, in its own order': [
    inTest(`const names = ['d', 'c']; const sorted = [...names].sort(); const both = [...names, ...names].reverse();
      await b.fill(names[0]); await b.fill(sorted[0]); await b.fill(both[0]);`),
    'CSS b | ENTER_TEXT | "d"',
    'CSS b | ENTER_TEXT | "c"',
    'CSS b | ENTER_TEXT | "c"',
  ],
  'a call in front of which `...` stands, once': [
    inTest(`const open = async () => { await page.click('#d'); return ['a', 'b']; };
      const names = [...(await open())]; await b.fill(names[1]);`),
    'CSS #d | CLICK',
    'CSS b | ENTER_TEXT | "b"',
  ],
  'the case that `switch` chooses': [
    inTest(`const login = async (role: string) => { switch (role) { case 'guest': await page.click('#g'); break;
      case 'admin': await page.click('#d'); default: await b.click(); } }; await login('admin');`),
    'CSS #d | CLICK',
    'CSS b | CLICK',
  ],
  'a variable that a statement needs which is left out': [
    inTest(`const text = await b.textContent(); await b.unknown(text);\nawait page.locator('a').fill(text);`),
    'CSS b | EXTRACT | {"variableName":"text","type":"TEXT"}',
    'CSS a | ENTER_TEXT | "$$text"',
    '2: unknown has no equivalent',
  ],
  'fixtures of a list, after code that may change lists and is not imported': [
    `const test = require('@playwright/test').test.extend({ open: [async ({ page }, use) => { await page.goto('/a'); await use(); }, { auto: true }] });
      test('x', async ({ page }) => { other().push(1);\nawait expect(page.locator('b')).toHaveText(Array(1).fill('c')); });
      test('y', async ({ page }) => { await page.click('#d'); });`,
    'GO_TO | "/a"',
    'CSS #d | CLICK',
    '2: other is not defined in this file',
  ],
  'an address of another server': [
    `test('x', async ({ page, request }) => { await page.goto(process.env.APP_URL + '/a'); await request.get(process.env.API_URL + '/b');
      const sent = await page.request.post(process.env.API_URL + '/c'); });`,
    'GO_TO | "/a"',
    '2: only requests for the app itself have an equivalent',
  ],
  'a class that extends, with a getter and a parameter property': [
    `class A { constructor(readonly page) {} get b() { return this.page.locator('b'); } open() { return this.b; } }
    class B extends A { open() { return super.open().first(); } }
    ${inTest('await new B(page).open().click();')}`,
    'CSS b | FIRST | CLICK',
  ],
  'what a fixture does after the test': [
    `const it = test.extend({ b: async ({ page }, use) => { await use(page.locator('b'));\nawait page.close(); } });
    it('x', async ({ b }) => { await b.click(); });`,
    'CSS b | CLICK',
    '2: what a fixture does after the test has no equivalent',
  ],
  'maps, sets and the names of an object': [
    inTest(`const map = new Map([['x', 1]]); map.set('y', 2).delete('x');
      for (const [key, value] of map) await b.fill(key + value + map.size + map.get('y'));
      for (const item of new Set(['s', 's'])) await b.fill(item);
      map.forEach((value, key) => { b.fill(value + key); });
      for (const name in { n: 1 }) await b.fill(name);
      await b.fill([...new Set('zz')].join());
      if (await b.isVisible()) map.set('q', 1);
      await b.fill('' + map.has('y'));`),
    'CSS b | ENTER_TEXT | "y212"',
    'CSS b | ENTER_TEXT | "s"',
    'CSS b | ENTER_TEXT | "2y"',
    'CSS b | ENTER_TEXT | "n"',
    'CSS b | ENTER_TEXT | "z"',
    '8: `if` is not straight-line code',
    '9: the list is known only when the test runs',
  ],
  'the focus': [
    inTest(`await b.focus(); await page.keyboard.type('x'); await b.blur();
      await page.focus('#i');
      await page.locator('#i').blur();`),
    'CSS b | TYPE_TEXT | {"text":""}',
    'TYPE_TEXT | {"text":"x"}',
    'CSS b | TYPE_TEXT | {"text":""}',
    'JAVASCRIPT | {"execType":"browser","code":"document.activeElement?.blur();"}',
    'CSS #i | TYPE_TEXT | {"text":""}',
    'JAVASCRIPT | {"execType":"browser","code":"document.activeElement?.blur();"}',
  ],
  'what is empty, and what is in the visible part': [
    inTest(`await expect(page.locator('form > input')).toBeEmpty();
      await expect(page.getByRole('textbox').first()).not.toBeEmpty();
      await expect(page.locator('.input')).not.toBeEmpty();
      await expect(b).toBeEmpty();
      await b.fill('');
      await expect(b).toBeEmpty();
      await expect(b).toBeInViewport();
      await page.setViewportSize({ width: 1, height: 1 });`),
    'CSS form > input | TO_HAVE_VALUE | ""',
    'ROLE textbox | FIRST | TO_HAVE_VALUE | "OCTOREGEX^(?!$)OCTOREGEX"',
    String.raw`CSS .input | TO_CONTAIN_TEXT | "OCTOREGEX\\SOCTOREGEX"`,
    'CSS b | ENTER_TEXT | ""',
    'CSS b | TO_HAVE_VALUE | ""',
    `WAIT_FOR | ${untilSeen('b')}`,
    '5: an element without a text may not be visible, unless it is a field',
    '9: the page keeps its size during a test; for a width of 1 pixels, run the test case with the breakpoint MOBILE',
  ],
  'elements with another one of a role in them': [
    inTest(`const cell = page.getByRole('cell', { name: 'Ada' });
      await page.getByRole('row').filter({ has: cell }).click();
      await b.filter({ has: page.getByRole('heading', { level: 2 }) }).click();
      await b.filter({ has: page.getByRole('button', { name: 'Go', exact: true }) }).click();
      await b.filter({ hasNot: cell }).click();`),
    'ROLE row | CSS :scope:has(:is(td, [role=cell]):has-text("Ada")) | CLICK',
    'CSS b | CSS :scope:has(:is(h2, [role=heading][aria-level="2"])) | CLICK',
    'CSS b | CSS xpath=self::*[.//*[self::button or self::input[@type="button"] or self::input[@type="submit"] or @role="button"][normalize-space(.)="Go"]] | CLICK',
    '6: a locator like this cannot be combined with another one',
  ],
  'elements that are in the document': [
    inTest(`await expect(b).toBeAttached(); await expect(b).not.toBeAttached(); await expect(b).toHaveCount(0);
      await b.waitFor({ state: 'detached' }); await expect(b.first()).toBeAttached({ attached: false });
      await expect(page.getByTestId('b')).toHaveCount(0); await expect(page.locator('html.on')).toHaveCount(0);`),
    'CSS b | VISIBLE',
    'CSS html:has(b) | NOT_VISIBLE',
    'CSS html:has(b) | NOT_VISIBLE',
    'CSS html:has(b) | NOT_VISIBLE',
    'CSS html:has(b) | NOT_VISIBLE',
    'TEST_ID b | NOT_VISIBLE',
    'CSS html.on | NOT_VISIBLE',
  ],
  'classes, in any order': [
    inTest(`await expect(b).toContainClass('a c'); await expect(b).not.toContainClass('a c');`),
    'CSS b | CSS :scope[class~="a"][class~="c"] | VISIBLE',
    'CSS b | CSS :scope:not([class~="a"][class~="c"]) | VISIBLE',
  ],
  'values of other types than a matcher needs': [
    inTest(`const value = await page.evaluate(() => window.a);
      expect(value).not.toBe(undefined); expect(value).toMatch(/b/); expect(value).not.toBeLessThan(1);`),
    `JAVASCRIPT | ${inPage(
      [
        'const value = await (() => window.a)();',
        "if (value === undefined) throw new Error('The value fails not.toBe: ' + JSON.stringify(value));",
        `if (typeof value !== 'string' || !(new RegExp("b", "").test(value))) throw new Error('The value fails toMatch: ' + JSON.stringify(value));`,
        "if (typeof value !== 'number' || value < 1) throw new Error('The value fails not.toBeLessThan: ' + JSON.stringify(value));",
      ].join('\n'),
    )}`,
  ],
  'an attribute that is missing, and a part of a value': [
    inTest(`expect(await b.getAttribute('c')).toBe(null);
      expect(await b.inputValue()).toMatch('d'); expect(await page.title()).not.toMatch('e');`),
    'CSS html:has(b) | VISIBLE',
    `JAVASCRIPT | ${inPage(
      [
        'const value = (([one, ...others]) => { if (others.length > 0) throw new Error(\'Several elements\'); return one; })([...document.querySelectorAll("b")].map((each) => each.getAttribute("c")));',
        "if (!(value === null)) throw new Error('The value fails toBe: ' + JSON.stringify(value));",
      ].join('\n'),
    )}`,
    'CSS b | TO_HAVE_VALUE | "OCTOREGEXdOCTOREGEX"',
    'TO_HAVE_TITLE | "OCTOREGEX^(?![\\\\s\\\\S]*(?:e))OCTOREGEX"',
  ],
  '`finally` after a statement that ends the function or a round': [
    `const act = async (page) => { try { await page.click('#a'); return '#c'; } finally { await expect(page.locator('#b')).toBeVisible(); } };
     ${inTest(`for (const each of ['#d', '#e']) { try { if (each === '#d') continue; await page.click(each); } finally { await page.click('#f'); } }
       await page.click(await act(page));`)}`,
    'CSS #f | CLICK',
    'CSS #e | CLICK',
    'CSS #f | CLICK',
    'CSS #a | CLICK',
    'CSS #b | VISIBLE',
    'CSS #c | CLICK',
  ],
  'functions of JavaScript as callbacks, and calls that fail': [
    inTest(`for (const each of ['1', '', '2'].filter(Boolean).map(Number)) await page.click(String(each + 1));
      const texts = await b.allTextContents();
      expect(texts.map(Number)).toEqual([1]);
      await page.click([].reduce((all, each) => all + each));
      await page.click('a'.repeat(-1));`),
    'CSS 2 | FIRST | CLICK',
    'CSS 3 | FIRST | CLICK',
    `JAVASCRIPT | ${inPage(
      [
        'const value = [...document.querySelectorAll("b")].map((each) => each.textContent);',
        fails('!(JSON.stringify(value) === JSON.stringify([1]))', '.map(Number)', 'toEqual'),
      ].join('\n'),
    )}`,
    '5: the call fails',
    '6: the call fails',
  ],
  'setters of classes': [
    `class Shop { constructor(page) { this.page = page; } set name(text) { this.page.fill('#a', text); } }
     ${inTest(`const shop = new Shop(page); shop.name = 'c';`)}`,
    'CSS #a | ENTER_TEXT | "c"',
  ],
  'functions that throw after a failure': [
    inTest(`await b.click().catch((error) => { console.log(error); throw error; });
      await b.hover().catch(() => { expect(true).toBe(false); });
      await b.tap().catch((error) => console.log(error));
      await b.click().catch(() => test.skip());`),
    'CSS b | CLICK | ignored',
    '2: what happens after a failure has no equivalent',
    '3: what happens after a failure has no equivalent',
    '5: what happens after a failure has no equivalent',
  ],
  'several values of one name': [
    inTest(`const [a, c] = await Promise.all([b.textContent(), page.locator('i').textContent()]);
      await b.click(); await expect(b).toHaveText(a); await expect(b).toContainText(c);`),
    'CSS i | EXTRACT | {"variableName":"value_2","type":"TEXT"}',
    'CSS b | EXTRACT | {"variableName":"value","type":"TEXT"}',
    'CSS b | CLICK',
    'CSS b | TO_HAVE_TEXT | "$$value"',
    'CSS b | TO_CONTAIN_TEXT | "$$value_2"',
  ],
  'texts that must differ from one that was read, whose white space a variable does not have': [
    inTest(`const before = await b.textContent(); await b.click();
      await expect(b).not.toHaveText(before); await expect(b).not.toContainText(\`\${before} a\`);
      expect(await page.locator('i').textContent()).not.toBe(before);`),
    'CSS html:has(b) | VISIBLE',
    `JAVASCRIPT | ${inPage(
      [
        `const value = ${onlyText('b')};`,
        'sessionStorage.setItem("kept-1", JSON.stringify(value));',
        'sessionStorage.setItem("kept-2", JSON.stringify(value));',
      ].join('\n'),
    )}`,
    'CSS b | CLICK',
    `WAIT_FOR | ${JSON.stringify({
      type: 'code',
      code: [
        `const value = ${onlyText('b')}.replace(/\\s+/g, ' ').trim();`,
        `const other = JSON.parse(sessionStorage.getItem("kept-1") ?? '').replace(/\\s+/g, ' ').trim();`,
        'return value !== other;',
      ].join('\n'),
    })}`,
    'CSS html:has(i) | VISIBLE',
    `JAVASCRIPT | ${inPage(
      [
        `const value = ${onlyText('i')};`,
        `if (((value, other) => value === other)(value, JSON.parse(sessionStorage.getItem("kept-2") ?? ''))) throw new Error('The value fails not.toBe: ' + JSON.stringify(value));`,
      ].join('\n'),
    )}`,
    '3: a text that was read before may have other white space here',
  ],
  'a text that must differ from one that was read and is kept in a map': [
    inTest(`const texts = new Map(); texts.set('before', await b.textContent()); await b.click();
      await expect(b).not.toHaveText(texts.get('before'));`),
    'CSS b | EXTRACT | {"variableName":"before","type":"TEXT"}',
    'CSS b | CLICK',
    '3: a text that was read before may have other white space here',
  ],
  'conditions about a text that was read': [
    inTest(`const a = \`\${await b.textContent()}\`;
      if (!a) throw new Error('It is empty');
      await expect(b).toHaveText(a || 'c');
      const fields = Object.fromEntries(await page.evaluate(() => []));
      for (const [name] of Object.entries(fields)) await page.click(name);`),
    'CSS b | EXTRACT | {"variableName":"value","type":"TEXT"}',
    '3: `if` is not straight-line code',
    '4: the value is known only when the test runs',
    '5: the list is known only when the test runs',
    '6: the loop cannot be unrolled: the value of fields is known only when the test runs',
  ],
};

it.each(Object.entries(playwright))('Playwright: %s', (_, [code, ...steps]) => {
  expect(imported(code, 'a.spec.ts')).toEqual(steps);
});

const cypress: Readonly<Record<string, readonly [code: string, ...steps: string[]]>> = {
  'functions for requests and errors that check something': [
    `cy.intercept('/a', (req) => { expect(req.body).to.eq('b'); });
     cy.on('uncaught:exception', (error) => { expect(error.message).to.include('c'); return false; });
     cy.on('uncaught:exception', () => false); cy.get('b').click();`,
    'CSS b | CLICK',
    '1: what the app sends and gets is known only when the test runs',
    '2: an error of the app is known only when the test runs',
  ],
  'an element that is found by the attribute that is removed': [
    `cy.get('a[target=_blank]').invoke('removeAttr', 'target').click(); cy.get('i').click();`,
    'CSS a[target=_blank] | FIRST | VISIBLE',
    `JAVASCRIPT | ${inPage(`for (const element of document.querySelectorAll("a[target=_blank]")) { element.removeAttribute("target"); element.setAttribute("data-changed-0", ''); }`)}`,
    'CSS [data-changed-0] | CLICK',
    'CSS i | CLICK',
  ],
  'methods of the page that are called without a value, and fields with options': [
    `cy.window().its('store', { timeout: 9 }).invoke('getState').its('count').should('eq', 2);`,
    `WAIT_FOR | ${untilValue('window.store.getState().count', 'value === 2')}`,
  ],
  'header fields of a response': [
    `cy.request('/a').its('headers').its('content-type').should('include', 'json');`,
    'RESPONSE_OK | "/a"',
    `JAVASCRIPT | ${checkedRequest('/a', '', fails('!(value.includes("json"))', '.headers["content-type"]', 'toContain'))}`,
  ],
  'a stub that answers a dialog': [
    `cy.visit('/'); cy.window().then((win) => { cy.stub(win, 'confirm').as('asked').returns(true); });
       cy.get('b').click(); cy.get('@asked').should('have.been.called');
       const no = cy.stub().returns(false); cy.on('window:confirm', no); cy.get('i').click();
       cy.stub(api, 'get');`,
    'GO_TO | "/"',
    'ACCEPT_DIALOG',
    'CSS b | CLICK',
    'DISMISS_DIALOG',
    'CSS i | CLICK',
    '2: the alias @asked is known only when the test runs',
    '4: api is not defined in this file',
  ],
  'keys for the body': [
    `cy.visit('/'); cy.get('body').type('{esc}').type('?'); cy.get('b').should('exist');`,
    'GO_TO | "/"',
    'CSS body | KEY_PRESS | "Escape"',
    'TYPE_TEXT | {"text":"?"}',
    'CSS b | FIRST | VISIBLE',
  ],
  'a shadow root, and a property of each element': [
    `cy.visit('/'); cy.get('star-rating').shadow().find('button').eq(3).click();
       cy.get('li').then(($li) => { expect(Cypress._.map($li, 'innerText')).to.include('a'); });`,
    'GO_TO | "/"',
    'CSS star-rating | CSS button | NTH 3 | CLICK',
    'CSS html:has(li) | VISIBLE',
    `JAVASCRIPT | ${inPage(['const value = [...document.querySelectorAll("li")];', fails('!(value.includes("a"))', '.map((each) => each.innerText)', 'toContain')].join('\n'))}`,
  ],
  'storage that is cleared': [
    `cy.clearLocalStorage(); cy.get('b').click(); cy.clearLocalStorage(); cy.clearLocalStorage('a');`,
    'CSS b | CLICK',
    'JAVASCRIPT | {"execType":"browser","code":"localStorage.clear();"}',
    `JAVASCRIPT | ${JSON.stringify({ execType: 'browser', code: 'localStorage.removeItem("a");' })}`,
  ],
  'what functions assign that are called later': [
    `let n = 'a'; cy.get('a').then(() => { n = 'b'; });
     cy.get('b').type(n); cy.get('b').then(() => { cy.get('b').type(n); });`,
    'CSS a | FIRST | VISIBLE',
    'CSS b | ENTER_TEXT | "b"',
    '2: n is assigned when the commands before have run',
  ],
  'a list that is wrapped': [
    `cy.wrap([1, 2]).each((n) => { cy.get('b').type(String(n)); });`,
    'CSS b | ENTER_TEXT | "1"',
    'CSS b | TYPE_TEXT | {"text":"2"}',
  ],
  'typing that goes on after a loss of the focus, and on another page': [
    `cy.get('b').type('1'); cy.get('i').click(); cy.get('b').type('2'); cy.visit('/x'); cy.get('b').type('3');`,
    'CSS b | ENTER_TEXT | "1"',
    'CSS i | CLICK',
    'CSS b | KEY_PRESS | "End"',
    'CSS b | TYPE_TEXT | {"text":"2"}',
    'GO_TO | "/x"',
    'CSS b | ENTER_TEXT | "3"',
  ],
  'typing that begins anew after a field is cleared': [
    `cy.get('b').type('1'); cy.get('b').clear().type('2'); cy.get('b').type('3');`,
    'CSS b | ENTER_TEXT | "1"',
    'CSS b | ENTER_TEXT | "2"',
    'CSS b | TYPE_TEXT | {"text":"3"}',
  ],
  'a text that is read and used later': [
    `cy.get('b').invoke('text').then((name) => { cy.get('a').click(); cy.get('h1').should('have.text', name); });`,
    'CSS b | EXTRACT | {"variableName":"name","type":"TEXT"}',
    'CSS a | CLICK',
    'CSS h1 | TO_HAVE_TEXT | "$$name"',
  ],
  'a listener that checks the message': [
    `cy.on('window:confirm', (text) => { expect(text).to.contain('Sure?'); return false; }); cy.get('b').click();
     cy.on('window:alert', (text) => expect(text).to.equal('Done')); cy.get('b').click();`,
    'DISMISS_DIALOG | {"messageContaining":"Sure?"}',
    'CSS b | CLICK',
    'ACCEPT_DIALOG | {"messageContaining":"OCTOREGEX^Done$OCTOREGEX"}',
    'CSS b | CLICK',
  ],
  'a form that is sent, and an event': [
    `cy.get('form').submit(); cy.get('#a').trigger('change'); cy.findByText('b').trigger('input'); cy.get('#a').trigger('keydown');`,
    'CSS form | FIRST | VISIBLE',
    `JAVASCRIPT | ${JSON.stringify({ execType: 'browser', code: `for (const element of document.querySelectorAll("form")) if (element.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))) setTimeout(() => element.submit());` })}`,
    'CSS #a | VISIBLE',
    `JAVASCRIPT | ${JSON.stringify({ execType: 'browser', code: `for (const element of document.querySelectorAll("#a")) element.dispatchEvent(new Event('change', { bubbles: true }));` })}`,
    '1: code for an element has an equivalent only if CSS finds the element',
    '1: trigger has no equivalent',
  ],
  'loops of lodash, and a pattern of the path': [
    `Cypress._.times(2, (n) => cy.get('b').eq(n).click()); Cypress._.forEach({ a: 1 }, (n, name) => cy.get(name).should('have.text', n));
     cy.location('pathname').should('match', /^.a/);`,
    'CSS b | NTH 0 | CLICK',
    'CSS b | NTH 1 | CLICK',
    'CSS a | TO_HAVE_TEXT | "1"',
    `WAIT_FOR | ${JSON.stringify({ type: 'code', code: `return new RegExp("^.a", "").test(location.pathname);` })}`,
  ],
  'a page that is scrolled to its end': [`cy.scrollTo('bottom');`, 'SCROLL'],
  'a chain that ends with a query': [
    `cy.contains('a'); cy.get('b').find('i'); cy.get('b').as('c');`,
    'TEXT OCTOREGEXaOCTOREGEX | FIRST | VISIBLE',
    'CSS b | CSS i | FIRST | VISIBLE',
  ],
  'several elements that are counted and visible': [
    `cy.get('b').should('have.length', 2).and('be.visible');`,
    'CSS b | TO_HAVE_COUNT | 2',
  ],
  'an attribute as the subject': [
    `cy.get('b').should('have.attr', 'href').and('include', '/a');`,
    'CSS b | TO_HAVE_ATTRIBUTE | ["href","OCTOREGEX^OCTOREGEX"]',
    'CSS b | TO_HAVE_ATTRIBUTE | ["href","OCTOREGEX/aOCTOREGEX"]',
  ],
  'expectations of a function': [
    `cy.get('b').should(($b) => { expect($b).to.be.visible; expect($b.text()).to.eq('a'); expect($b).not.to.have.class('on'); });`,
    'CSS b | VISIBLE',
    'CSS b | TO_HAVE_TEXT | "a"',
    'CSS b | FIRST | VISIBLE',
    'CSS b | CSS :scope[class~="on"] | NOT_VISIBLE',
  ],
  'what none of several elements has, or the first one has not': [
    `cy.get('#b').should('not.have.class', 'on'); cy.get('b').last().should('not.have.class', 'on');
     cy.get('b').should('not.have.attr', 'disabled');`,
    'CSS #b | CSS :scope:not([class~="on"]) | VISIBLE',
    'CSS b | LAST | CSS :scope:not([class~="on"]) | VISIBLE',
    'CSS b | FIRST | CSS :scope:not([disabled]) | VISIBLE',
  ],
  'elements around others': [
    `cy.get('b').contains('Tea').parents('tr').find('i').click();
     cy.contains('li', 'Tea').closest('ul').should('contain', 'Mug');
     cy.get('b').contains(/tea/).closest('tr').click();
     cy.contains('li', /^tea/).closest('ul').click();`,
    'CSS tr:has(:is(b, b *):text-matches("Tea")) | CSS i | CLICK',
    'CSS ul:has(li:is(:text-matches("Tea"), :has(:text-matches("Tea")))) | TO_CONTAIN_TEXT | "Mug"',
    'CSS tr:has(:is(b, b *):text-matches("tea")) | CLICK',
    '4: a locator like this cannot be combined with another one',
  ],
  'elements around others that a selector matches': [
    `cy.get('b').parent('.a').next('i').should('exist'); cy.get('b').nextAll();`,
    'CSS b | CSS xpath=.. | CSS :scope:is(.a) | CSS xpath=following-sibling::*[1] | CSS :scope:is(i) | FIRST | VISIBLE',
    'CSS b | CSS xpath=following-sibling::* | FIRST | VISIBLE',
  ],
  'the root, of the page and of what is within an element': [
    `cy.root().should('have.class', 'a'); cy.get('b').within(() => { cy.root().should('have.id', 'c'); });`,
    'CSS html | CSS :scope[class~="a"] | FIRST | VISIBLE',
    'CSS b | TO_HAVE_ATTRIBUTE | ["id","c"]',
  ],
  'several values to check, and positions': [
    `cy.get('b').check(['a', 'c']); cy.get('b').click('top');`,
    'CSS b | CSS :scope[value="a"] | CLICK',
    'CSS b | CSS :scope[value="a"] | TO_BE_CHECKED',
    'CSS b | CSS :scope[value="c"] | CLICK',
    'CSS b | CSS :scope[value="c"] | TO_BE_CHECKED',
    '1: the position of click has no equivalent',
  ],
  'what changes elements is not taken for what reads them': [
    `cy.get('b').invoke('text', 'x');
     cy.get('b').invoke('attr', 'target', '_self'); cy.get('b').invoke('attr', 'target').should('eq', '_self');`,
    'CSS b | FIRST | VISIBLE',
    'JAVASCRIPT | {"execType":"browser","code":"for (const element of document.querySelectorAll(\\"b\\")) element.setAttribute(\\"target\\", \\"_self\\");"}',
    'CSS b | TO_HAVE_ATTRIBUTE | ["target","_self"]',
    '1: text with a value has no equivalent',
  ],
  'addresses below that of the configuration': [
    `cy.visit(Cypress.config('baseUrl') + '/a'); cy.url().should('eq', Cypress.config().baseUrl + '/b');
     cy.url().should('include', Cypress.config('baseUrl') + '/c');`,
    'GO_TO | "/a"',
    'TO_HAVE_URL | "/b"',
    'TO_HAVE_URL | "OCTOREGEX^\\\\w+://[^/]+/cOCTOREGEX"',
  ],
  'queries of Testing Library': [
    `cy.findByRole('button', { name: 'Go' }).click(); cy.findByRole('dialog').within(() => cy.findByText('Yes').click());
     cy.findByLabelText(/name/).type('Ada'); cy.findAllByText('x', { exact: false }).should('have.length', 2);
     cy.findByTestId('a').findByPlaceholderText('b').should('exist'); cy.findByTitle('c');
     cy.findByText('x', { selector: 'p' });
     cy.findByDisplayValue('x');`,
    'ROLE button | CLICK',
    'ROLE dialog | TEXT Yes | CLICK',
    'LABEL OCTOREGEXnameOCTOREGEX | ENTER_TEXT | "Ada"',
    'TEXT x | TO_HAVE_COUNT | 2',
    'TEST_ID a | PLACEHOLDER b | VISIBLE',
    'TITLE c | VISIBLE',
    '4: the option selector has no equivalent',
    '5: cy.findByDisplayValue has no equivalent',
  ],
  'commands for each of several elements': [
    `cy.get('b').should('have.length', 2).click({ multiple: true, force: true });
     cy.get('b').first().click({ multiple: true });
     cy.get('i').click({ multiple: true });
     cy.viewport(1, 1);`,
    'CSS b | TO_HAVE_COUNT | 2',
    'CSS b | NTH 0 | CLICK | {"force":true}',
    'CSS b | NTH 1 | CLICK | {"force":true}',
    'CSS b | FIRST | CLICK',
    '3: the number of elements is known only when the test runs; expect it first with have.length',
    '4: the page keeps its size during a test; for a width of 1 pixels, run the test case with the breakpoint MOBILE',
  ],
  'commands that begin anew or wait in a chain, and commands of an object': [
    `Cypress.Commands.addAll({ open() { cy.visit({ url: '/x' }); } }); cy.open();
     cy.get('b').type('1').get('i').wait(5).click(); cy.url().should('match', new RegExp('X', 'i'));`,
    'GO_TO | "/x"',
    'CSS b | ENTER_TEXT | "1"',
    'WAIT_FOR | {"type":"fixedTime","timeMilliseconds":5}',
    'CSS i | CLICK',
    'TO_HAVE_URL | "OCTOREGEX(?i:X)OCTOREGEX"',
  ],
  'elements that a chain finds before it begins anew': [
    `cy.get('b').find('i').get('u').contains('Tea').get('s').should('not.exist');`,
    'CSS html:has(b i) | VISIBLE',
    'CSS html:has(:is(u, u *):text-matches("Tea")) | VISIBLE',
    'CSS html:has(s) | NOT_VISIBLE',
  ],
  'texts that contains finds in their case, unless an option says otherwise': [
    `cy.contains('li', 'Tea 1').click(); cy.contains('Tea', { matchCase: false }).click(); cy.get('li:contains("Tea")').click();`,
    String.raw`CSS li | FILTER OCTOREGEXTea\s+1OCTOREGEX | FIRST | CLICK`,
    'TEXT OCTOREGEX(?i:Tea)OCTOREGEX | FIRST | CLICK',
    'CSS li:is(:text-matches("Tea"), :has(:text-matches("Tea"))) | CLICK',
  ],
  'elements that are not in the document, and hidden ones, which are': [
    `cy.get('b').should('not.exist'); cy.contains('b', 'Tea').should('not.exist'); cy.get('b').should('have.length', 0);
     cy.get('b').should('not.be.visible'); cy.get('b').should('be.hidden');`,
    'CSS html:has(b) | NOT_VISIBLE',
    'CSS html:has(b:is(:text-matches("Tea"), :has(:text-matches("Tea")))) | NOT_VISIBLE',
    'CSS html:has(b) | NOT_VISIBLE',
    'CSS html:has(b) | VISIBLE',
    'CSS b | NOT_VISIBLE',
    'CSS html:has(b) | VISIBLE',
    'CSS b | NOT_VISIBLE',
  ],
  'what contains gives: the innermost element, and the control around a text': [
    `cy.contains('div', 'Tea').click(); cy.contains('div', 'Tea').should('be.hidden'); cy.get('th').contains('Tea').should('not.exist');
     cy.contains('Tea').should('be.disabled').parent().should('be.visible');`,
    'TEXT OCTOREGEXTeaOCTOREGEX | FIRST | CSS xpath=ancestor-or-self::div[1] | CLICK',
    'CSS html:has(div:is(:text-matches("Tea"), :has(:text-matches("Tea")))) | VISIBLE',
    'TEXT OCTOREGEXTeaOCTOREGEX | FIRST | CSS xpath=ancestor-or-self::div[1] | NOT_VISIBLE',
    'CSS html:has(:is(th, th *):text-matches("Tea")) | NOT_VISIBLE',
    `TEXT OCTOREGEXTeaOCTOREGEX | FIRST | ${toControl} | DISABLED`,
    `TEXT OCTOREGEXTeaOCTOREGEX | FIRST | ${toControl} | CSS xpath=.. | VISIBLE`,
  ],
  'a part of what a request for the app gives': [
    `cy.request('/a').should((response) => { const { items } = response.body;
     expect(items.find((item) => item.id === 2).name).to.equal('Tea'); }); const id = 2;
     cy.request('/a').then(({ body }) => { expect(body.find((item) => item.id === id)).to.exist; }); cy.task('log', 'a');
     const isTea = (item) => item.name === 'Tea'; cy.request('/a').then(({ body }) => {
     expect(body.find(isTea)).to.exist; expect(body.find((item) => isTea(item))).to.exist; });`,
    'RESPONSE_OK | "/a"',
    `JAVASCRIPT | ${checkedRequest('/a', '', `if (((value) => !(value === "Tea"))(value.body.items.find((item) => item.id === 2).name)) throw new Error('The value fails toBe: ' + JSON.stringify(value.body.items.find((item) => item.id === 2).name));`)}`,
    'RESPONSE_OK | "/a"',
    `JAVASCRIPT | ${checkedRequest('/a', '', fails('!(value != null)', '.body.find(((id) => (item) => item.id === id)(2))', 'toExist'))}`,
    'RESPONSE_OK | "/a"',
    `JAVASCRIPT | ${checkedRequest('/a', '', fails('!(value != null)', `.body.find((item) => item.name === 'Tea')`, 'toExist'))}`,
    '5: a function for a value of the page uses a value of the spec',
  ],
  'a test that opens no page, which goes on with that of the test before': [
    `cy.visit('/a'); cy.get('b').click(); }); it.skip('y', () => { cy.get('u').click(); }); it('z', () => { cy.get('i').click();`,
    'GO_TO | "/a"',
    'CSS b | CLICK',
    'CSS i | CLICK',
  ],
  'texts that are added to that of a field': [
    `cy.get('textarea').contains('Tea').type('!'); cy.get('[value="Tea"]').type('!'); cy.get('b').type(' and mugs');`,
    ...['CSS textarea | TEXT OCTOREGEXTeaOCTOREGEX | FIRST', 'CSS [value="Tea"]'].flatMap((field) => [
      `${field} | KEY_PRESS | "End"`,
      `${field} | TYPE_TEXT | {"text":"!"}`,
    ]),
    'CSS b | KEY_PRESS | "End"',
    'CSS b | TYPE_TEXT | {"text":" and mugs"}',
  ],
  'what one of several elements has': [
    `cy.get('b').should('have.class', 'on'); cy.get('b').should('not.contain', 'Tea');`,
    'CSS b | CSS :scope[class~="on"] | FIRST | VISIBLE',
    'CSS b | FIRST | VISIBLE',
    'CSS b | FILTER OCTOREGEXTeaOCTOREGEX | NOT_VISIBLE',
  ],
  'numbers of elements, compared with an earlier one': [
    `cy.get('b').its('length').then((before) => {
       cy.get('i').click();
       cy.get('b').should('have.length', before - 1);
       cy.get('b').its('length').should('be.lt', before); });`,
    `JAVASCRIPT | ${inPage(
      `const value = [...document.querySelectorAll("b")].length;
sessionStorage.setItem("kept-1", JSON.stringify((value - 1)));
sessionStorage.setItem("kept-2", JSON.stringify(value));`,
    )}`,
    'CSS i | CLICK',
    `WAIT_FOR | ${untilCount('b', 'kept-1', '===')}`,
    `WAIT_FOR | ${untilCount('b', 'kept-2', '<')}`,
  ],
  'cookies before a page is opened': [
    `cy.setCookie('consent', 'yes', { secure: true }); cy.clearCookies(); cy.visit('/#/shop'); cy.getCookie('a').should('exist');`,
    'GO_TO | "/#/shop"',
    `JAVASCRIPT | ${setsCookie('consent=yes')}`,
    'GO_TO | "/#/shop"',
    ...reload,
    '1: steps have no access to cookies: log in by steps, and expect what the app shows',
    '1: steps have no access to cookies: log in by steps, and expect what the app shows',
  ],
  'a change of what contains finds': [
    `cy.contains('Help').invoke('removeAttr', 'target').click(); cy.get('nav').contains('Shop').invoke('removeAttr', 'target');`,
    'TEXT OCTOREGEXHelpOCTOREGEX | FIRST | VISIBLE',
    `JAVASCRIPT | ${withoutTarget('body :not(script, style)', 'Help')}`,
    'TEXT OCTOREGEXHelpOCTOREGEX | FIRST | CLICK',
    'CSS nav | TEXT OCTOREGEXShopOCTOREGEX | FIRST | VISIBLE',
    `JAVASCRIPT | ${withoutTarget(':is(nav), :is(nav) :not(script, style)', 'Shop')}`,
  ],
  'a field without the focus': [
    `cy.get('#b').should('not.have.focus'); cy.get('#b').should('not.be.focused');`,
    'CSS #b | CSS :scope:not(:focus) | VISIBLE',
    'CSS #b | CSS :scope:not(:focus) | VISIBLE',
  ],
  'what one of several fields is': [
    `cy.get('[type=radio]').should('be.checked'); cy.get('[type=radio]').should('not.be.checked'); cy.get('#b').should('be.checked');`,
    'CSS [type=radio] | CSS :scope:checked | FIRST | VISIBLE',
    'CSS [type=radio] | FIRST | VISIBLE',
    'CSS [type=radio] | CSS :scope:checked | NOT_VISIBLE',
    'CSS #b | TO_BE_CHECKED',
  ],
  'a text that some element contains, in its case': [
    `cy.get('b').should('contain', 'Tea (1)'); cy.location('search').should('be.empty'); cy.get('b').focus();`,
    String.raw`CSS b | FILTER OCTOREGEXTea\s+\(1\)OCTOREGEX | FIRST | VISIBLE`,
    String.raw`TO_HAVE_URL | "OCTOREGEX^\\w+://[^?#]*(?:#|$)OCTOREGEX"`,
    'CSS b | TYPE_TEXT | {"text":""}',
  ],
  'commands that begin a chain anew, and a command that is not imported before a function': [
    `cy.get('b').click().wait(5).visit('/x').contains('i').click();
     cy.task('seed').then((user) => {
       cy.get('b').type(user.name);
       cy.get('b').click();
     });`,
    'CSS b | CLICK',
    'WAIT_FOR | {"type":"fixedTime","timeMilliseconds":5}',
    'GO_TO | "/x"',
    'TEXT OCTOREGEXiOCTOREGEX | FIRST | CLICK',
    'CSS b | CLICK',
    '2: cy.task has no equivalent',
    '3: cy.task has no equivalent',
  ],
  'requests that a spec watches, waits for, reads, or answers': [
    `cy.intercept('GET', '/a').as('a').intercept({ url: '/b', method: 'POST' }).as('b');
     cy.intercept('POST', '/graphql', (req) => { if (req.body.name === 'List') req.alias = 'list'; });
     cy.get('b').click(); cy.wait(['@a', '@b']); cy.wait('@list').then(() => { cy.get('i').click(); });
     cy.wait('@a').its('response.statusCode').should('eq', 200);
     cy.intercept('POST', '/c', (req) => req.reply([]));
     cy.intercept('/d', 'text');`,
    'CSS b | CLICK',
    'CSS i | CLICK',
    '4: what the app sends and gets is known only when the test runs',
    '5: requests are not mocked: the app itself must answer like this, with test data',
    '6: requests are not mocked: the app itself must answer like this, with test data',
  ],
  'code of the page, which a spec calls before its commands, or by them': [
    `localStorage.setItem('a', '1'); cy.visit('/'); cy.window().its('app.user').should('have.property', 'name', 'Ann');
     cy.window().then((win) => { win.localStorage.removeItem('a'); win.app.reset({ all: true }); });
     cy.get('b').should(() => { expect(sessionStorage.getItem('c')).to.be.null; expect(window.localStorage.d).not.to.exist; });
     cy.get('b').click();
     localStorage.clear();`,
    ...[`localStorage.setItem("a", "1");`].map((code) => `JAVASCRIPT | ${inPage(code)}`),
    'GO_TO | "/"',
    `WAIT_FOR | ${untilValue('window.app.user.name', 'value === "Ann"')}`,
    ...['window.localStorage.removeItem("a");', 'window.app.reset({"all":true});'].map(
      (code) => `JAVASCRIPT | ${inPage(code)}`,
    ),
    `WAIT_FOR | ${untilValue('sessionStorage.getItem("c")', 'value === null')}`,
    `WAIT_FOR | ${untilValue('localStorage.d', '!(value != null)')}`,
    'CSS b | CLICK',
    '5: the spec runs this before the commands that stand before it',
  ],
  'requests for the app, and for another one': [
    `cy.visit('http://localhost:3000/'); cy.request('DELETE', '/api/items').its('status').should('be.oneOf', [1]);
     cy.request('POST', 'http://localhost:3000/api', { password: 'secret 1' });
     cy.request('POST', 'http://localhost:4000/api');`,
    'GO_TO | "/"',
    `JAVASCRIPT | ${inPage(requestTo('/api', 'POST', '{"password":"secret 1"}'))}`,
    '1: be.oneOf has no equivalent',
    '3: only requests for the app itself have an equivalent',
  ],
  'keys that are held, values that differ in each run, and a random name': [
    `cy.get('b').type('{ctrl}ab{enter}'); cy.get('b').type('{shift}');
     cy.get('i').type(Date.now() + '-' + new Date().getTime());
     cy.get('i').should('have.length', '2').and('be.empty');`,
    'CSS b | KEY_PRESS | "Control+a"',
    'CSS b | KEY_PRESS | "Control+b"',
    'CSS b | KEY_PRESS | "Control+Enter"',
    'CSS b | KEY_PRESS | "Shift"',
    'CSS i | ENTER_TEXT | "$OCTO_STABLE_UUID_SHORT-a$OCTO_STABLE_UUID_SHORT"',
    'CSS i | TO_HAVE_COUNT | 2',
    'CSS html:has(i:empty) | VISIBLE',
  ],
  'a listener that stands after the click, and one for errors': [
    `cy.get('b').click(); cy.on('window:confirm', () => false); cy.get('i').should('be.visible');
     cy.on('uncaught:exception', () => false);`,
    'DISMISS_DIALOG',
    'CSS b | CLICK',
    'CSS i | VISIBLE',
  ],
  'typing into a field that has a text': [
    `cy.get('b').should('have.value', 'a').type('b'); cy.get('i').should('have.value', '').type('c');`,
    'CSS b | TO_HAVE_VALUE | "a"',
    'CSS b | KEY_PRESS | "End"',
    'CSS b | TYPE_TEXT | {"text":"b"}',
    'CSS i | TO_HAVE_VALUE | ""',
    'CSS i | ENTER_TEXT | "c"',
  ],
  'chainers in one text, and a text that is there': [
    `cy.get('b').should('have.lengthOf', 2); cy.get('i').should('be.visible.and.have.value', 'a');
     cy.get('u').invoke('text').then((text) => { expect(text).to.exist; });`,
    'CSS b | TO_HAVE_COUNT | 2',
    'CSS i | VISIBLE',
    'CSS i | TO_HAVE_VALUE | "a"',
    'CSS u | FIRST | VISIBLE',
  ],
  'a random password': [
    `const { faker } = require('@faker-js/faker'); cy.get('b').type(faker.internet.password());`,
    'CSS b | ENTER_TEXT | "A1!$OCTO_STABLE_RANDOM_CHARACTERS"',
  ],
  'elements that must be there, but that no step uses': [
    `Cypress.Commands.add('pick', { prevSubject: true }, (of, text) => { cy.contains(text).click(); });
     Cypress.Commands.add('inner', { prevSubject: true }, (of) => { cy.wrap(of).find('i').click(); });
     cy.get('a').pick('A'); cy.get('b').inner(); cy.get('u').within(() => { cy.get('s').should('not.exist'); });
     cy.get('p').then(() => {});`,
    'CSS html:has(a) | VISIBLE',
    'TEXT OCTOREGEXAOCTOREGEX | FIRST | CLICK',
    'CSS b | CSS i | CLICK',
    'CSS html:has(u) | VISIBLE',
    'CSS html:has(u s) | NOT_VISIBLE',
    'CSS p | FIRST | VISIBLE',
  ],
  'methods of jQuery, which are no commands': [
    `cy.get('body').then(($body) => { if ($body.find('a').length > 0) { cy.get('a').click(); } });
     cy.get('body').then(($body) => {\nif ($body.find('b').length > 1) { cy.get('b').click(); } });`,
    'CSS a | CLICK | ignored',
    '3: `if` is not straight-line code',
  ],
  'what runs before a page loads': [
    `cy.visit('/a', { qs: { b: 'c d' }, failOnStatusCode: false, onBeforeLoad(win) { win.localStorage.setItem('k', 'v'); } });
     cy.visit('/b', { onBeforeLoad(win) {\ncy.stub(win, 'open'); } });`,
    'GO_TO | "/a?b=c%20d"',
    `JAVASCRIPT | ${inPage('window.localStorage.setItem("k", "v");')}`,
    'GO_TO | "/a?b=c%20d"',
    'GO_TO | "/b"',
    '3: cy.stub has no equivalent',
  ],
  'texts in parts of the location': [
    `cy.location('search').should('include', 'a=1'); cy.location('hash').should('contain', 'b'); cy.location('pathname').should('include', 'c');`,
    'TO_HAVE_URL | "OCTOREGEX^\\\\w+://[^?#]*(?=\\\\?)[^#]*a=1OCTOREGEX"',
    'TO_HAVE_URL | "OCTOREGEX^\\\\w+://[^#]*(?=#).*bOCTOREGEX"',
    'TO_HAVE_URL | "OCTOREGEX^\\\\w+://[^/]+(?=/)[^?#]*cOCTOREGEX"',
  ],
  'keys that are pressed together': [
    `cy.get('b').type('{ctrl+shift+a}x'); cy.viewport('macbook-15');\ncy.viewport('iphone-6');`,
    'CSS b | KEY_PRESS | "Control+Shift+a"',
    'CSS b | TYPE_TEXT | {"text":"x"}',
    '2: the page keeps its size during a test; for a width of 375 pixels, run the test case with the breakpoint MOBILE',
  ],
  'what functions give that return nothing': [
    `Cypress.Commands.add('field', (name) => { cy.get(name); });
     cy.field('input').selectFile('a.txt', { force: true }); cy.field('b');
     cy.get('i').then(() => { cy.get('u'); }).click(); cy.get('i').then(() => {}).click();`,
    'CSS input | UPLOAD | {"file":"a.txt"}',
    'CSS b | FIRST | VISIBLE',
    'CSS html:has(i) | VISIBLE',
    'CSS u | FIRST | VISIBLE',
    'CSS u | CLICK',
    'CSS i | CLICK',
  ],
  'the contents of a frame': [
    `cy.get('iframe').its('0.contentDocument.body').should('not.be.empty').then(cy.wrap).find('b').click();`,
    'FRAME iframe | CSS body | CSS :scope:not(:empty) | FIRST | VISIBLE',
    'FRAME iframe | CSS body | CSS b | CLICK',
  ],
  'assertions after others, and as values that nothing uses': [
    `cy.window().then((win) => {
       expect(win.a).to.be.an('array').that.is.not.empty; expect(win.b).to.not.be.null.and.be.ok;
       ['c', 'd'].forEach((each) => expect(win[each]).to.be.true);
       expect(win.e).to.match(/f/);
     });
     cy.get('u').should(($u) => expect($u).to.be.checked); cy.get('i').should('have.length', 1).each(($i) => expect($i).to.be.visible);
     cy.get('b').then(($b) => expect($b).to.have.class('g').and.be.disabled).click();
     cy.get('p').should(($p) => expect($p).to.be.NaN);`,
    `WAIT_FOR | ${untilValue('window.a', 'Object.prototype.toString.call(value).slice(8, -1).toLowerCase() === "array"')}`,
    `WAIT_FOR | ${untilValue('window.a', '!(Object.keys(value).length === 0)')}`,
    `WAIT_FOR | ${untilValue('window.b', '!(value === null)')}`,
    `WAIT_FOR | ${untilValue('window.b', '!(value)')}`,
    `WAIT_FOR | ${untilValue('window.c', 'value === true')}`,
    `WAIT_FOR | ${untilValue('window.d', 'value === true')}`,
    `WAIT_FOR | ${untilValue('window.e', 'new RegExp("f", "").test(value)')}`,
    'CSS u | CSS :scope:checked | FIRST | VISIBLE',
    'CSS i | TO_HAVE_COUNT | 1',
    'CSS i | NTH 0 | VISIBLE',
    'CSS b | CSS :scope[class~="g"] | FIRST | VISIBLE',
    'CSS b | DISABLED',
    'CSS b | CLICK',
    "8: should('be.NaN') has no equivalent",
  ],
  'elements that functions without braces find': [
    `['a', 'b'].forEach((each) => cy.get(each)); ['c'].map((each) => cy.get(each)); Cypress._.times(1, () => cy.get('d'));
     cy.get('e').within(() => cy.get('f')); cy.session('g', () => cy.get('h')); return cy.get('i');`,
    'CSS a | FIRST | VISIBLE',
    'CSS b | FIRST | VISIBLE',
    'CSS c | FIRST | VISIBLE',
    'CSS d | FIRST | VISIBLE',
    'CSS e | CSS f | FIRST | VISIBLE',
    'CSS h | FIRST | VISIBLE',
    'CSS i | FIRST | VISIBLE',
  ],
  'functions of JavaScript that a command calls': [
    `cy.get('b').invoke('text').then(parseFloat).should('be.gt', 3);`,
    'CSS html:has(b) | VISIBLE',
    `JAVASCRIPT | ${inPage(
      [
        `const value = ${onlyText('b')};`,
        "if (((value) => typeof value !== 'number' || !(value > 3))(parseFloat(value))) throw new Error('The value fails toBeGreaterThan: ' + JSON.stringify(value));",
      ].join('\n'),
    )}`,
  ],
  'fields of a response': [
    `cy.request({ url: '/a' }).then((response) => { expect(response.isOkStatusCode).to.be.true;
       expect(response.redirectedToUrl).to.be.undefined; });`,
    `JAVASCRIPT | ${checkedRequest('/a', '', 'if (value.status >= 400) throw new Error("/a" + \': \' + value.status);', "if (((value) => !(value === true))(value.ok)) throw new Error('The value fails toBe: ' + JSON.stringify(value.ok));")}`,
    '2: redirectedToUrl of a response has no equivalent',
  ],
  'several elements that must not match': [
    `cy.get('option').should('not.be.selected'); cy.get('#a').should('not.match', '.b');`,
    'CSS html:has(option) | VISIBLE',
    'CSS html:has(option:checked) | NOT_VISIBLE',
    'CSS html:has(#a:not(:is(.b))) | VISIBLE',
  ],
};

it.each(Object.entries(cypress))('Cypress: %s', (_, [code, ...steps]) => {
  expect(imported(`it('x', () => { ${code} });`, 'a.cy.js')).toEqual(steps);
});

it('reads tests and hooks of Cypress without braces', () => {
  const code = `beforeEach(() => cy.visit('/a').get('b')); it('x', () => cy.contains('c')); afterEach(() => cy.get('d'));`;
  expect(imported(code, 'a.cy.js')).toEqual([
    'GO_TO | "/a"',
    'CSS b | FIRST | VISIBLE',
    'TEXT OCTOREGEXcOCTOREGEX | FIRST | VISIBLE',
    'CSS d | FIRST | VISIBLE',
  ]);
});

it('finds elements of the DevTools Recorder in shadow roots', () => {
  const steps = [
    {
      type: 'click',
      selectors: [
        ['aria/Go', 'aria/4'],
        ['main > a-b', ':scope > button'],
      ],
    },
  ];
  expect(imported(JSON.stringify({ title: 'x', steps }), 'a.json')).toEqual([
    'CSS main > a-b > button | CLICK',
  ]);
});

it('reads keys of the DevTools Recorder with their modifiers', () => {
  const key = (type: string, name: string) => ({ type, key: name });
  const steps = [
    key('keyDown', 'Control'),
    key('keyDown', 'a'),
    key('keyUp', 'a'),
    key('keyUp', 'Control'),
    key('keyDown', 'B'),
    { type: 'change', value: 'B', selectors: [['aria/Name'], ['input']] },
    key('keyDown', '?'),
    key('keyDown', 'Alt'),
    key('keyUp', 'Alt'),
    { type: 'waitForElement', selectors: [['b']], attributes: { id: 'c' }, properties: { scrollTop: 1 } },
  ];
  expect(imported(JSON.stringify({ title: 'x', steps }), 'a.json')).toEqual([
    'KEY_PRESS | "Control+a"',
    'CSS input | ENTER_TEXT | "B"',
    'KEY_PRESS | "?"',
    'KEY_PRESS | "Alt"',
    '1: the property scrollTop has no equivalent',
  ]);
});

it('finds frames of the DevTools Recorder by their position', () => {
  const steps = [{ type: 'click', selectors: [['#pay']], frame: [1, 0] }];
  expect(imported(JSON.stringify({ title: 'x', steps }), 'a.json')).toEqual([
    'FRAME :nth-match(iframe, 2) | FRAME :nth-match(iframe, 1) | CSS #pay | CLICK',
  ]);
});

it('names actions of codegen in a page that no step has opened', () => {
  const action = (page: string) => JSON.stringify({ name: 'navigate', url: '/', pageGuid: page });
  expect(imported([action('page@1'), action('page@2')].join('\n'), 'a.jsonl')).toEqual([
    'GO_TO | "/"',
    '2: the page was not opened by a step',
  ]);
});
