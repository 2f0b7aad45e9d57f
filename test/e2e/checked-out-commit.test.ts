import { expect, it } from 'vitest';
import { ended, startHosted } from '../support/hosted-stand-in.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('Ada pays', 'Pay', 'Thank you') };
const head = { sha: 'b'.repeat(40), ref: 'feature' };
const comment = {
  eventName: 'issue_comment',
  event: { issue: { number: 7, pull_request: {} } },
};

it('the default branch is not tested for a comment on a pull request, whose head gets no green check run', async () => {
  await using scenario = await makeScenario({ files, github: { head } });
  await using hosted = await startHosted(ended());
  const inputs = { ...hosted.inputs, check: 'true' };
  const { exitCode, outputs, log } = await scenario.run({ ...comment, inputs, checkedOut: 'd'.repeat(40) });
  expect([exitCode, outputs.status]).toEqual([1, 'error']);
  expect(log).toContain('Add `ref: refs/pull/${' + '{ github.event.issue.number }}/head`');
  expect(scenario.github.checkRuns).toMatchObject([{ head_sha: head.sha, conclusion: 'failure' }]);
  expect(hosted.requests).toEqual([]);
});

it('without a .git folder, no commit is named, no check run is created, and a warning says so', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted(ended());
  const inputs = { ...hosted.inputs, check: 'true' };
  const { exitCode, log } = await scenario.run({ inputs, checkedOut: null });
  expect(exitCode, log).toBe(0);
  expect(log).toContain('::warning::The workspace has no `.git` folder');
  expect(scenario.github.checkRuns).toEqual([]);
  expect(scenario.github.comments[0]?.body).toContain('✅');
  expect(scenario.github.comments[0]?.body).not.toContain('aaaaaaa');
});

it('the head of a fork is not tested for a comment, and its app receives no request', async () => {
  await using scenario = await makeScenario({ files });
  const fork = { ...head, repo: { full_name: 'eve/shop' } };
  scenario.github.pulls.push({ number: 7, state: 'open', head: fork });
  const inputs = { headers: 'x-key: 0123456789abcdef', comment: 'always' };
  const { exitCode, log } = await scenario.run({ ...comment, inputs, checkedOut: head.sha });
  expect(exitCode).toBe(1);
  expect(log).toContain('The event issue_comment is for a head in eve/shop');
  expect(scenario.app.requests).toEqual([]);
});
