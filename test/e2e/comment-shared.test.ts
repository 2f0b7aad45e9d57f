import { describe, expect, it } from 'vitest';
import { shownText } from '../support/comment-run.ts';
import { ended, failedAt, startHosted } from '../support/hosted-stand-in.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

describe('a comment that jobs and workflows share', () => {
  it('has what all of them say who write it at once, and is green when the last is', async () => {
    await using scenario = await makeScenario({ files });
    await using passing = await startHosted(ended());
    await using failing = await startHosted(
      ended((each) => ({ status: 'FAILED', ...failedAt(each, 0, 'No button in sight') })),
    );
    const inputs = { 'comment-key': 'all' };
    const runs = await Promise.all([
      scenario.run({ inputs: { ...passing.inputs, ...inputs }, env: { GITHUB_JOB: 'one' } }),
      scenario.run({ inputs: { ...failing.inputs, ...inputs }, env: { GITHUB_JOB: 'two' } }),
      scenario.run({
        inputs: { ...passing.inputs, ...inputs },
        env: { GITHUB_WORKFLOW: 'Nightly', GITHUB_RUN_ID: '120' },
      }),
    ]);
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 1, 0]);
    const [comment, ...others] = scenario.github.comments;
    expect(others).toEqual([]);
    const text = shownText(comment?.body ?? '');
    expect(text).toContain('### ❌ Browser tests failed (1 failed, 2 passed of 3, 3 jobs, ');
    expect(text).toContain('#### ❌ Checks / two (1 failed of 1)');
    expect(text).toContain('No button in sight');
    expect(runs.map(({ outputs }) => outputs['comment-url'])).toEqual(Array(3).fill(comment?.html_url));

    // Only what failed is run again, and the other workflow's id stays the highest.
    await scenario.run({
      inputs: { ...passing.inputs, ...inputs },
      env: { GITHUB_JOB: 'two', GITHUB_RUN_ATTEMPT: '2' },
    });
    const fixed = shownText(scenario.github.comments[0]?.body ?? '');
    expect(fixed).toContain('### ✅ Browser tests passed (3 passed of 3, 3 jobs, ');
    expect(fixed).toContain('\n1 fixed\n');
  });

  it('is refused where it would not be read', async () => {
    await using scenario = await makeScenario({ files });
    const { exitCode, log } = await scenario.run({ inputs: { mode: 'export', 'comment-key': 'all' } });
    expect(exitCode).toBe(1);
    expect(log).toContain('comment-key: is not read with `mode: export`');
  });
});
