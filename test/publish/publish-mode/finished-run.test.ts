import { expect, it } from 'vitest';
import { readFinishedRun } from '../../../src/publish/publish-mode/finished-run.ts';

const workflowRun = { id: 100, run_attempt: 2, name: 'Checks', event: 'pull_request', conclusion: 'failure' };
const head = {
  head_sha: 'A'.repeat(40),
  head_branch: 'feature',
  head_repository: { full_name: 'eve/shop' },
};
const eventOf = (overrides: object = {}) => ({
  action: 'completed',
  workflow_run: { ...workflowRun, ...head, ...overrides },
});

it('a finished run is read from the event', () => {
  expect(readFinishedRun(eventOf())).toEqual({
    ...{ runId: 100, attempt: 2, workflow: 'Checks', event: 'pull_request', conclusion: 'failure' },
    ...{ headSha: 'a'.repeat(40), headBranch: 'feature', headRepository: 'eve/shop' },
  });
});

it('a finished run may lack what GitHub does not know any more', () => {
  const unknown = { name: null, conclusion: null, head_branch: null, head_repository: null };
  expect(readFinishedRun(eventOf(unknown))).toMatchObject({
    ...{ workflow: '', conclusion: 'unknown', headBranch: undefined, headRepository: undefined },
  });
});

it.each<[string, unknown, string]>([
  ['there is no event', undefined, 'has no readable workflow run. Write `on: { workflow_run:'],
  ['the event is another one', { pull_request: {} }, 'has no readable workflow run'],
  ['the commit is no hash', eventOf({ head_sha: '--exec' }), 'has no readable workflow run'],
  ['the run goes on', { ...eventOf(), action: 'requested' }, 'run 100 is not completed (requested)'],
])('an error says what to do if %s', (_, event, message) => {
  expect(() => readFinishedRun(event)).toThrow(message);
});
