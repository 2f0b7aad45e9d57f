import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { goTo } from '../../support/cases.ts';
import { by, clicks, css, pattern, sees } from '../../support/steps.ts';
import { acts, type Row, reporting, reports } from './row.ts';

type DialogAction = 'ACCEPT_DIALOG' | 'DISMISS_DIALOG';
type CalledWith<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];

const press = clicks(css('#ask'));
const idle = clicks(css('#idle'));

function asks(code: string): string {
  return `${reporting}<button id="ask" onclick="report(${code})">Ask</button><button id="idle">Idle</button>`;
}

const confirms = asks(`confirm('Delete 3 files?')`);
const prompts = asks(`prompt('Your name?', 'Ann')`);

const noDialog = /^Step 1 \((?:ACCEPT|DISMISS)_DIALOG\) expects this step to open a dialog, but none opened/;
const otherDialog = /^The step opened a confirm dialog with the message "Delete 3 files\?", but /;

function accepts(calledWith?: CalledWith<'ACCEPT_DIALOG'>) {
  return acts({ action: 'ACCEPT_DIALOG', ...(calledWith === undefined ? {} : { calledWith }) });
}

function dismisses(calledWith?: CalledWith<'DISMISS_DIALOG'>) {
  return acts({ action: 'DISMISS_DIALOG', ...(calledWith === undefined ? {} : { calledWith }) });
}

/** The same for both answers: `answer` says how the page is answered. */
function dialogRows(of: DialogAction, step: typeof dismisses, answer: string): Row[] {
  return [
    {
      of,
      name: 'without an argument',
      html: confirms,
      pass: [step(), press, reports(answer)],
      fail: [step(), idle],
      message: noDialog,
    },
    {
      of,
      name: 'with null',
      html: confirms,
      pass: [step(null), press, reports(answer)],
      fail: [step(null), idle],
      message: noDialog,
    },
    {
      of,
      name: 'by its message',
      html: confirms,
      pass: [step({ messageContaining: 'Delete' }), press, reports(answer)],
      fail: [step({ messageContaining: 'Save' }), press],
      message: otherDialog,
    },
    {
      of,
      name: 'by a pattern of its message',
      html: confirms,
      pass: [step({ messageContaining: pattern('\\d files\\?$') }), press, reports(answer)],
      fail: [step({ messageContaining: pattern('^\\d') }), press],
      message: otherDialog,
    },
  ];
}

const dialogs: readonly Row[] = [
  ...dialogRows('ACCEPT_DIALOG', accepts, 'true'),
  ...dialogRows('DISMISS_DIALOG', dismisses, 'false'),
  {
    of: 'ACCEPT_DIALOG',
    name: 'a prompt with a text',
    html: prompts,
    pass: [accepts({ promptText: 'Bob' }), press, reports('Bob')],
    fail: [accepts({ promptText: 'Bob' }), idle],
    message: noDialog,
  },
  {
    of: 'ACCEPT_DIALOG',
    name: 'a prompt with the text that it suggests',
    html: prompts,
    pass: [accepts(), press, reports('Ann')],
    fail: [accepts(), idle],
    message: noDialog,
  },
  {
    of: 'ACCEPT_DIALOG',
    name: 'an alert, and a prompt after it',
    html: asks(`alert('First') ?? prompt('Second')`),
    pass: [accepts({ messageContaining: 'First' }), accepts({ promptText: 'x' }), press, reports('x')],
    fail: [accepts({ messageContaining: 'Second' }), accepts({ promptText: 'x' }), press],
    message: /^The step opened an alert dialog with the message "First", but its message was expected/,
  },
];

const link = '<a href="/hello" target="_blank">New</a><p>First page</p>';
const opens = clicks(css('a'));
const switches = (calledWith: CalledWith<'SWITCH_PAGE'>) => acts({ action: 'SWITCH_PAGE', calledWith });
const isNew = sees(by('TEXT', 'Hello'));
const isFirst = sees(by('TEXT', 'First page'));

const pages: readonly Row[] = [
  {
    of: 'SWITCH_PAGE',
    name: 'to a new page',
    html: link,
    pass: [opens, switches('new'), isNew],
    fail: [switches('new')],
    message: /^No new page has opened\./,
  },
  {
    of: 'SWITCH_PAGE',
    name: 'to a new window of a script',
    html: `<button id="ask" onclick="setTimeout(() => window.open('/hello', 'w', 'width=300'), 200)">Open</button>`,
    pass: [press, switches('new'), isNew],
    fail: [goTo('/hello'), switches('new')],
    message: /^No new page has opened\./,
  },
  {
    of: 'SWITCH_PAGE',
    name: 'to the previous page',
    html: link,
    pass: [opens, switches('new'), isNew, switches('previous'), isFirst],
    fail: [switches('previous')],
    message: /^SWITCH_PAGE has no previous page that is open\./,
  },
  {
    of: 'SWITCH_PAGE',
    name: 'to the next page',
    html: link,
    pass: [opens, switches('new'), switches('previous'), isFirst, switches('next'), isNew],
    fail: [opens, switches('new'), switches('next')],
    message: /^SWITCH_PAGE has no next page that is open\./,
  },
];

export const dialogsAndPages: readonly Row[] = [...dialogs, ...pages];
