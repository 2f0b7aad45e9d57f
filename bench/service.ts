import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ExchangeTestCase } from '../src/contract/exchange/exchange-test-case.ts';
import { apiKey, kill, openInProcess } from '../test/support/served-service.ts';
import { startCost } from './process-cost.ts';
import { spreadOf } from './statistics.ts';

const api = '/api/apiKey/v3';
const idOf = z.object({ id: z.string() });
const versionsOf = z.object({ versionIds: z.array(z.string()) });
const reportOf = z.object({ testReport: idOf });
const started = z.object({ url: z.string() });
const watched = z.object({ longest: z.number() });

/** Sends a request with the key. @param body JSON. */
type Ask = (method: string, path: string, body?: string) => Promise<Response>;
type Requests = Readonly<Record<string, () => Promise<unknown>>>;

/** How many callers ask for one thing at the same time. */
const callers = 8;
/** How long they do it at least, in ms. */
const minMs = 3000;

/**
 * Times the requests to a service with many stored test cases. No test case is run.
 * @returns two Markdown tables: each request by itself, in this process, with the growth of the process (Linux); and, with the
 *   service as a process, how long requests for one thing take meanwhile, and for how long the service did nothing else.
 */
export async function benchService(cases: number, rounds: number): Promise<string> {
  return [await benchInProcess(cases, rounds), await benchServed(cases)].join('\n\n');
}

async function benchInProcess(cases: number, rounds: number): Promise<string> {
  await using it = openInProcess();
  const { one, many } = await fill(cases, (method, path, body) => it.ask(method, path, init(body)));
  const rows: string[] = [];
  for (const [name, work] of Object.entries({ ...one, ...many })) {
    const costs = [];
    for (let round = 0; round < rounds; round += 1) {
      const taken = startCost();
      await work();
      costs.push(taken());
    }
    const ms = spreadOf(costs.map((each) => each.ms));
    const cpuMs = spreadOf(costs.map((each) => each.cpuMs)).median.toFixed(1);
    const mib = Math.max(...costs.map((each) => each.mib ?? Number.NaN)).toFixed(0);
    const range = [ms.min, ms.max].map((each) => each.toFixed(1)).join(' to ');
    rows.push(`| ${name} | ${ms.median.toFixed(1)} (${range}) | ${cpuMs} | ${mib} |`);
  }
  return ['| request | ms (range) | processor ms | MiB |', '|---|---|--:|--:|', ...rows].join('\n');
}

async function benchServed(cases: number): Promise<string> {
  const child = fork(join(import.meta.dirname, 'players/serve.ts'));
  await using _ = { [Symbol.asyncDispose]: () => kill(child) };
  const [message] = await once(child, 'message');
  const { url } = started.parse(message);
  const { one, many } = await fill(cases, (method, path, body) =>
    fetch(url + path, { ...init(body), method }),
  );
  const rows: string[] = [];
  for (const [name, work] of Object.entries({ nothing: () => sleep(minMs), ...many })) {
    await longestBlock(child);
    const waits = (await waitsDuring(work, Object.values(one))).sort((a, b) => a - b);
    const share = (part: number) => (waits[Math.ceil(waits.length * part) - 1] ?? Number.NaN).toFixed(1);
    const block = (await longestBlock(child)).toFixed(0);
    rows.push(`| ${[name, waits.length, share(0.5), share(0.99), share(1), block].join(' | ')} |`);
  }
  const head =
    '| meanwhile | requests for one thing | median, ms | p99, ms | longest, ms | longest block, ms |';
  return [head, '|---|--:|--:|--:|--:|--:|', ...rows].join('\n');
}

/** @returns the longest block of the process since the last call, in ms. */
async function longestBlock(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('longest');
  const [message] = await answered;
  return watched.parse(message).longest;
}

/** Repeats requests by several callers as long as some work takes, which is repeated as well. @returns the time of each, in ms. */
async function waitsDuring(work: () => Promise<unknown>, requests: readonly (() => Promise<unknown>)[]) {
  const waits: number[] = [];
  let isOver = false;
  const call = async (caller: number) => {
    for (let count = caller; !isOver; count += 1) {
      const startedAt = performance.now();
      await requests[count % requests.length]?.();
      waits.push(performance.now() - startedAt);
    }
  };
  const calling = Array.from({ length: callers }, (_, caller) => call(caller));
  const startedAt = performance.now();
  do await work();
  while (performance.now() - startedAt < minMs);
  isOver = true;
  await Promise.all(calling);
  return waits;
}

/** Stores test cases and a report of all of them. */
async function fill(cases: number, send: Ask): Promise<{ readonly one: Requests; readonly many: Requests }> {
  const ask = async (method: string, path: string, body?: object | string) => {
    const response = await send(method, path, typeof body === 'object' ? JSON.stringify(body) : body);
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const { id } = idOf.parse(await (await ask('POST', `${api}/test-targets`, {})).json());
  const target = `${api}/test-targets/${id}`;
  const beta = `/api/apiKey/beta/test-targets/${id}`;
  const testCases = Array.from({ length: cases }, (_, index) => aCase(index));
  const all = JSON.stringify({ testCases });
  const caseIds = testCases.map((each) => each.id);
  const url = 'http://127.0.0.1:9';
  const code = JSON.stringify({ testCases, executionUrl: url });
  await ask('POST', `${beta}/push`, all);
  const pushed = await ask('POST', `${beta}/draft/push`, { testCases: [aCase(0)] });
  const { versionIds } = versionsOf.parse(await pushed.json());
  const execute = (more: object) => async () =>
    drain(await ask('POST', `${api}/execute`, { testTargetId: id, url, context: {}, ...more }));
  const read = (path: string) => async () => drain(await ask('GET', path));
  const ofAll = await ask('POST', `${api}/execute`, { testTargetId: id, url, context: {} });
  const allReport = reportOf.parse(await ofAll.json()).testReport.id;
  const ofOne = await ask('POST', `${api}/execute`, {
    testTargetId: id,
    url,
    context: {},
    testCaseVersionIds: versionIds,
  });
  const oneReport = reportOf.parse(await ofOne.json()).testReport.id;
  let next = 0;
  return {
    one: {
      'GET test targets': read(`${api}/test-targets`),
      'GET test target': read(target),
      'GET test case': async () => {
        next += 1;
        await drain(await ask('GET', `${target}/test-cases/${caseIds[next % cases]}`));
      },
      'GET report of one': read(`${target}/test-reports/${oneReport}`),
    },
    many: {
      'execute one version': execute({ testCaseVersionIds: versionIds }),
      'execute one tag': execute({ tags: ['only'] }),
      'execute all': execute({}),
      'GET report of all': read(`${target}/test-reports/${allReport}`),
      'list all test cases': read(`${target}/test-cases`),
      pull: read(`${beta}/pull`),
      'push all': async () => drain(await ask('POST', `${beta}/push`, all)),
      'export all': async () => drain(await ask('POST', `${beta}/code`, code)),
    },
  };
}

function init(body: string | undefined): RequestInit {
  return {
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    ...(body === undefined ? {} : { body }),
  };
}

/** Reads a body without keeping it. */
async function drain(response: Response): Promise<void> {
  for await (const _ of response.body ?? []);
}

/** About 3 kB in the detail form. */
function aCase(index: number): ExchangeTestCase {
  const button = { selectorType: 'ROLE', selector: 'button', options: { name: `Button ${index}` } } as const;
  return {
    version: '1',
    id: randomUUID(),
    runStatus: 'ON',
    description: `Case ${index}`,
    prompt: 'A customer buys a book',
    tagNames: index === 0 ? ['only'] : [`team-${index % 20}`, `area-${index % 7}`],
    elements: [
      { selectors: [], interaction: { action: 'GO_TO', calledWith: '/' } },
      { selectors: [button], interaction: { action: 'CLICK' } },
      { selectors: [button], interaction: { action: 'ENTER_TEXT', calledWith: 'a text' } },
      { selectors: [button], assertion: { expectation: 'VISIBLE' } },
    ],
  };
}
