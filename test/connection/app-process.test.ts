import { expect, it, vi } from 'vitest';
import { startApp } from '../../src/connection/app-process.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { pollOptions } from '../support/poll-options.ts';

it('no secret is in the output of an app, whatever its lines are cut to', async () => {
  const [secret, padding] = ['hunter2-of-the-app', '.'.repeat(490)];
  const command = `printf '%s' '${padding}${secret}${padding}'; printf '%s\\n' '${secret}' >&2; sleep 600`;
  await using app = startApp(command, { cwd: process.cwd(), env: process.env });
  await vi.waitFor(() => expect(app.lastLines()).toHaveLength(2), pollOptions);
  const redact = createRedactor([secret]);
  expect(app.lastLines().map(redact).toSorted()).toEqual(['***', `${padding}***…`]);
});
