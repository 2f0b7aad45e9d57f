import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SeenRequest } from './http-server.ts';
import { root } from './run-action.ts';

/** Numbers of requests to GitHub. */
export interface Counts {
  readonly reading: number;
  readonly writing: number;
}

const document = join(root, 'docs/requests.md');

/**
 * Checks that a scenario makes at most so many requests, and that docs/requests.md says so: `WRITE_REQUESTS=yes` writes the
 * row instead. The tests check maxima, since fast tests end before the comment says that they run, and since a job that
 * loses a race writes once more.
 * @param requests those of one job.
 */
export async function expectRequests(
  scenario: string,
  requests: readonly SeenRequest[],
  max: Counts = { reading: 3, writing: 2 },
): Promise<void> {
  const { reading, writing } = countRequests(requests);
  expect(reading).toBeLessThanOrEqual(max.reading);
  expect(writing).toBeLessThanOrEqual(max.writing);
  const row = `| ${scenario} | ${max.reading} | ${max.writing} |`;
  const text = await readFile(document, 'utf8');
  if (process.env.WRITE_REQUESTS === 'yes') await writeFile(document, withRow(text, scenario, row));
  else expect(text).toContain(`${row}\n`);
}

/** Counts requests for comments, check runs and artifacts alike. */
export function countRequests(requests: readonly SeenRequest[]): Counts {
  const counted = withoutProgress(requests);
  const writing = counted.filter(isWriting).length;
  return { reading: counted.length - writing, writing };
}

/**
 * Leaves out progress, whose number of updates depends on the machine, each with the list of comments before it. The first
 * "running" counts.
 */
function withoutProgress(requests: readonly SeenRequest[]): SeenRequest[] {
  const running = requests.filter(({ url, body }) => url.includes('/issues/') && body.includes('⏳'));
  const updates = running.slice(1).filter(({ method }) => method === 'PATCH');
  const lists = updates.map((update) =>
    requests.slice(0, requests.indexOf(update)).findLast((each) => !isWriting(each)),
  );
  const progress = new Set([...updates, ...lists]);
  return requests.filter((request) => !progress.has(request));
}

function isWriting({ method, url }: SeenRequest): boolean {
  return method !== 'GET' && url !== '/graphql';
}

function withRow(text: string, scenario: string, row: string): string {
  const existing = text.split('\n').find((line) => line.startsWith(`| ${scenario} |`));
  return existing === undefined ? `${text.trimEnd()}\n${row}\n` : text.replace(existing, row);
}
