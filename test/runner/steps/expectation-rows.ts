import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { by, css, pattern } from '../../support/steps.ts';

/** One expectation on one page. */
export interface ExpectationRow {
  readonly what: string;
  readonly html: string;
  readonly selectors: readonly ExchangeSelector[];
  readonly assertion: Assertion;
  /** What the message says between the locator and the call log, without the time; none where it is met. */
  readonly fails?: readonly string[];
}

const visible: Assertion = { expectation: 'VISIBLE' };
const notVisible: Assertion = { expectation: 'NOT_VISIBLE' };
const disabled: Assertion = { expectation: 'DISABLED' };
const checked: Assertion = { expectation: 'TO_BE_CHECKED' };
const unchecked: Assertion = { expectation: 'NOT_TO_BE_CHECKED', calledWith: null };
const value = (calledWith: string): Assertion => ({ expectation: 'TO_HAVE_VALUE', calledWith });
const text = (calledWith: string): Assertion => ({ expectation: 'TO_CONTAIN_TEXT', calledWith });
const style = (property: string, expected: string): Assertion => ({
  expectation: 'TO_HAVE_STYLE',
  calledWith: [property, expected],
});

const absent = 'Error: element(s) not found';
const hiddenButton = [by('ROLE', 'button', { includeHidden: true })];
/** Runs code a while after the page has come. */
const later = (code: string) => `<script>onload = () => setTimeout(() => { ${code} }, 300)</script>`;

export const expectationRows: readonly ExpectationRow[] = [
  {
    what: 'VISIBLE waits for what comes later',
    html: later('document.body.append("Done")'),
    selectors: [by('TEXT', 'Done')],
    assertion: visible,
  },
  {
    what: 'VISIBLE takes what is see-through',
    html: '<p style="opacity:0">Hi</p>',
    selectors: [css('p')],
    assertion: visible,
  },
  {
    what: 'VISIBLE does not find what is hidden',
    html: '<p hidden>Hi</p>',
    selectors: [css('p')],
    assertion: visible,
    fails: ['Expected: visible', absent],
  },
  {
    what: 'VISIBLE does not find what has no size',
    html: '<p></p>',
    selectors: [css('p')],
    assertion: visible,
    fails: ['Expected: visible', absent],
  },
  {
    what: 'VISIBLE refuses a hidden element that the chain asked for',
    html: '<button style="display:none">Go</button>',
    selectors: hiddenButton,
    assertion: visible,
    fails: ['Expected: visible', 'Received: hidden'],
  },
  {
    what: 'NOT_VISIBLE takes what is not there',
    html: '<i>Hi</i>',
    selectors: [css('p')],
    assertion: notVisible,
  },
  {
    what: 'NOT_VISIBLE takes several that are hidden',
    html: '<p hidden>Hi</p><p style="visibility:hidden">Hi</p>',
    selectors: [css('p')],
    assertion: notVisible,
  },
  {
    what: 'NOT_VISIBLE takes a hidden one that the chain asked for',
    html: '<button hidden>Go</button>',
    selectors: hiddenButton,
    assertion: notVisible,
  },
  {
    what: 'NOT_VISIBLE waits until all have gone',
    html: `<p>Hi</p><p>Hi</p>${later('for (const p of document.querySelectorAll("p")) p.remove()')}`,
    selectors: [css('p')],
    assertion: notVisible,
  },
  {
    what: 'NOT_VISIBLE takes a place where none is',
    html: '<p>Hi</p>',
    selectors: [css('p'), by('NTH', '1')],
    assertion: notVisible,
  },
  {
    what: 'NOT_VISIBLE takes what is in a hidden frame',
    html: '<iframe hidden srcdoc="<p>Hi</p>"></iframe>',
    selectors: [by('FRAME', 'iframe'), css('p')],
    assertion: notVisible,
  },
  {
    what: 'NOT_VISIBLE refuses a visible one',
    html: '<p>Hi</p><p hidden>Hi</p>',
    selectors: [css('p')],
    assertion: notVisible,
    fails: ['Expected: 0', 'Received: 1'],
  },
  {
    what: 'NOT_VISIBLE refuses several, and counts them',
    html: '<p>Hi</p><p>Hi</p>',
    selectors: [css('p')],
    assertion: notVisible,
    fails: ['Expected: 0', 'Received: 2'],
  },
  {
    what: 'DISABLED takes a control',
    html: '<button disabled>Go</button>',
    selectors: [css('button')],
    assertion: disabled,
  },
  {
    what: 'DISABLED takes a control in a disabled fieldset',
    html: '<fieldset disabled><input></fieldset>',
    selectors: [css('input')],
    assertion: disabled,
  },
  {
    what: 'DISABLED takes aria-disabled, also from above',
    html: '<div role="toolbar" aria-disabled="true"><span role="button">Go</span></div>',
    selectors: [by('ROLE', 'button')],
    assertion: disabled,
  },
  {
    what: 'DISABLED waits',
    html: `<button>Go</button>${later('document.querySelector("button").disabled = true')}`,
    selectors: [css('button')],
    assertion: disabled,
  },
  {
    what: 'DISABLED refuses what is enabled',
    html: '<button>Go</button>',
    selectors: [css('button')],
    assertion: disabled,
    fails: ['Expected: disabled', 'Received: enabled'],
  },
  {
    what: 'DISABLED refuses what stands in the legend of a disabled fieldset',
    html: '<fieldset disabled><legend><input></legend></fieldset>',
    selectors: [css('input')],
    assertion: disabled,
    fails: ['Expected: disabled', 'Received: enabled'],
  },
  {
    what: 'TO_BE_CHECKED takes a checkbox',
    html: '<input type="checkbox" checked>',
    selectors: [css('input')],
    assertion: checked,
  },
  {
    what: 'TO_BE_CHECKED takes a radio button by its label',
    html: '<label>Tea <input type="radio" checked></label>',
    selectors: [by('LABEL', 'Tea')],
    assertion: checked,
  },
  {
    what: 'TO_BE_CHECKED takes aria-checked, and waits',
    html: `<div role="switch" aria-checked="false">Dark</div>${later('document.querySelector("div").ariaChecked = "true"')}`,
    selectors: [by('ROLE', 'switch')],
    assertion: checked,
  },
  {
    what: 'TO_BE_CHECKED refuses what is not',
    html: '<input type="checkbox">',
    selectors: [css('input')],
    assertion: checked,
    fails: ['Expected: checked', 'Received: unchecked'],
  },
  {
    what: 'TO_BE_CHECKED refuses what is neither',
    html: '<div role="checkbox" aria-checked="mixed">Some</div>',
    selectors: [by('ROLE', 'checkbox')],
    assertion: checked,
    fails: ['Expected: checked', 'Received: unchecked'],
  },
  {
    what: 'TO_BE_CHECKED refuses what can not be',
    html: '<button>Go</button>',
    selectors: [css('button')],
    assertion: checked,
    fails: ['Expected: checked', 'Error: Not a checkbox or radio button'],
  },
  {
    what: 'NOT_TO_BE_CHECKED takes a checkbox that is not',
    html: '<input type="checkbox">',
    selectors: [css('input')],
    assertion: unchecked,
  },
  {
    what: 'NOT_TO_BE_CHECKED refuses what is',
    html: '<div role="radio" aria-checked="true">Tea</div>',
    selectors: [by('ROLE', 'radio')],
    assertion: unchecked,
    fails: ['Expected: not checked', 'Received: checked'],
  },
  {
    what: 'NOT_TO_BE_CHECKED refuses what is not there',
    html: '<p>Hi</p>',
    selectors: [css('input')],
    assertion: unchecked,
    fails: ['Expected: not checked', absent],
  },
  {
    what: 'TO_HAVE_VALUE takes the value of a field, spaces too',
    html: '<input value=" 4  2 ">',
    selectors: [css('input')],
    assertion: value(' 4  2 '),
  },
  {
    what: 'TO_HAVE_VALUE takes an empty value',
    html: '<input>',
    selectors: [css('input')],
    assertion: value(''),
  },
  {
    what: 'TO_HAVE_VALUE takes a value that a script sets later',
    html: `<textarea></textarea>${later('document.querySelector("textarea").value = "one\\ntwo"')}`,
    selectors: [css('textarea')],
    assertion: value('one\ntwo'),
  },
  {
    what: 'TO_HAVE_VALUE takes the value of what is chosen',
    html: '<select><option value="de">German<option value="fr" selected>French</select>',
    selectors: [css('select')],
    assertion: value('fr'),
  },
  {
    what: 'TO_HAVE_VALUE takes a pattern',
    html: '<input value="Order 12">',
    selectors: [css('input')],
    assertion: value(pattern('^Order \\d+$')),
  },
  {
    what: 'TO_HAVE_VALUE refuses another value',
    html: '<input value="42">',
    selectors: [css('input')],
    assertion: value('4'),
    fails: ['Expected: "4"', 'Received: "42"'],
  },
  {
    what: 'TO_HAVE_VALUE refuses a pattern that does not fit',
    html: '<input value="42">',
    selectors: [css('input')],
    assertion: value(pattern('^\\D')),
    fails: ['Expected pattern: /^\\D/', 'Received string:  "42"'],
  },
  {
    what: 'TO_HAVE_VALUE refuses what is no field',
    html: '<p contenteditable>42</p>',
    selectors: [css('p')],
    assertion: value('42'),
    fails: ['Expected: "42"', 'Error: Not an input element'],
  },
  {
    what: 'TO_CONTAIN_TEXT takes a part, with white space folded on both sides',
    html: '<p>Total:\n\t <b>12</b>&nbsp;EU\u00adR</p>',
    selectors: [css('p')],
    assertion: text('al:\n  12 EUR'),
  },
  {
    what: 'TO_CONTAIN_TEXT takes what is hidden inside',
    html: '<p>Total <span hidden>12</span></p>',
    selectors: [css('p')],
    assertion: text('Total 12'),
  },
  {
    what: 'TO_CONTAIN_TEXT takes a pattern, which sees the text as it stands',
    html: '<p>Total:\n\t <b>12</b></p>',
    selectors: [css('p')],
    assertion: text(pattern('^Total:\\n\\t 1')),
  },
  {
    what: 'TO_CONTAIN_TEXT takes a pattern of no text',
    html: '<p></p><p>Hi</p>',
    selectors: [by('ROLE', 'paragraph', { includeHidden: true }), by('FIRST')],
    assertion: text(pattern('^$')),
  },
  {
    what: 'TO_CONTAIN_TEXT waits for a text',
    html: `<p>Busy</p>${later('document.querySelector("p").textContent = "Done"')}`,
    selectors: [css('p')],
    assertion: text('Done'),
  },
  {
    what: 'TO_CONTAIN_TEXT refuses another case',
    html: '<p>Total: "12" \\ EUR</p>',
    selectors: [css('p')],
    assertion: text('total "'),
    fails: ['Expected substring: "total \\""', 'Received string:    "Total: \\"12\\" \\\\ EUR"'],
  },
  {
    what: 'TO_CONTAIN_TEXT refuses a pattern that does not fit',
    html: '<p>Total</p>',
    selectors: [css('p')],
    assertion: text(pattern('^\\d+$')),
    fails: ['Expected pattern: /^\\d+$/', 'Received string:  "Total"'],
  },
  {
    what: 'TO_CONTAIN_TEXT refuses what goes away',
    html: `<p>Total</p>${later('document.querySelector("p").remove()')}`,
    selectors: [css('p')],
    assertion: text('Sum'),
    fails: ['Expected substring: "Sum"', absent],
  },
  {
    what: 'TO_HAVE_TEXT takes the whole text, with white space folded on both sides',
    html: '<p> Total:\n\t <b>12</b>&nbsp;EUR </p>',
    selectors: [css('p')],
    assertion: { expectation: 'TO_HAVE_TEXT', calledWith: 'Total:\n  12 EUR' },
  },
  {
    what: 'TO_HAVE_TEXT takes an empty text, and waits for it',
    html: `<p style="height: 1em">Busy</p>${later('document.querySelector("p").textContent = ""')}`,
    selectors: [css('p')],
    assertion: { expectation: 'TO_HAVE_TEXT', calledWith: '' },
  },
  {
    what: 'TO_HAVE_TEXT refuses a part',
    html: '<p>Total: 12</p>',
    selectors: [css('p')],
    assertion: { expectation: 'TO_HAVE_TEXT', calledWith: 'Total' },
    fails: ['Expected: "Total"', 'Received: "Total: 12"'],
  },
  {
    what: 'NOT_TO_CONTAIN_TEXT waits until the text is gone',
    html: `<p>Busy</p>${later('document.querySelector("p").textContent = "Done"')}`,
    selectors: [css('p')],
    assertion: { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'Busy' },
  },
  {
    what: 'NOT_TO_CONTAIN_TEXT refuses what is not there',
    html: '<p>Hi</p>',
    selectors: [css('h1')],
    assertion: { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'Busy' },
    fails: ['Expected substring: not "Busy"', absent],
  },
  {
    what: 'NOT_TO_CONTAIN_TEXT refuses what is hidden',
    html: '<p hidden>Hi</p>',
    selectors: [css('p')],
    assertion: { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'Busy' },
    fails: ['Expected substring: not "Busy"', absent],
  },
  {
    what: 'TO_HAVE_COUNT waits for the last of several',
    html: `<p>One</p>${later('document.body.insertAdjacentHTML("beforeend", "<p>Two</p>")')}`,
    selectors: [css('p')],
    assertion: { expectation: 'TO_HAVE_COUNT', calledWith: 2 },
  },
  {
    what: 'TO_HAVE_COUNT does not count what is hidden',
    html: '<p>One</p><p hidden>Two</p>',
    selectors: [css('*:not(html, body, hr, script)')],
    assertion: { expectation: 'TO_HAVE_COUNT', calledWith: 2 },
    fails: ['Expected: 2', 'Received: 1'],
  },
  {
    what: 'TO_HAVE_COUNT takes none in a hidden frame',
    html: '<iframe hidden srcdoc="<p>Hi</p>"></iframe>',
    selectors: [by('FRAME', 'iframe'), css('p')],
    assertion: { expectation: 'TO_HAVE_COUNT', calledWith: 0 },
  },
  {
    what: 'TO_HAVE_ATTRIBUTE takes an attribute without a value',
    html: '<input required>',
    selectors: [css('input')],
    assertion: { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['required', ''] },
  },
  {
    what: 'TO_HAVE_ATTRIBUTE takes any value of an attribute',
    html: '<input name="a">',
    selectors: [css('input')],
    assertion: { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['name', pattern('.*')] },
  },
  {
    what: 'TO_HAVE_ATTRIBUTE refuses an attribute that is missing, also for a pattern of anything',
    html: '<input>',
    selectors: [css('input')],
    assertion: { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['name', pattern('.*')] },
    fails: ['Expected pattern: /.*/', 'Received string:  null'],
  },
  {
    what: 'ENABLED takes the button around a text',
    html: '<button><b>Pay</b></button>',
    selectors: [by('TEXT', 'Pay')],
    assertion: { expectation: 'ENABLED' },
  },
  {
    what: 'ENABLED refuses the disabled button around a text',
    html: '<button disabled><b>Pay</b></button>',
    selectors: [by('TEXT', 'Pay')],
    assertion: { expectation: 'ENABLED' },
    fails: ['Expected: enabled', 'Received: disabled'],
  },
  {
    what: 'ENABLED refuses what is not there',
    html: '<p>Hi</p>',
    selectors: [css('button')],
    assertion: { expectation: 'ENABLED' },
    fails: ['Expected: enabled', absent],
  },
  {
    what: 'FOCUSED takes what gets the focus later',
    html: `<input>${later('document.querySelector("input").focus()')}`,
    selectors: [css('input')],
    assertion: { expectation: 'FOCUSED' },
  },
  {
    what: 'FOCUSED refuses another field',
    html: '<input><textarea autofocus></textarea>',
    selectors: [css('input')],
    assertion: { expectation: 'FOCUSED' },
    fails: ['Expected: focused', 'Received: inactive'],
  },
  {
    what: 'TO_HAVE_STYLE takes a computed value',
    html: '<p style="color:red">Hi</p>',
    selectors: [css('p')],
    assertion: style('color', 'rgb(255, 0, 0)'),
  },
  {
    what: 'TO_HAVE_STYLE takes a shorthand',
    html: '<p style="margin:1px 2px">Hi</p>',
    selectors: [css('p')],
    assertion: style('margin', '1px 2px'),
  },
  {
    what: 'TO_HAVE_STYLE takes a custom property from above',
    html: '<div style="--gap: 4px"><p>Hi</p></div>',
    selectors: [css('p')],
    assertion: style('--gap', '4px'),
  },
  {
    what: 'TO_HAVE_STYLE takes a pattern, and waits',
    html: `<p>Hi</p>${later('document.querySelector("p").style.fontSize = "33px"')}`,
    selectors: [css('p')],
    assertion: style('font-size', pattern('^33(\\.0)?px$')),
  },
  {
    what: 'TO_HAVE_STYLE refuses a value that is written otherwise',
    html: '<p style="color:red">Hi</p>',
    selectors: [css('p')],
    assertion: style('color', 'red'),
    fails: ['Expected: "red"', 'Received: "rgb(255, 0, 0)"'],
  },
  {
    what: 'TO_HAVE_STYLE refuses a property that is not set',
    html: '<p>Hi</p>',
    selectors: [css('p')],
    assertion: style('--gap', pattern('px')),
    fails: ['Expected pattern: /px/', 'Received string:  ""'],
  },
];
