import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import { mutate } from '../../src/mutation/mutation-run.ts';
import type { MutantResult } from '../../src/results/mode-results.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { by, clicks, containsText, css, entersText, sees } from '../support/steps.ts';
import { aPlan, openTestRunner } from '../support/test-runner.ts';

/** An app that has something for each operator. Its data are in cookies, so that cases do not meet. */
const pages: Readonly<Record<string, string>> = {
  '/': `<h1>Start</h1>
    <button id="more" aria-label="More">+</button><p id="out"></p>
    <button id="add">Add one</button><p>Total: <b id="total">1</b> pieces</p><p data-testid="owner">Ann</p>
    <button id="rename">Rename</button><p>3 days left</p><p>All is well</p>
    <ul><li>Apple</li><li>Pear</li><li>Plum</li></ul>
    <a href="/next">Next</a><a href="/form">Form</a>
    <script>
      const on = (id, act) => document.getElementById(id).addEventListener('click', act);
      on('more', () => { document.getElementById('out').textContent = 'Opened'; });
      on('add', () => { const it = document.getElementById('total'); it.textContent = String(Number(it.textContent) + 1); });
      on('rename', () => { document.querySelector('[data-testid=owner]').textContent = 'Bob'; });
    </script>`,
  '/next': `<h1>Next</h1><p id="seen"></p><p id="data"></p><a href="/next">Again</a>
    <script>
      document.getElementById('seen').textContent = localStorage.getItem('seen') ?? 'Never seen';
      localStorage.setItem('seen', 'Seen before');
      fetch('/data').then((answer) => answer.json()).then(({ text }) => { document.getElementById('data').textContent = text; });
    </script>`,
  '/form': `<h1>Form</h1><form method="post" action="/save">
      <label>Name <input name="name" required></label><button>Save</button>
    </form>`,
};

const button = (name: string) => by('ROLE', 'button', { name });
const link = (name: string) => by('ROLE', 'link', { name });
const heading = (name: string) => by('ROLE', 'heading', { name });
const item = (position: number) => css(`li:nth-child(${position})`);

/** For each operator, steps that notice at least one of its mutants. */
const noticing: Readonly<Record<string, readonly ExchangeElement[]>> = {
  'dead-control': [goTo('/'), clicks(button('More')), containsText('Opened', css('#out'))],
  'handler-throws': [goTo('/'), clicks(button('More')), containsText('Opened', css('#out'))],
  'element-hidden': [goTo('/'), sees(button('Add one'))],
  'element-covered': [goTo('/'), clicks(button('Add one'))],
  'broken-link': [goTo('/'), clicks(link('Next')), sees(heading('Next'))],
  'wrong-number': [goTo('/'), sees(by('TEXT', '3 days left'))],
  'total-not-updated': [goTo('/'), clicks(button('Add one')), containsText('2', css('#total'))],
  'stale-value': [goTo('/'), clicks(button('Rename')), containsText('Bob', by('TEST_ID', 'owner'))],
  'text-missing': [goTo('/'), sees(by('TEXT', 'All is well'))],
  'wrong-name': [goTo('/'), sees(link('Form'))],
  'item-lost': [goTo('/'), sees(by('TEXT', 'Pear'))],
  'item-doubled': [goTo('/'), clicks(by('TEXT', 'Pear'))],
  'items-out-of-order': [goTo('/'), containsText('Apple', item(1)), containsText('Pear', item(2))],
  'state-not-stored': [goTo('/next'), clicks(link('Again')), containsText('Seen before', css('#seen'))],
  'server-error': [goTo('/next'), containsText('Data', css('#data'))],
  'submit-lost': [
    goTo('/form'),
    entersText('Ann', by('LABEL', 'Name')),
    clicks(button('Save')),
    sees(heading('Saved')),
  ],
  'field-dropped': [
    goTo('/form'),
    entersText('Ann', by('LABEL', 'Name')),
    clicks(button('Save')),
    containsText('Hello Ann', css('p')),
  ],
  'validation-removed': [goTo('/form'), clicks(button('Save')), sees(heading('Form'))],
  'request-ignored': [
    goTo('/form'),
    entersText('Ann', by('LABEL', 'Name')),
    clicks(button('Save')),
    containsText('Hello Ann', css('p')),
  ],
  'wrong-redirect': [
    goTo('/form'),
    entersText('Ann', by('LABEL', 'Name')),
    clicks(button('Save')),
    sees(heading('Saved')),
  ],
};

let server: TestServer;
let runner: Runner;

beforeAll(async () => {
  server = await startHttpServer(({ url, method, body, headers }, response) => {
    const name = new URLSearchParams(body).get('name') ?? '';
    if (method === 'POST') {
      response.writeHead(303, { location: '/saved', 'set-cookie': `name=${encodeURIComponent(name)}` }).end();
    } else if (url === '/data') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"Data"}');
    } else {
      const stored = /name=([^;]*)/.exec(String(headers.cookie))?.[1] ?? '';
      const saved = `<h1>Saved</h1><p>Hello ${stored}</p>`;
      const html = url === '/saved' ? saved : pages[url];
      response
        .writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' })
        .end(html ?? 'No such page');
    }
  });
  runner = await openTestRunner({ trace: 'never' });
});

afterAll(async () => {
  await runner?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

/** Runs all mutants of an operator. */
async function mutantsOf(
  operator: string,
  elements: readonly ExchangeElement[],
): Promise<readonly MutantResult[]> {
  const { mutants, leftOut } = await mutate({
    runner,
    plan: aPlan(server.url, [aCase({ elements: [...elements] })]),
    count: 100,
    seed: '1',
    operators: [operator],
    onMutant: () => {},
    signal: new AbortController().signal,
  });
  expect(leftOut).toEqual([]);
  return mutants;
}

describe('an operator makes a mutant that a case notices if it looks there', () => {
  it.each(Object.entries(noticing))('%s', async (operator, elements) => {
    const mutants = await mutantsOf(operator, elements);
    expect(mutants.filter(({ status }) => status === 'killed')).not.toEqual([]);
    expect(new Set(mutants.map(({ description }) => description)).size).toBe(mutants.length);
  });
});

it.each(
  Object.keys(noticing).filter(
    (operator) => !/server|request|redirect|state|submit|field|stale|total|validation/.test(operator),
  ),
)('a case that looks elsewhere does not notice %s', async (operator) => {
  const mutants = await mutantsOf(operator, [goTo('/'), sees(heading('Start'))]);
  expect(
    mutants.filter(({ description }) => !description.includes('Start') && !description.includes('Apple')),
  ).not.toEqual([]);
  for (const { status, description } of mutants) {
    if (!/heading "Start"/.test(description))
      expect([description, status]).toEqual([description, 'survived']);
  }
});
