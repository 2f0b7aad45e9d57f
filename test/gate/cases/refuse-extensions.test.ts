import { expect, it } from 'vitest';
import { runIn } from '../../support/playing-service.ts';
import { makeWorkspace } from '../../support/run-action.ts';

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
