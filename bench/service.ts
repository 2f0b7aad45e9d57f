import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { ExchangeTestCase } from '../src/contract/exchange/test-case.ts';
import { openInProcess } from '../test/support/served-service.ts';
import { type Spread, spreadOf } from './statistics.ts';

const api = '/api/apiKey/v3';
const idOf = z.object({ id: z.string() });
const versionsOf = z.object({ versionIds: z.array(z.string()) });

interface Row {
  readonly name: string;
  readonly ms: Spread;
  /** Processor time. */
  readonly cpuMs: Spread;
  readonly mib?: number;
}

/**
 * Times the requests of the service that would read every stored test case if they were written carelessly.
 * No test case is played.
 * @returns a Markdown table: time and processor time in ms, and the growth of the process in MiB (Linux).
 */
export async function benchService(cases: number, rounds: number): Promise<string> {
  await using it = openInProcess();
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await it.ask(method, path, body && { headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return response;
  };
  const { id } = idOf.parse(await (await ask('POST', `${api}/test-targets`, {})).json());
  const target = `${api}/test-targets/${id}`;
  const beta = `/api/apiKey/beta/test-targets/${id}`;
  await ask('POST', `${beta}/push`, { testCases: Array.from({ length: cases }, (_, index) => aCase(index)) });
  const pushed = await ask('POST', `${beta}/draft/push`, { testCases: [aCase(0)] });
  const { versionIds } = versionsOf.parse(await pushed.json());
  const execute = { testTargetId: id, url: 'http://127.0.0.1:9', context: {} };
  const measured: [string, () => Promise<unknown>][] = [
    ['GET test targets', async () => (await ask('GET', `${api}/test-targets`)).text()],
    ['GET test target', async () => (await ask('GET', target)).text()],
    [
      'execute one version',
      async () =>
        (await ask('POST', `${api}/execute`, { ...execute, testCaseVersionIds: versionIds })).text(),
    ],
    [
      'execute one tag',
      async () => (await ask('POST', `${api}/execute`, { ...execute, tags: ['only'] })).text(),
    ],
    ['list all test cases', async () => drain(await ask('GET', `${target}/test-cases`))],
    ['GET test target while all are listed', () => during(ask, `${target}/test-cases`, target)],
  ];
  const rows: Row[] = [];
  for (const [name, work] of measured) {
    const before = resetPeak();
    const times: number[] = [];
    const cpuTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cpuBefore = process.cpuUsage();
      times.push(await timed(work));
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuTimes.push((user + system) / 1000);
    }
    const mib = before && (peak() - before) / 1024;
    rows.push({
      name,
      ms: spreadOf(times),
      cpuMs: spreadOf(cpuTimes),
      ...(mib === undefined ? {} : { mib }),
    });
  }
  return table(rows);
}

/** @returns what `work` says it took, or else what it took, in ms. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const own = await work();
  return typeof own === 'number' ? own : performance.now() - startedAt;
}

/** The longest time that a request took while a list was read, in ms. */
async function during(
  ask: (method: string, path: string) => Promise<Response>,
  list: string,
  path: string,
): Promise<number> {
  let isListing = true;
  const listing = ask('GET', list).then(async (response) => {
    await drain(response);
    isListing = false;
  });
  let longest = 0;
  while (isListing) {
    const startedAt = performance.now();
    await (await ask('GET', path)).text();
    longest = Math.max(longest, performance.now() - startedAt);
    // In one process, a loop without a pause would leave no time for the list.
    await setImmediate();
  }
  await listing;
  return longest;
}

/** Reads a body without keeping it. */
async function drain(response: Response): Promise<void> {
  for await (const _ of response.body ?? []);
}

/** Resets the peak of this process's memory. @returns what it uses now, in KiB; undefined if that is not known here. */
function resetPeak(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  writeFileSync('/proc/self/clear_refs', '5');
  return peak();
}

function peak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

function table(rows: readonly Row[]): string {
  return [
    '| request | ms (range) | processor ms | MiB |',
    '|---|---|---|---|',
    ...rows.map(({ name, ms, cpuMs, mib }) => {
      const range = [ms.min, ms.max].map((each) => each.toFixed(1)).join(' to ');
      return `| ${name} | ${ms.median.toFixed(1)} (${range}) | ${cpuMs.median.toFixed(1)} | ${mib === undefined ? '' : mib.toFixed(0)} |`;
    }),
  ].join('\n');
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
