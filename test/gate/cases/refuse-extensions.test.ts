import { expect, it } from 'vitest';
import { runIn } from '../../support/playing-service.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const step = (interaction: string) =>
  `  - selectors: [{ selectorType: CSS, selector: input }]\n    interaction: ${interaction}\n`;

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
