import { expect, it, test } from 'vitest';
import { readCases } from '../../../src/gate/cases/read-cases.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { makeWorkspace } from '../../support/run-action.ts';
import { openRunningService, runIn } from '../../support/running-service.ts';

const empty = 'description: d\nelements: []\n';
const noSteps =
  't/a.yaml:2:11: elements: the test case has no steps, so it tests nothing. Add a step, or write `runStatus: OFF`';

test('problems of test files are annotated at their lines, the first nine of them', async () => {
  await using workspace = await makeWorkspace({
    't/a.yaml': 'description: [5]\nelements: x\n',
    't/b.yaml': `${'- description: d\n'.repeat(20)}`,
  });
  const host = createRecordingHost();
  await expect(readCases(workspace.path, ['t'], host, { toRun: true })).rejects.toThrow(
    '22 problems in the test files.',
  );
  expect(host.annotations).toHaveLength(9);
  expect(host.annotations.slice(0, 2)).toEqual([
    {
      level: 'error',
      file: 't/a.yaml',
      line: 1,
      title: 'Test file',
      message: 't/a.yaml:1:14: description: must be a text. Put a text that starts with [ in quotes',
    },
    expect.objectContaining({ line: 2, message: 't/a.yaml:2:11: elements: must be a list' }),
  ]);
});

test('warnings of test files are annotated at their lines, too; the log has what is beyond seven', async () => {
  const keys = Array.from({ length: 9 }, (_, index) => `k${index}: 1\n`).join('');
  const step = 'elements: [{interaction: {action: GO_TO, calledWith: /}}]\n';
  await using workspace = await makeWorkspace({ 't/a.yaml': `description: d\n${step}${keys}` });
  const host = createRecordingHost();
  const summaries: string[] = [];
  const onWarning = (text: string) => void summaries.push(text);
  await readCases(workspace.path, ['t'], host, { toRun: true, onWarning });
  expect(summaries.map((text) => text.split('\n'))).toEqual([
    [
      '9 warnings about the test files:',
      ...[0, 1, 2, 3, 4].map((index) => `t/a.yaml:${index + 3}:1: k${index}: unknown key. Is it misspelt?`),
      'and 4 more, in the log',
    ],
  ]);
  expect(host.annotations.map(({ level, line }) => [level, line])).toEqual(
    Array.from({ length: 7 }, (_, index) => ['warning', index + 3]),
  );
  expect(host.lines.filter((line) => line.startsWith('warning: '))).toHaveLength(2);
});

test('a test case without steps is not run', async () => {
  await using workspace = await makeWorkspace({ 't/a.yaml': empty });
  const host = createRecordingHost();
  await expect(readCases(workspace.path, ['t'], host, { toRun: true })).rejects.toThrow(noSteps);
});

test('a test case without steps may be stored, or be OFF', async () => {
  await using workspace = await makeWorkspace({ 't/a.yaml': empty });
  const host = createRecordingHost();
  expect(await readCases(workspace.path, ['t'], host, { toRun: false })).toHaveLength(1);
  expect(host.annotations).toMatchObject([{ level: 'warning', message: noSteps }]);
  await workspace.write('t/a.yaml', `${empty}runStatus: OFF\n`);
  expect(await readCases(workspace.path, ['t'], host, { toRun: true })).toHaveLength(1);
});

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
      'browser-tests/a.yaml:4:52: The variable $CUSTMER is not defined. Did you mean $CUSTOMER? Set it with the input `variables` (`CUSTMER=…`).',
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
  await using service = await openRunningService((run) => run.pass());
  const inputs = {
    variables: 'CUSTOMER=',
    'test-account-username': 'ada',
    'test-account-password': 'a-password',
  };
  const { connect } = service;
  expect((await runIn(workspace, { inputs, connect })).status).toBe('passed');
});

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
  await using service = await openRunningService((run) => run.pass());
  expect((await runIn(workspace, { connect: service.connect })).status).toBe('passed');
});

const step = (interaction: string) => {
  const selectors = /CLICK|UPLOAD/.test(interaction) ? '[{ selectorType: CSS, selector: input }]' : '[]';
  return `  - selectors: ${selectors}\n    interaction: ${interaction}\n`;
};

const steps = [
  '{ action: ACCEPT_DIALOG }',
  '{ action: DISMISS_DIALOG }',
  '{ action: CLICK }',
  '{ action: SWITCH_PAGE, calledWith: new }',
  '{ action: UPLOAD, calledWith: { file: browser-tests/a.yaml } }',
  '{ action: UPLOAD, calledWith: /a.png }',
];

const hosted = {
  'service-url': 'https://tests.example.com',
  'api-key': 'a-key-of-the-service',
  'test-target-id': 'c0a80101-0000-4000-8000-000000000001',
};

it.each(['draft-push', 'push', 'export'])(
  '`mode: %s` refuses steps that a hosted service does not know, with their lines',
  async (mode) => {
    await using workspace = await makeWorkspace({
      'browser-tests/a.yaml': `description: A\nelements:\n${steps.map(step).join('')}`,
    });
    const { status, reason, host } = await runIn(workspace, { inputs: { ...hosted, mode } });
    expect(status).toBe('error');
    const rest = 'is an extension of the embedded service, and hosted services do not know it.';
    const advice = 'Remove the step, or run the test case without `service-url`.';
    expect(reason.split('\n')).toEqual([
      '4 problems in the test files. No test was run.',
      `  browser-tests/a.yaml:3:5: ACCEPT_DIALOG ${rest} ${advice}`,
      `  browser-tests/a.yaml:5:5: DISMISS_DIALOG ${rest} ${advice}`,
      `  browser-tests/a.yaml:9:5: SWITCH_PAGE ${rest} ${advice}`,
      `  browser-tests/a.yaml:11:5: UPLOAD with \`file\` ${rest} ${advice}`,
    ]);
    expect(host.annotations.map(({ line }) => line)).toEqual([3, 5, 9, 11]);
  },
);

it('expectations of the embedded service are refused, too', async () => {
  const selectors = 'selectors: [{ selectorType: CSS, selector: p }]';
  const steps = [
    `{ ${selectors}, assertion: { expectation: VISIBLE } }`,
    `{ ${selectors}, assertion: { expectation: TO_HAVE_COUNT, calledWith: 2 } }`,
    '{ assertion: { expectation: TO_HAVE_URL, calledWith: /cart } }',
    '{ assertion: { expectation: TO_HAVE_TITLE, calledWith: Cart } }',
    `{ ${selectors}, assertion: { expectation: TO_HAVE_TEXT, calledWith: Tea } }`,
    `{ ${selectors}, assertion: { expectation: TO_HAVE_ATTRIBUTE, calledWith: [title, Tea] } }`,
    `{ ${selectors}, assertion: { expectation: ENABLED } }`,
    `{ ${selectors}, assertion: { expectation: FOCUSED } }`,
    `{ ${selectors}, assertion: { expectation: NOT_TO_CONTAIN_TEXT, calledWith: Tea } }`,
  ];
  await using workspace = await makeWorkspace({
    'browser-tests/a.yaml': `description: A\nelements:\n${steps.map((each) => `  - ${each}\n`).join('')}`,
  });
  const { reason } = await runIn(workspace, { inputs: { ...hosted, mode: 'push' } });
  const refused = [...reason.matchAll(/yaml:(\d+):5: (\w+) is an extension/g)];
  expect(refused.map(([, line, name]) => `${line} ${name}`)).toEqual([
    '4 TO_HAVE_COUNT',
    '5 TO_HAVE_URL',
    '6 TO_HAVE_TITLE',
    '7 TO_HAVE_TEXT',
    '8 TO_HAVE_ATTRIBUTE',
    '9 ENABLED',
    '10 FOCUSED',
    '11 NOT_TO_CONTAIN_TEXT',
  ]);
});
