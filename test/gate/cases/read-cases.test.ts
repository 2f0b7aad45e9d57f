import { expect, test } from 'vitest';
import { readCases } from '../../../src/gate/cases/read-cases.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { makeWorkspace } from '../../support/run-action.ts';

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
  await readCases(workspace.path, ['t'], host, { toRun: true });
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
