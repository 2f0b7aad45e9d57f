import { expect, it } from 'vitest';
import { openPlayingService, runIn } from '../../support/playing-service.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const enter = (text: string) =>
  `elements:\n  - selectors: [{ selectorType: CSS, selector: input }]\n    interaction: { action: ENTER_TEXT, calledWith: ${text} }\n`;
const login = 'c0a80101-0000-4000-8000-000000000001';

it('variables that are not defined are reported with their lines before anything is started', async () => {
  await using workspace = await makeWorkspace({
    'browser-tests/a.yaml': `description: A\n${enter('$CUSTMER')}`,
    'browser-tests/b.yaml': `description: B\n${enter('$OCTO_USERNAME')}`,
  });
  const { status, reason, host } = await runIn(workspace, { inputs: { variables: 'CUSTOMER=ada' } });
  expect(status).toBe('error');
  expect(reason.split('\n')).toEqual([
    '2 problems in the test files. No test was run.',
    expect.stringContaining(
      'browser-tests/a.yaml:4:52: The variable $CUSTMER is not defined. Did you mean $CUSTOMER? Set it with the input `variables`.',
    ),
    expect.stringContaining('browser-tests/b.yaml:4:52: The variable $OCTO_USERNAME is not defined.'),
  ]);
  expect(host.annotations.map(({ file, line }) => [file, line])).toEqual([
    ['browser-tests/a.yaml', 4],
    ['browser-tests/b.yaml', 4],
  ]);
});

it('they are reported for dependencies, but not for test cases that do not run', async () => {
  await using workspace = await makeWorkspace({
    'browser-tests/login.yaml': `id: ${login}\ndescription: Login\nrunStatus: OFF\n${enter('$NONE')}`,
    'browser-tests/off.yaml': `description: Off\nrunStatus: OFF\n${enter('$OTHER')}`,
    'browser-tests/tagged.yaml': `description: Tagged\ntagNames: [slow]\n${enter('$SLOW')}`,
    'browser-tests/a.yaml': `description: A\ntagNames: [smoke]\ndependencyId: ${login}\n${enter('a')}`,
  });
  const { reason } = await runIn(workspace, { inputs: { tags: 'smoke' } });
  expect(reason).toContain('1 problem in the test files.');
  expect(reason).toContain('browser-tests/login.yaml:6:52: The variable $NONE is not defined.');
});

it('defined variables let the run start', async () => {
  await using workspace = await makeWorkspace({
    'browser-tests/a.yaml': `description: A\n${enter('$CUSTOMER $OCTO_EMAIL $GATE_PASSWORD')}`,
  });
  await using service = await openPlayingService((run) => run.pass());
  const inputs = {
    variables: 'CUSTOMER=',
    'test-account-username': 'ada',
    'test-account-password': 'a-password',
  };
  const { connect } = service;
  expect((await runIn(workspace, { inputs, connect })).status).toBe('passed');
});
