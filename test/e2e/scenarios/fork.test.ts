import { describe, expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') };
const event = {
  pull_request: {
    number: 7,
    head: { sha: 'a'.repeat(40), ref: 'feature', repo: { full_name: 'eve/shop', fork: true } },
  },
};

describe('fork: the token may only read', () => {
  it('what passes is green, and the log names the way to a comment', async () => {
    await using scenario = await makeScenario({ files, github: { readOnly: true } });
    await using hosted = await startHosted(ended());
    const { exitCode, log, outputs, summary } = await scenario.runInProcess({ inputs: hosted.inputs, event });
    expect(exitCode).toBe(0);
    expect(outputs).toMatchObject({ status: 'passed', 'comment-url': '' });
    expect(summary).toContain('✅ Browser tests passed');
    expect(log).toContain('fork');
    expect(log).not.toMatch(/^::error/m);
    expect(scenario.github.comments).toEqual([]);
    await expectRequests('fork', scenario.github.requests);
  });

  it('a failing test makes the job red', async () => {
    await using scenario = await makeScenario({ files, github: { readOnly: true } });
    await using hosted = await startHosted(ended((each) => failedAt(each, 0, 'no button')));
    const { exitCode, outputs, summary } = await scenario.runInProcess({ inputs: hosted.inputs, event });
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('failed');
    expect(summary).toContain('no button');
  });
});
