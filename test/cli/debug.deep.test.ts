import { expect, it } from 'vitest';
import { debug } from './debugging.ts';

it('lets a step fail', async () => {
  const { exitCode, stdout } = await debug('', 'c');
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^1 failed of 1/m);
});

it.each([
  { when: 'before a step', answers: ['q'], asked: 1 },
  { when: 'after a failure', answers: ['', 'q'], asked: 2 },
  { when: 'after a step with another selector', answers: ['e', "getByRole('button')", 'q'], asked: 2 },
])('quits $when, without running or asking more', async ({ answers, asked }) => {
  // The line after `q` would be an answer, too.
  const { exitCode, stdout } = await debug(...answers, 's');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Cancelled: 0 of 1 test cases passed.');
  expect(stdout.match(/q: quit/g)).toHaveLength(asked);
  expect(stdout).not.toContain('has closed');
});
