import { expect, it } from 'vitest';
import { openPlayingService, runIn } from '../../support/playing-service.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const upload = (file: string) =>
  `elements:\n  - selectors: [{ selectorType: CSS, selector: input }]\n    interaction: { action: UPLOAD, calledWith: { file: ${file} } }\n`;

it('files that cannot be uploaded are reported with their lines before anything is started', async () => {
  await using workspace = await makeWorkspace({
    'browser-tests/a.yaml': `description: A\n${upload('a.png')}`,
    'browser-tests/b.yaml': `description: B\n${upload('[browser-tests/a.png, ../a.png, .git/config]')}`,
    'browser-tests/a.png': 'png',
    '.git/config': 'token',
  });
  const { status, reason, host } = await runIn(workspace);
  expect(status).toBe('error');
  expect(reason.split('\n')).toEqual([
    '3 problems in the test files. No test was run.',
    '  browser-tests/a.yaml:4:56: file: The file "a.png" does not exist. Write its path from the root of the repository. Did you mean "browser-tests/a.png"?',
    expect.stringContaining('browser-tests/b.yaml:4:56: file: The file "../a.png" is outside the workspace.'),
    expect.stringContaining(
      'browser-tests/b.yaml:4:56: file: The file ".git/config" is not uploaded, because',
    ),
  ]);
  expect(host.annotations.map(({ file, line }) => [file, line])).toEqual([
    ['browser-tests/a.yaml', 4],
    ['browser-tests/b.yaml', 4],
    ['browser-tests/b.yaml', 4],
  ]);
});

it('files that can be uploaded let the run start', async () => {
  await using workspace = await makeWorkspace({
    'browser-tests/a.yaml': `description: A\n${upload('browser-tests/a.png')}`,
    'browser-tests/a.png': 'png',
  });
  await using service = await openPlayingService((run) => run.pass());
  expect((await runIn(workspace, { connect: service.connect })).status).toBe('passed');
});
