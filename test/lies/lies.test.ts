import { expect, it } from 'vitest';
import type { Operation } from './honest-service.ts';
import type { Lie } from './lie.ts';
import { flows, makeRepository, runWithLies } from './run-with-lies.ts';
import { newTally, singleLies, tallyRun } from './tally.ts';

/** One of so many changes; `npm run test:lies` makes all of them. */
const every = 100;

it('a sample of changed answers makes no run green that is not on the reviewed list', async () => {
  await using repository = await makeRepository();
  const tally = newTally();
  for (const flow of flows) {
    const lies = await singleLies(repository, flow);
    for (const lie of lies.filter((_, index) => index % every === 0)) {
      await tallyRun(repository, flow, [lie], tally);
    }
  }
  expect(tally.falseGreens).toEqual([]);
  expect(tally.runs).toBeGreaterThan(80);
});

/** A lie about the report in each answer of an operation: its run has passed, and each of these texts is another one. */
function ended(operation: Operation, path: Lie['path'], texts: readonly (readonly [RegExp, string])[]): Lie {
  const change = (report: unknown) =>
    JSON.parse(
      [[/"WAITING"/g, '"PASSED"'] as const, ...texts].reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        JSON.stringify(report),
      ),
    );
  return { operation, nth: 0, lasting: true, path: ['body', ...path], kind: 'ended', change };
}

const times = /\b20\d\d-[^"]*Z\b/g;
const aYearAgo = [times, new Date(Date.now() - 365 * 86_400_000).toISOString()] as const;
const in2099 = [times, '2099-01-01T00:00:00.000Z'] as const;
const otherCommit = [/a{40}/g, 'c'.repeat(40)] as const;

it.each([
  ['execute', 'that ended a year ago', [aYearAgo], '`createdAt` is "20'],
  ['search', 'of 2099', [in2099], 'no test report of this run appeared'],
  ['search', 'of another commit', [otherCommit], 'no test report of this run appeared'],
] as const)(
  '%s: a passed report with our results, but %s, is not that of this run',
  async (flow, _, texts, reason) => {
    await using repository = await makeRepository();
    const run = (changes: Parameters<typeof ended>[2]) =>
      runWithLies(repository, flow, [
        ended('execute', ['testReport'], changes),
        ended('report', [], changes),
        ended('history', ['data', 0], changes),
      ]);
    expect((await run([])).verdict.green).toBe(true);
    const { verdict } = await run(texts);
    expect(verdict.green).toBe(false);
    expect(verdict.reason).toContain(reason);
  },
);
