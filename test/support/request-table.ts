import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SeenRequest } from './http-server.ts';
import { root } from './run-action.ts';

/** How many requests of each kind a scenario makes at GitHub. */
interface Counts {
  readonly reading: number;
  readonly writing: number;
}

const document = join(root, 'docs/requests.md');

/** Nobody waits for more requests until a comment says what is new. */
const mostForOneUpdate = 3;

/**
 * Holds the requests of a scenario against its row of docs/requests.md, and each update of the comment against its limit.
 * `WRITE_REQUESTS=yes` writes the row instead.
 */
export async function expectRequests(scenario: string, requests: readonly SeenRequest[]): Promise<void> {
  const { reading, writing } = countRequests(requests);
  const forOneUpdate = countForOneUpdate(requests);
  expect(forOneUpdate).toBeLessThanOrEqual(mostForOneUpdate);
  await expectRow(scenario, `${reading} | ${writing} | ${forOneUpdate}`);
}

/**
 * The same where several jobs write at once: who has to look again is not the same in each run. The row has the most that
 * there may be.
 */
export async function expectRequestsAtMost(
  scenario: string,
  requests: readonly SeenRequest[],
  most: Counts,
): Promise<void> {
  const { reading, writing } = countRequests(requests);
  expect(reading).toBeLessThanOrEqual(most.reading);
  expect(writing).toBeLessThanOrEqual(most.writing);
  await expectRow(scenario, `up to ${most.reading} | up to ${most.writing} | `);
}

async function expectRow(scenario: string, counts: string): Promise<void> {
  const row = `| ${scenario} | ${counts} |`;
  const text = await readFile(document, 'utf8');
  if (process.env.WRITE_REQUESTS === 'yes') await writeFile(document, withRow(text, scenario, row));
  else expect(text).toContain(`${row}\n`);
}

/** Counts those for comments, check runs and artifacts alike. */
function countRequests(requests: readonly SeenRequest[]): Counts {
  const counted = withoutProgress(requests);
  const writing = counted.filter(isWriting).length;
  return { reading: counted.length - writing, writing };
}

/**
 * Leaves out what tells how far the tests are: how often that is depends on the machine. The first "running" counts, for
 * it always comes.
 */
function withoutProgress(requests: readonly SeenRequest[]): SeenRequest[] {
  const running = requests.filter(({ url, body }) => url.includes('/issues/') && body.includes('⏳'));
  const left = new Set(requests);
  for (const write of running.slice(1).filter(({ method }) => method === 'PATCH')) {
    left.delete(write);
    const read = requests.slice(0, requests.indexOf(write)).findLast(({ method }) => method === 'GET');
    if (read !== undefined) left.delete(read);
  }
  return [...left];
}

/** The most for one writing of the comment, with what is read before it. */
function countForOneUpdate(requests: readonly SeenRequest[]): number {
  let most = 0;
  let since = 0;
  for (const request of requests.filter(({ url }) => url.includes('/issues/'))) {
    since += 1;
    if (!isWriting(request)) continue;
    most = Math.max(most, since);
    since = 0;
  }
  return most;
}

function isWriting({ method, url }: SeenRequest): boolean {
  return method !== 'GET' && url !== '/graphql';
}

function withRow(text: string, scenario: string, row: string): string {
  const there = text.split('\n').find((line) => line.startsWith(`| ${scenario} |`));
  return there === undefined ? `${text.trimEnd()}\n${row}\n` : text.replace(there, row);
}
