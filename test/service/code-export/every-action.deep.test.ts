import { expect, it } from 'vitest';
import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { testFiles, zipInSteps } from '../../../src/service/code-export/export-test-files.ts';
import { playwrightConfig } from '../../../src/service/code-export/playwright-config.ts';
import { allSteps } from '../../../src/service/store/batches.ts';
import { aCase } from '../../support/cases.ts';
import { startHttpServer } from '../../support/http-server.ts';
import { by, containsText, css, pattern, sees } from '../../support/steps.ts';
import { everyStep } from './every-step.ts';
import { exportFolder, runPlaywright, typeProblems } from './playwright-process.ts';

const page = `<!doctype html><title>All of it</title>
<style>#far { margin-top: 3000px; color: rgb(255, 0, 0) } #box { height: 50px; overflow: auto }</style>
<input id="typed" onkeydown="keys.textContent += event.key + ' '"><output id="keys"></output>
<select id="size"><option value="s">Small</option><option value="l">Large</option></select>
<select id="many" multiple><option>one</option><option>two</option><option>three</option></select>
<p id="hover" onmouseover="this.textContent = 'hovered'">Hover</p>
<input type="file" hidden onchange="file.textContent = this.files[0].name"><output id="file"></output>
<button id="choose" onclick="document.querySelector('[type=file]').click()">Choose</button>
<label><input type="checkbox" aria-label="Terms" style="position:absolute;width:0;height:0;opacity:0">I agree</label>
<a href="/report-7.csv" download>Download</a>
<div id="source" draggable="true">Drag me</div>
<div id="target" ondragover="event.preventDefault()" ondrop="this.textContent = 'dropped'">Here</div>
<div id="slider" onmousedown="this.dataset.down = 1">Slide me</div>
<div id="end" onmouseup="this.textContent = document.querySelector('[data-down]') ? 'slid' : ''">End</div>
<p id="price" title="in euros">9.50</p><p id="copy"></p>
<input type="checkbox" id="on" checked><input type="checkbox" id="off"><button disabled>No</button>
<p id="gone" hidden>Gone</p><p id="late"></p>
<div id="box"><div style="height: 500px"></div></div><p id="far">Far</p>
<button id="menu" oncontextmenu="this.textContent = 'menu'" ondblclick="this.textContent = 'twice'">Press</button>
<button id="ask" onclick="this.textContent = confirm('Delete?')">Ask</button>
<button id="name" onclick="this.textContent = prompt('Name?', 'Ann')">Name</button>
<a id="tab" href="/other" target="_blank">Tab</a>
<button id="window" onclick="setTimeout(() => window.open('/other'), 200)">Window</button>
<script>setTimeout(() => { late.dataset.ready = '1'; }, 300)</script>`;

const otherPage = '<h1>Other</h1><button onclick="window.close()">Close</button>';

function startApp() {
  return startHttpServer(({ url }, response) => {
    if (url === '/missing') return void response.writeHead(404).end();
    const type = url.endsWith('.csv') ? 'text/csv' : 'text/html';
    const html = url === '/other' ? otherPage : page;
    response.writeHead(200, { 'content-type': type }).end(url.endsWith('.csv') ? 'a,b' : html);
  });
}

function acts(interaction: Interaction, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, interaction };
}

function expects(assertion: Assertion, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, assertion };
}

const inPage = (code: string) => acts({ action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } });

const keyboard = [
  acts({ action: 'TYPE_TEXT', calledWith: { text: 'ab' } }, css('#typed')),
  acts({ action: 'KEY_PRESS', calledWith: 'c' }, css('#typed')),
  acts({ action: 'KEY_PRESS', calledWith: 'd' }),
  acts({ action: 'TYPE_TEXT', calledWith: { text: 'e', delay: 0 } }),
  expects({ expectation: 'TO_HAVE_VALUE', calledWith: 'abcde' }, css('#typed')),
  expects({ expectation: 'TO_HAVE_VALUE', calledWith: pattern('^a.*e$') }, css('#typed')),
  containsText('a b c d e', css('#keys')),
];

const choices = [
  acts({ action: 'SELECT_OPTION', calledWith: 'Large' }, css('#size')),
  expects({ expectation: 'TO_HAVE_VALUE', calledWith: 'l' }, css('#size')),
  acts({ action: 'SELECT_OPTION', calledWith: { index: 0 } }, css('#size')),
  expects({ expectation: 'TO_HAVE_VALUE', calledWith: 's' }, css('#size')),
  acts({ action: 'SELECT_OPTION', calledWith: ['one', 'two'] }, css('#many')),
  acts({ action: 'SELECT_OPTION', calledWith: [{ label: 'two' }, { value: 'three' }] }, css('#many')),
  inPage('return { chosen: [...many.selectedOptions].map((each) => each.value).join() }'),
  acts({ action: 'ENTER_TEXT', calledWith: '$$chosen' }, css('#typed')),
  expects({ expectation: 'TO_HAVE_VALUE', calledWith: 'two,three' }, css('#typed')),
  acts({ action: 'SELECT_OPTION', calledWith: null }, css('#many')),
];

const mouse = [
  acts({ action: 'HOVER' }, css('#hover')),
  containsText('hovered', css('#hover')),
  acts({ action: 'CLICK', calledWith: { button: 'right' } }, css('#menu')),
  containsText('menu', css('#menu')),
  acts({ action: 'CLICK', calledWith: { double: true } }, css('#menu')),
  containsText('twice', css('#menu')),
  acts({ action: 'DRAG_AND_DROP', calledWith: { selectors: [css('#target')] } }, css('#source')),
  containsText('dropped', css('#target')),
  acts(
    {
      action: 'DRAG_AND_DROP',
      calledWith: {
        selectors: [css('#end')],
        options: { targetPosition: { x: 5, y: 5 }, angularWorkaround: true },
      },
    },
    css('#slider'),
  ),
  containsText('slid', css('#end')),
];

const files = [
  acts({ action: 'UPLOAD', calledWith: '/upload.csv' }, css('input[type=file]')),
  containsText('upload.csv', css('#file')),
  acts({ action: 'UPLOAD', calledWith: '/button.csv' }, css('#choose')),
  containsText('button.csv', css('#file')),
  acts({ action: 'CLICK' }, by('ROLE', 'checkbox', { name: 'Terms' })),
  expects({ expectation: 'TO_BE_CHECKED' }, by('ROLE', 'checkbox', { name: 'Terms' })),
  acts(
    { action: 'UPLOAD', calledWith: { file: 'test/conformance/files/hello.csv' } },
    css('input[type=file]'),
  ),
  containsText('hello.csv', css('#file')),
  acts({ action: 'DOWNLOAD', calledWith: 'report-7.csv' }, by('TEXT', 'Download')),
  acts({ action: 'DOWNLOAD', calledWith: pattern('^report-\\d\\.csv$') }, by('TEXT', 'Download')),
  expects({ expectation: 'RESPONSE_OK', calledWith: '/report-7.csv' }),
];

const ask = acts({ action: 'CLICK' }, css('#ask'));
const askName = acts({ action: 'CLICK' }, css('#name'));

const dialogs = [
  acts({ action: 'ACCEPT_DIALOG' }),
  ask,
  containsText('true', css('#ask')),
  acts({ action: 'DISMISS_DIALOG', calledWith: { messageContaining: pattern('^Del') } }),
  ask,
  containsText('false', css('#ask')),
  acts({ action: 'ACCEPT_DIALOG', calledWith: { messageContaining: 'Name', promptText: 'Bob' } }),
  askName,
  containsText('Bob', css('#name')),
  acts({ action: 'ACCEPT_DIALOG' }),
  askName,
  containsText('Ann', css('#name')),
  ask,
  containsText('false', css('#ask')),
];

const switches = (calledWith: 'new' | 'previous' | 'next') => acts({ action: 'SWITCH_PAGE', calledWith });

const windows = [
  acts({ action: 'CLICK' }, css('#tab')),
  switches('new'),
  sees(by('TEXT', 'Other')),
  switches('previous'),
  sees(css('#price')),
  switches('next'),
  sees(by('TEXT', 'Other')),
  acts({ action: 'CLOSE_PAGE' }),
  acts({ action: 'CLICK' }, css('#window')),
  switches('new'),
  acts({ action: 'CLICK' }, css('button')),
  switches('previous'),
  sees(css('#price')),
];

const values = [
  acts({ action: 'EXTRACT', calledWith: { variableName: 'price', type: 'TEXT' } }, css('#price')),
  acts(
    { action: 'EXTRACT', calledWith: { variableName: 'unit', type: 'ATTRIBUTE', attributeName: 'title' } },
    css('#price'),
  ),
  inPage('copy.textContent = [context.price, context.unit].join(" ");'),
  containsText('$$price $$unit', css('#copy')),
  containsText(pattern('^$$price $$unit$'), css('#copy')),
];

const waits = [
  // What is not there yet makes it throw.
  acts({
    action: 'WAIT_FOR',
    calledWith: { type: 'code', code: "return document.querySelector('[data-ready]').dataset.ready === '1'" },
  }),
  acts({
    action: 'WAIT_FOR',
    calledWith: { type: 'code', code: "return (late as HTMLElement).dataset.ready === '1'" },
  }),
  acts({ action: 'WAIT_FOR', calledWith: { type: 'domContentLoaded' } }),
  acts({ action: 'WAIT_FOR', calledWith: { type: 'networkIdle' } }),
  acts({ action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: 10 } }),
  acts({ action: 'WAIT_FOR' }),
];

const scrolls = [
  acts({ action: 'SCROLL', calledWith: { y: 120 } }),
  inPage("if (scrollY !== 120) throw new Error('not at 120 but ' + scrollY)"),
  acts({ action: 'SCROLL' }),
  inPage("if (scrollY < 1000) throw new Error('not at the end but ' + scrollY)"),
  acts({ action: 'SCROLL', calledWith: { x: 0, y: 40 } }, css('#box')),
  inPage("if (box.scrollTop !== 40) throw new Error('not at 40 but ' + box.scrollTop)"),
  acts({ action: 'SCROLL' }, css('#far')),
];

const states = [
  acts({ action: 'GO_TO', calledWith: '/?all#top' }),
  sees(css('#price')),
  expects({ expectation: 'NOT_VISIBLE' }, css('#gone')),
  expects({ expectation: 'DISABLED' }, by('ROLE', 'button', { name: 'No' })),
  expects({ expectation: 'TO_BE_CHECKED' }, css('#on')),
  expects({ expectation: 'NOT_TO_BE_CHECKED' }, css('#off')),
  expects({ expectation: 'TO_HAVE_STYLE', calledWith: ['color', 'rgb(255, 0, 0)'] }, css('#far')),
  expects({ expectation: 'TO_HAVE_STYLE', calledWith: ['color', pattern('^rgb')] }, css('#far')),
  expects({ expectation: 'TO_HAVE_COUNT', calledWith: 2 }, css('input[type=checkbox]')),
  expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, css('#gone')),
  expects({ expectation: 'TO_HAVE_URL', calledWith: '/?all#top' }),
  expects({ expectation: 'TO_HAVE_URL', calledWith: '$OCTO_URL/?all#top' }),
  expects({ expectation: 'TO_HAVE_URL', calledWith: pattern('all#top$') }),
  expects({ expectation: 'TO_HAVE_TITLE', calledWith: 'All of it' }),
  expects({ expectation: 'TO_HAVE_TEXT', calledWith: '9.50' }, css('#price')),
  expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: '9.51' }, css('#price')),
  expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['title', 'in euros'] }, css('#price')),
  expects({ expectation: 'ENABLED' }, css('#on')),
  acts({ action: 'CLICK' }, css('#typed')),
  expects({ expectation: 'FOCUSED' }, css('#typed')),
];

const passing = { keyboard, choices, mouse, files, dialogs, windows, values, waits, scrolls, states };

/** Each fails at once, with this in its message. */
const failing: Readonly<Record<string, [ExchangeElement[], string]>> = {
  'a mailbox': [[acts({ action: 'OPEN_EMAIL' })], 'OPEN_EMAIL has no equivalent in Playwright'],
  'the sandbox': [
    [{ ...acts({ action: 'JAVASCRIPT', calledWith: { code: '1' } }), ignoreFailure: true }],
    'JAVASCRIPT in the sandbox has no equivalent in Playwright',
  ],
  'a hydration': [
    [acts({ action: 'WAIT_FOR', calledWith: { type: 'qwikHydration' } })],
    'WAIT_FOR qwikHydration has no equivalent in Playwright',
  ],
  'the last page': [[acts({ action: 'CLOSE_PAGE' })], 'CLOSE_PAGE has no page to return to.'],
  'no new page': [[switches('new')], 'the new page'],
  'no page before': [[switches('previous')], 'the previous page'],
  'a dialog that does not open': [
    [acts({ action: 'ACCEPT_DIALOG' }), acts({ action: 'CLICK' }, css('#hover'))],
    'dialogs that the step was expected to open',
  ],
  'another dialog': [
    [acts({ action: 'ACCEPT_DIALOG', calledWith: { messageContaining: 'Save' } }), ask],
    'dialogs that differ from what was expected',
  ],
  'a dialog without a step': [[acts({ action: 'ACCEPT_DIALOG' })], 'No step follows that opens the dialog.'],
  'a file that is missing': [
    [acts({ action: 'UPLOAD', calledWith: { file: 'no/such.csv' } }, css('input[type=file]'))],
    'The file no/such.csv does not exist.',
  ],
  'a bad response': [[expects({ expectation: 'RESPONSE_OK', calledWith: '/missing' })], '404'],
  'a missing file': [
    [acts({ action: 'UPLOAD', calledWith: '/missing' }, css('input[type=file]'))],
    '/missing answered 404',
  ],
  'an input that takes no files': [
    [acts({ action: 'UPLOAD', calledWith: '/upload.csv' }, css('#typed'))],
    'the type of the input',
  ],
  'another file': [
    [acts({ action: 'DOWNLOAD', calledWith: 'else.csv' }, by('TEXT', 'Download'))],
    'else.csv',
  ],
  'a condition that never holds': [
    [acts({ action: 'WAIT_FOR', calledWith: { type: 'code', code: 'return false' } })],
    'Expected: true',
  ],
  'a text that must not be there': [
    [expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: '9.5' }, css('#price'))],
    'not.toContainText',
  ],
  'another URL': [[expects({ expectation: 'TO_HAVE_URL', calledWith: '/other' })], 'toHaveURL'],
  'a script that throws': [[inPage("throw new Error('from the page')")], 'from the page'],
  'no attribute': [
    [
      acts(
        { action: 'EXTRACT', calledWith: { variableName: 'a', type: 'ATTRIBUTE', attributeName: 'b' } },
        css('#price'),
      ),
    ],
    'The element has no attribute b.',
  ],
  'no value of the run': [
    [acts({ action: 'ENTER_TEXT', calledWith: '$NOBODY' }, css('#typed'))],
    'The variable $NOBODY has no value. Set the environment variable NOBODY.',
  ],
  'no value of a step': [
    [acts({ action: 'ENTER_TEXT', calledWith: '$$nobody' }, css('#typed'))],
    'The variable $$nobody has no value. An earlier step must set it.',
  ],
};

it('every action and expectation does in Playwright what it says, or says that it cannot', async () => {
  await using app = await startApp();
  const failures = Object.entries(failing).map(([description, [elements]]) => ({ description, elements }));
  const testCases = [
    ...Object.entries(passing).map(([description, elements]) => ({ description, elements })),
    ...failures,
  ].map(aCase);
  const files = [...testFiles({ testCases, executionUrl: app.url, timeoutPerStepMs: 5000 })];
  await using folder = await exportFolder(
    allSteps(zipInSteps(files)),
    playwrightConfig({ url: app.url, outputDir: 'out' }),
  );
  const executed = await runPlaywright(folder);
  const errors = Object.fromEntries(executed.map(({ title, error }) => [title, error]));
  expect(errors).toEqual({
    ...Object.fromEntries(Object.keys(passing).map((title) => [title, undefined])),
    ...Object.fromEntries(
      Object.entries(failing).map(([title, [, message]]) => [title, expect.stringContaining(message)]),
    ),
  });
});

it('files with every step have the types that Playwright asks for', async () => {
  const testCases = ['x', '$NAME of $$name', '$OCTO_STABLE_UUID', '$$OCTO_CLIPBOARD', pattern('a$NAME')].map(
    (text) => aCase({ description: text, elements: everyStep(text) }),
  );
  const files = [...testFiles({ testCases, executionUrl: 'http://127.0.0.1/', timeoutPerStepMs: 5000 })];
  await using folder = await exportFolder(
    allSteps(zipInSteps(files)),
    playwrightConfig({ url: 'http://127.0.0.1/', breakpoint: 'MOBILE', browser: 'SAFARI', outputDir: 'out' }),
  );
  expect(await typeProblems(folder)).toBe('');
});
