import { describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { goTo } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { by, clicks, containsText, css, entersText, pattern, sees } from '../../support/steps.ts';
import { acts, openStage, type StageRow } from './stage.ts';

const { expectPassed, failOn, messagesOf, runOn } = openStage();

type Argument = Extract<Interaction, { action: 'ACCEPT_DIALOG' }>['calledWith'];

const accepts = (calledWith?: Argument) =>
  acts({ action: 'ACCEPT_DIALOG', ...(calledWith === undefined ? {} : { calledWith }) });
const dismisses = (messageContaining?: string) =>
  acts({
    action: 'DISMISS_DIALOG',
    ...(messageContaining === undefined ? {} : { calledWith: { messageContaining } }),
  });

/** A button that shows what a function returns. */
function button(code: string, id = 'go'): string {
  return `<button id="${id}" onclick="this.textContent = ${code}">Go</button>`;
}

const press = clicks(css('#go'));
const says = (text: string) => containsText(pattern(`^${text}$`), css('#go'));

const asks = button("confirm('Delete 3 files?')");
const asksName = button("prompt('Your name?', 'Ann')");

const expected: readonly StageRow[] = [
  ['accepts a confirm', asks, [accepts(), press, says('true')]],
  ['dismisses a confirm', asks, [dismisses(), press, says('false')]],
  ['accepts an alert', button("String(alert('Saved'))"), [accepts(), press, says('undefined')]],
  ['enters a text', asksName, [accepts({ promptText: '$NAME' }), press, says('Bob')]],
  ['enters an empty text', asksName, [accepts({ promptText: '' }), press, says('')]],
  ['leaves the suggested text', asksName, [accepts(), press, says('Ann')]],
  ['dismisses a prompt', button("String(prompt('Your name?', 'Ann'))"), [dismisses(), press, says('null')]],
  ['checks the message', asks, [accepts({ messageContaining: 'Delete $COUNT' }), press, says('true')]],
  [
    'checks the message by a pattern',
    asks,
    [dismisses(pattern('^Delete \\d files\\?$')), press, says('false')],
  ],
  [
    'answers several in their order',
    button("[confirm('A'), prompt('B'), confirm('C')].join()"),
    [
      accepts({ messageContaining: 'A' }),
      accepts({ promptText: 'b' }),
      dismisses('C'),
      press,
      says('true,b,false'),
    ],
  ],
  [
    'waits for one that opens later',
    `<button id="go" onclick="setTimeout(() => { this.textContent = confirm('Now?') }, 500)">Go</button>`,
    [accepts(), press, says('true')],
  ],
  [
    'answers one in a frame',
    `<iframe srcdoc="<button id='go' onclick='this.textContent = confirm(1)'>Go</button>"></iframe>`,
    [
      accepts(),
      clicks(by('FRAME', 'iframe'), css('#go')),
      containsText('true', by('FRAME', 'iframe'), css('#go')),
    ],
  ],
  [
    'answers one of a script',
    '<p id="go"></p>',
    [
      accepts({ promptText: 'x' }),
      acts({
        action: 'JAVASCRIPT',
        calledWith: { code: 'return { answer: prompt("?") }', execType: 'browser' },
      }),
      acts({
        action: 'JAVASCRIPT',
        calledWith: { code: 'go.textContent = context.answer', execType: 'browser' },
      }),
      says('x'),
    ],
  ],
];

describe.concurrent('a dialog that a step expects', () => {
  it('is answered', async () => {
    const variables = { NAME: ['Bob'], COUNT: ['3'] };
    const outcome = await expectPassed(expected, { variables });
    expect(outcome.warnings).toBeUndefined();
  });

  it('is answered while a page loads, and in a new window', async () => {
    await using app = await startHttpServer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const window = `<button onclick="window.open('/hi')">Open</button>`;
      response.end(url === '/hi' ? '<script>document.title = confirm("Hi")</script><p>Welcome</p>' : window);
    });
    const titled = acts({
      action: 'WAIT_FOR',
      calledWith: { type: 'code', code: 'return document.title === "true"' },
    });
    const outcome = await runOn(
      '',
      [
        accepts({ messageContaining: 'Hi' }),
        goTo('/hi'),
        titled,
        goTo('/window'),
        accepts(),
        clicks(css('button')),
        acts({ action: 'SWITCH_PAGE', calledWith: 'new' }),
        titled,
        sees(by('TEXT', 'Welcome')),
      ],
      { executionUrl: app.url },
    );
    expect(outcome).toMatchObject({ errorMessage: null, status: 'PASSED' });
  });

  it('may lead to another page, which is waited for', async () => {
    await using app = await startHttpServer(({ url }, response) => {
      if (url === '/broken') return void response.writeHead(500).end('Broken');
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<button onclick="setTimeout(() => { if (confirm('Go?')) location = '/broken' }, 200)">Go</button>`,
      );
    });
    const outcome = await runOn('', [goTo('/'), accepts(), clicks(css('button'))], {
      executionUrl: app.url,
    });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 3 } });
    expect(outcome.errorMessage).toMatch(/^The step led to .*\/broken, which responded with status 500/);
  });

  it('fails the step that does not open it', async () => {
    const outcome = await failOn('<button id="go">Go</button>', [accepts(), press], {
      saying: /none opened/,
    });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 2 } });
    expect(outcome.errorMessage).toBe(
      'Step 2 (ACCEPT_DIALOG) expects this step to open a dialog, but none opened. Put it directly before the step that opens the dialog.',
    );
  });

  it('fails with the number of steps that are expected to follow', async () => {
    const outcome = await failOn(asks, [dismisses('Delete'), accepts(), press], { saying: /none opened/ });
    expect(outcome.errorMessage).toMatch(/^Step 3 \(ACCEPT_DIALOG\) expects this step/);
  });

  it('has opened before, which the failure says', async () => {
    const outcome = await failOn(`${asks}<p>After</p>`, [press, accepts(), sees(by('TEXT', 'After'))]);
    expect(outcome.errorMessage).toContain(
      'Step 2 (CLICK) opened a confirm dialog with the message "Delete 3 files?", which was dismissed, because no step expects it. If that is the dialog, put ACCEPT_DIALOG or DISMISS_DIALOG directly before',
    );
  });

  it('fails the step if it is another one than expected', async () => {
    const rows: readonly (readonly [what: string, step: ExchangeElement, message: string])[] = [
      [
        'another message',
        accepts({ messageContaining: 'Save' }),
        'The step opened a confirm dialog with the message "Delete 3 files?", but its message was expected to contain "Save". The dialog was dismissed.',
      ],
      [
        'a message that does not match',
        dismisses(pattern('^\\d')),
        'The step opened a confirm dialog with the message "Delete 3 files?", but its message was expected to contain /^\\d/. The dialog was dismissed.',
      ],
      [
        'nothing to enter',
        accepts({ promptText: 'Bob' }),
        'The step opened a confirm dialog with the message "Delete 3 files?", but `promptText` is for a prompt. The dialog was dismissed. Remove `promptText`.',
      ],
    ];
    // On a busy machine, a step may be given up before its dialog is open.
    await expect
      .poll(() => messagesOf(rows.map(([what, step]) => [what, asks, [step, press]])))
      .toEqual(rows.map(([, , message]) => message));
  });

  it('is dismissed if it is another one than expected', async () => {
    const mayFail = { ...press, ignoreFailure: true };
    const outcome = await runOn(asks, [accepts({ messageContaining: 'Save' }), mayFail, says('false')]);
    expect(outcome).toMatchObject({ errorMessage: null, status: 'PASSED' });
  });

  it('fails an assertion that waits for what only the right answer would show', async () => {
    const html = `<script>setTimeout(() => { if (confirm('Log out?')) document.body.append('Bye') }, 300)</script>`;
    const outcome = await failOn(html, [accepts({ messageContaining: 'Save' }), sees(by('TEXT', 'Bye'))]);
    expect(outcome.errorMessage).toMatch(
      /^The step opened a confirm dialog with the message "Log out\?", but/,
    );
  });

  it('fails if no step follows', async () => {
    const outcome = await runOn(asks, [press, accepts()]);
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 2 } });
    expect(outcome.errorMessage).toBe(
      'No step follows that opens the dialog. Put this step directly before the one that opens it.',
    );
  });

  it('fails if its expected text matches any text', async () => {
    const outcome = await runOn(asks, [accepts({ messageContaining: '$EMPTY' }), press], {
      variables: { EMPTY: [''] },
    });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(outcome.errorMessage).toMatch(/^messageContaining would match any text/);
  });

  it('is not expected after a step whose failure is ignored', async () => {
    const html = `<button id="go">Go</button>${button("confirm('Later?')", 'later')}`;
    const steps = [
      accepts(),
      { ...press, ignoreFailure: true },
      clicks(css('#later')),
      containsText('false', css('#later')),
    ];
    const outcome = await failOn(html, steps, { saying: /none opened/ });
    expect(outcome.errorMessage).toBeNull();
    expect(outcome.warnings).toEqual([
      expect.stringMatching(/^Step 3 \(CLICK\) failed, and the failure was ignored: .*none opened/),
      expect.stringContaining('Step 4 (CLICK) opened a confirm dialog with the message "Later?"'),
    ]);
  });
});

describe.concurrent('a dialog that no step expects', () => {
  it('is dismissed with a warning', async () => {
    const rows: readonly (readonly [what: string, html: string, text: string, shown: string])[] = [
      ['a confirm', asks, 'false', 'a confirm dialog with the message "Delete 3 files?"'],
      [
        'an alert',
        button(`String(alert('Hi\\n☺'))`),
        'undefined',
        'an alert dialog with the message "Hi\\n☺"',
      ],
      ['a prompt', button(`String(prompt('Name?'))`), 'null', 'a prompt dialog with the message "Name?"'],
      ['one without a message', button(`confirm('')`), 'false', 'a confirm dialog'],
    ];
    const outcome = await expectPassed(rows.map(([what, html, text]) => [what, html, [press, says(text)]]));
    expect(outcome.warnings).toEqual(
      rows.map(
        ([, , , shown], index) =>
          `Step ${3 * index + 2} (CLICK) opened ${shown}, which was dismissed, because no step expects it. To answer it, put ACCEPT_DIALOG or DISMISS_DIALOG before that step.`,
      ),
    );
  });

  it('is a warning of a part of its message, and of a part of many', async () => {
    const html = `<button id="go" onclick="for (let i = 0; i < 30; i++) alert(i + 'x'.repeat(1000))">Go</button>`;
    const outcome = await runOn(html, [press]);
    expect(outcome.errorMessage).toBeNull();
    expect(outcome.warnings).toHaveLength(20);
    expect(outcome.warnings?.every((text) => text.length < 450)).toBe(true);
  });
});

/** A page that asks before it is left. */
const guarded = `<input><a href="data:text/html,x">Leave</a>
  <script>onbeforeunload = (event) => event.preventDefault()</script>`;

describe.concurrent('a page that asks before it is left', () => {
  const edit = entersText('changed', css('input'));
  // Browsers ask only if a person has used the page.
  const use = clicks(css('input'));
  const link = `<a id="go" href="/hello">Leave</a>`;

  it('is left, with a warning', async () => {
    await using app = await helloApp();
    const outcome = await runOn(guarded, [edit, use, goTo(`${app.url}/hello`), sees(by('TEXT', 'Hello'))]);
    expect(outcome).toMatchObject({ errorMessage: null, status: 'PASSED' });
    expect(outcome.warnings).toEqual([
      'Step 4 (GO_TO) opened a beforeunload dialog, which was accepted, because no step expects it. To answer it, put ACCEPT_DIALOG or DISMISS_DIALOG before that step.',
    ]);
  });

  it.each([
    ['left', accepts(), 'Hello'],
    ['kept', dismisses(), 'Leave'],
  ])('is %s as a step says', async (_, step, text) => {
    await using app = await helloApp(guarded.replace(/<a.*a>/, link));
    const outcome = await runOn('', [goTo('/'), edit, use, step, press, sees(by('TEXT', text))], {
      executionUrl: app.url,
    });
    expect(outcome).toMatchObject({ errorMessage: null, status: 'PASSED' });
    expect(outcome.warnings).toBeUndefined();
  });
});

function helloApp(page = '') {
  return startHttpServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(url === '/hello' ? '<p>Hello</p>' : page);
  });
}
