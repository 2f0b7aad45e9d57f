import { expect, it } from 'vitest';
import { makeScenario } from '../support/scenario.ts';

const page = `<button id="delete" onclick="this.textContent = confirm('Delete [all](x)?') ? 'Deleted' : 'Kept'">Delete</button>
  <button id="help" onclick="window.open('/help')">Help</button>
  <input type="file" onchange="file.textContent = this.files[0].name"><p id="file"></p>`;

const step = (selector: string, interaction: string) =>
  `    - selectors: [{ selectorType: CSS, selector: '${selector}' }]\n      interaction: ${interaction}\n`;
const shows = (selector: string, text: string) =>
  `    - selectors: [{ selectorType: CSS, selector: '${selector}' }]\n      assertion: { expectation: TO_CONTAIN_TEXT, calledWith: ${text} }\n`;
const acts = (interaction: string) => `    - interaction: ${interaction}\n`;
const press = (id: string) => step(`#${id}`, '{ action: CLICK }');

it('dialogs, windows and files of the repository are part of test cases; what no step expects is a warning', async () => {
  await using scenario = await makeScenario({
    pages: { '/': page, '/help': '<h1>How to shop</h1>' },
    files: {
      'fixtures/photo.png': 'png',
      'browser-tests/all.yaml': [
        '- description: With steps\n  elements:\n',
        acts('{ action: ACCEPT_DIALOG, calledWith: { messageContaining: Delete } }'),
        press('delete'),
        shows('#delete', 'Deleted'),
        press('help'),
        acts('{ action: SWITCH_PAGE, calledWith: new }'),
        shows('h1', 'How to shop'),
        acts('{ action: CLOSE_PAGE }'),
        step('input', '{ action: UPLOAD, calledWith: { file: fixtures/photo.png } }'),
        shows('#file', 'photo.png'),
        '- description: Without a step\n  elements:\n',
        press('delete'),
        shows('#delete', 'Kept'),
        '- description: Another dialog\n  elements:\n',
        acts('{ action: ACCEPT_DIALOG, calledWith: { messageContaining: Save } }'),
        press('delete'),
      ].join(''),
    },
  });
  const inputs = { retries: '0' };
  const { exitCode, log, results } = await scenario.run({ inputs });
  expect(exitCode, log).toBe(1);
  const warning =
    'Step 1 (CLICK) opened a confirm dialog with the message "Delete [all](x)?", which was dismissed, because no step expects it.';
  expect(results).toMatchObject({
    status: 'failed',
    results: [
      { name: 'With steps', status: 'passed' },
      { name: 'Without a step', status: 'passed', warnings: [expect.stringContaining(warning)] },
      {
        name: 'Another dialog',
        status: 'failed',
        errorMessage: expect.stringContaining('its message was expected to contain "Save"'),
      },
    ],
  });
  expect(log).toContain(warning);
  const [comment] = scenario.github.comments;
  expect(comment?.body).toContain('opened a confirm dialog with the message');
  expect(comment?.body).toContain('Delete \\[all\\]\\(x\\)?');
});
