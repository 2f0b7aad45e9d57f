import type { Assertion } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { goTo, seesCss } from '../../support/cases.ts';
import { by, clicks, containsText, css, entersText, pattern } from '../../support/steps.ts';

interface Broken {
  readonly says: RegExp | string;
  /** `any` where it depends on the time. */
  readonly step: number | 'any' | undefined;
}

/** A page, what a test case does on it, and how that must end. */
export interface Row {
  readonly what: string;
  /** The content of the page at the entry point. */
  readonly html: string;
  readonly steps: readonly ExchangeElement[];
  /** What the message says, and the index of the step that failed; undefined where the entry point did. */
  readonly broken?: Broken;
  /** A text of its only warning. */
  readonly warning?: string;
  /** An assertion of it times out: it has a short limit. */
  readonly timesOut?: true;
}

const link = css('#go');
const click = clicks(link);
const seesHeading = seesCss('h1');
/** Of Vue, reduced: it is on every page of a development server. */
export const devTools =
  '<div id=__vue-devtools-container__><div style="position:fixed;bottom:0"><button>Toggle</button></div></div>';
const noError: ExchangeElement = {
  selectors: [css('.error')],
  assertion: { expectation: 'NOT_VISIBLE' },
};
const key = (name: string, ...selectors: ExchangeElement['selectors']): ExchangeElement => ({
  selectors,
  interaction: { action: 'KEY_PRESS', calledWith: name },
});
const waits: ExchangeElement = { selectors: [], interaction: { action: 'WAIT_FOR' } };
const script = (code: string): ExchangeElement => ({
  selectors: [],
  interaction: { action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } },
});
const selects: ExchangeElement = {
  selectors: [css('select')],
  interaction: { action: 'SELECT_OPTION', calledWith: 'b' },
};
const expects = (assertion: Assertion, ...selectors: ExchangeElement['selectors']): ExchangeElement => ({
  selectors,
  assertion,
});
/** Assertions that a page with an error meets, too. */
const weakAssertions: readonly [what: string, assertion: ExchangeElement][] = [
  ['its URL', expects({ expectation: 'TO_HAVE_URL', calledWith: pattern('code=500$') })],
  ['its title', expects({ expectation: 'TO_HAVE_TITLE', calledWith: '' })],
  [
    'a text that it does not have',
    expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'Tea' }, css('h1')),
  ],
  [
    'a text that its root does not have',
    expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'Tea' }, css('body')),
  ],
  ['no element', expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, css('.error'))],
  ['one root', expects({ expectation: 'TO_HAVE_COUNT', calledWith: 1 }, css('html'))],
  ['its root is enabled', expects({ expectation: 'ENABLED' }, css('body'))],
  ['its root has the focus', expects({ expectation: 'FOCUSED' }, css('body'))],
];
/** Positive, although nothing is on the page. */
const styleOfBody: ExchangeElement = {
  selectors: [css('body')],
  assertion: { expectation: 'TO_HAVE_STYLE', calledWith: ['margin-top', '8px'] },
};
const signsIn = [click, entersText('secret', css('[name=password]')), clicks(css('button'))];
const ignored = (element: ExchangeElement): ExchangeElement => ({ ...element, ignoreFailure: true });
const closes: ExchangeElement = { selectors: [], interaction: { action: 'CLOSE_PAGE' } };
const switchesToNew: ExchangeElement = {
  selectors: [],
  interaction: { action: 'SWITCH_PAGE', calledWith: 'new' },
};

const title = '<h1>Shop</h1>';
const to = (href: string, attributes = '') => `${title}<a id="go" href="${href}" ${attributes}>Go</a>`;
const button = (code: string) => `${title}<button id="go" onclick="${code}">Go</button>`;
const form = (action: string, method = 'post') =>
  `${title}<form method="${method}" action="${action}"><input name="a"><button id="go">Save</button></form>`;
const showsError = "document.body.insertAdjacentHTML('beforeend', '<p class=error>Not saved')";
const shows = (html: string) => `document.querySelector('h1').insertAdjacentHTML('afterend', '${html}')`;
const showsErrorAfterResponse = `fetch('/slow').then(() => ${showsError})`;
const select = (href: string) =>
  `${title}<select onchange="location.href='${href}'"><option>a<option>b</select>`;
/** A button that opens a window, in which a button calls a function of the page, and then closes the window. */
const popup = (code: string) =>
  `${title}<button id="go">Go</button><script>
    window.tell = () => { ${code} };
    go.onclick = () => {
      const popup = window.open();
      popup.document.body.innerHTML = '<button id=ok>OK</button>';
      popup.ok.onclick = () => popup.setTimeout(() => { tell(); popup.close(); }, 300);
    };
  </script>`;
const crashes =
  "document.body.innerHTML = '<h2>Application error: a client-side exception has occurred</h2>'";
const frame = (src: string) => `${title}<iframe src="${src}"></iframe>`;

const empty = 'ERR_EMPTY_RESPONSE';
const at = (step: Broken['step'], says: Broken['says']): Broken => ({ says, step });
const inFrame = (...selectors: ExchangeElement['selectors']) => [by('FRAME', 'iframe'), ...selectors];

const field = (code: string) => `${title}<input placeholder="Your tea" ${code}>`;
const enters = entersText('Oolong', css('input'));

/** A few of each kind, for the quick test. */
export const quickRows: readonly Row[] = [
  {
    what: 'a click on a link to a closed port',
    html: to('REFUSED'),
    steps: [click],
    broken: at(0, 'ERR_CONNECTION_REFUSED'),
  },
  {
    what: 'a new window of a closed port',
    html: to('REFUSED', 'target="_blank"'),
    steps: [click, seesHeading],
    broken: at(0, 'ERR_CONNECTION_REFUSED'),
  },
  {
    what: 'a later timer after the last step',
    html: button("setTimeout(() => { location.href = '/cut' }, 400)"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a form that is cut off, as the last step',
    html: form('/cut'),
    steps: [seesHeading, click],
    broken: at(1, `/cut failed: net::${empty}`),
  },
  {
    what: 'an endless redirect, then NOT_VISIBLE',
    html: to('/loop'),
    steps: [click, noError],
    broken: at(0, 'ERR_TOO_MANY_REDIRECTS'),
  },
  {
    what: 'a script that goes to a page that is cut off',
    html: title,
    steps: [script("location.href = '/slow-cut'")],
    broken: at(0, empty),
  },
  {
    what: 'a click on a link to a page with status 500',
    html: to('/status?code=500'),
    steps: [click, noError, waits],
    broken: at(0, 'status 500'),
  },
  {
    what: 'a frame of a closed port',
    html: frame('REFUSED'),
    steps: [{ ...noError, selectors: inFrame(css('.error')) }],
    broken: at(0, 'ERR_CONNECTION_REFUSED'),
  },
  {
    what: 'an app that removes everything',
    html: button('document.body.replaceChildren()'),
    steps: [click],
    broken: at(0, 'blank page'),
  },
  {
    what: 'an app that shows a crash after its text was expected to be missing',
    html: button(crashes.replaceAll('"', '&quot;')),
    steps: [{ ...noError, selectors: [by('TEXT', 'Application error')] }, click],
    broken: at(1, 'shows that the app has crashed'),
  },
  {
    what: 'an app that crashes when a window has closed itself',
    html: popup(crashes),
    steps: [click, switchesToNew, clicks(css('#ok'))],
    broken: at(2, 'shows that the app has crashed'),
  },
  {
    what: 'a new window that shows a crash',
    html: button(`const popup = window.open('/ok'); popup.onload = () => popup.eval(&quot;${crashes}&quot;)`),
    steps: [click, seesHeading],
    broken: at(0, /opened a window with .*\/ok, which shows that the app has crashed: "Application error/),
  },
  {
    what: 'a page with status 500 that an optional GO_TO leaves in vain',
    html: to('/status?code=500'),
    steps: [click, ignored(goTo('/cut')), goTo('/ok'), seesHeading],
    broken: at(0, 'status 500'),
  },
  {
    what: 'an optional click that opens a window which fails during the next step',
    html: `${to('/slow-cut', 'target=_blank')}<script>go.onclick = () => { setTimeout(() => ${shows('<p id=late>Late')}, 900) }</script>`,
    steps: [ignored(click), seesCss('#late')],
    warning: 'Step 1 (CLICK) failed, and the failure was ignored: The navigation',
  },
  {
    what: 'an app that leaves only the tools of its development server',
    html: `${button("this.parentElement.querySelectorAll('h1, #go').forEach((each) => each.remove())")}${devTools}`,
    steps: [click],
    broken: at(0, 'blank page'),
  },
  {
    what: 'a button that was rendered on the server, and does nothing until the app is imported',
    html: `${title}<button id=go>Save</button><script>import('/late.js')</script>`,
    steps: [click, containsText('Saved', link)],
  },
  {
    what: 'the debug page of a framework',
    html: to('/status?code=500&text=ZeroDivisionError%20at%20/crash/'),
    steps: [click],
    broken: at(0, /expected, assert .* The page says "ZeroDivisionError at \/crash\/ Home"\.$/),
  },
  {
    what: 'GO_TO the debug page of a framework',
    html: title,
    steps: [goTo('/status?code=500&text=KeyError at /')],
    broken: at(0, /The page says "KeyError at \/ Home"\.$/),
  },
  {
    what: 'a page in XHTML that is not well-formed',
    html: to('/broken-xhtml'),
    steps: [click, seesHeading],
    broken: at(0, 'not well-formed XML'),
  },
  {
    what: 'an app that leaves only an empty canvas',
    html: button("document.body.innerHTML = '<canvas></canvas>'"),
    steps: [click],
    broken: at(0, 'blank page'),
  },
  {
    what: 'an error that a response shows after NOT_VISIBLE',
    html: button(showsErrorAfterResponse),
    steps: [click, noError, waits],
    broken: at(1, 'error'),
    timesOut: true,
  },
  {
    what: 'an expected page with status 500',
    html: to('/status?code=500'),
    steps: [click, containsText('Status 500', css('h1'))],
  },
  {
    what: 'a field that a script empties, then a click',
    html: `${field('oninput="setTimeout(() => { value = ``})"')}<button id="go">Save</button>`,
    steps: [enters, click],
    warning: 'The page emptied the field "Your tea" by itself',
  },
  {
    what: 'a page with status 404',
    html: to('/status?code=404'),
    steps: [click, seesHeading],
    warning: '/status?code=404, which responded with status 404',
  },
  {
    what: 'a change that is refused, and nothing that shows it',
    html: button("fetch('/status?code=403', { method: 'POST' })"),
    steps: [seesHeading, click],
    warning: '/status, which responded with status 403',
  },
  {
    what: 'one fault that is a response, another one, an error of a script, and a text',
    html: button(
      `for (const n of [1, 2]) fetch('/status?code=50' + n).then(() => { ${shows('<p>Something went wrong')}; nope() })`,
    ),
    steps: [seesHeading, click, noError],
    warning: 'Step 2 (CLICK): the page sent GET',
  },
  {
    what: 'a change whose response says that it failed',
    html: button("fetch('/refused', { method: 'POST' })"),
    steps: [click],
    warning: '/refused, whose response says that it failed',
  },
  {
    what: 'an expected page with status 404',
    html: to('/status?code=404&text=No such tea'),
    steps: [click, containsText('No such tea', css('h1'))],
  },
  {
    what: 'a price that is no number',
    html: button(shows('<p>Total: $NaN')),
    steps: [click],
    warning: 'Total: $NaN',
  },
  { what: 'a download', html: to('/download'), steps: [click] },
];

/** Navigations that fail. */
const failedNavigations: readonly Row[] = [
  ...['REFUSED', '/cut', '/slow-cut', '/loop', 'http://nowhere.invalid/', 'HTTPS/ok'].flatMap(
    (href): Row[] => {
      const says = 'net::ERR_';
      return [
        {
          what: `a click on ${href}, then NOT_VISIBLE`,
          html: to(href),
          steps: [click, noError],
          broken: at(0, says),
        },
        { what: `Enter on ${href}`, html: to(href), steps: [key('Enter', link)], broken: at(0, says) },
      ];
    },
  ),
  { what: 'an option', html: select('/cut'), steps: [selects], broken: at(0, empty) },
  { what: 'an option, slowly', html: select('/slow-cut'), steps: [selects], broken: at(0, empty) },
  {
    what: 'a key without an element',
    html: `<input onkeydown="location.href='/cut'">`,
    steps: [clicks(css('input')), key('a')],
    broken: at(1, empty),
  },
  {
    what: 'typed text',
    html: `<input oninput="location.href='/cut'">`,
    steps: [{ selectors: [css('input')], interaction: { action: 'TYPE_TEXT', calledWith: { text: 'a' } } }],
    broken: at(0, empty),
  },
  {
    what: 'entered text',
    html: `<input oninput="location.href='/cut'">`,
    steps: [entersText('a', css('input'))],
    broken: at(0, empty),
  },
  {
    what: 'a form that is refused',
    html: form('REFUSED'),
    steps: [click],
    broken: at(0, 'ERR_CONNECTION_REFUSED'),
  },
  {
    what: 'a form that is sent by Enter',
    html: form('/cut'),
    steps: [key('Enter', css('input'))],
    broken: at(0, empty),
  },
  {
    what: 'a script after a response',
    html: button("fetch('/slow').then(() => { location.href = '/cut' })"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a timer after the last step',
    html: button("setTimeout(() => { location.href = '/cut' }, 80)"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a timer that starts another one',
    html: button("setTimeout(() => setTimeout(() => { location.href = '/cut' }, 300), 300)"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a timer of the next page',
    html: to("/page?html=<h1>A</h1><script>setTimeout(() => { location.href='/cut' }, 400)</script>"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a refresh of the next page after a second',
    html: to('/page?html=%3Cmeta http-equiv=refresh content=1;url=/cut%3EWait'),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a timer, then NOT_VISIBLE',
    html: button("setTimeout(() => { location.href = '/cut' }, 50)"),
    steps: [click, noError],
    broken: at('any', empty),
  },
  {
    what: 'a refresh of the next page',
    html: to('/page?html=%3Cmeta http-equiv=refresh content=0;url=/cut%3EWait'),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a refresh of the first page',
    html: `<meta http-equiv="refresh" content="0;url=/slow-cut">${title}`,
    steps: [seesHeading],
    broken: at(0, empty),
  },
  {
    what: 'a refresh by the response of the next page after a second',
    html: to('/refresh'),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a callback for an idle page',
    html: button("requestIdleCallback(() => requestIdleCallback(() => { location.href = '/cut' }))"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'an interval',
    html: button("setInterval(() => { location.href = '/cut' }, 400)"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'the end of an animation',
    html: button(
      "this.animate([{ opacity: 1 }, { opacity: 0.5 }], 500).onfinish = () => { location.href = '/cut' }",
    ),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a script of the next page',
    html: to("/page?html=<script>location.href='/cut'</script>"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a page that replaces the next one',
    html: button("location.href = '/slow'; setTimeout(() => { location.href = '/cut' }, 20)"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a reload',
    html: button("history.replaceState(null, '', '/cut'); location.reload()"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'back to a page that is cut off',
    html: button("history.replaceState(null, '', '/cut'); location.href = '/page?html=<p id=go>Next'"),
    steps: [click, script('history.back()')],
    broken: at(1, empty),
  },
  {
    what: 'a new window that is cut off',
    html: button("window.open('/slow-cut')"),
    steps: [click],
    broken: at(0, empty),
  },
  {
    what: 'a document without its end',
    html: to('/truncated'),
    steps: [click],
    broken: at(0, 'ERR_CONTENT_LENGTH_MISMATCH'),
  },
  {
    what: 'a document without its last chunk',
    html: to('/truncated-chunk'),
    steps: [click, seesHeading],
    broken: at(0, 'ERR_INCOMPLETE_CHUNKED_ENCODING'),
  },
  {
    what: 'an ignored failure, then NOT_VISIBLE on the error page',
    html: to('/cut'),
    steps: [ignored(click), noError],
    broken: at(1, empty),
  },
  {
    what: 'an ignored failure at the end',
    html: to('/cut'),
    steps: [seesHeading, ignored(click)],
    broken: at(1, empty),
  },
  {
    what: 'an error while an assertion waits',
    html: button("setTimeout(() => { location.href = '/cut' }, 50)"),
    steps: [click, seesCss('#never')],
    broken: at('any', empty),
  },
];

/** Documents with an error status. */
const errorStatus: readonly Row[] = [
  {
    what: 'GO_TO a page with status 500',
    html: title,
    steps: [goTo('/status?code=500'), seesHeading],
    broken: at(0, 'status 500'),
  },
  {
    what: 'GO_TO a redirect to status 500',
    html: title,
    steps: [goTo('/redirect-to-500'), seesHeading],
    broken: at(0, 'status 500'),
  },
  {
    what: 'an entry point that redirects by script to status 503',
    html: `<script>location.href = '/status?code=503'</script>`,
    steps: [seesHeading],
    broken: at(undefined, 'status 503'),
  },
  {
    what: 'status 500, then a click on the page',
    html: to('/status?code=500'),
    steps: [click, clicks(css('h1'))],
    broken: at(0, 'status 500'),
  },
  {
    what: 'status 500 after an ignored click at the end',
    html: to('/status?code=500'),
    steps: [seesHeading, ignored(click)],
    broken: at(1, 'status 500'),
  },
  {
    what: 'status 500, then a key',
    html: to('/status?code=500'),
    steps: [click, key('Tab')],
    broken: at(0, 'status 500'),
  },
  {
    what: 'status 500, then its root is visible',
    html: to('/status?code=500'),
    steps: [click, seesCss('body')],
    broken: at(0, 'status 500'),
  },
  ...[
    ...[
      'html > body',
      'body:visible',
      'main, body',
      'body:nth-child(2)',
      ':is(body)',
      'css=body',
      '/* all */ body',
    ],
    ...['body:only-of-type', 'body >> visible=true', 'body:not(.a)', ':where(html)', ':has(> h1)'],
  ].map(
    (selector): Row => ({
      what: `status 500, then ${selector} is visible`,
      html: to('/status?code=500'),
      steps: [click, seesCss(selector)],
      broken: at(0, 'status 500'),
    }),
  ),
  ...[[by('ROLE', 'document')], [css('body'), by('FILTER', '', { hasNotText: 'Tea' })]].map(
    (selectors): Row => ({
      what: `status 500, then ${selectors.map(({ selectorType }) => selectorType).join(' ')} is visible`,
      html: to('/status?code=500'),
      steps: [click, expects({ expectation: 'VISIBLE' }, ...selectors)],
      broken: at(0, 'status 500'),
    }),
  ),
  ...weakAssertions.map(
    ([what, assertion]): Row => ({
      what: `status 500, then ${what}`,
      html: to('/status?code=500'),
      steps: [click, assertion],
      broken: at(0, 'status 500'),
    }),
  ),
  {
    what: 'status 500, then a link that leaves it',
    html: to('/status?code=500'),
    steps: [click, clicks(css('a')), seesHeading],
    broken: at(0, 'status 500'),
  },
  {
    what: 'status 500 of a form, as the last step',
    html: form('/status?code=500'),
    steps: [click],
    broken: at(0, 'status 500'),
  },
  {
    what: 'status 500 of an option',
    html: select('/status?code=500'),
    steps: [selects, waits],
    broken: at('any', 'status 500'),
  },
  {
    what: 'status 503 after a reload',
    html: button("history.replaceState(null, '', '/status?code=503'); location.reload()"),
    steps: [click],
    broken: at(0, 'status 503'),
  },
  {
    what: 'status 500 without content',
    html: to('/empty-status?code=500'),
    steps: [click, noError],
    broken: at(0, 'status 500'),
  },
  {
    what: 'status 404 without content',
    html: to('/empty-status?code=404'),
    steps: [click, noError],
    broken: at('any', /status 404 without content|blank page/),
  },
  {
    what: 'a new window with status 500',
    html: to('/status?code=500', 'target="_blank"'),
    steps: [click, seesHeading],
    broken: at(0, 'status 500'),
  },
  {
    what: 'status 500 after a timer',
    html: button("setTimeout(() => { location.href = '/status?code=500' }, 400)"),
    steps: [click, noError],
    broken: at('any', 'status 500'),
  },
  {
    what: 'status 500 in a new window after a timer of its own',
    html: to(
      "/page?html=<h1>A</h1><script>setTimeout(() => { location.href='/status?code=500' }, 400)</script>",
      'target="_blank"',
    ),
    steps: [click],
    broken: at(0, 'status 500'),
  },
  {
    what: 'status 500 after a timer of the first page that starts before the first step',
    html: `${title}<script>setTimeout(() => { location.href = '/status?code=500' }, 1200)</script>`,
    steps: [waits],
    broken: at('any', 'status 500'),
  },
  {
    what: 'status 500 after a response',
    html: button("fetch('/slow').then(() => { location.href = '/status?code=500' })"),
    steps: [click],
    broken: at(0, 'status 500'),
  },
];

/** Frames, blank pages and crashes. */
const others: readonly Row[] = [
  {
    what: 'a frame with status 500',
    html: frame('/status?code=500'),
    steps: [{ ...noError, selectors: inFrame(css('.error')) }],
    broken: at(0, 'status 500'),
  },
  {
    what: 'a frame that may not be shown',
    html: frame('/denied'),
    steps: [{ ...noError, selectors: inFrame(css('.error')) }],
    broken: at(0, 'ERR_BLOCKED_BY_RESPONSE'),
  },
  {
    what: 'a link in a frame to a page that is cut off',
    html: frame('/page?html=<a id=go href=/cut>Go</a>'),
    steps: [clicks(...inFrame(link))],
    broken: at(0, empty),
  },
  {
    what: 'an error that a timer shows after NOT_VISIBLE',
    html: button(`setTimeout(() => ${showsError}, 400)`),
    steps: [click, noError, noError],
    broken: at('any', 'error'),
    timesOut: true,
  },
  ...Object.entries<readonly ExchangeElement[]>({
    'a SCROLL': [{ selectors: [], interaction: { action: 'SCROLL' } }],
    'an ignored failure': [ignored({ ...seesHeading, selectors: [css('#never')] })],
    'its URL': [expects({ expectation: 'TO_HAVE_URL', calledWith: pattern('/page') })],
    'its text': [
      {
        selectors: [css('h1')],
        interaction: { action: 'EXTRACT', calledWith: { variableName: 'a', type: 'TEXT' } },
      },
    ],
  }).map(
    ([what, steps]): Row => ({
      what: `an error that a response shows after NOT_VISIBLE and ${what}`,
      html: button(showsErrorAfterResponse),
      steps: [click, noError, ...steps],
      broken: at(1, 'error'),
      timesOut: true,
    }),
  ),
  ...Object.entries({
    'TO_HAVE_COUNT with 0': expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, css('.error')),
    NOT_TO_CONTAIN_TEXT: expects(
      { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'Not saved' },
      css('body'),
    ),
  }).map(
    ([what, assertion]): Row => ({
      what: `an error that a response shows after ${what}`,
      html: button(showsErrorAfterResponse),
      steps: [click, assertion, waits],
      broken: at(1, what === 'NOT_TO_CONTAIN_TEXT' ? 'Not saved' : 'error'),
      timesOut: true,
    }),
  ),
  {
    what: 'an app that removes everything after a response, and an assertion whose failure is ignored',
    html: button("fetch('/slow').then(() => document.body.replaceChildren())"),
    steps: [click, ignored({ ...seesHeading, selectors: [css('#never')] })],
    broken: at(1, 'blank page'),
  },
  {
    what: 'an error on the page that a response leads to, after NOT_VISIBLE',
    html: button("fetch('/slow').then(() => { location.href = '/page?html=<p class=error>Oops' })"),
    steps: [click, noError],
    broken: at(1, 'error'),
    timesOut: true,
  },
  { what: 'an empty response', html: to('/empty'), steps: [click], broken: at(0, 'blank page') },
  ...weakAssertions.flatMap(([what, assertion]): Row[] =>
    assertion.selectors.some(({ selector }) => selector === 'h1')
      ? []
      : [
          {
            what: `an empty response, then ${what}`,
            html: to('/empty?code=500'),
            steps: [click, assertion],
            broken: at(1, /blank page/),
          },
        ],
  ),
  {
    what: 'an empty response, then no text of its root',
    html: to('/empty'),
    steps: [click, expects({ expectation: 'TO_HAVE_TEXT', calledWith: '' }, css('body'))],
    broken: at(1, 'blank page'),
  },
  {
    what: 'an empty response to a form, then NOT_VISIBLE',
    html: form('/empty'),
    steps: [click, noError],
    broken: at(1, 'blank page'),
  },
  {
    what: 'a new app that does not start',
    html: to('/page?html=<div id=root></div><script>boom()</script>'),
    steps: [click, waits],
    broken: at(1, 'blank page'),
  },
  ...Object.entries({
    'after a response': "fetch('/slow').then(() => document.body.replaceChildren())",
    'after the second response':
      "fetch('/slow').then(() => fetch('/slow')).then(() => document.body.replaceChildren())",
    'after a timer': 'setTimeout(() => document.body.replaceChildren(), 500)',
    'after a timer and a response':
      "setTimeout(() => fetch('/slow').then(() => document.body.replaceChildren()), 300)",
    'after a response and a timer':
      "fetch('/slow').then(() => setTimeout(() => document.body.replaceChildren(), 300))",
    'because a part of its code is missing':
      "import('/slow-cut').catch(() => document.body.replaceChildren())",
  }).map(
    ([when, code]): Row => ({
      what: `an app that removes everything ${when}`,
      html: button(code),
      steps: [click],
      broken: at(0, 'blank page'),
    }),
  ),
  ...Object.entries({
    'texts for screen readers':
      "<div style='position:absolute;width:1px;height:1px;overflow:hidden'>Page loaded</div><a href=# style='position:absolute;left:-9999px'>Skip</a>",
    'a tracking pixel and a frame without a size':
      '<img width=1 height=1><iframe width=0 height=0></iframe><svg width=0 height=0></svg>',
    'transparent content': "<main style='opacity:0'>Shop</main>",
    'a frame with an empty document': '<iframe src=/empty></iframe>',
    'an element that does not start': '<my-app></my-app>',
    'images that do not load': '<img src=/cut width=90 height=90><img src=/ok width=90 height=90>',
    'an empty drawing': '<svg width=90 height=90><g></g><defs><rect width=9 height=9></rect></defs></svg>',
    'an empty video': '<video></video>',
    'content that is not rendered': '<main style=content-visibility:hidden>Shop<p>Tea</p></main>',
    'invisible characters': '&#8203;&#65279;&nbsp;',
    'content to the right of a page that does not scroll':
      "<style>body{overflow:hidden}</style><p style='position:absolute;left:5000px'>Tea</p>",
    'content below a page that does not scroll':
      "<style>html{overflow-y:clip}</style><p style='position:absolute;top:5000px'>Tea</p>",
    'fixed content below a page that scrolls':
      "<div style='height:5000px'></div><p style='position:fixed;top:5000px'>Tea</p>",
    'white text': "<p style='color:white'>Tea</p>",
    'transparent text': "<p style='color:transparent'>Tea</p>",
    'clipped text': "<p style='clip-path:inset(100%)'>Tea</p>",
    'masked text': "<p style='mask-image:linear-gradient(transparent,transparent)'>Tea</p>",
    'text in a box without height': "<div style='height:0;overflow:hidden'>Tea</div>",
    'a frame of another origin with an empty document': '<iframe src=OTHER/empty></iframe>',
    'a frame of another origin that is refused': '<iframe src=REFUSED></iframe>',
    'a frame that refuses to be one': '<iframe src=/denied></iframe>',
    'an image in SVG without a drawing': '<img src=/empty-image>',
  }).map(
    ([what, left]): Row => ({
      what: `an app that leaves only ${what}`,
      html: button(`document.body.innerHTML = \`${left}\``),
      steps: [click],
      broken: at(0, 'blank page'),
    }),
  ),
  {
    what: 'a loading screen that stays',
    html: button(
      "document.body.insertAdjacentHTML('beforeend', '<div style=\\'position:fixed;inset:0;background:white\\'></div>')",
    ),
    steps: [click],
    broken: at(0, 'blank page'),
  },
  {
    what: 'a document that was opened anew and has no content',
    html: button('document.open()'),
    steps: [click],
    broken: at(0, 'blank page'),
  },
  {
    what: 'what the error overlay of Vite says',
    html: button(
      "document.body.appendChild(document.createElement('vite-error-overlay')).attachShadow({ mode: 'open' }).innerHTML = '<style>:host { color: red }</style><div><pre>[plugin:vite:vue] Invalid end tag.</pre></div>'",
    ),
    steps: [click, containsText('Shop', css('h1'))],
    broken: at(1, /error overlay: "\[plugin:vite:vue\] Invalid end tag\."\. Check/),
  },
  ...[
    shows('<vite-error-overlay></vite-error-overlay>'),
    shows('<div id=__parcel__error__overlay__></div>'),
    shows('<dialog id=inertia-error-dialog open></dialog>'),
    // Next.js.
    "document.body.appendChild(document.createElement('nextjs-portal')).attachShadow({ mode: 'open' }).innerHTML = '<div data-nextjs-dialog></div>'",
    // Create React App.
    "document.body.appendChild(document.createElement('iframe')).contentDocument.body.textContent = 'This screen is visible only in development. It will not appear if the app crashes in production.'",
  ].map(
    (overlay): Row => ({
      what: `the error overlay of a development server ${overlay}`,
      html: button(overlay),
      steps: [click, seesHeading],
      broken: at(1, 'error overlay'),
    }),
  ),
  ...[
    ['Next.js', '<h2>Application error: a client-side exception has occurred while loading shop.test.</h2>'],
    ['React Router', '<h2>Unexpected Application Error!</h2><h3>x is not a function</h3>'],
    ['an app without a document for it', '<h1>500</h1><p>Internal Error</p>'],
    ['an app with a link', '<nav>Shop</nav><h1>500</h1><p>Internal Server Error</p><a href=/>Home</a>'],
    ['a proxy', '<center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>'],
    ['a web server', '<h1>Service Unavailable</h1>'],
    [
      'PHP',
      '<p>Tea<br><b>Fatal error</b>:  Uncaught Error: x in /a.php:3 thrown in <b>/a.php</b> on line <b>3</b>',
    ],
  ].map(([who, html]) => ({
    what: `the crash that ${who} shows`,
    html: button(`document.body.innerHTML = '${html}'`),
    steps: [click, noError],
    broken: at(1, 'the app has crashed'),
  })),
  {
    what: 'the page of Heroku for an app that has crashed, whose heading is visible',
    html: button(
      "document.body.innerHTML = '<h1>Application error</h1><p>An error occurred in the application and your page could not be served.'",
    ),
    steps: [click, seesHeading],
    broken: at(1, 'the app has crashed: .Application error'),
  },
  {
    what: 'a crash that it expects',
    html: button("document.body.innerHTML = '<h2>Unexpected Application Error!</h2>'"),
    steps: [click, containsText('Application Error', css('h2'))],
  },
  ...[
    'TypeError: x is not a function<br> &nbsp; at /app/server.js:10:5<br> &nbsp; at Layer.handle (/app/layer.js:9:5)',
    'java.lang.NullPointerException: x\\n\\tat shop.Cart.add(Cart.java:12)',
    'System.NullReferenceException: Object reference not set.\\n   at Shop.Cart.Add() in C:/shop/Cart.cs:line 12',
    'Traceback (most recent call last):\\n  File &quot;/app/cart.py&quot;, line 12, in add',
  ].map((trace) => ({
    what: `a page that is a stack trace, ${trace.slice(0, 20)}`,
    html: button(`document.body.innerHTML = '<pre>${trace}</pre>'`),
    steps: [click, noError],
    broken: at(1, 'the app has crashed'),
  })),
  {
    what: 'an article about a stack trace, and an error at a time',
    html: button(
      "document.body.innerHTML = '<h1>Error at 10:30</h1><pre>TypeError: x\\n at /app/server.js:10:5</pre>'",
    ),
    steps: [click, noError],
  },
  {
    what: 'a warning of PHP in the page',
    html: button(
      "document.body.innerHTML = '<h1>Cart</h1><br><b>Warning</b>:  Undefined variable $tea in <b>/a.php</b> on line <b>3</b>'",
    ),
    steps: [click, noError],
    warning: 'Undefined variable $tea',
  },
  {
    what: 'an article about an error',
    html: button(
      "document.body.innerHTML = '<h1>502 Bad Gateway</h1><p>' + 'This status means more than you think. '.repeat(40)",
    ),
    steps: [click, noError],
  },
  {
    what: 'a heading with the number 500',
    html: button("document.body.innerHTML = '<h1>500</h1><p>orders without an error'"),
    steps: [click, containsText('orders', css('p'))],
  },
  {
    what: 'an app that leaves only its background',
    html: button(
      "document.body.innerHTML = '<div style=\\'position:fixed;inset:0;background:#123\\'></div>'",
    ),
    steps: [click],
    broken: at(0, 'blank page'),
  },
  {
    what: 'a page that reloads without end',
    html: to('/page?html=<h1>Wait</h1><script>setTimeout(() => location.reload(), 50)</script>'),
    steps: [click],
    broken: at(0, 'replaced repeatedly'),
  },
  {
    what: 'an app that removes everything while it sends requests without end',
    html: button(
      "(function again() { fetch('/no-content').then(() => setTimeout(again, 50)) })(); setTimeout(() => document.body.replaceChildren(), 1500)",
    ),
    steps: [click],
    broken: at(0, 'blank page'),
  },
  {
    what: 'NOT_VISIBLE in a frame with an empty document',
    html: frame('/empty'),
    steps: [seesHeading, { ...noError, selectors: inFrame(css('.error')) }, seesHeading],
    broken: at(1, 'is blank'),
  },
  {
    what: 'NOT_VISIBLE in a frame whose document was replaced by an empty one',
    html: `${frame('/ok')}<button id="go" onclick="document.querySelector('iframe').src = '/empty'">Go</button>`,
    steps: [
      { ...seesHeading, selectors: inFrame(css('h1')) },
      click,
      { ...noError, selectors: inFrame(css('.error')) },
      seesHeading,
    ],
    broken: at(2, 'is blank'),
  },
  {
    what: 'GO_TO an app that removes everything after a response',
    html: title,
    steps: [
      goTo(
        `/page?html=<h1>A</h1><script>fetch('/slow').then(() => document.body.replaceChildren())</script>`,
      ),
    ],
    broken: at(0, 'blank page'),
  },
  {
    what: 'GO_TO a blank page that is checked, then another one',
    html: title,
    steps: [goTo('/empty'), noError, goTo('/ok'), seesHeading],
    broken: at(0, 'no text, image or control'),
  },
  {
    what: 'a click that leads to a blank page that is checked, then GO_TO',
    html: to('/empty'),
    steps: [click, seesCss('html'), goTo('/ok'), seesHeading],
    broken: at(0, 'no text, image or control'),
  },
  {
    what: 'a click that removes everything, which is checked, then GO_TO',
    html: button('document.body.replaceChildren()'),
    steps: [seesHeading, click, noError, goTo('/ok'), seesHeading],
    broken: at(1, 'no text, image or control'),
  },
  {
    what: 'a blank window that is checked, then closed',
    html: to('/empty', 'target="_blank"'),
    steps: [click, switchesToNew, noError, closes, seesHeading],
    broken: at(0, 'no text, image or control'),
  },
];

/** What a page waits for without a request of a script, before it breaks. */
const handlers: readonly Row[] = Object.entries({
  'an image does not load': "image.onerror = broken; image.src = '/slow-cut'",
  'an image loads': "image.onload = broken; image.src = '/slow-image'",
  'a style sheet does not load':
    "const sheet = document.createElement('link'); sheet.rel = 'stylesheet'; sheet.onerror = broken; sheet.href = '/slow-cut'; document.head.append(sheet)",
  'a font does not load': "new FontFace('x', 'url(/slow-cut)').load().catch(broken)",
  'a video does not load':
    "const video = document.createElement('video'); video.onerror = broken; video.src = '/slow-cut'",
  'a sound is not there': "const sound = new Audio('/status?code=404'); sound.onerror = broken; sound.load()",
  'no source of a video loads':
    "const video = document.createElement('video'); video.innerHTML = '<source src=/slow-cut>'; video.firstChild.onerror = broken; document.body.append(video)",
  'an image of a picture does not load':
    "const picture = document.createElement('picture'); picture.innerHTML = '<source srcset=/slow-cut><img>'; picture.lastChild.onerror = broken; document.body.append(picture)",
  'thirty frames have passed':
    'let left = 30; (function next() { left -= 1; if (left < 0) broken(); else requestAnimationFrame(next) })()',
  'a task is due': 'scheduler.postTask(broken, { delay: 500 })',
  'tasks have followed each other':
    "scheduler.postTask(() => scheduler.postTask(broken, { delay: 300 }), { priority: 'background', delay: 300 })",
  'a worker has computed something':
    "new Worker(window.URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 300)']))).onmessage = broken",
  'a worker has a response':
    "new Worker(window.URL.createObjectURL(new Blob(['fetch(\\'' + location.origin + '/slow\\').then(() => postMessage(1))']))).onmessage = broken",
  'a worker cannot be loaded': "new Worker('/slow-cut').onerror = broken",
  'an event comes from the server': "new EventSource('/late-event').onmessage = broken",
  'events from the server end': "new EventSource('/slow-cut').onerror = broken",
  'a socket is refused':
    "new WebSocket(location.origin.replace('http', 'ws') + '/slow-cut').onerror = broken",
  'a timer of a frame fires':
    "const frame = document.createElement('iframe'); frame.srcdoc = '<script>setTimeout(parent.broken, 500)<\\/script>'; document.body.append(frame)",
  'a frame that arrives in parts fires a timer':
    "const frame = document.createElement('iframe'); frame.src = '/late-part'; document.body.append(frame)",
}).flatMap(([what, code]): Row[] =>
  [
    ['removes everything', 'document.body.replaceChildren()', 'blank page'],
    ['goes to a page that is cut off', "location.href = '/cut'", empty],
  ].map(([does = '', then = '', says = '']) => ({
    what: `an app that ${does} when ${what}`,
    html: `${title}<img><button id="go">Go</button><script>function broken() { ${then} }
      document.querySelector('button').onclick = () => { const image = document.querySelector('img'); ${code} }</script>`,
    steps: [click],
    broken: at(0, says),
  })),
);

/** Downloads that no step waits for. */
const downloads: readonly Row[] = [
  { what: 'that is cut off', html: to('/cut-download'), steps: [click] },
  { what: 'that is cut off, then an assertion', html: to('/cut-download'), steps: [click, seesHeading] },
  { what: 'that is cut off, of a link', html: to('/cut', 'download'), steps: [click] },
  { what: 'with status 500', html: to('/status?code=500', 'download'), steps: [click] },
  { what: 'that is cut off, by Enter', html: to('/cut-download'), steps: [key('Enter', link)] },
  { what: 'that is cut off, of a form', html: form('/cut-download'), steps: [click, seesHeading] },
].map((row) => ({ ...row, what: `a download ${row.what}`, broken: at('any', 'which failed') }));

/** What works is not refused. */
const honest: readonly Row[] = [
  {
    what: 'a redirect chain that ends',
    html: to('/redirect?left=5'),
    steps: [click, containsText('Fine', css('h1'))],
  },
  {
    what: 'GO_TO a page with status 404',
    html: title,
    steps: [goTo('/status?code=404&text=Tea'), containsText('Tea', css('h1'))],
    warning: 'Step 1 (GO_TO) opened',
  },
  {
    what: 'a page with status 404 that is left before another one is expected not to be found',
    html: to('/status?code=404'),
    steps: [click, goTo('/ok'), goTo('/status?code=404'), containsText('Status 404', css('h1'))],
    warning: 'Step 1 (CLICK) opened',
  },
  {
    what: 'a form with status 422',
    html: form('/status?code=422'),
    steps: [click, seesHeading],
    warning: 'status 422',
  },
  {
    what: 'a form with status 422 and the message that the test case expects',
    html: form('/status?code=422&text=Tea is out'),
    steps: [click, containsText('Tea is out', css('h1')), clicks(css('h1'))],
  },
  {
    what: 'a form with status 422 that is left',
    html: form('/status?code=422'),
    steps: [click, goTo('/ok'), seesHeading],
    warning: 'status 422',
  },
  {
    what: 'a page from right to left that can be scrolled to its left',
    html: `<html dir="rtl">${button('this.remove()')}<p style="position:absolute;left:-9999px">Skip</p>`,
    steps: [click],
  },
  {
    what: 'an expected status 500 with a number of elements',
    html: to('/status?code=500'),
    steps: [click, expects({ expectation: 'TO_HAVE_COUNT', calledWith: 1 }, css('h1'))],
  },
  {
    what: 'an expected status 500 with a text of the root',
    html: to('/status?code=500'),
    steps: [click, expects({ expectation: 'TO_HAVE_TEXT', calledWith: pattern('^Status 500') }, css('body'))],
  },
  {
    what: 'a form with an expected status 500',
    html: form('/status?code=500'),
    steps: [click, noError, seesHeading, clicks(css('a')), containsText('Fine', css('h1'))],
  },
  {
    what: 'an expected status 500 after a response',
    html: button("fetch('/slow').then(() => { location.href = '/status?code=500' })"),
    steps: [click, containsText('Status 500', css('h1'))],
  },
  {
    what: 'an app that sets its own address',
    html: button("history.pushState(null, '', '/cut'); this.textContent = 'Done'"),
    steps: [click, containsText('Done', link)],
  },
  {
    what: 'a redirect without a location',
    html: to('/status?code=302'),
    steps: [click, containsText('Status 302', css('h1'))],
  },
  {
    what: 'a page that refreshes itself later',
    html: to('/page?html=<meta http-equiv=refresh content=60>Wait'),
    steps: [click],
  },
  {
    what: 'an animation without end',
    html: button('this.animate([{ opacity: 1 }, { opacity: 0.5 }], { duration: 300, iterations: Infinity })'),
    steps: [click],
  },
  { what: 'a link within the page', html: to('#end'), steps: [click, seesHeading] },
  { what: 'a response without content', html: to('/no-content'), steps: [click, seesHeading] },
  { what: 'a form without content', html: form('/no-content'), steps: [click] },
  {
    what: 'a newer navigation',
    html: button("location.href = '/slow'; setTimeout(() => { location.href = '/ok' }, 20)"),
    steps: [click, containsText('Fine', css('h1'))],
  },
  {
    what: 'a download in a new window',
    html: to('/download', 'target="_blank"'),
    steps: [click, seesHeading],
  },
  { what: 'a new window', html: to('/ok', 'target="_blank"'), steps: [click, seesHeading] },
  {
    what: 'a new window that stays blank',
    html: to('/empty', 'target="_blank"'),
    steps: [click, seesHeading],
    warning: 'Step 1 (CLICK) opened a window with',
  },
  {
    what: 'a new window of about:blank',
    html: button("window.open('about:blank')"),
    steps: [click, seesHeading],
  },
  {
    what: 'an image without end',
    html: button("this.innerHTML = '<img src=/endless-image>'"),
    steps: [click],
  },
  {
    what: 'a worker that does not answer',
    html: button("new Worker(window.URL.createObjectURL(new Blob(['']))).postMessage(1)"),
    steps: [click],
  },
  {
    what: 'a new window that closes at once',
    html: button("window.open('/slow').close()"),
    steps: [click, seesHeading],
  },
  {
    what: 'a dialog',
    html: button("alert('Hi'); this.textContent = 'Done'"),
    steps: [click, containsText('Done', link)],
    warning: 'Step 1 (CLICK) opened an alert dialog with the message "Hi"',
  },
  ...Object.entries({
    'a file': 'file:///etc/hostname',
    'a page of the browser': 'chrome://settings',
    'a data URL': 'data:text/html,Tea',
  }).map(
    ([what, href]): Row => ({
      what: `a link to ${what}`,
      html: to(href),
      steps: [click],
      warning: 'Step 1 (CLICK): the page did something that the browser refused: Not allowed to',
    }),
  ),
  {
    what: 'a request that the policy of the page forbids',
    html: `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">${button("fetch('/ok')")}`,
    steps: [click, seesHeading],
    warning: 'the page did something that the browser refused: Connecting to',
  },
  {
    what: 'a request to another host that the policy of the page forbids',
    html: `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">${button("fetch('http://nowhere.invalid/')")}`,
    steps: [click, seesHeading],
  },
  {
    what: 'a frame of the app with status 500 that nothing looks into',
    html: frame('/status?code=500'),
    steps: [seesHeading],
    warning: 'A frame of the page is broken.',
  },
  {
    what: 'a hidden frame of the app with status 500',
    html: `${title}<iframe hidden src="/status?code=500"></iframe>`,
    steps: [seesHeading],
  },
  {
    what: 'a loading screen that stays, with a message',
    html: button(
      "document.body.insertAdjacentHTML('beforeend', '<div style=\\'position:fixed;inset:0;background:white\\'>Wait</div>')",
    ),
    steps: [click],
  },
  {
    what: 'a note in front of a layer',
    html: button(
      "document.body.insertAdjacentHTML('beforeend', '<div style=\\'position:fixed;inset:0;background:white\\'></div><div style=\\'position:fixed;top:9px;right:9px;padding:30px 50px\\'>Saved</div>')",
    ),
    steps: [click],
  },
  {
    what: 'a message in front of a layer that lets clicks through',
    html: button(
      "document.body.insertAdjacentHTML('beforeend', '<div style=\\'position:fixed;inset:0;background:white\\'></div><p style=\\'position:fixed;pointer-events:none\\'>Wait</p>')",
    ),
    steps: [click],
  },
  {
    what: 'a page that is meant to be blank',
    html: to('/empty'),
    steps: [click, styleOfBody],
  },
  {
    what: 'GO_TO a page that is meant to be blank, then another one',
    html: title,
    steps: [goTo('/empty'), styleOfBody, goTo('/ok'), seesHeading],
  },
  {
    what: 'GO_TO a blank page that nothing checks, then another one',
    html: title,
    steps: [goTo('/empty'), goTo('/ok'), seesHeading],
    warning: 'Step 1 (GO_TO) opened',
  },
  {
    what: 'GO_TO an app that shows itself later, then another page',
    html: title,
    steps: [
      goTo(`/page?html=<script>fetch('/slow').then(() => { document.body.innerHTML = 'Fine' })</script>`),
      noError,
      goTo('/ok'),
      seesHeading,
    ],
  },
  {
    what: 'GO_TO an app that is left before it shows itself',
    html: title,
    steps: [goTo('/page?html=<script>0</script>'), goTo('/ok'), seesHeading],
  },
  {
    what: 'a timer that shows something',
    html: button("document.body.replaceChildren(); setTimeout(() => document.body.append('Done'), 500)"),
    steps: [click],
  },
  {
    what: 'timers without end',
    html: button('(function again() { setTimeout(again, 400) })()'),
    steps: [click],
  },
  {
    what: 'requests without end',
    html: button("(function again() { fetch('/slow').then(again) })()"),
    steps: [click],
  },
  {
    what: 'an error that a response shows for a moment',
    html: button(
      `${showsErrorAfterResponse}.then(() => setTimeout(() => { document.querySelector('.error').remove() }, 400))`,
    ),
    steps: [click, noError],
  },
  { what: 'a stream', html: button("fetch('/events')"), steps: [click] },
  {
    what: 'a timer that was cancelled',
    html: button("clearTimeout(setTimeout(() => { location.href = '/cut' }, 300))"),
    steps: [click],
  },
  {
    what: 'a frame with an expected status 500',
    html: frame('/status?code=500'),
    steps: [containsText('Status 500', ...inFrame(css('h1')))],
  },
  {
    what: 'a frame of another host that nothing looks into',
    html: frame('http://nowhere.invalid/'),
    steps: [seesHeading],
  },
  {
    what: 'a script of the first page',
    html: `<script>location.href = '/ok'</script>`,
    steps: [containsText('Fine', css('h1'))],
  },
  {
    what: 'a response in JSON',
    html: to('/json'),
    steps: [click],
    warning: 'which is application/json and no page',
  },
  ...Object.entries({
    xml: 'which is application/xml and no page',
    javascript: 'which is text/javascript and no page',
    'json-as-html': 'which is JSON and no page',
    compressed: 'in another encoding than its response says',
  }).map(
    ([path, warning]): Row => ({
      what: `a response that is no page: ${path}`,
      html: to(`/${path}`),
      steps: [click],
      warning,
    }),
  ),
  ...[
    '<h1>404</h1><p>This page could not be found.</p><a href=/>Home</a>',
    // React Router.
    '<main><h1>404</h1><p>The requested page could not be found.</p></main>',
    '<h1>Page not found</h1>',
    '<header><h1>Shop</h1></header><main><h2>404</h2><p>Page not found</p></main>',
    '<header><h1>Page not found</h1></header><main><h2>Popular</h2></main>',
    '<main><h1>Seite nicht gefunden</h1></main>',
  ].map(
    (html): Row => ({
      what: `a page that an app does not have: ${html}`,
      html: button(`document.body.innerHTML = '${html}'`),
      steps: [click, noError],
      warning: 'If the test case is about that, assert this text',
    }),
  ),
  {
    what: 'a text that says that something failed, although a step expects that it is missing',
    html: button(shows('<p>Something went wrong')),
    steps: [
      expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'Something went wrong' }, css('h1')),
      click,
    ],
    warning: 'which says "Something went wrong"',
  },
  {
    what: 'a page that an app does not have, with status 404',
    html: to('/status?code=404&text=Not found'),
    steps: [click],
    warning: 'Step 1 (CLICK) opened',
  },
  {
    what: 'a page that an app does not have, as expected',
    html: button("document.body.innerHTML = '<h1>Page not found</h1>'"),
    steps: [click, containsText('not found', css('h1')), clicks(css('h1'))],
  },
  {
    what: 'a text about what is not found',
    html: button("document.body.innerHTML = '<h1>Tea that is not found in shops</h1>'"),
    steps: [click],
  },
  {
    what: 'a download of an empty file',
    html: to('/empty', 'download="a.pdf"'),
    steps: [click],
    warning: 'which is empty. Check that the app serves this file',
  },
  {
    what: 'a download of a page in place of a file',
    html: to('/ok', 'download="a.pdf"'),
    steps: [click],
    warning: 'which is a web page. Check that the app serves this file',
  },
  { what: 'a download of a page', html: to('/ok', 'download="a.html"'), steps: [click] },
  {
    what: 'a response in JSON, then an assertion about it',
    html: to('/json'),
    steps: [click, containsText('saved', css('pre'))],
  },
  {
    what: 'an ignored failure, then another page',
    html: to('/cut'),
    steps: [ignored(click), goTo('/ok'), containsText('Fine', css('h1'))],
    warning: 'failed, and the failure was ignored',
  },
  {
    what: 'an ignored failure of a page that is fine, at the end',
    html: title,
    steps: [seesHeading, ignored({ ...seesHeading, selectors: [] })],
    warning: 'failed, and the failure was ignored',
  },
  {
    what: 'frames without end',
    html: button('(function again() { requestAnimationFrame(again) })()'),
    steps: [click],
  },
  {
    what: 'a task that was cancelled',
    html: button(
      "const control = new TaskController(); scheduler.postTask(() => { location.href = '/cut' }, { delay: 300, signal: control.signal }).catch(() => {}); control.abort()",
    ),
    steps: [click],
  },
  {
    what: 'a video that is loaded for ever',
    html: button("document.body.insertAdjacentHTML('beforeend', '<video src=/endless-video>')"),
    steps: [click],
  },
  {
    what: 'a download that takes long',
    html: to('/long-download'),
    steps: [click, seesHeading],
  },
  {
    what: 'an error of a script, as the last step',
    html: button('nope()'),
    steps: [seesHeading, click],
    warning: 'Step 2 (CLICK): the page threw an unhandled error: ReferenceError: nope',
  },
  {
    what: 'code of a step that does not wait for its check, then an assertion',
    html: title,
    steps: [script("(async () => { throw new Error('no tea') })();"), seesHeading],
    warning: 'but the step passed: Error: no tea. If a promise was rejected, put `await` before it.',
  },
  {
    what: 'code of a step that fails as it should, and is optional',
    html: title,
    steps: [{ ...script("throw new Error('no tea');"), ignoreFailure: true }, seesHeading],
    warning: 'Step 1 (JAVASCRIPT) failed, and the failure was ignored',
  },
  {
    what: 'code of a step that has an error of the page, then an assertion',
    html: button('nope()'),
    steps: [script("document.querySelector('#go').click();"), seesHeading],
  },
  {
    what: 'an error of a script, then an assertion',
    html: button('nope()'),
    steps: [click, seesHeading],
  },
  {
    what: 'a response with status 404 to a script',
    html: button("fetch('/status?code=404')"),
    steps: [click, seesHeading],
  },
  {
    what: 'responses with status 500 to a script',
    html: button(
      "for (const n of [1, 2]) fetch('/status?code=500').then(r => r.text()).then(() => { this.textContent = 'Try again' })",
    ),
    steps: [click, containsText('Try again', link)],
    warning: 'the page sent GET',
  },
  {
    what: 'a script that is cut off',
    html: `${title}<script src="/cut"></script>`,
    steps: [seesHeading],
    warning: 'the page sent GET',
  },
  {
    what: 'a style sheet with status 500',
    html: `<link rel="stylesheet" href="/status?code=500">${title}`,
    steps: [seesHeading],
    warning: 'the page sent GET',
  },
  {
    what: 'a style sheet that is not there',
    html: `<link rel="stylesheet" href="/status?code=404">${title}`,
    steps: [seesHeading],
    warning: 'which responded with status 404',
  },
  {
    what: 'a page in place of a module',
    html: button("import('/ok').catch(() => { this.textContent = 'Try again' })"),
    steps: [click, containsText('Try again', link)],
    warning: 'which responded with text/html instead of a script',
  },
  {
    what: 'a change that is refused, then an assertion',
    html: button(
      "fetch('/status?code=422', { method: 'POST' }).then(() => { this.textContent = 'Try again' })",
    ),
    steps: [click, containsText('Try again', link)],
  },
  {
    what: 'a handler that the content security policy refuses',
    html: `<meta http-equiv="content-security-policy" content="script-src 'self'">${button('1')}`,
    steps: [seesHeading, click],
    warning: 'the page did something that the browser refused: ',
  },
  {
    what: 'a style sheet of another type',
    html: `<link rel="stylesheet" href="/json">${title}`,
    steps: [seesHeading],
    warning: 'which responded with application/json instead of a stylesheet',
  },
  {
    what: 'a request to another port of the same host that is refused',
    html: button("fetch('REFUSED').catch(() => { this.textContent = 'Try again' })"),
    steps: [click, containsText('Try again', link)],
    warning: 'the page sent GET',
  },
  ...[403, 500].map(
    (code): Row => ({
      what: `a form in a hidden frame with status ${code}`,
      html: `${title}<form method="post" target="f" action="/status?code=${code}"><button id="go">Save</button></form><iframe hidden name="f"></iframe>`,
      steps: [click],
      warning: `which responded with status ${code}`,
    }),
  ),
  {
    what: 'a change that a page tries as it opens, and that is refused',
    html: to("/page?html=<h1>A</h1><script>fetch('/status?code=401', { method: 'POST' })</script>"),
    steps: [click],
  },
  {
    what: 'an error that a framework catches and logs, as the last step',
    html: button("try { nope() } catch (error) { console.error('In a handler:', error) }"),
    steps: [seesHeading, click],
    warning: 'Step 2 (CLICK): the page threw an unhandled error: ReferenceError: nope',
  },
  ...Object.entries({
    'an error that a framework logs, then an assertion': [
      "try { nope() } catch (error) { console.error(error); this.textContent = 'Try again' }",
      containsText('Try again', link),
    ],
    'an error in a text that is logged': ["console.error('Error: Tea')"],
    'a link for which Vue Router has no route': [
      "console.warn('[Vue Router warn]: No match found for location with path &quot;/nowhere&quot;')",
    ],
    'a location whose route is added later': [
      "history.pushState(null, '', '/nowhere'); console.warn('[Vue Router warn]: No match found for location with path &quot;/nowhere&quot;'); document.body.insertAdjacentHTML('beforeend', '<p>Orders')",
    ],
    'a location without a route that the page leaves again': [
      "console.warn('No routes matched location &quot;/nowhere&quot; '); history.replaceState(null, '', '/somewhere')",
    ],
    'advice of a framework': [
      "console.warn('[Vue warn]: Hydration class mismatch on'); console.error('Warning: Each child in a list should have a unique key')",
    ],
    'analytics that are blocked': ["fetch('http://nowhere.invalid/')"],
    'analytics that are blocked, whose error is logged': [
      "fetch('http://nowhere.invalid/').catch((error) => console.error('Analytics:', error))",
    ],
    'analytics that log an error': [
      "document.body.append(Object.assign(document.createElement('script'), { src: 'OTHER/tracker' }))",
    ],
    'a request that a library cancels': [
      "Promise.reject(Object.assign(new Error('canceled'), { name: 'CanceledError' }))",
    ],
    'an animation that another one replaces': [
      'document.startViewTransition(() => {}); document.startViewTransition(() => {})',
    ],
    'a view that changes without its animation': [
      "Promise.reject(new DOMException('Transition was aborted because of invalid state', 'InvalidStateError'))",
    ],
    'events from the server that end': ["new EventSource('/ending-events')"],
    'a socket that is closed before it is open': [
      "new WebSocket(location.origin.replace('http', 'ws') + '/never').close()",
    ],
  } satisfies Record<string, readonly [string, ExchangeElement?]>).map(
    ([what, [code, then]]): Row => ({
      what,
      html: button(code),
      steps: then === undefined ? [click] : [click, then],
    }),
  ),
  ...Object.entries({
    'a failed part of a page': [
      shows('<p>Oops! Something went wrong. Please try again later.'),
      'which says "Oops! Something went wrong',
    ],
    'a heading of a failed part': [shows('<h2>An unexpected error occurred</h2>'), 'which says "An unexp'],
    'an alert of what could not be loaded': [
      shows('<p role=alert>Could not load the tea.'),
      'which says "Could not load the tea."',
    ],
    'an alert in a component': [
      "document.querySelector('h1').attachShadow({ mode: 'open' }).innerHTML = '<p role=alert>Could not load the tea.'",
      'which says "Could not load the tea."',
    ],
    'content that could not be loaded': [
      shows('<p>Could not load: Internal Error'),
      'which says "Could not load: Internal Error"',
    ],
    'a text of an error': [
      shows('<p class=form-error>We were unable to save your order.'),
      'which says "We were unable to save your order."',
    ],
    'a page that waits for its content for ever': [
      shows('<p>Loading&hellip;'),
      'which still says "Loading…"',
    ],
    'a spinner with a text for screen readers': [
      shows('<div role=status><span style=position:absolute;width:1px>Loading tea...</span></div>'),
      'which still says "Loading tea..."',
    ],
    'the page of the app in place of data': [
      "fetch('/page/undefined/tea' + location.search)",
      'the page sent GET',
    ],
    'a page in place of JSON': [
      "fetch('/ok', { headers: { accept: 'application/json, */*' } })",
      'which responded with text/html instead of JSON',
    ],
    'a page in place of JSON, whose error is logged': [
      "fetch('/ok').then((r) => r.json()).catch((error) => console.error(error))",
      'SyntaxError: Unexpected token',
    ],
    'a change that is not answered': [
      "fetch('/never', { method: 'POST' })",
      'which was not answered before the test case ended',
    ],
    'data that are not answered': ["fetch('/never')", 'which was not answered before the test case ended'],
    'a document that differs from what Vue renders': [
      "console.error('Hydration completed but contains mismatches.')",
      'the page replaced the content that the server sent: Hydration',
    ],
    ...Object.fromEntries(
      [
        '{"error":"no"}',
        '{"jsonrpc":"2.0","error":{"code":-32603,"message":"no"}}',
        '[{"error":{"message":"no","code":-32603}}]',
        '{"statusCode":500}',
        '{"status":500}',
        '{"status":"fail"}',
        '{"success":false}',
        '{"ok":false}',
        '{"errors":[{}],"data":null}',
      ].map((body) => [
        `a change with the response ${body}`,
        [`fetch('/json?body=${encodeURIComponent(body)}', { method: 'POST' })`, 'says that it failed'],
      ]),
    ),
    'a message of what could not be saved': [
      shows('<div role=status>Failed to save changes'),
      'which says "Failed to save changes"',
    ],
    'a message of a library': [
      shows('<section aria-live=polite><ol><li data-sonner-toast>Network Error</ol></section>'),
      'which says "Network Error"',
    ],
    'a payment that was declined': [
      shows('<div class=alert-danger>Your payment was declined.'),
      'which says "Your payment was declined."',
    ],
    'an unexpected error': [shows('<h2>Unexpected error'), 'which says "Unexpected error"'],
    'a payment that goes on for ever': [
      shows('<p>Processing your payment&hellip;'),
      'which still says "Processing your payment…"',
    ],
    'a number that is not there': [shows('<p>Order #undefined is on its way'), 'Order #undefined'],
    'a date of no numbers': [shows('<p>Arrives on NaN/NaN/NaN'), 'Arrives on NaN/NaN/NaN'],
    'thanks to nobody': [shows('<h2>Thank you, null!'), 'which says "Thank you, null!"'],
    'a page that does not exist': [
      "document.body.innerHTML = '<h2>404</h2><p>We can&rsquo;t find the page you&rsquo;re looking for.</p>'",
      'which says "404 We can’t find the page',
    ],
    'a page that a service worker shows without a connection': [
      "document.body.innerHTML = '<h1>Offline</h1><p>Check your connection.</p>'",
      'which says "Offline"',
    ],
    'an address that the app does not know': [
      "fetch('http://undefined/tea').catch(() => {})",
      'the page sent GET http://undefined/tea, which failed',
    ],
    'an id that the app does not know': [
      "fetch('/tea/undefined/orders')",
      '/tea/undefined/orders, which responded with status 404',
    ],
    'a value that is not there': [shows('<p>undefined'), 'which says "undefined"'],
    'a greeting of nobody': [shows('<p>Welcome back, undefined!'), 'which says "Welcome back, undefined!"'],
    'a total that is no number': [shows('<p>Total: NaN'), 'which says "Total: NaN"'],
    'a date that is none': [shows('<p>Sent: Invalid Date'), 'which says "Sent: Invalid Date"'],
    'a template that nothing fills in': [shows('<h2>{{ tea.name }}'), 'which says "{{ tea.name }}"'],
    'a list of files': [shows('<h1>Index of /tea'), 'which says "Index of /tea"'],
    'a page without a connection': [shows('<h2>You are offline'), 'which says "You are offline"'],
    'a page in place of data, by its address': [
      "fetch('/api/tea').catch(() => {})",
      'which responded with a page instead of data',
    ],
    'a page that says who may not see it': [
      "document.body.innerHTML = '<h1>Access denied</h1>'",
      'which says "Access denied"',
    ],
    'a value that is no text': [shows('<p>Hello [object Object]'), 'which says "Hello [object Object]"'],
    'a location for which Vue Router has no route': [
      "console.warn('[Vue Router warn]: No match found for location with path &quot;/nowhere&quot;'); history.pushState(null, '', '/nowhere')",
      'the page has no route for /nowhere',
    ],
    'a location for which React Router has no route': [
      "history.pushState(null, '', '/nowhere?a=b'); console.warn('No routes matched location &quot;/nowhere?a=b&quot; ')",
      'the page has no route for /nowhere?a=b',
    ],
    'a document that differs from what Svelte renders': [
      "console.warn('%c[svelte] hydration_mismatch', '')",
      'the page replaced the content that the server sent: %c[svelte] hydration_mismatch',
    ],
    'a frame of the app that is not there': [
      "document.body.insertAdjacentHTML('beforeend', '<iframe src=/status?code=404></iframe>')",
      'A frame of the page is broken.',
    ],
    'a link to nothing': ["location.href = '/no-content'", 'which responded with status 204 and no page'],
    'a change for which one must log in': [
      "fetch('/ends-session', { method: 'POST' })",
      '/ends-session, which was redirected to http',
    ],
  }).map(([what, [code = '', warning = '']]): Row => ({ what, html: button(code), steps: [click], warning })),
  {
    what: 'a text of an error, as expected',
    html: button(shows('<p role=alert>Could not load the tea.')),
    steps: [click, containsText('Could not load', css('[role=alert]')), clicks(css('h1'))],
  },
  ...Object.entries({
    'an alert of a success': shows('<p role=alert>Your tea was saved.'),
    'an alert that nobody can see': shows('<p role=alert style=opacity:0>Could not load the tea.'),
    'a link to an error': shows('<div class=error-row><a href=#e>Failed to fetch the tea</a></div>'),
    'a list of errors': shows('<ul class=errors><li class=error>Could not load the tea.</ul>'),
    'a topic that is about errors': shows(
      '<h2>Failed to load a plugin</h2><p>Could not load a plugin? We can help.</p><p>Loading errors',
    ),
    'a question about an error': shows('<h2>Something went wrong with your tea?</h2><p>We can help.'),
    'an example of an error and of a spinner': shows(
      '<div class=bd-example><p>Loading&hellip;</p><p role=alert>Something went wrong',
    ),
    'a text about values': shows(
      '<p>The value is undefined.</p><p>NaN is no number.</p><p>Welcome to null island</p><p>Invalid date</p><code><b>undefined</b> <span>NaN</span></code>',
    ),
    'a table of numbers': shows('<table><tr><td><span>NaN'),
    'a template of a mail': shows('<p>Hello {{ name }}'),
    'a request that polls for the first time': "fetch('/never?poll', { method: 'POST' })",
    'a loading dock': shows('<p>Loading dock 3'),
    'a list that grows': shows('<p>Loading more&hellip;'),
    'a hidden spinner': shows('<p hidden>Loading</p><p style=visibility:hidden>Loading'),
    'a fragment of a page': "fetch('/ok').then(async (r) => { this.innerHTML = await r.text() })",
    'a page that looks for a new version of itself':
      "fetch(location.href); fetch('/page/index.html' + location.search)",
    'a page that waits for news': "fetch('/never?poll')",
    'a message of success': shows('<div role=status class=toast>Saved. Your session expires in 20 minutes.'),
    'a change with a result': `fetch('/json?body=${encodeURIComponent('{"error":null,"statusCode":200}')}', { method: 'POST' })`,
    'jobs of which one has failed': `fetch('/json?body=${encodeURIComponent('[{"id":1,"error":{"message":"no"}}]')}', { method: 'POST' })`,
    'a query with a part that failed': "fetch('/partial', { method: 'POST' })",
    'a fragment of a page, by the address of data': "fetch('/api/part')",
    'a logout': "fetch('/logout', { method: 'POST' }).then(() => { this.textContent = 'Bye' })",
    'a change after which the app goes to its login':
      "fetch('/ends-session', { method: 'POST' }).then((r) => { location.href = r.url })",
  }).map(([what, code]): Row => ({ what, html: button(code), steps: [click] })),
  {
    what: 'a form for which one must log in',
    html: form('/ends-session'),
    steps: [click],
    warning: 'which was redirected to http',
  },
  {
    what: 'a form that leads to the login without a way back',
    html: form('/expired'),
    steps: [click],
    warning: 'which was redirected to http',
  },
  {
    what: 'a form for a new password that leads to the login',
    html: form('/reset-password'),
    steps: [click],
  },
  {
    what: 'a link to a page for which one must log in',
    html: to('/my'),
    steps: [click],
    warning: 'the page opened GET http',
  },
  {
    what: 'a link to a page for which one must log in, which has some heading',
    html: to('/my'),
    steps: [click, seesHeading],
    warning: 'the page opened GET http',
  },
  {
    what: 'a link to a page for which one must log in, whose text is expected',
    html: to('/my'),
    steps: [click, containsText('in', css('h1'))],
  },
  { what: 'a link to the login of another provider', html: to('/provider?at=OTHER'), steps: [click] },
  {
    what: 'a link to a page for which one must log in, as its URL says',
    html: to('/my'),
    steps: [click, expects({ expectation: 'TO_HAVE_URL', calledWith: pattern('login') })],
  },
  {
    what: 'a page for which one must log in, and a step at the login',
    html: to('/my'),
    steps: [click, clicks(css('h1'))],
  },
  {
    what: 'a login that shows its form again',
    html: to('/sign-in'),
    steps: signsIn,
    warning: 'after which it shows the login again',
  },
  {
    what: 'a login that shows its form again, as its URL says',
    html: to('/sign-in'),
    steps: [...signsIn, expects({ expectation: 'TO_HAVE_URL', calledWith: pattern('sign-in') })],
  },
  {
    what: 'a login that asks for a code at the same URL',
    html: '<h1>Shop</h1><button id=go onclick="history.pushState(0, 0, `/two-factor/sign-in`)">Go</button><form method=post action=/two-factor/sign-in><input name=password><button>Go</button></form>',
    steps: [click, entersText('secret', css('[name=password]')), clicks(css('form button'))],
  },
  {
    what: 'a form that the browser does not send',
    html: '<h1>Shop</h1><form action=/ok><label>E-mail <input required></label><button id=go>Save</button></form>',
    steps: [click],
    warning: 'The browser did not send the form, because a field is not valid: E-mail: ',
  },
  {
    what: 'a form that the browser does not send because of a field that is named by an attribute',
    html: '<h1>Shop</h1><form action=/ok><input aria-label=Amount name=q id=q><script>q.setCustomValidity("Too much.")</script><button id=go>Save</button></form>',
    steps: [entersText('7', css('#q')), click],
    warning: 'a field is not valid: Amount: Too much. Enter a valid value. If',
  },
  {
    what: 'a field whose page restores its text, then a click',
    html: `${field('value=Mate oninput="setTimeout(() => { value = `Mate` })"')}<button id="go">Save</button>`,
    steps: [enters, click],
    warning: 'The page gave the field "Your tea" its former text again after a text was entered',
  },
  {
    what: 'a field whose limit is too small for a text',
    html: field('maxlength=4'),
    steps: [enters],
    warning: 'The field "Your tea" took only the beginning of the text that was entered',
  },
  ...[
    '<input id=go type=checkbox aria-label=Tea onclick="setTimeout(() => { checked = false })">',
    '<input id=go type=checkbox aria-label=Tea onclick="event.preventDefault()">',
    '<input id=go type=checkbox aria-label=Tea onclick="checked = false">',
    '<label id=go><input type=radio name=tea hidden onclick="return false"> Tea</label>',
  ].map((html) => ({
    what: `a choice that its page takes back: ${html}`,
    html: title + html,
    steps: [click],
    warning: 'The page did not keep what was chosen in the field "Tea". Check',
  })),
  {
    what: 'a list whose page takes back what is chosen',
    html: `${title}<select aria-label=Tea onchange="value = 'a'"><option>a<option>b</select>`,
    steps: [selects],
    warning: 'The page did not keep what was chosen in the field "Tea". Check',
  },
  {
    what: 'a list that does at once what is chosen',
    html: `${title}<select onchange="this.after(value); value = 'a'"><option>a<option>b</select>`,
    steps: [selects],
  },
  {
    what: 'radio buttons of which another one is chosen, and a checkbox that is clicked twice',
    html: `${title}<input type=radio name=tea id=a><input type=radio name=tea id=b><input type=checkbox id=c>`,
    steps: ['#a', '#b', '#c', '#c'].map((id) => clicks(css(id))),
  },
  {
    what: 'a field that writes the same amount in another way',
    html: field('maxlength=8 value="1,000.00" oninput="value = `1,000.00`"'),
    steps: [entersText('1000', css('input'))],
  },
  {
    what: 'a field that restores its text as Escape is pressed',
    html: field('value=Mate onkeydown="if (event.key === `Escape`) value = `Mate`"'),
    steps: [enters, key('Escape', css('input'))],
  },
  {
    what: 'a field that is emptied as its text is shown elsewhere',
    html: field('oninput="this.after(value); value = ``"'),
    steps: [enters],
  },
  {
    what: 'a field that is emptied by Enter, Escape or a click',
    html: field('onkeydown="if (event.key.length > 1) value = ``" onclick="value = ``"'),
    steps: ['Enter', 'Escape']
      .flatMap((name) => [enters, key(name, css('input'))])
      .concat([enters, clicks(css('input'))]),
  },
  {
    what: 'a form that is emptied after it was sent',
    html: '<h1>Shop</h1><form onsubmit="event.preventDefault(); q.value = ``; q.focus()"><input id=q required><button id=go>Add</button></form>',
    steps: [entersText('Tea', css('#q')), click],
  },
  {
    what: 'a form that checks itself as one types',
    html: '<h1>Shop</h1><form oninput="this.checkValidity()"><input id=q required><input required></form>',
    steps: [entersText('Tea', css('#q'))],
  },
  {
    what: 'a form that leads to the login',
    html: form('/logout'),
    steps: [click],
  },
  {
    what: 'a form for which one must log in, as expected',
    html: form('/ends-session'),
    steps: [click, containsText('Log in', css('h1'))],
  },
  {
    what: 'a page that a script opens and that is not there',
    html: button("fetch('/status?code=404', { headers: { 'hx-boosted': 'true' } })"),
    steps: [click],
    warning: 'which responded with status 404',
  },
  {
    what: 'a page that a script loads before it is opened',
    html: button(
      "fetch('/status?code=404', { headers: { accept: 'text/html', 'x-sec-purpose': 'prefetch' } })",
    ),
    steps: [click],
  },
  {
    what: 'a page that waits for news as it opens',
    html: to("/page?html=<h1>A</h1><script>fetch('/never')</script>"),
    steps: [click],
  },
  ...Object.entries({
    'a socket that is refused': [
      // The heading is there again when the browser has said so.
      button(
        "const h1 = document.querySelector('h1'); h1.hidden = true; new WebSocket(location.origin.replace('http', 'ws') + '/cut').onerror = () => { h1.hidden = false }",
      ),
      'WebSocket connection to',
    ],
    'a field that is not valid and cannot be seen': [
      `${title}<form action="/ok"><input name="a" required hidden><button id="go">Save</button></form>`,
      'An invalid form control with name=',
    ],
    'a worker that the policy of the page forbids': [
      `<meta http-equiv="content-security-policy" content="worker-src 'none'">${button("new Worker('/ok')")}`,
      'Creating a worker',
    ],
    'a script that the policy of the page forbids': [
      `<meta http-equiv="content-security-policy" content="script-src 'none'"><script src="/tracker"></script>${to('#')}`,
      'Loading the script',
    ],
    'a page whose scripts are all blocked': [to('/sandboxed'), 'Blocked script execution in'],
  }).map(
    ([what, [html = '', refusal]]): Row => ({
      what,
      html,
      steps: [click, seesHeading],
      warning: `the page did something that the browser refused: ${refusal}`,
    }),
  ),
  {
    what: 'what a policy only reports',
    html: to('/report-only'),
    steps: [click],
  },
  {
    what: 'a mail in a frame whose scripts are blocked on purpose',
    html: `${title}<iframe sandbox srcdoc="Tea<script>1</script>"></iframe>`,
    steps: [seesHeading],
  },
  {
    what: 'a request that is cut off',
    html: `${title}<p></p><script>fetch('/cut').catch(() => { document.querySelector('p').textContent = 'Try again' })</script>`,
    steps: [containsText('Try again', css('p'))],
    warning: 'the page sent GET',
  },
  {
    what: 'a request that the page itself aborts',
    html: `${title}<p></p><script>const c = new AbortController(); fetch('/never', { signal: c.signal }).catch(() => { document.querySelector('p').textContent = 'Aborted' }); c.abort()</script>`,
    steps: [containsText('Aborted', css('p'))],
  },
  ...Object.entries({
    'a canvas with a drawing':
      "document.body.innerHTML = '<canvas></canvas>'; document.querySelector('canvas').getContext('2d').fillRect(9, 9, 90, 90)",
    'a canvas that is drawn later':
      "document.body.innerHTML = '<canvas></canvas>'; setTimeout(() => document.querySelector('canvas').getContext('2d').fillRect(9, 9, 90, 90), 300)",
    'a drawing': "document.body.innerHTML = '<svg><line x2=90 stroke=red></line></svg>'",
    'an image that loads later': "document.body.innerHTML = '<img src=/slow-image>'",
    'an image that does not load, with a text instead': "document.body.innerHTML = '<img src=/cut alt=Tea>'",
    'white text on black':
      "document.body.innerHTML = '<p style=color:white>Tea'; document.body.style.background = 'black'",
    'a frame of another origin': "document.body.innerHTML = '<iframe src=OTHER/ok></iframe>'",
    'a video with controls': "document.body.innerHTML = '<video controls></video>'",
    'a canvas further down':
      "document.body.innerHTML = '<div style=\\'height:5000px\\'></div><canvas></canvas>'",
    'a page that does not scroll, with content further down':
      "document.body.innerHTML = '<style>html{overflow:hidden}</style><p>Tea</p><p style=\\'position:absolute;top:5000px\\'>Mate</p>'",
  }).map(([what, code]): Row => ({ what, html: button(code), steps: [click] })),
  { what: 'a page in XHTML', html: to('/xhtml'), steps: [click] },
  {
    what: 'an app in a shadow root',
    html: button(
      "const host = document.createElement('my-app'); host.attachShadow({ mode: 'open' }).innerHTML = 'Fine'; document.body.replaceChildren(host)",
    ),
    steps: [click],
  },
  {
    what: 'an app in a closed shadow root',
    html: button(
      "customElements.define('my-app', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = 'Fine' } }); document.body.innerHTML = '<my-app></my-app>'",
    ),
    steps: [click],
  },
  {
    what: 'an app in elements without a box',
    html: button(
      "document.body.innerHTML = '<div style=display:contents><div style=display:contents>Fine</div></div><form name=documentElement></form>'",
    ),
    steps: [click],
  },
  {
    what: 'a page of frames',
    html: to('/page?html=<frameset cols=100%><frame src=/ok></frameset>'),
    steps: [click],
  },
  {
    what: 'content that fades in',
    html: button(
      "document.body.innerHTML = '<p>Fine'; document.body.animate([{ opacity: 0 }, { opacity: 1 }], 300)",
    ),
    steps: [click],
  },
  {
    what: 'an app in a frame',
    html: button("document.body.innerHTML = '<iframe src=/ok>'"),
    steps: [click],
  },
  {
    what: 'NOT_VISIBLE in a frame that a step has emptied, and in a hidden one',
    html: `${frame("/page?html=<button onclick='this.remove()'>Close")}<iframe id="hidden" hidden srcdoc="Hidden"></iframe>`,
    steps: [
      clicks(by('FRAME', 'iframe:visible'), css('button')),
      { ...noError, selectors: [by('FRAME', 'iframe:visible'), css('.error')] },
      { ...noError, selectors: [by('FRAME', '#hidden'), css('.error')] },
    ],
  },
  { what: 'a link to another program', html: to('mailto:a@b.test'), steps: [click, seesHeading] },
];

export const deepRows: readonly Row[] = [
  ...failedNavigations,
  ...errorStatus,
  ...others,
  ...handlers,
  ...downloads,
  ...honest,
];
