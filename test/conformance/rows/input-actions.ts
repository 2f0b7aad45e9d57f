import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { clicks, css, entersText, pattern } from '../../support/steps.ts';
import { acts, type Row, reporting, reports } from './row.ts';

type CalledWith<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];

const input = css('input');
const absent = css('#absent');

/** Tells each key. */
const keys = `${reporting}<input><p>Hi</p><script>
  const pressed = [];
  document.querySelector('input').onkeydown = ({ key }) => { report(pressed.push(key) && pressed.join(' ')); };
</script>`;

function types(calledWith: CalledWith<'TYPE_TEXT'>, ...selectors: (typeof input)[]) {
  return acts({ action: 'TYPE_TEXT', calledWith }, ...selectors);
}

function presses(calledWith: string, ...selectors: (typeof input)[]) {
  return acts({ action: 'KEY_PRESS', calledWith }, ...selectors);
}

const keyboard: readonly Row[] = [
  {
    of: 'ENTER_TEXT',
    name: 'in place of what is there',
    html: `${reporting}<input value="old" oninput="report(this.value)"><p>Hi</p>`,
    pass: [entersText('Ünï "5" $', input), reports('Ünï "5" \\$')],
    fail: [entersText('new', css('p'))],
    message: /locator\.fill: Error: Element is not an <input>/,
  },
  {
    of: 'ENTER_TEXT',
    name: 'in an element that can be edited',
    html: `${reporting}<p contenteditable oninput="report(this.textContent)">old</p><input readonly>`,
    pass: [entersText('new', css('p')), reports('new')],
    fail: [entersText('new', input)],
    message: /^TimeoutError: locator\.fill: [\s\S]*element is not editable/m,
  },
  {
    of: 'TYPE_TEXT',
    name: 'in the element',
    html: keys,
    pass: [types({ text: 'aB 1' }, input), reports('a B {3}1')],
    fail: [types({ text: 'ab' }, absent)],
    message: /^TimeoutError: locator\.evaluateHandle: Timeout/m,
  },
  {
    of: 'TYPE_TEXT',
    name: 'with a delay',
    html: keys,
    pass: [types({ text: 'ab', delay: 50 }, input), reports('a b')],
    fail: [types({ text: 'ab', delay: 60_000 }, input)],
    message: /^TimeoutError: locator\.pressSequentially: Timeout/m,
  },
  {
    of: 'TYPE_TEXT',
    name: 'where the focus is',
    html: keys,
    pass: [clicks(input), types({ text: 'ab' }), reports('a b')],
    fail: [clicks(input), types({ text: 'x'.repeat(5000), delay: 10 })],
    message: /^TimeoutError: keyboard\.type: Timeout \d+ms exceeded\.\nCall log:\n {2}- typed \d+ of 5000/m,
  },
  {
    of: 'KEY_PRESS',
    name: 'on the element',
    html: keys,
    pass: [presses('Enter', input), reports('Enter')],
    fail: [presses('Entr', input)],
    message: /locator\.press: Unknown key: "Entr"/,
  },
  {
    of: 'KEY_PRESS',
    name: 'where the focus is, with a second key',
    html: keys,
    pass: [clicks(input), presses('Shift+ArrowLeft'), reports('Shift ArrowLeft')],
    fail: [clicks(input), presses('Shift+Left')],
    message: /keyboard\.press: Unknown key: "Left"/,
  },
  {
    of: 'KEY_PRESS',
    name: 'that selects and deletes',
    html: `${reporting}<input value="old" oninput="report('now ' + this.value.length)">`,
    pass: [presses('ControlOrMeta+A', input), presses('Delete', input), reports('now 0')],
    fail: [presses('ControlOrMeta+A', absent)],
    message: /^TimeoutError: locator\.press: Timeout/m,
  },
];

/** Tells the values of what is chosen. */
const one = `${reporting}<select onchange="report([...this.selectedOptions].map(({ value }) => value).join(' '))">
  <option value="de">German</option><option value="fr">French</option><option value="it">Italian</option></select>`;
const several = one.replace('<select', '<select multiple');

function selects(calledWith: CalledWith<'SELECT_OPTION'>) {
  return acts({ action: 'SELECT_OPTION', calledWith }, css('select'));
}

const noSuchOption = /^TimeoutError: locator\.selectOption: Timeout [\s\S]*did not find some options/m;

const selection: readonly Row[] = [
  {
    of: 'SELECT_OPTION',
    name: 'by a value',
    html: one,
    pass: [selects('fr'), reports('fr')],
    fail: [selects('es')],
    message: noSuchOption,
  },
  {
    of: 'SELECT_OPTION',
    name: 'by a text',
    html: one,
    pass: [selects('French'), reports('fr')],
    fail: [selects('french')],
    message: noSuchOption,
  },
  {
    of: 'SELECT_OPTION',
    name: 'several by texts',
    html: several,
    pass: [selects(['de', 'Italian']), reports('de it')],
    fail: [selects(['de', 'es'])],
    message: noSuchOption,
  },
  {
    of: 'SELECT_OPTION',
    name: 'by {value}',
    html: one,
    pass: [selects({ value: 'fr' }), reports('fr')],
    fail: [selects({ value: 'French' })],
    message: noSuchOption,
  },
  {
    of: 'SELECT_OPTION',
    name: 'by {label}',
    html: one,
    pass: [selects({ label: 'French' }), reports('fr')],
    fail: [selects({ label: 'fr' })],
    message: noSuchOption,
  },
  {
    of: 'SELECT_OPTION',
    name: 'by {index}',
    html: one,
    pass: [selects({ index: 2 }), reports('it')],
    fail: [selects({ index: 3 })],
    message: noSuchOption,
  },
  {
    of: 'SELECT_OPTION',
    name: 'by a list of objects',
    html: several,
    pass: [selects([{ value: 'de' }, { label: 'French' }, { index: 2 }]), reports('de fr it')],
    fail: [selects([{ value: 'de' }, { label: 'Spanish' }, { index: 2 }])],
    message: noSuchOption,
  },
  {
    of: 'SELECT_OPTION',
    name: 'none, with null',
    html: `${several}<p>Hi</p>`,
    pass: [selects('fr'), reports('fr'), selects(null), reportsNothing()],
    fail: [acts({ action: 'SELECT_OPTION', calledWith: null }, css('p'))],
    message: /locator\.selectOption: Error: Element is not a <select> element/,
  },
  {
    of: 'SELECT_OPTION',
    name: 'none, without an argument',
    html: `${several}<p>Hi</p>`,
    pass: [selects('fr'), reports('fr'), acts({ action: 'SELECT_OPTION' }, css('select')), reportsNothing()],
    fail: [acts({ action: 'SELECT_OPTION' }, css('p'))],
    message: /locator\.selectOption: Error: Element is not a <select> element/,
  },
];

function reportsNothing() {
  return { selectors: [css('output:not(:empty)')], assertion: { expectation: 'NOT_VISIBLE' as const } };
}

const link = '<a download="report 7.csv" href="data:text/csv,a,b">Download</a>';
const server = '<a href="/download">Download</a>';

function downloads(calledWith: string) {
  return acts({ action: 'DOWNLOAD', calledWith }, css('a'));
}

const files: readonly Row[] = [
  {
    of: 'UPLOAD',
    name: 'into an input',
    html: `${reporting}<input type="file" onchange="report(this.files[0].name + ' ' + this.files[0].size)">`,
    pass: [acts({ action: 'UPLOAD', calledWith: '/files/hello.csv' }, input), reports('hello\\.csv 3')],
    fail: [acts({ action: 'UPLOAD', calledWith: '/missing.csv' }, input)],
    message:
      /^The file http:\/\/127\.0\.0\.1:\d+\/missing\.csv cannot be uploaded: .* responded with status 404\./,
  },
  {
    of: 'UPLOAD',
    name: 'into a hidden input',
    html: `${reporting}<input type="file" hidden onchange="report(this.files[0].name)"><textarea></textarea><input id="text">`,
    pass: [
      acts({ action: 'UPLOAD', calledWith: '$OCTO_URL/files/hello.csv' }, css('[hidden]')),
      reports('hello\\.csv'),
    ],
    fail: [acts({ action: 'UPLOAD', calledWith: '/files/hello.csv' }, css('#text'))],
    message: /: it is an input of type "text"\. Select the input of type "file"\./,
  },
  {
    of: 'UPLOAD',
    name: 'a file of the repository',
    html: `${reporting}<input type="file" onchange="report(this.files[0].name + ' ' + this.files[0].size)">`,
    pass: [acts({ action: 'UPLOAD', calledWith: { file: 'hello.csv' } }, input), reports('hello\\.csv 4')],
    fail: [acts({ action: 'UPLOAD', calledWith: { file: '../app.ts' } }, input)],
    message: 'The file "../app.ts" is outside the workspace.',
  },
  {
    of: 'UPLOAD',
    name: 'several files of the repository',
    html: `${reporting}<input type="file" multiple onchange="report([...this.files].map(({ name }) => name).join())">`,
    pass: [
      acts({ action: 'UPLOAD', calledWith: { file: ['hello.csv', 'bye.csv'] } }, input),
      reports('hello\\.csv,bye\\.csv'),
    ],
    fail: [acts({ action: 'UPLOAD', calledWith: { file: ['hello.csv', 'missing.csv'] } }, input)],
    message: 'The file "missing.csv" does not exist.',
  },
  {
    of: 'DOWNLOAD',
    name: 'by a name',
    html: link,
    pass: [downloads('report 7.csv')],
    fail: [downloads('report 8.csv')],
    message: /: the downloaded file is named "report 7\.csv"\.[\s\S]*Received name: "report 7\.csv"/,
  },
  {
    of: 'DOWNLOAD',
    name: 'by a pattern, with the name that the server gives',
    html: server,
    pass: [downloads(pattern('^bill-\\d+\\.pdf$'))],
    fail: [downloads(pattern('^invoice'))],
    message: /Expected pattern: \/\^invoice\/\nReceived name: "bill-12\.pdf"/,
  },
  {
    of: 'DOWNLOAD',
    name: 'that does not come',
    html: `${server}<button>Nothing</button>`,
    pass: [downloads('bill-12.pdf')],
    fail: [acts({ action: 'DOWNLOAD', calledWith: 'bill-12.pdf' }, css('button'))],
    message: /^TimeoutError: .*waitForEvent: Timeout \d+ms exceeded while waiting for event "download"/m,
  },
];

/** What is put into fields, and files in and out. */
export const inputActions: readonly Row[] = [...keyboard, ...selection, ...files];
