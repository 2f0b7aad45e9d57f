import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { CaseOutcome, Runner } from '../../src/runner/runner.ts';
import { aCase } from '../support/cases.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { by, clicks, containsText, css, entersText, sees } from '../support/steps.ts';
import { aPlan, runFirst, sharedTestRunner } from '../support/test-runner.ts';

/** How long the app waits for its data, in ms. No step takes that long by itself. */
const dataMs = 700;

let runner: Runner;
let app: TestServer;
/** Answers a request that the page has sent, so that it is not quiet before. */
let endWhenVisible = () => {};
beforeAll(async () => {
  runner = await sharedTestRunner();
  app = await startHttpServer(({ url }, response) => {
    if (url === '/data') setTimeout(() => response.end('{}'), dataMs);
    else if (url === '/late.js')
      setTimeout(() => response.end(`document.querySelector('button').onclick = () => { ${save} }`), dataMs);
    else if (url === '/until-visible') endWhenVisible = () => response.end('{}');
    else if (url === '/visible') {
      response.end('{}');
      endWhenVisible();
    } else if (url.startsWith('/page?')) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<link rel="icon" href="data:,">${decodeURIComponent(url.slice(6))}`);
    } else response.end('<h1>Saved</h1>');
  });
});
afterAll(() => app?.[Symbol.asyncDispose]());

function runOn(html: string, elements: readonly ExchangeElement[]): Promise<CaseOutcome> {
  const testCase = aCase({ entryPointUrlPath: `/page?${encodeURIComponent(html)}`, elements: [...elements] });
  return runFirst(runner, aPlan(app.url, [testCase]));
}

const button = '<h1>Cart</h1><button>Save</button>';
const clickSave = clicks(by('ROLE', 'button', { name: 'Save' }));
const save = "document.querySelector('h1').textContent = 'Saved'";
const seesSaved = containsText('Saved', css('h1'));
/** An app that listens to its controls once it has its data. */
const hydrate = (code: string) => `<script>fetch('/data').then(() => { ${code} })</script>`;

describe.concurrent('before the app listens to what the server has rendered, a step waits for', () => {
  it.each<[string, string, readonly ExchangeElement[]]>([
    [
      'a listener of a button',
      button + hydrate(`document.querySelector('button').addEventListener('click', () => { ${save} })`),
      [clickSave, seesSaved],
    ],
    [
      'a listener of the root of the app',
      `<div>${button}</div>${hydrate(`document.querySelector('div').onclick = () => { ${save} }`)}`,
      [clickSave, seesSaved],
    ],
    [
      'the listener of a button that is replaced',
      button +
        hydrate(
          `const each = document.querySelector('button'); const made = each.cloneNode(true); made.onclick = () => { ${save} }; each.replaceWith(made)`,
        ),
      [clickSave, seesSaved],
    ],
    [
      'a script that is loaded after the data',
      button +
        hydrate(
          "const script = document.createElement('script'); script.src = '/late.js'; document.head.append(script)",
        ),
      [clickSave, seesSaved],
    ],
    [
      'a listener that is added once the button can be seen',
      `<h1 style="margin-bottom: 3000px">Cart</h1><button>Save</button><script>fetch('/until-visible'); const each = document.querySelector('button'); new IntersectionObserver(([entry]) => { if (entry.isIntersecting) fetch('/visible').then(() => { each.onclick = () => { ${save} } }) }).observe(each)</script>`,
      [clickSave, seesSaved],
    ],
    [
      'an island of Astro on a page whose router listens to all clicks',
      `<astro-island ssr>${button}</astro-island><script>document.addEventListener('click', () => {})</script>${hydrate(`document.querySelector('button').onclick = () => { ${save} }; document.querySelector('astro-island').removeAttribute('ssr')`)}`,
      [clickSave, seesSaved],
    ],
    [
      'a listener that is added after the load, without any request',
      `${button}<script>addEventListener('load', () => { let ticks = 0; const timer = setInterval(() => { document.body.append(document.createElement('hr')); ticks += 1; if (ticks < 40) return; clearInterval(timer); document.querySelector('button').onclick = () => { ${save} } }, 50) })</script>`,
      [clickSave, seesSaved],
    ],
    [
      'the listener of a form that has no URL',
      `<h1>Cart</h1><form><input><button>Save</button></form>${hydrate(`document.querySelector('form').onsubmit = (event) => { event.preventDefault(); ${save} }`)}`,
      [entersText('Ada', css('input')), clickSave, seesSaved],
    ],
    [
      'the listener of a field whose text is set by the app',
      `<h1>Cart</h1><input>${hydrate("const each = document.querySelector('input'); each.value = ''; each.oninput = () => { document.querySelector('h1').textContent = each.value }")}`,
      [entersText('Ada', css('input')), containsText('Ada', css('h1'))],
    ],
  ])('%s', async (_, html, elements) => {
    expect(await runOn(html, elements)).toMatchObject({ status: 'PASSED', errorMessage: null });
  });
});

const deadClick = /No script of the page listens to clicks on the button "Save"/;

describe.concurrent('a click that no later step proves', () => {
  it('is reported if no script listens to the button', async () => {
    const { status, warnings } = await runOn(button, [sees(css('h1')), clickSave]);
    expect(status).toBe('PASSED');
    expect(warnings).toEqual([expect.stringMatching(deadClick)]);
  });

  it.each([
    [
      'of a button that is listened to',
      `${button}<script>document.querySelector('button').onclick = () => {}</script>`,
    ],
    [
      'of a button in what is listened to',
      `<div>${button}</div><script>document.querySelector('div').onclick = () => {}</script>`,
    ],
    ['of a button whose content is listened to', '<button><b onclick="1">Save</b></button>'],
    ['if the whole page is listened to', `${button}<script>addEventListener('click', () => {})</script>`],
    ['that sends a form', '<form action="/save"><button>Save</button></form>'],
    ['that sends a form to its page', '<form method="post"><button>Save</button></form>'],
    [
      'that closes a dialog',
      '<dialog open><form method="dialog"><button>Save</button></form></dialog><p>Shop</p>',
    ],
    ['that opens a popover', '<button popovertarget="menu">Save</button><p id="menu" popover>Menu</p>'],
    ['of a button in a label', '<label><input type="checkbox"><span role="button">Save</span></label>'],
    ['of a link with the role of a button', '<a href="/saved" role="button">Save</a>'],
    [
      'of a button in a shadow root',
      '<div><template shadowrootmode="open"><button>Save</button></template></div>',
    ],
  ])('is not reported %s', async (_, html) => {
    const { status, warnings } = await runOn(html, [clickSave]);
    const found = (warnings ?? []).filter((each) => deadClick.test(each));
    expect({ status, found }).toEqual({
      status: 'PASSED',
      found: [],
    });
  });
});
