import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import { goTo } from '../../support/cases.ts';
import { by, containsText, css, entersText, pattern, sees } from '../../support/steps.ts';
import { acts, type Row, reporting, reports } from './row.ts';

type CalledWith<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];

const addresses: readonly Row[] = [
  {
    of: 'GO_TO',
    name: 'a path',
    html: '',
    pass: [goTo('/hello'), sees(by('TEXT', 'Hello'))],
    fail: [goTo('file:///etc/passwd')],
    message: /^Cannot open "file:\/\/\/etc\/passwd": use an http or https URL/,
  },
  {
    of: 'GO_TO',
    name: 'a whole URL',
    html: '',
    pass: [goTo('$OCTO_URL/hello'), sees(by('TEXT', 'Hello'))],
    fail: [goTo('http://127.0.0.1:9/')],
    // Port 9 is one that browsers refuse.
    message: /^page\.goto: [\s\S]*(?:ERR_UNSAFE_PORT|deniedPortAccess) at http:\/\/127\.0\.0\.1:9\//m,
  },
  {
    of: 'GO_TO',
    name: 'a page that does not end loading',
    html: '',
    pass: [goTo('/hello')],
    fail: [goTo('/never-loaded')],
    message: /^TimeoutError: page\.goto: Timeout \d+ms exceeded\./m,
  },
];

function extracts(calledWith: CalledWith<'EXTRACT'>, selector = 'b') {
  return acts({ action: 'EXTRACT', calledWith }, css(selector));
}

const text = { variableName: 'order', type: 'TEXT' } as const;
const attribute = { variableName: 'order', type: 'ATTRIBUTE', attributeName: 'data-id' } as const;
const echo = `${reporting}<input oninput="report(this.value)">`;

const extractions: readonly Row[] = [
  {
    of: 'EXTRACT',
    name: 'a text',
    html: `${echo}<b>A <i>12</i><s hidden>3</s></b>`,
    pass: [extracts(text), entersText('[$$order]', css('input')), reports('\\[A 12\\]')],
    fail: [extracts(text, '#absent')],
    message: /^TimeoutError: locator\.evaluate: Timeout/m,
  },
  {
    of: 'EXTRACT',
    name: 'an attribute',
    html: `${echo}<b data-id="7">Order</b><u>None</u>`,
    pass: [extracts(attribute), entersText('[$$order]', css('input')), reports('\\[7\\]')],
    fail: [extracts(attribute, 'u')],
    message: /: it has no such attribute\.\n\nLocator: /,
  },
];

function runs(calledWith: CalledWith<'JAVASCRIPT'>) {
  return acts({ action: 'JAVASCRIPT', calledWith });
}

const shown = [entersText('$$price', css('input')), reports('9\\.5')];

const code: readonly Row[] = [
  {
    of: 'JAVASCRIPT',
    name: 'in the sandbox by default',
    html: echo,
    pass: [runs({ code: `setDynamicVariable('price', 9.5 as number)` }), ...shown],
    fail: [runs({ code: 'document.title' })],
    message: /ReferenceError: 'document' is not defined/,
  },
  {
    of: 'JAVASCRIPT',
    name: 'in the sandbox',
    html: echo,
    pass: [
      runs({ code: `setDynamicVariable('sum', 9)`, execType: 'sandbox' }),
      runs({ code: `setDynamicVariable('price', getDynamicVariable('sum') + '.5')`, execType: 'sandbox' }),
      ...shown,
    ],
    fail: [runs({ code: `console.error('low stock')`, execType: 'sandbox' })],
    message: /^The code called console\.error: low stock/,
  },
  {
    of: 'JAVASCRIPT',
    name: 'in the page',
    html: echo,
    pass: [
      runs({ code: 'return { field: document.querySelectorAll("input").length }', execType: 'browser' }),
      runs({
        code: 'await null; return { price: (Number(context.field) + 8.5) as number }',
        execType: 'browser',
      }),
      ...shown,
    ],
    fail: [runs({ code: `throw new TypeError('from the page')`, execType: 'browser' })],
    message: /from the page/,
  },
];

const title = 'Email Content';
const mailBody = by('FRAME', `iframe[title="${title}"]`);
const sent = (subAddress: string, subject: string) =>
  goTo(`/mail/$OCTO_EMAIL_PREFIX${subAddress}@$OCTO_EMAIL_DOMAIN/${subject}`);

function opens(calledWith?: CalledWith<'OPEN_EMAIL'>) {
  return acts({ action: 'OPEN_EMAIL', ...(calledWith === undefined ? {} : { calledWith }) });
}

/** The mail says its subject. */
const mails: readonly Row[] = (
  [
    ['without an argument', opens(), pattern('\\S')],
    ['with null', opens(null), pattern('\\S')],
    ['with nulls', opens({ subjectContaining: null, subAddress: null }), pattern('\\S')],
    ['by subject', opens({ subjectContaining: 'Welc' }), 'Welcome'],
    ['by sub-address', opens({ subAddress: 'ann' }), 'To Ann'],
    ['by both', opens({ subjectContaining: 'Both', subAddress: 'eve' }), 'For Both'],
  ] as const
).map(([name, step, subject]) => ({
  of: 'OPEN_EMAIL',
  name,
  html: '',
  // Other rows send mail at the same time: without a filter, any of them may be opened.
  pass: [
    sent('', 'Welcome'),
    sent('+ann', 'To%20Ann'),
    sent('+eve', 'For%20Both'),
    step,
    containsText(subject, mailBody, css('body')),
  ],
  fail: [step],
  message: /^No mail to run-[a-z]{8}(?:\+\w+)?@\S+ .*arrived within \d+ ms\. No mail has arrived\./m,
}));

const closings: readonly Row[] = [
  ['without an argument', acts({ action: 'CLOSE_PAGE' })] as const,
  ['with null', acts({ action: 'CLOSE_PAGE', calledWith: null })] as const,
].map(([name, step]) => ({
  of: 'CLOSE_PAGE',
  name,
  html: '<p>App</p>',
  pass: [
    sent('', 'Welcome'),
    opens(),
    sees(mailBody, css('body')),
    step,
    sees(by('TEXT', 'The mail is sent')),
  ],
  fail: [step],
  message: /^CLOSE_PAGE has no page to return to: it closes the page that OPEN_EMAIL opened/,
}));

/** What waits for pages, see `waits.ts`, has a file of its own. */
export const pageActions: readonly Row[] = [...addresses, ...extractions, ...code, ...mails, ...closings];
