import { expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { randomFrom } from '../../support/random.ts';
import { expectRequestsAtMost } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

const jobs = ['chrome', 'firefox', 'safari', 'edge'].flatMap((browser) => [
  { browser, screen: 'wide' },
  { browser, screen: 'narrow' },
]);

it('a matrix of 8 jobs at once: one comment, with a section for each job', async () => {
  const random = randomFrom(8);
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
    github: { latency: () => random() * 20 },
  });
  await using good = await startHosted(ended());
  await using bad = await startHosted(ended((each) => failedAt(each, 0, 'no button')));
  const runs = await Promise.all(
    jobs.map((job) =>
      scenario.run({
        inputs: { ...(job.browser === 'safari' ? bad : good).inputs, matrix: JSON.stringify(job) },
      }),
    ),
  );
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 1, 1, 0, 0]);
  expect(scenario.github.comments).toHaveLength(1);
  const body = scenario.github.comments[0]?.body ?? '';
  expect(body).toContain('### ❌ Browser tests failed');
  for (const { browser, screen } of jobs) expect(body).toMatch(new RegExp(`${browser}.{0,10}${screen}`));
  expect(body).not.toContain('⏳');
  expect(new Set(runs.map(({ outputs }) => outputs['comment-url'])).size).toBe(1);
  await expectRequestsAtMost('matrix of 8 jobs at once', scenario.github.requests, {
    reading: 100,
    writing: 50,
  });
});
