import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import { seesCss } from '../../support/cases.ts';
import { clicks, css } from '../../support/steps.ts';
import { devTools, type Row } from './broken-rows.ts';

/** An assertion that nearly every page meets. */
const noError: ExchangeElement = {
  selectors: [css('.error')],
  assertion: { expectation: 'NOT_VISIBLE' },
};
const click = clicks(css('#go'));

const header = '<header><h1>Shop</h1><nav><a href=#tea>Tea</a></nav></header>';
const shop = `${header}<main><p>Tea for everybody.</p></main>`;
const button = (code: string) => `${shop}<button id="go" onclick="${code}">Go</button><output></output>`;
const types: ExchangeElement = {
  selectors: [css('#field')],
  interaction: { action: 'TYPE_TEXT', calledWith: { text: 'Oolong' } },
};
const field = (attributes: string) => `${shop}<input id=field ${attributes}>`;
const square = 'style="width:60px;height:60px;background:#ccc"';
const asks = (path: string, then = '') => `fetch('${path}')${then}`;
/** Shows a message in an element of the page, or a new one, for a moment. */
const says = (text: string, attributes: string, then = '') =>
  `document.body.insertAdjacentHTML('beforeend', '<div ${attributes}>${text}</div>'); setTimeout(() => { document.body.lastChild.remove(); ${then} }, 300)`;

const maintained = '<h1 class=notice>Down for maintenance</h1><p>Please try again later.</p>';

/** By what is shown: the page and its warning. */
const warned: Readonly<Record<string, readonly [html: string, warning: string]>> = {
  'a script of another host': [
    `${shop}<script src="http://cdn.invalid/tea.js"></script>`,
    'http://cdn.invalid/tea.js, which failed: net::ERR_NAME_NOT_RESOLVED. Check that the browser can load it.',
  ],
  'a style sheet of another host': [
    `<link rel=stylesheet href="http://cdn.invalid/tea.css">${shop}`,
    'http://cdn.invalid/tea.css, which failed',
  ],
  'data of another name of the same machine, without its leave': [
    `${shop}<script>fetch('OTHER/json').catch(() => {})</script>`,
    'possibly because the response does not allow the origin of the page (CORS)',
  ],
  'a text that is sorry for what has failed': [
    `${header}<main><p>Sorry, your order could not be placed.</p></main>`,
    'which says "Sorry, your order could not be placed."',
  ],
  'an error of a script as a text': [
    `${header}<main><p>Cannot read properties of undefined (reading 'map')</p></main>`,
    'which says "Cannot read properties of undefined',
  ],
  'an error of a library as a text': [
    `${header}<main><p>Error: Request failed with status code 500</p></main>`,
    'which says "Error: Request failed with status code 500"',
  ],
  'an amount that is no number, in a table': [
    `${header}<main><table><tr><td>Tea<td>$NaN</table></main>`,
    'which says "$NaN"',
  ],
  'an object in a list': [
    `${header}<main><ul><li>[object Object] <button>Add</button></ul></main>`,
    'which says "[object Object]"',
  ],
  'an error in German': [
    `${header}<main><p>Ups! Es ist ein Fehler aufgetreten. Bitte noch einmal.</p></main>`,
    'which says "Ups! Es ist ein Fehler aufgetreten.',
  ],
  'an alert in French': [
    `${header}<main><p role=alert>Erreur 12 : une erreur est survenue</p></main>`,
    'which says "Erreur 12 : une erreur est survenue"',
  ],
  'an error of a request': [
    `${header}<main><h2>An error occurred while processing your request.</h2></main>`,
    'which says "An error occurred while processing your request."',
  ],
  'an error of WordPress': [
    '<div><p>There has been a critical error on this website.</p></div>',
    'which says "There has been a critical error on this website."',
  ],
  'a warning of PHP without markup': [
    `${header}<main>\nWarning: Undefined variable $tea in /srv/a.php on line 3\n</main>`,
    'which says "Warning: Undefined variable $tea in /srv/a.php on line 3"',
  ],
  'what PHP will not do any more': [
    `${header}<main><b>Deprecated</b>:  strlen(): Passing null in <b>/srv/a.php</b> on line <b>3</b></main>`,
    'which says "Deprecated: strlen()',
  ],
  'an app that is being maintained': [
    '<h1>Down for maintenance</h1><p>Please try again later.</p>',
    'which says "Down for maintenance"',
  ],
  'a site that is being maintained': [
    '<div>Sorry, our website is currently undergoing scheduled maintenance.</div>',
    'which says "Sorry, our website is currently undergoing scheduled maintenance."',
  ],
  'an app that will be back': [
    "<h1>We'll be back soon!</h1><p>We are improving the shop. Thank you for your patience.</p>",
    "We'll be back soon!",
  ],
  'a web server without an app': ['<h1>It works!</h1>', 'which says "It works!"'],
  'a server that does not know the address': ['<pre>Cannot GET /tea</pre>', 'which says "Cannot GET /tea"'],
  'a check of Cloudflare': [
    '<title>Just a moment...</title><h1>shop.test</h1><p>Verifying that you are human.</p>',
    'which says "Just a moment..."',
  ],
  'the login of a platform in front of the app': [
    '<title>Login</title><h1>Log in to Vercel</h1><button>Continue with Email</button>',
    'which says "Log in to Vercel"',
  ],
  'the files of a folder': [
    '<title>Directory listing for /</title><ul><li><a href=#a>a</a></ul>',
    'which says "Directory listing for /"',
  ],
  'an empty main part': [`${header}<main></main><footer>Imprint</footer>`, 'shows nothing instead of its'],
  'a main part that can hardly be seen': [
    `${header}<main style="opacity:0.01">Tea</main>`,
    'shows nothing instead of its content',
  ],
  'a route without content below the header of an app': [
    `<div id=root>${header}<div class=outlet></div><footer>Imprint</footer></div>`,
    'shows nothing instead of its content',
  ],
  'a page whose text can hardly be seen': [
    '<p style="color:rgb(0 0 0 / 0.01)">Tea',
    'that shows only invisible text: its color is transparent',
  ],
  'news that are missing': [
    `${shop}<script>new EventSource('/missing')</script>`,
    '/missing, which responded with status 404',
  ],
  'an empty main part beside the tools of its development server': [
    `${header}<main></main>${devTools}`,
    'shows nothing instead of its content',
  ],
  'an empty app below a header': [`${header}<div id=root></div>`, 'shows nothing instead of its content'],
  'a main part of boxes without content': [
    `${header}<main style="background:#eee"><div style="border:1px solid red;height:90px"></div></main>`,
    'shows nothing instead of its content',
  ],
  'an empty main part beside a menu': [
    '<div style="display:flex;height:100vh"><aside>Menu</aside><main></main></div>',
    'shows nothing instead of its content',
  ],
  'boxes of what is still loading': [
    `${header}<main aria-busy=true><div ${square}></div></main>`,
    'shows a loading indicator instead of its content',
  ],
  skeletons: [
    `<header><input type=search></header><main><div class=MuiSkeleton-root ${square}></div></main>`,
    'shows a loading indicator instead of its content',
  ],
  'a spinner alone': [
    `<div id=root><div class=lds-spinner ${square}></div></div>`,
    'shows a loading indicator instead of its content',
  ],
  'a progress without an end': [
    `${header}<main><div role=progressbar><svg width=40 height=40><circle r=9 /></svg></div></main>`,
    'shows a loading indicator instead of its content',
  ],
  'a spinner in front of all': [
    `${shop}<div style="position:fixed;inset:0;background:#fffc"><div class=spinner ${square}></div></div>`,
    'shows a loading indicator instead of its content',
  ],
  'a response that nothing in Angular handles': [
    `${shop}<script>class HttpErrorResponse {}; console.error('ERROR', new HttpErrorResponse())</script>`,
    'threw an unhandled error: HttpErrorResponse',
  ],
};

/** The same, after a click. */
const warnedLater: typeof warned = {
  'a change that another name of the same machine refuses': [
    button("fetch('OTHER/empty-status?code=422', { method: 'POST', mode: 'no-cors' })"),
    'which responded with status 422',
  ],
  'no data, and nothing that shows it': [
    button(asks('/missing-data')),
    'responded with status 404, after which it showed no text',
  ],
  'a part of a page that htmx does not get': [
    button(
      "this.className = 'waits'; fetch('/empty-status?code=404', { headers: { 'hx-request': 'true' } }).then(() => { this.className = '' })",
    ),
    'responded with status 404, after which it showed no text',
  ],
  'no data, and a spinner that goes': [
    button(
      `document.querySelector('output').innerHTML = '<i class=spinner></i>'; ${asks('/missing-data', ".then(() => document.querySelector('i').remove())")}`,
    ),
    'responded with status 404, after which it showed no text',
  ],
  'a message of a failure that is soon gone': [
    button(says('Could not save the tea', 'role=alert')),
    'which said "Could not save the tea" for a short time',
  ],
  'a message in a live region that is soon empty': [
    `${button("const region = document.querySelector('[aria-live]'); region.textContent = 'Failed to save'; setTimeout(() => { region.textContent = '' }, 300)")}<p aria-live=polite></p>`,
    'which said "Failed to save" for a short time',
  ],
};

/** The same, after a text was typed into a field. */
const warnedTyped: typeof warned = {
  'a field that is read-only': [field('readonly placeholder=Tea'), 'The field "Tea" took no character'],
  'a field for numbers': [field('type=number'), 'took no character that was typed into it'],
  'a field whose page takes the keys': [
    field("onkeydown='event.preventDefault()'"),
    'took no character that was typed into it',
  ],
  'a field that is disabled': [
    field('disabled'),
    'Nothing was typed into the element "#field": it is disabled',
  ],
  'a text that is no field': [
    `${shop}<label id=field>Tea</label>`,
    'Nothing was typed into the element "#field": it is disabled, or takes no keys',
  ],
  'a button': [
    `${shop}<button id=field>Tea</button>`,
    'Nothing was typed into the element "#field": it takes no text. Name the field itself.',
  ],
  'a link': [`${shop}<a id=field href=#tea>Tea</a>`, 'the element "#field": it takes no text'],
  'a checkbox': [field('type=checkbox'), 'the element "#field": it takes no text'],
  'a list without such an option': [
    `${shop}<select id=field><option>Mate<option>Earl Grey</select>`,
    'the element "#field": it takes no text',
  ],
  'a field with a limit': [
    field('maxlength=4 placeholder=Tea'),
    'The field "Tea" took only the beginning of the text that was entered, because of its `maxlength`',
  ],
  'a field that keeps its text': [
    field('value=Mate oninput="value = `Mate`"'),
    'gave the field "input" its former text again after a text was entered',
  ],
};

/** By who shows it: what is no more than an error of the app. */
const crashes: Readonly<Record<string, string>> = {
  Spring: '<h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error.</p>',
  'ASP.NET': "<h1>Server Error in '/' Application.</h1><h2>Object reference not set.</h2>",
  'ASP.NET Core': '<h1>An unhandled exception occurred while processing the request.</h1>',
  Tomcat: '<h1>HTTP Status 500 – Internal Server Error</h1><hr><p>Exception Report</p>',
  Django: '<div id=summary><h1>DoesNotExist at /tea/</h1></div><div id=traceback><h2>Traceback</h2></div>',
  Rails:
    '<title>Action Controller: Exception caught</title><h1>NoMethodError in TeaController#show</h1><p>Rails.root: /srv',
  Werkzeug:
    '<div class=debugger><h1>NameError</h1><p>name is not defined</p><div class=traceback>app.py</div></div>',
  Symfony: '<div class=exception-message-wrapper><h1 class=exception-message>Tea is out</h1></div>',
  Phoenix: '<header class=exception-info><h1 class=title>Tea is out</h1></header>',
  Laravel: '<div><div>500</div><div>Server Error</div></div>',
  Vercel: '<h1>500: INTERNAL_SERVER_ERROR</h1><p>Code: FUNCTION_INVOCATION_FAILED</p>',
  Cloudflare: '<div id=cf-error-details><h1>Connection timed out <span>Error code 522</span></h1></div>',
  WordPress: '<h1>Error establishing a database connection</h1>',
  'PHP without markup':
    '<main>Tea\nPHP Fatal error:  Uncaught Error: no tea in /srv/a.php:3 thrown in /srv/a.php on line 3</main>',
};

/** Checks for bots in place of the app, which has another heading than they. */
const botChecks: Readonly<Record<string, string>> = {
  'a check for bots of Cloudflare':
    '<title>Just a moment...</title><h1>shop.test</h1><script type=none src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1"></script>',
  'a block of Cloudflare':
    '<title>Attention Required! | Cloudflare</title><div id=cf-error-details><h1>Sorry, you have been blocked</h1></div>',
  'a check for bots of Anubis':
    '<title>Making sure you are not a bot!</title><script id=anubis_challenge type=application/json>{}</script><h1>Making sure you are not a bot!</h1>',
  'a check for bots of Vercel':
    '<title>Vercel Security Checkpoint</title><h1>We are verifying your browser</h1>',
};

/** What works has no warning. */
const healthy: Readonly<Record<string, string>> = {
  'analytics that are blocked':
    "<script async src=http://www.google-analytics.invalid/analytics.js></script><script defer src=http://plausible.invalid/js/script.js></script><script>fetch('http://o1.ingest.sentry.invalid/api/1/envelope/', { method: 'POST' }).catch(() => {})</script>",
  'a widget that is blocked': '<script async src=http://cdn.invalid/widget.js></script>',
  'a script that another one adds':
    "<script>document.head.append(Object.assign(document.createElement('script'), { src: 'http://cdn.invalid/tea.js' }))</script>",
  'fonts that are blocked': '<link rel=stylesheet href="http://fonts.googleapis.invalid/css2?family=Tea">',
  'styles of another host for paper': '<link rel=stylesheet media=print href=http://cdn.invalid/print.css>',
  'code in a frame of ads':
    '<iframe srcdoc="<script src=http://cdn.invalid/ad.js></script><p>Tea!"></iframe>',
  'data of others that is blocked': "<script>fetch('http://weather.invalid/').catch(() => {})</script>",
  'beacons of the same machine':
    "<script>fetch('OTHER/collect', { method: 'POST' }).catch(() => {})</script>",
  'a script of Cloudflare that the page of the app has':
    '<script type=none src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
  'a text about checks for bots': '<p>Just a moment... it says, and: verify you are human.</p>',
  'a text about errors':
    '<p>Spring shows a Whitelabel Error Page. This is not a function of time.</p><pre>Warning: Undefined variable in /srv/a.php on line 3</pre>',
  'a text about objects and errors in German':
    '<p>Ein Fehler ist aufgetreten, sagte sie. <ul><li>An object is shown as [object Object]<li><code>$NaN</code></ul>',
  'a list of errors': '<ul><li><span>TypeError: tea is not a function</span> 3 times</ul>',
  'a live region that is busy': '<p aria-live=polite aria-busy=true>3 messages</p>',
  'more that is still loading': `<div class=spinner ${square}></div>`,
  'a progress with a value': `<div role=progressbar aria-valuenow=4 ${square}></div>`,
  'overlays that are hidden':
    '<bun-hmr style="display:none"></bun-hmr><dialog id=livewire-error></dialog><nextjs-portal></nextjs-portal>',
  'an example of a skeleton': `<div class=bd-example><div class=skeleton ${square}></div></div>`,
  'a backdrop of a dialog':
    '<div style="position:fixed;inset:0;background:#0008"></div><div style="position:fixed;inset:30%;background:white">Sign in',
  'data that is not there as a page opens': "<script>fetch('/missing-data')</script>",
  'an error in a text that is logged': "<script>console.error('ERROR', 'no flags')</script>",
};

/** The same, of whole pages. */
const healthyPages: Readonly<Record<string, string>> = {
  'a text that is sorry for what is not there': `${header}<main><p>Sorry, we could not find any tea. We cannot send it either.</p></main>`,
  'a list of what is maintained': `${header}<main><h2>Under maintenance</h2><ul><li>Lift 3</ul></main>`,
  'the plan of an app for maintenance': `<h1>Scheduled maintenance</h1><p>Lift 3: Monday</p>`,
  'an announcement of maintenance': `${header}<main><p role=status>We are down for maintenance on Sunday.</p></main>`,
  'an empty list that says so': `${header}<main><ul></ul><p>No items</main>`,
  'an empty list with a field': `<header><h1>Todos</h1><input></header><main></main>`,
  'a menu beside what is shown for a short time': `<div id=root><nav><a href=#tea>Tea</a></nav><div aria-live=polite></div><div style="position:fixed"></div></div>`,
  'an app with its content beside an empty part': `<div id=root>${header}<div>Tea</div><div class=ads></div></div>`,
  'a main part that fades in': `<style>@keyframes fade { from { opacity: 0 } }</style>${header}<main style="animation:fade 0.3s">Tea</main>`,
  'a page that is a menu': '<div id=root><nav><a href=#tea>Tea</a></nav></div>',
  'a page that is a header': '<header style="height:90vh"><h1>Tea</h1></header><main></main>',
  'content beside an empty main part': `${header}<main></main><div>Tea for everybody.</div>`,
  'content far from the top': `<main style="height:80vh"></main><p style="position:fixed;right:0;bottom:0">Tea for everybody.</p>`,
  'a dialog in front of an empty main part': `${header}<main></main><dialog open>Sign in</dialog>`,
  'a message below an empty main part': `${header}<main></main><p role=status>Tea was deleted.</p>`,
  'a list of errors with headings': `${header}<main><h2>Server error</h2><p>3 times</main>`,
  'an alert in a component that nobody sees': `${header}<main>Tea <p hidden></p></main><script>document.querySelector('p').attachShadow({ mode: 'open' }).innerHTML = '<b role=alert>Could not save'</script>`,
  'a video': `${header}<main><video controls></video></main>`,
  'a map': `${header}<main><iframe src=/ok></iframe></main>`,
  'a game': `<body class=loading>${header}<main><canvas></canvas></main>`,
  'content that comes later': `${header}<main></main><script>setTimeout(() => { document.querySelector('main').textContent = 'Tea' }, 500)</script>`,
  'a busy main part with its content': `${header}<main aria-busy=true>Tea for everybody.</main>`,
  'an app that says that it works': '<h1>It works!</h1><p>Tea was saved. <a href=#more>Order more</a>',
  'an app with a heading about a time': '<h1>Tea at 10</h1><p>In room 5.',
};

/** The same, after a click. */
const healthyLater: Readonly<Record<string, string>> = {
  'no data, which is shown': asks(
    '/missing-data',
    ".then(() => { document.querySelector('output').textContent = 'Kein Tee' })",
  ),
  'no part of a page, without htmx': asks('/empty-status?code=404'),
  'no data yet': `(function again(left) { ${asks('/missing-data', '.then(() => left > 0 && again(left - 1))')} })(2)`,
  'a message of a success that is soon gone': says('Tea was saved', 'role=alert'),
  'a failure that is followed by a success': says(
    'Could not save, trying again',
    'class=toast',
    "document.body.insertAdjacentHTML('beforeend', '<div class=toast>Saved</div>')",
  ),
  'a message of a failure that nobody sees': says('Could not save', 'role=alert hidden'),
};

/** The same, after a text was typed into a field. */
const healthyTyped: Readonly<Record<string, string>> = {
  'a field': field(''),
  'a text that can be edited': `${shop}<div id=field contenteditable>Tea</div>`,
  'an element with keys of its own': `${shop}<div id=field tabindex=0>Tea</div>`,
  'a field inside the element': `${shop}<div id=field><input autofocus></div>`,
  'a field that refuses some characters': field(
    'onbeforeinput="if (event.data !== String.fromCharCode(79)) event.preventDefault()"',
  ),
  'a field whose page makes an element of each character': field(
    "onkeydown=\"event.preventDefault(); this.insertAdjacentHTML('beforebegin', '<b>Tea</b>')\"",
  ),
  'a field that looks for an option': field('readonly role=combobox'),
  'a button with a shortcut': `${shop}<button id=field onkeydown="this.after(event.key)">Tea</button>`,
  'a list with such an option': `${shop}<select id=field><option>Mate<option>Oolong</select>`,
  'a list whose option it is': `${shop}<select id=field><option>Oolong<option>Mate</select>`,
  'a button that opens a list': `${shop}<button id=field aria-haspopup=listbox>Tea</button>`,
  'a field that writes in capitals': field('value=OOLONG oninput="value = value.toUpperCase()"'),
  'a field with room for the text': field('maxlength=6'),
  'a field for one character': `${field('maxlength=1 oninput="this.nextElementSibling.focus()"')}<input maxlength=5>`,
  'a field into which the page writes the character': field(
    'onkeydown="event.preventDefault(); value = event.key"',
  ),
};

const rows = <Value>(
  values: Readonly<Record<string, Value>>,
  rowOf: (value: Value) => Omit<Row, 'what'>,
): Row[] => Object.entries(values).map(([what, value]) => ({ what, ...rowOf(value) }));

const groups: readonly (readonly Row[])[] = [
  rows(warned, ([html, warning]) => ({ html, steps: [noError], warning })),
  rows({ 'a heading of an app that is being maintained': 'h1', 'a text of one': 'p' }, (selector) => ({
    html: maintained,
    steps: [seesCss(selector)],
    warning: 'which says "Down for maintenance"',
  })),
  rows({ 'a heading of a check for bots': 'h1' }, (selector) => ({
    html: '<h1>Checking your browser before accessing shop.test</h1>',
    steps: [seesCss(selector)],
    warning: 'which says "Checking your browser before accessing shop.test"',
  })),
  rows(botChecks, (html) => ({
    html,
    steps: [seesCss('h1')],
    broken: { step: 0, says: 'shows a bot check instead of the app: ' },
  })),
  rows({ 'a check for bots in place of an element': 'button' }, (selector) => ({
    html: botChecks['a block of Cloudflare'] ?? '',
    steps: [seesCss(selector)],
    broken: { step: 0, says: 'was not found. The page shows a bot check instead of the app' },
    timesOut: true,
  })),
  rows({ 'an element that says that an app is being maintained': '.notice' }, (selector) => ({
    html: maintained,
    steps: [seesCss(selector)],
  })),
  rows(warnedLater, ([html, warning]) => ({ html, steps: [click], warning })),
  rows(warnedTyped, ([html, warning]) => ({ html, steps: [types], warning })),
  rows(crashes, (html) => ({ html, steps: [noError], broken: { step: 0, says: 'the app has crashed' } })),
  rows(healthy, (html) => ({ html: `${shop}${html}`, steps: [noError] })),
  rows(healthyPages, (html) => ({ html, steps: [noError] })),
  rows(healthyLater, (code) => ({ html: button(code), steps: [click] })),
  rows(healthyTyped, (html) => ({ html, steps: [types] })),
];

/** Pages on which every step of a test case passes: those that are broken, and those that only look so. */
export const passingRows: readonly Row[] = groups.flat();
/** A few of each kind, for the quick test. */
export const quickPassingRows: readonly Row[] = groups.flatMap((each) => each.slice(0, 2));
