import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { by, clicks, containsText, css, entersText, pattern, sees } from '../../support/steps.ts';
import { acts } from '../steps/stage.ts';

/** A step that fails on a page, and the sentence that says so. */
export interface SentenceRow {
  readonly sentence: string;
  readonly html: string;
  readonly step: ExchangeElement;
}

type Row = readonly [sentence: string, html: string, step: ExchangeElement];
type Of<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];

const pay = by('ROLE', 'button', { name: 'Pay' });
const size = by('LABEL', 'Size');
const expects = (assertion: Assertion, ...selectors: ExchangeSelector[]): ExchangeElement => ({
  selectors,
  assertion,
});
const types = (text: string, delay: number) =>
  acts({ action: 'TYPE_TEXT', calledWith: { text, delay } }, size);
const presses = (calledWith: string, ...selectors: ExchangeSelector[]) =>
  acts({ action: 'KEY_PRESS', calledWith }, ...selectors);
const selects = (calledWith: Of<'SELECT_OPTION'>) => acts({ action: 'SELECT_OPTION', calledWith }, size);
const drags = (target: string, options?: NonNullable<Of<'DRAG_AND_DROP'>>['options']) =>
  acts(
    { action: 'DRAG_AND_DROP', calledWith: { selectors: [css(target)], ...(options && { options }) } },
    css('p'),
  );
const extracts = (attributeName: string) =>
  acts({ action: 'EXTRACT', calledWith: { type: 'ATTRIBUTE', variableName: 'link', attributeName } }, pay);
const waits = (calledWith: Of<'WAIT_FOR'>) => acts({ action: 'WAIT_FOR', calledWith });
const downloads = (calledWith: string) => acts({ action: 'DOWNLOAD', calledWith }, by('TEXT', 'Bill'));

const button = '<button>Pay</button>';
const field = (attributes: string) => `<label>Size <input ${attributes}></label>`;
// Inside a label, the driver takes a disabled option for enabled.
const list = '<label for="s">Size</label><select id="s"><option>S<option disabled>M</select>';
const cover = '<div class="cover" style="position: fixed; inset: 0"></div>';
const checkApp = 'Check that the app is running and reachable at this address.';
const formats =
  'Write dates as 2026-12-31, times as 23:59, months as 2026-12, weeks as 2026-W52, and colors as #ff0000.';
const choose = 'Make the selector more specific, or choose one of them with FIRST, LAST or NTH.';

const atOnce: readonly Row[] = [
  [`Could not click the button "Pay": 2 elements match. ${choose}`, button + button, clicks(pay)],
  [`Expected the button "Pay" to be visible, but 2 elements match. ${choose}`, button + button, sees(pay)],
  [
    `Could not enter "L" into the field "Size": 2 elements match: getByRole('textbox', { name: 'Size', exact: true }), getByRole('textbox', { name: 'Shoe size' }). ${choose}`,
    `${field('')}<label>Shoe size <input></label>`,
    entersText('L', size),
  ],
  [
    `Could not click the button "Pay": 3 elements match: 2 × <button>Pay</button>, getByRole('button', { name: 'Pay all' }). ${choose}`,
    `${button}${button}<button>Pay all</button>`,
    clicks(pay),
  ],
  [
    `Could not click the button "Pay" in the frame "iframe": 2 frames match: <iframe srcdoc="a"></iframe>, <iframe srcdoc="b"></iframe>. ${choose}`,
    '<iframe srcdoc="a"></iframe><iframe srcdoc="b"></iframe>',
    clicks(by('FRAME', 'iframe'), pay),
  ],
  [
    'Could not click the button "Pay" in the frame "p": <p>Hi</p> is not a frame.',
    '<p>Hi</p>',
    clicks(by('FRAME', 'p'), pay),
  ],
  [
    'Could not click the element "button[": the CSS selector is invalid. Correct it in the test case.',
    button,
    clicks(css('button[')),
  ],
  [
    'Expected the element "p:has-txt(a)" to be visible, but the CSS selector is invalid. Correct it in the test case.',
    button,
    sees(css('p:has-txt(a)')),
  ],
  [
    'Could not enter "XL" into the text "Size": it is not a field. Select the field itself. If it only takes keys, use KEY_PRESS.',
    '<p>Size</p>',
    entersText('XL', by('TEXT', 'Size')),
  ],
  [
    'Could not enter "XL" into the field "Size": it accepts only numbers.',
    field('type=number'),
    entersText('XL', size),
  ],
  [
    `Could not enter "XL" into the field "Size": it does not accept this value. ${formats}`,
    field('type=date'),
    entersText('XL', size),
  ],
  [
    'Could not enter "XL" into the field "Size": it is an input of type "checkbox".',
    field('type=checkbox'),
    entersText('XL', size),
  ],
  [
    'Could not press Entr in the field "Size": there is no key "Entr". Use a name such as Enter, Tab or Control+a.',
    field(''),
    presses('Entr', size),
  ],
  [
    'Could not select "S" in the field "Size": it is not a select element. Use CLICK to open it, and CLICK on the option.',
    field(''),
    selects('S'),
  ],
  [
    'Could not clear the selection in the field "Size": it is not a select element. Use CLICK to open it, and CLICK on the option.',
    field(''),
    selects(null),
  ],
  [
    'Could not upload "/a.csv" to the field "Size": it is an input of type "text". Select the input of type "file".',
    field(''),
    acts({ action: 'UPLOAD', calledWith: '/a.csv' }, size),
  ],
  [
    'Could not download "bill.pdf" with the text "Bill": the downloaded file is named "a.csv".',
    '<a download="a.csv" href="data:text/csv,a">Bill</a>',
    downloads('bill.pdf'),
  ],
  [
    'Could not extract the attribute href of the button "Pay" as link: it has no such attribute.',
    button,
    extracts('href'),
  ],
  [
    `Could not go to http://127.0.0.1:39999/x: nothing answers at http://127.0.0.1:39999. ${checkApp}`,
    button,
    acts({ action: 'GO_TO', calledWith: 'http://ann:pass@127.0.0.1:39999/x' }),
  ],
  [
    `Could not go to http://app.invalid/: the host app.invalid is unknown. ${checkApp}`,
    button,
    acts({ action: 'GO_TO', calledWith: 'http://app.invalid/' }),
  ],
  [
    'Could not go to http://127.0.0.1:9/: browsers do not open this port, which is reserved for another protocol. Serve the app on another port, such as 3000.',
    button,
    acts({ action: 'GO_TO', calledWith: 'http://127.0.0.1:9/' }),
  ],
  [
    'Expected the response of /missing to be OK, but its status is 404.',
    button,
    expects({ expectation: 'RESPONSE_OK', calledWith: '/missing' }),
  ],
  [
    'Expected the response of http://127.0.0.1:39999/ to be OK, but the request failed: ECONNREFUSED.',
    button,
    expects({ expectation: 'RESPONSE_OK', calledWith: 'http://127.0.0.1:39999/' }),
  ],
  [
    'Expected the button "Pay" to be checked, but it is not a checkbox or radio button.',
    button,
    expects({ expectation: 'TO_BE_CHECKED' }, pay),
  ],
  [
    'Expected the button "Pay" to have the value "1", but it is not a field. Use TO_CONTAIN_TEXT for the text of other elements.',
    button.replaceAll('button', 'b').replace('<b>', '<b role=button>'),
    expects({ expectation: 'TO_HAVE_VALUE', calledWith: '1' }, pay),
  ],
];

/** What a page shows where an element is missing. */
const missing: readonly Row[] = [
  [
    'Could not click the button "Pay": it is not on the page. The page shows "Error 500".',
    '<p>Shop</p><h1>Error 500</h1>',
    clicks(pay),
  ],
  [
    'Expected the heading "Thank you" to be visible, but it is not on the page. The page shows "Checkout" and the alert "Card declined".',
    '<h1>Checkout</h1><p role="alert">Card declined</p>',
    sees(by('ROLE', 'heading', { name: 'Thank you' })),
  ],
  [
    'Could not hover over the image "Mug": it is not on the page. The page shows "First line".',
    '<p>First line</p><p>Second line</p>',
    acts({ action: 'HOVER' }, by('ALT_TEXT', 'Mug')),
  ],
  [
    'Could not click the button "Pay": it was not found. An error overlay is in front of the page: "Failed to resolve import "./Cart.vue"".',
    '<div id="app"></div><vite-error-overlay><template shadowrootmode="open"><pre>Failed to resolve import "./Cart.vue"</pre></template></vite-error-overlay>',
    clicks(pay),
  ],
  [
    'Could not extract the attribute href of the button "Pay" as link: it is not on the page. The page shows no text.',
    '',
    extracts('href'),
  ],
  [
    `Expected the element with the test ID "total" to contain "€9", but it is not on the page. The page shows "${'x'.repeat(200)}…".`,
    `<h1>${'x'.repeat(5000)}</h1>`,
    containsText('€9', by('TEST_ID', 'total')),
  ],
  ['Could not click the button "Pay": it is hidden.', '<button hidden>Pay</button>', clicks(pay)],
  [
    'Could not click the button "Pay": it is hidden. The text "Pay" is visible: select it with TEXT.',
    '<button style="width: 0; height: 0; padding: 0; border: 0; overflow: hidden" aria-label="Pay"></button><p>Pay</p>',
    clicks(pay),
  ],
  ...(['TO_CONTAIN_TEXT', 'TO_HAVE_TEXT'] as const).map((expectation): Row => {
    const words = expectation === 'TO_HAVE_TEXT' ? 'have the text' : 'contain';
    return [
      `Expected the element "h1" to ${words} "YOUR CART", but its text is "Your cart". They differ in upper and lower case only. The page may show capitals by CSS (text-transform): write the text as it is in the document, or use a pattern that ignores case, such as OCTOREGEX(?i:pay now)OCTOREGEX.`,
      '<h1 style="text-transform: uppercase">Your cart</h1>',
      expects({ expectation, calledWith: 'YOUR CART' }, css('h1')),
    ];
  }),
  [
    'Expected the element "h1" to have the text "YOUR", but its text is "Your cart".',
    '<h1>Your cart</h1>',
    expects({ expectation: 'TO_HAVE_TEXT', calledWith: 'YOUR' }, css('h1')),
  ],
  [
    'Expected the status to contain "Saved", but it is empty.',
    '<p role="status"></p>',
    containsText('Saved', by('ROLE', 'status')),
  ],
  [
    'Expected the text "Saved" to be visible, but it is not on the page. The page shows "Cart" and the message "Could not save".',
    '<h1>Cart</h1><p role="status">Could not save</p>',
    sees(by('TEXT', 'Saved')),
  ],
  [
    'Expected the text "Saved" to be visible, but it is not on the page. The page shows "500 Internal Error" and the message "Could not save".',
    '<nav>Shop</nav><h1>500</h1><p>Internal Error</p><div aria-live="assertive" style="position: absolute; clip-path: inset(50%); overflow: hidden; width: 1px; height: 1px">untitled page</div><section aria-live="polite"><p style="position: fixed">Could not save</p></section>',
    sees(by('TEXT', 'Saved')),
  ],
  [
    'Expected the dialog "About us" to be visible, but it is hidden.',
    '<button>About us</button><dialog aria-label="About us">Since 1999</dialog>',
    sees(by('ROLE', 'dialog', { name: 'About us' })),
  ],
  [
    'Could not click the listitem "Tea": it is not on the page. The page shows "Cart". A listitem is not named by its text: use FILTER with hasText instead of the name.',
    '<h1>Cart</h1><ul><li>Tea</ul>',
    clicks(by('ROLE', 'listitem', { name: 'Tea' })),
  ],
  [
    'Could not click the button "Pay": it is not on the page. The page shows "Cart". The content of <x-pay> may be in a closed shadow root, which selectors cannot enter.',
    '<h1>Cart</h1><x-pay></x-pay><script>customElements.define("x-pay", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = "<div style=\'height:20px\'><button>Pay</button></div>"; this.style.display = "block"; } })</script>',
    clicks(pay),
  ],
  [
    'Could not click the button "Pay": it is hidden.',
    '<button hidden>Pay</button>',
    clicks(by('ROLE', 'button', { name: 'Pay', includeHidden: true })),
  ],
  [
    'Expected the button "Pay" to be visible, but it is hidden.',
    '<button style="display: none">Pay</button>',
    sees(by('ROLE', 'button', { name: 'Pay', includeHidden: true })),
  ],
  [
    'Expected the text "Hi" to be visible, but the 2 elements that match are hidden.',
    '<p hidden>Hi</p><p hidden>Hi</p>',
    sees(by('TEXT', 'Hi')),
  ],
  ['Could not click the 3rd button "Pay": only 1 element matches.', button, clicks(pay, by('NTH', '2'))],
  [
    'Could not click the 3rd to last button "Pay": only 2 elements match.',
    button + button,
    clicks(pay, by('NTH', '-3')),
  ],
  [
    'Could not click the button "Pay" in the row with "Milk": the row with "Milk" is not on the page. The page shows "Cart".',
    '<h1>Cart</h1><table><tr><td>Tea<td><button>Pay</button></table>',
    clicks(by('ROLE', 'row'), by('FILTER', '', { hasText: 'Milk' }), pay),
  ],
  [
    'Could not click the button "Pay" in the row with "Tea": it is not on the page. The page shows "Cart".',
    '<h1>Cart</h1><table><tr><td>Tea</table>',
    clicks(by('ROLE', 'row'), by('FILTER', '', { hasText: 'Tea' }), pay),
  ],
  [
    'Could not click the button "Pay" in the frame "#bank": the frame "#bank" is not on the page. The page shows "Shop".',
    '<h1>Shop</h1>',
    clicks(by('FRAME', '#bank'), pay),
  ],
  [
    'Could not click the button "Pay" in the frame "#bank": the frame "#bank" is hidden.',
    '<h1>Shop</h1><iframe id="bank" hidden srcdoc="<button>Pay</button>"></iframe>',
    clicks(by('FRAME', '#bank'), pay),
  ],
  [
    'Could not click the button "Pay" in the frame "#bank": it is not in the frame. The frame shows "Bank".',
    '<h1>Shop</h1><iframe id="bank" srcdoc="<h1>Bank</h1>"></iframe>',
    clicks(by('FRAME', '#bank'), pay),
  ],
  [
    'Expected the button "Pay" in the frame "#bank" not to be visible, but the frame does not exist. To check that the frame itself is not there, use a CSS selector instead of FRAME.',
    '<h1>Shop</h1>',
    expects({ expectation: 'NOT_VISIBLE' }, by('FRAME', '#bank'), pay),
  ],
  [
    'Could not drag the element "p" to the element "#bin": the element "p" is not on the page. The page shows "Bin".',
    '<h1 id="bin">Bin</h1>',
    drags('#bin'),
  ],
  [
    'Could not drag the element "p" to the element "#bin": the element "#bin" is not on the page. The page shows "Files".',
    '<h1>Files</h1><p>a.txt</p>',
    drags('#bin'),
  ],
  [
    'Could not drag the element "p" to the element "#bin": the element "#bin" is not on the page. The page shows "Files".',
    '<h1>Files</h1><p>a.txt</p>',
    drags('#bin', { angularWorkaround: true }),
  ],
  [
    'Could not drag the element "p" to the element "#bin": <div id="ad"></div> covers the element "#bin".',
    '<p>a.txt</p><div style="position: relative"><div id="bin">Bin</div><div id="ad" style="position: absolute; inset: 0"></div></div>',
    drags('#bin'),
  ],
];

/** What a step means, although its selectors do not find it. */
const meant: readonly Row[] = [
  [
    'Could not click the button "Pay": it is not on the page. The page shows "Cart". Most similar: button "Pay now".',
    '<h1>Cart</h1><a href="#">Back</a><button>Pay now</button>',
    clicks(by('ROLE', 'button', { name: 'Pay', exact: true })),
  ],
  [
    'Could not click the button "Pay": it is not on the page. The page shows "Cart". Most similar: link "Pay".',
    '<h1>Cart</h1><a href="#">Pay</a><button>Back</button>',
    clicks(pay),
  ],
  [
    'Expected the text "Total: €9.00" to be visible, but it is not on the page. The page shows "Cart". Most similar: paragraph "Total: €9,50".',
    '<h1>Cart</h1><p>Total: €9,50</p>',
    sees(by('TEXT', 'Total: €9.00')),
  ],
  [
    'Could not click the element with the test ID "payButton": it is not on the page. The page shows "Pay". Most similar: button[data-testid="pay-button"].',
    '<button data-testid="pay-button">Pay</button>',
    clicks(by('TEST_ID', 'payButton')),
  ],
  [
    `Could not click the button "Pay": it is only in the frame "iframe[title='Your bank']". Begin its selectors with this FRAME.`,
    '<h1>Cart</h1><iframe></iframe><iframe title="Your bank" srcdoc="<button>Pay</button>"></iframe>',
    clicks(pay),
  ],
  [
    'Could not click the button "Pay": it is only in the frame ":nth-match(iframe:visible, 2)". Begin its selectors with this FRAME.',
    '<h1>Cart</h1><iframe hidden></iframe><iframe></iframe><iframe srcdoc="<button>Pay</button>"></iframe>',
    clicks(pay),
  ],
  [
    'Could not click the button "Pay": it is only in the frame "iframe" in the frame "iframe". Begin its selectors with a FRAME for each of these, the outer one first.',
    `<h1>Cart</h1><iframe srcdoc="<iframe srcdoc='<button>Pay</button>'></iframe>"></iframe>`,
    clicks(pay),
  ],
  [
    'Expected the heading "Terms" to be visible, but it is only on the page "about:blank" in another window or tab. Put SWITCH_PAGE before this step.',
    '<h1>Cart</h1><script>open("about:blank").document.write("<h1>Terms</h1>")</script>',
    sees(by('ROLE', 'heading', { name: 'Terms' })),
  ],
  [
    'Could not select "L" in the field "Size": it has no such option. Its options: "S", "M".',
    list,
    selects('L'),
  ],
];

/** Elements that are there, and cannot be used. */
const unusable: readonly Row[] = [
  ['Could not click the button "Pay": it is disabled.', '<button disabled>Pay</button>', clicks(pay)],
  ['Could not click the button "Pay": <div class="cover"></div> covers it.', button + cover, clicks(pay)],
  [
    'Could not click the button "Pay": <vite-error-overlay></vite-error-overlay> covers it. An error overlay is in front of the page: "Expected a brace".',
    `${button}<vite-error-overlay style="position: fixed; inset: 0"><template shadowrootmode="open"><pre>Expected a brace</pre></template></vite-error-overlay>`,
    clicks(pay),
  ],
  [
    'Could not hover over the button "Pay": <div class="cover">…</div> covers it.',
    button + cover.replace('></div>', '><b>Please wait</b></div>'),
    acts({ action: 'HOVER' }, pay),
  ],
  [
    'Could not double-click the button "Pay": it keeps moving.',
    `<style>@keyframes move { to { left: 200px } } button { position: absolute; left: 0; animation: move .3s linear infinite }</style>${button}`,
    acts({ action: 'CLICK', calledWith: { double: true } }, pay),
  ],
  [
    'Could not right-click the button "Pay": it is outside the visible area and cannot be scrolled into it.',
    '<button style="position: fixed; left: -500px">Pay</button>',
    acts({ action: 'CLICK', calledWith: { button: 'right' } }, pay),
  ],
  [
    'Could not click the button "Pay": the page kept replacing it.',
    '<div id="d"></div><script>setInterval(() => { d.innerHTML = "<button>Pay</button>" }, 5)</script>',
    clicks(pay),
  ],
  ['Could not enter "XL" into the field "Size": it is read-only.', field('readonly'), entersText('XL', size)],
  ['Could not enter "XL" into the field "Size": it is disabled.', field('disabled'), entersText('XL', size)],
  ['Could not select "M" in the field "Size": the option is disabled.', list, selects('M')],
  ['Could not type "ab" into the field "Size": it took too long.', field(''), types('ab', 60_000)],
  [
    'Could not download "bill.pdf" with the text "Bill": no download started.',
    '<a href="#">Bill</a>',
    downloads('bill.pdf'),
  ],
  [
    'Could not run JavaScript: the step did not end in time. The page may be busy or unresponsive.',
    button,
    acts({ action: 'JAVASCRIPT', calledWith: { code: 'await new Promise(() => {})', execType: 'browser' } }),
  ],
  [
    'Timed out waiting for a condition in JavaScript. The code must return true; the last time it returned false.',
    button,
    waits({ type: 'code', code: 'return false' }),
  ],
  [
    'Timed out waiting for networkIdle.',
    '<p>Hi</p><script>setInterval(() => fetch("/"), 100)</script>',
    waits({ type: 'networkIdle' }),
  ],
];

/** Elements that are not what a step expects. */
const contradicted: readonly Row[] = [
  [
    'Expected the button "Pay" not to be visible, but it is visible.',
    button,
    expects({ expectation: 'NOT_VISIBLE' }, pay),
  ],
  [
    'Expected the button "Pay" not to be visible, but 2 such elements are visible.',
    button + button,
    expects({ expectation: 'NOT_VISIBLE' }, pay),
  ],
  [
    'Expected the button "Pay" to be disabled, but it is enabled.',
    button,
    expects({ expectation: 'DISABLED' }, pay),
  ],
  [
    'Expected the field "Size" to be checked, but it is not checked.',
    field('type=checkbox'),
    expects({ expectation: 'TO_BE_CHECKED' }, size),
  ],
  [
    'Expected the field "Size" not to be checked, but it is checked.',
    field('type=checkbox checked'),
    expects({ expectation: 'NOT_TO_BE_CHECKED' }, size),
  ],
  [
    'Expected the field "Size" to have the value "XL", but its value is " XL".',
    field('value=" XL"'),
    expects({ expectation: 'TO_HAVE_VALUE', calledWith: 'XL' }, size),
  ],
  [
    'Expected the field "Size" to have the value "XL", but it is empty.',
    field(''),
    expects({ expectation: 'TO_HAVE_VALUE', calledWith: 'XL' }, size),
  ],
  [
    'Expected the field "Size" to be empty, but its value is "XL".',
    field('value="XL"'),
    expects({ expectation: 'TO_HAVE_VALUE', calledWith: '' }, size),
  ],
  [
    'Expected the element "p" to contain "Total: €10", but its text is "Total: €9".',
    '<p>Total: €9</p>',
    containsText('Total: $PRICE', css('p')),
  ],
  [
    'Expected the element "p" to contain /^\\d+$/, but its text is "First Expected: forged \\u202e".',
    '<p>First\n\nExpected: forged \u202e</p>',
    containsText(pattern('^\\d+$'), css('p')),
  ],
  [
    'Expected the first paragraph to contain "Hi", but it has no text.',
    '<p></p><p>Hi</p>',
    containsText('Hi', by('ROLE', 'paragraph', { includeHidden: true }), by('FIRST')),
  ],
  [
    'Expected the listitem to be found 3 times, but 2 elements match.',
    '<ul><li>Tea<li>Milk</ul>',
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: 3 }, by('ROLE', 'listitem')),
  ],
  [
    'Expected the listitem not to be found, but 1 element matches.',
    '<ul><li>Tea</ul>',
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, by('ROLE', 'listitem')),
  ],
  [
    'Expected the listitem to be found once, but it is not on the page. The page shows "Cart".',
    '<h1>Cart</h1>',
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: 1 }, by('ROLE', 'listitem')),
  ],
  [
    'Expected the page to have the title "Cart", but its title is "Shop".',
    '<title>Shop</title><h1>Hi</h1>',
    expects({ expectation: 'TO_HAVE_TITLE', calledWith: 'Cart' }),
  ],
  [
    'Expected the page to have the title "Cart", but it has no title.',
    '<h1>Hi</h1>',
    expects({ expectation: 'TO_HAVE_TITLE', calledWith: 'Cart' }),
  ],
  [
    'Expected the element "p" to have the text "Total: €10", but its text is "Total: €10!".',
    '<p>Total: €10!</p>',
    expects({ expectation: 'TO_HAVE_TEXT', calledWith: 'Total: $PRICE' }, css('p')),
  ],
  [
    'Expected the element "p" not to contain "€10", but its text is "Total: €10".',
    '<p>Total: €10</p>',
    expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: '$PRICE' }, css('p')),
  ],
  [
    'Expected the button "Pay" to have the attribute title: "€10", but it has no such attribute.',
    button,
    expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['title', '$PRICE'] }, pay),
  ],
  [
    'Expected the button "Pay" to have the attribute title: "Now", but its value is "Later".',
    '<button title="Later">Pay</button>',
    expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['title', 'Now'] }, pay),
  ],
  [
    'Expected the button "Pay" to be enabled, but it is disabled.',
    '<button disabled>Pay</button>',
    expects({ expectation: 'ENABLED' }, pay),
  ],
  [
    'Expected the button "Pay" to be focused, but it is not focused.',
    button,
    expects({ expectation: 'FOCUSED' }, pay),
  ],
  [
    'Expected the element "p" to have the style color: "red", but its value is "rgb(255, 0, 0)".',
    '<p style="color: red">Hi</p>',
    expects({ expectation: 'TO_HAVE_STYLE', calledWith: ['color', 'red'] }, css('p')),
  ],
  [
    'Expected the element "p" to have the style --gap: "4px", but it does not have this property.',
    '<p>Hi</p>',
    expects({ expectation: 'TO_HAVE_STYLE', calledWith: ['--gap', '4px'] }, css('p')),
  ],
];

function rows(all: readonly Row[]): readonly SentenceRow[] {
  return all.map(([sentence, html, step]) => ({ sentence, html, step }));
}

/** Failures that need no waiting. */
export const immediateRows = rows(atOnce);
/** One of each kind that needs waiting. */
export const sampleRows = rows([
  ...missing.slice(0, 4),
  ...meant,
  ...unusable.slice(0, 2),
  ...contradicted.slice(8, 9),
]);
export const waitingRows = rows([...missing, ...meant, ...unusable, ...contradicted]);
