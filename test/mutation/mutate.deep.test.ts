import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { type MutationOptions, mutate, UnhealthyApp } from '../../src/mutation/mutation-run.ts';
import { Survey } from '../../src/mutation/survey.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer, type TestServer } from '../support/http-server.ts';
import { by, clicks, sees } from '../support/steps.ts';
import { aPlan, openTestRunner } from '../support/test-runner.ts';

const heading = (name: string) => by('ROLE', 'heading', { name });
const link = (name: string) => by('ROLE', 'link', { name });
const page = (title: string) =>
  `<h1>${title}</h1><nav><a href="/">Home</a> <a href="/help">Help</a></nav><p>9 left</p>`;

const list = '<h1>Drinks</h1><ul><li><a href="/">Tea</a>, &euro;9. <button>Add</button></li></ul>';

let server: TestServer;
let runner: Runner;

beforeAll(async () => {
  const visited = new Set<string>();
  server = await startHttpServer(({ url }, response) => {
    const isFirst = !visited.has(url);
    visited.add(url);
    // `/once` is only there for the first visit.
    const title =
      url === '/' ? 'Home page' : url === '/help' || (url === '/once' && isFirst) ? 'Help page' : 'Gone';
    response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/list' ? list : page(title));
  });
  runner = await openTestRunner({ trace: 'never' });
});

afterAll(async () => {
  await runner?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

function mutateWith(cases: readonly ExchangeTestCase[], options: Partial<MutationOptions> = {}) {
  return mutate({
    runner,
    plan: aPlan(server.url, cases),
    count: 4,
    seed: '1',
    onMutant: () => {},
    signal: new AbortController().signal,
    ...options,
  });
}

const toHelp = aCase({
  description: 'A visitor finds help',
  elements: [goTo('/'), clicks(link('Help')), sees(heading('Help page'))],
});
const atHome = aCase({
  description: 'The home page opens',
  elements: [goTo('/'), sees(heading('Home page'))],
});

it('the same seed makes the same mutants, and another one makes others', async () => {
  const describe = async (seed: string) =>
    (await mutateWith([atHome], { seed, count: 2 })).mutants.map(
      ({ page: path, description }) => `${path} ${description}`,
    );
  const first = await describe('1');
  expect(first).toHaveLength(2);
  expect(await describe('1')).toEqual(first);
  expect(await describe('2')).not.toEqual(first);
});

it('the same faults are chosen, whichever test case is the first to send a request', async () => {
  const answer = { status: 204, headers: {} };
  const chosen = async (senders: readonly string[]) => {
    const survey = new Survey('http://app');
    for (const sender of senders) {
      const pageUrl = `http://app/${sender}`;
      const request = {
        method: 'PUT',
        url: 'http://app/notes',
        isDocument: false,
        isFromScript: true,
        pageUrl,
      };
      await survey.changePages(sender).onAnswer?.(request, answer, async () => '');
    }
    return survey.candidates('1').map(({ mutant }) => mutant);
  };
  const mutants = await chosen(['one', 'two']);
  expect(mutants).toMatchObject([{ operator: 'request-ignored', page: '/one' }]);
  expect(await chosen(['two', 'one'])).toEqual(mutants);
});

it('an item is described by all of its text', async () => {
  const atList = aCase({ description: 'A list', elements: [goTo('/list'), sees(heading('Drinks'))] });
  const operators = ['item-lost', 'wrong-number'];
  const { mutants } = await mutateWith([atList], { operators, count: 2 });
  expect(mutants.map(({ description }) => description).sort()).toEqual([
    'The list item "Tea, €9. Add" is missing.',
    'The list item "Tea, €9. Add" shows a wrong number: 9 is one higher.',
  ]);
});

it('runs only test cases that reach the page, and names the first that fails', async () => {
  const { mutants, pages } = await mutateWith([toHelp, atHome], {
    operators: ['broken-link'],
    count: 20,
  });
  expect(pages).toEqual(['/', '/help']);
  expect(mutants).toContainEqual(
    expect.objectContaining({
      page: '/',
      description: 'The link "Help" leads to a page that does not exist.',
      status: 'killed',
      killedBy: 'A visitor finds help',
      testCases: 2,
    }),
  );
  expect(mutants).toContainEqual(
    expect.objectContaining({
      page: '/help',
      description: 'The link "Home" leads to a page that does not exist.',
      status: 'survived',
      testCases: 1,
    }),
  );
});

it('test cases that fail without a mutant end the run', async () => {
  const broken = aCase({ description: 'Finds nothing', elements: [goTo('/'), sees(heading('Nothing'))] });
  const plan = { ...aPlan(server.url, [atHome, broken]), timeoutPerStepMs: 1000 };
  const error = await mutateWith([], { plan }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnhealthyApp);
  expect(error).toMatchObject({
    failures: [{ name: 'Finds nothing', message: expect.stringContaining('Nothing') }],
  });
});

it('a test case that passes only once is left out, since its failure says nothing', async () => {
  const once = aCase({
    description: 'Needs a fresh app',
    elements: [goTo('/once'), sees(heading('Help page'))],
  });
  const plan = { ...aPlan(server.url, [atHome, once]), timeoutPerStepMs: 3000 };
  const { leftOut, mutants } = await mutateWith([], { plan, count: 2 });
  expect(leftOut).toEqual(['Needs a fresh app']);
  expect(mutants.map(({ page: path }) => path)).toEqual(['/', '/']);
});
