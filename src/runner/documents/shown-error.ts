import { pageFunction } from '../../common/page-function.ts';

/** What a page shows: `none` of the faults, or which one, and the text that says so. */
export interface ErrorScreen {
  readonly kind: 'overlay' | 'crash' | 'bot check' | 'doubtful' | 'raw' | 'none';
  readonly text: string;
}

/**
 * What is shown in front of an app that could not be built, or that has failed: by Vite, webpack, Rsbuild, Parcel, Next.js, Gatsby
 * and Bun in development, and by Livewire and Inertia for a response that is not theirs. Some are hidden until then.
 */
const overlays = [
  'vite-error-overlay',
  'rsbuild-error-overlay',
  '#webpack-dev-server-client-overlay',
  '#__parcel__error__overlay__',
  '[data-nextjs-dialog]',
  'gatsby-fast-refresh',
  'bun-hmr',
  '#livewire-error',
  '#inertia-error-dialog',
];
/** Next.js has its own in the shadow of this element. */
const overlayHost = 'nextjs-portal';
/** Create React App has its own in a frame without a name, which ends with these texts. */
const overlayFrame =
  'This (?:screen is visible only in development\\.|error occurred during the build time and cannot be dismissed\\.)';

/** The pages for an error of Django, Werkzeug, Symfony, Phoenix, Xdebug, Cloudflare and Heroku. */
const errorPages = [
  '#summary + #traceback',
  '.debugger > .traceback',
  '.exception-message-wrapper .exception-message',
  '.exception-info > .title',
  '.xdebug-error.xe-uncaught-exception',
  '.xdebug-error.xe-fatal-error',
  '.xdebug-error.xe-parse-error',
  '#cf-error-details',
  'iframe[src*="herokucdn.com/error-pages"]',
];

/** The heading or the title of what frameworks and servers show instead of an app that has crashed, whatever the status. */
const crashHeadings = `^(?:${[
  // Next.js, React Router and Remix; Heroku, and what apps show in its place.
  'Application error: a (?:client|server)-side exception has occurred',
  'Unexpected Application Error!$',
  'Application [Ee]rror$',
  'This page couldn’t load$',
  // Django and Phoenix, Rails.
  '[A-Z][\\w.]+ at (?:[A-Z]+ )?/\\S*$',
  '[A-Z][\\w:]+ in [A-Z][\\w:]+#\\w+$',
  'Action Controller: Exception caught$',
  // Spring, ASP.NET, Tomcat, and what WordPress says of its database.
  'Whitelabel Error Page$',
  "Server Error in '.*' Application\\.$",
  'An unhandled exception occurred while processing the request\\.$',
  'HTTP Status 5\\d\\d\\b',
  'Error establishing a database connection$',
].join('|')})`;

/** What Cloudflare, Anubis, Imperva, DataDome and HUMAN put into a page that they show in place of the app. */
const botChecks = [
  'script[src*="/cdn-cgi/challenge-platform/"][src*="/chl_page/"]',
  'script#anubis_challenge',
  'iframe#main-iframe[src*="_Incapsula_Resource"]',
  'iframe[src*=".captcha-delivery.com/"]',
  '#px-captcha',
];
/** The titles of such pages that are like no other: of Cloudflare and Vercel. */
const botCheckTitles =
  '^(?:Attention Required! \\| Cloudflare|Access denied \\| .+ used Cloudflare to restrict access|Vercel Security Checkpoint)$';

const human = "you(?: a|['’])re (?:not )?(?:an? )?(?:human|(?:ro)?bot)";
/**
 * The title, a heading or all of the text of a page that is shown before the app: by bot checks whose pages are not known better,
 * by tunnels, and by the protection of deployments.
 */
const gates = `^(?:${[
  'just a moment',
  'one moment,? please',
  'checking your browser(?: before .{1,80})?',
  'checking if the site connection is secure',
  "(?:we(?: a|['’])re )?verifying your (?:browser|connection)",
  `(?:please )?(?:verify|confirm|prove) (?:that )?${human}(?: by .{1,80})?`,
  `(?:verifying|making sure|checking (?:that|if)) (?:that )?${human}`,
  'are you (?:a )?(?:human|robot)',
  '(?:human|bot) verification|robot check|client challenge|pardon our interruption',
  'access to this page has been denied',
  'please complete the security check to access(?: .{1,80})?',
  'enable javascript and cookies to continue',
  'you are about to visit:?(?: \\S+)?|tunnel website ahead',
  'log ?in to vercel',
  '(?:this )?(?:site|page|store|website|deployment) is (?:protected by (?:a )?password|password[- ]protected)|site protected by password|password[- ]protected|password required',
].join('|')})[.!?…]*$`;

/** The title, or all of the text, of what servers show before there is an app, or instead of it: Apache, IIS, Express, lists of files. */
const otherPages =
  '^(?:Apache2 \\w+ Default Page|It works!$|Test Page for the |IIS Windows(?: Server)?$|Cannot [A-Z]+ /\\S*$|(?:Index of|Directory listing for) /\\S*$)';

/** What a page without a heading begins with if it is only an error of the server: a stack trace of Node.js, Java, C# or Python. */
const stackTrace =
  '^(?:[\\w.]*(?:Error|Exception)\\b.{0,500}? at .{0,200}?\\.\\w{1,5}:(?:line )?\\d|Traceback \\(most recent call last\\):)';

/** The heading of a page that says no more than an error of the server, such as a proxy's `502 Bad Gateway`. */
const serverErrors =
  'Internal[ _](?:Server[ _])?Error|Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out';
/** The heading of a page that an app shows for a URL that it does not have, or that is not for everybody. */
const missing =
  "(?:(?:The |This )?(?:requested )?page )?(?:(?:was |is )?not[ _]found(?: \\(404\\))?|(?:could not|couldn['’]t|cannot|can['’]t) be found)|(?:(?:access|permission) (?:is )?)?(?:denied|forbidden)|(?:un|not )authori[sz]ed|(?:oops\\W+)?(?:that|this|the) page (?:does not|doesn['’]t) exist|we (?:cannot|could not|can['’]t|couldn['’]t) find (?:that|this|the) page(?: you(?: a|['’])re looking for)?|page expired|(?:you(?: a|['’])re )?offline|welcome to nginx";
/** The same in German, French, Spanish, Italian, Dutch, Portuguese, Polish, Swedish, Russian, Chinese, Japanese and Korean. */
const missingInOtherLanguages = [
  '(?:diese |die )?seite (?:wurde )?nicht gefunden',
  '(?:cette )?page (?:est )?(?:introuvable|non trouvée)',
  'página no encontrada',
  'pagina non trovata',
  'pagina niet gevonden',
  'página não encontrada',
  'nie znaleziono strony|strona nie została znaleziona',
  'sidan (?:kunde inte hittas|hittades inte)',
  'страница не найдена',
  '页面(?:不存在|未找到)|找不到(?:页面|頁面)|頁面不存在',
  'ページが見つかりません(?:でした)?',
  '페이지를 찾을 수 없습니다',
].join('|');
/**
 * The heading of a page that is shown while an app is being maintained. A heading such as `Scheduled maintenance` alone may be
 * what an app is about.
 */
const maintenance = [
  "(?:sorry,? )?(?:we(?: a|['’])re (?:currently )?|(?:\\w+ )?(?:web)?(?:site|page|app|application|service|server|system) (?:is )?(?:currently )?)(?:temporarily )?(?:(?:down|offline|closed|unavailable) for|under|undergoing) (?:some )?(?:scheduled |planned |routine )?maintenance",
  '(?:currently |briefly |temporarily )?(?:down|offline|unavailable) for (?:some )?(?:scheduled |planned |routine )?maintenance(?:\\. check back in a minute)?',
  "(?:sorry,? )?we(?:['’]| wi)ll be (?:right )?back(?: (?:soon|shortly|online))?(?: (?:soon|shortly))?",
].join('|');
/** Error pages are short; an article about such an error is not. */
const maxErrorPageCharacters = 1000;

const options = {
  overlays,
  overlayHost,
  overlayFrame,
  errorPages,
  crashHeadings,
  botChecks,
  botCheckTitles,
  stackTrace,
  serverErrors,
  gates,
  otherPages,
  missing: `${missing}|${missingInOtherLanguages}|${maintenance}`,
  maxErrorPageCharacters,
};

/** The source of an expression for a page: its `ErrorScreen`. */
export const errorScreen = `(${pageFunction(findErrorScreen, [
  overlayText,
  headingClause,
  isNoPage,
  headingsOf,
  titleOf,
  showsBotCheck,
  otherPage,
  crashIn,
  statusOf,
  messageOfPhp,
  isJson,
  isUnreadable,
])})(${JSON.stringify(options)})`;

/** The source of an expression for a page: what it says if its status is 500 or more. */
export const serverErrorText = `(${pageFunction(findServerError, [headingsOf, titleOf, statusOf])})(${JSON.stringify(serverErrors)})`;

/** In the page. @returns the text from its first heading on; empty if it says no more than the status does. */
function findServerError(serverErrors: string): string {
  const text = document.body?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  const title = titleOf().replace(/\s+/g, ' ');
  const said = text.slice(Math.max(0, text.indexOf(title)));
  return statusOf() < 500 || new RegExp(`^[^a-z]*(?:${serverErrors})`, 'i').test(said) ? '' : said;
}

/** In the page. */
function findErrorScreen(words: typeof options): ErrorScreen {
  const overlay = overlayText(words);
  if (overlay !== undefined) return { kind: 'overlay', text: overlay };
  const { contentType, body } = document;
  if (isNoPage()) return { kind: 'raw', text: contentType };
  const title = titleOf();
  const text = body?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  // A block of Cloudflare looks like its page for an app that has crashed.
  if (showsBotCheck(words))
    return { kind: 'bot check', text: document.title || title || text || document.URL };
  const crash = crashIn(title, text, words);
  if (crash !== undefined) return { kind: 'crash', text: crash };
  const isShort = text.length <= words.maxErrorPageCharacters;
  const failed = isShort ? headingClause(title, text, words.serverErrors) : undefined;
  if (failed !== undefined) return { kind: 'crash', text: failed };
  const other = otherPage(text, isShort, words);
  // The first heading may be the name of the app.
  const headings = isShort ? [title, titleOf('main') || title] : [];
  const missing = headings
    .map((each) => headingClause(each, text, words.missing))
    .find((said) => said !== undefined);
  // An error status is a warning of its own.
  const doubtful = missing ?? other;
  if (doubtful !== undefined && statusOf() < 400) return { kind: 'doubtful', text: doubtful };
  const message = messageOfPhp();
  if (message !== undefined)
    return { kind: /^(?:Warn|Notice|Deprec)/.test(message) ? 'doubtful' : 'crash', text: message };
  if (body?.childElementCount === 0 && isJson(text)) return { kind: 'raw', text: 'JSON' };
  return isUnreadable(text)
    ? { kind: 'raw', text: 'in another encoding than its response says' }
    : { kind: 'none', text: '' };
}

/** What a heading says if that is one of some clauses; of a page without a heading, what all of its text says. */
function headingClause(title: string, text: string, clauses: string): string | undefined {
  const isNumber = /^\d{3}$/.test(title);
  // The number may be an element of its own.
  const heading = isNumber ? text.slice(text.indexOf(title)) : title || text;
  const end = isNumber ? '' : '[.!]?$';
  const said = new RegExp(`^(?:(?:Error |HTTP Status )?\\d{3})?[^a-z0-9]*(?:${clauses})${end}`, 'i');
  return said.test(heading) ? heading : undefined;
}

/** @returns the text of the error overlay; undefined if the page shows none. */
function overlayText({ overlays, overlayHost, overlayFrame }: typeof options): string | undefined {
  const roots = [document, ...[...document.querySelectorAll(overlayHost)].map((each) => each.shadowRoot)];
  const found = roots.flatMap((root) => [...(root?.querySelectorAll(overlays.join()) ?? [])]);
  const frames = [...document.querySelectorAll<HTMLIFrameElement>('body > iframe:not([src], [id])')].filter(
    (each) => new RegExp(overlayFrame).test(each.contentDocument?.body?.innerText ?? ''),
  );
  const overlay = [...found, ...frames].find((each) => each.checkVisibility());
  if (overlay === undefined) return undefined;
  const content = overlay instanceof HTMLIFrameElement ? overlay.contentDocument?.body : overlay.shadowRoot;
  const shown = [...(content ?? overlay).children].filter((each) => each.localName !== 'style');
  const texts = shown.map((each) => (each instanceof HTMLElement ? each.innerText : ''));
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

function showsBotCheck({ botChecks, botCheckTitles }: typeof options): boolean {
  return document.querySelector(botChecks.join()) !== null || new RegExp(botCheckTitles).test(document.title);
}

/** What a page says that is shown before there is an app, or in place of it. */
function otherPage(
  text: string,
  isShort: boolean,
  { otherPages, gates }: typeof options,
): string | undefined {
  const other = [document.title, text].find((each) => new RegExp(otherPages).test(each));
  const said = isShort ? [document.title, text, ...headingsOf()] : [];
  return other ?? said.find((each) => new RegExp(gates, 'i').test(each));
}

/** What a page says that is only an error of the app. @param title its first heading. */
function crashIn(
  title: string,
  text: string,
  { errorPages, crashHeadings, stackTrace }: typeof options,
): string | undefined {
  const said = [title, document.title].find((each) => new RegExp(crashHeadings).test(each));
  if (said !== undefined) return said;
  const isErrorPage = [...document.querySelectorAll(errorPages.join())].some((each) =>
    each.checkVisibility(),
  );
  if (isErrorPage) return title || document.title || text;
  return title === '' && new RegExp(stackTrace).test(text) ? text : undefined;
}

/** An app that fails may answer with a message as plain text, or with what was meant for a script. */
function isNoPage(): boolean {
  const { contentType, documentElement: root } = document;
  const isTree = document.querySelector('#webkit-xml-viewer-source-xml') !== null;
  const isDrawn = /xhtml$|svg$/.test(root?.namespaceURI ?? '') && !isTree;
  return /^text\/(?!html$|xml$)|json$|javascript$/.test(contentType) || !isDrawn;
}

/** The headings that are shown. @param part a selector of the elements that they may be in. */
function headingsOf(part = ':root'): string[] {
  const headings = [...document.querySelectorAll(`${part} :is(h1, h2)`)];
  return headings.filter((each) => each.checkVisibility()).map((each) => each.textContent.trim());
}

/** The first heading that is shown. */
function titleOf(part = ':root'): string {
  return headingsOf(part)[0] ?? '';
}

function statusOf(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const { responseStatus = 0 } = { ...navigation?.toJSON() };
  return responseStatus;
}

/** PHP writes into the page what went wrong, and where, with markup or without. Documentation does so as well. */
function messageOfPhp(): string | undefined {
  const [kind, place] = [
    '(?:Fatal error|Parse error|Warning|Notice|Deprecated)',
    'in \\S+\\.php(?: on line |:)\\d',
  ];
  const plain = new RegExp(`(?:^|\\n)\\s*(?:PHP )?(${kind}: .+ ${place})`, 's');
  for (const each of document.querySelectorAll('b')) {
    const message = `${each.textContent}${each.nextSibling?.textContent}`.replace(/\s+/g, ' ');
    if (new RegExp(`^${kind}: .+ in $`).test(message)) return message;
  }
  if (!new RegExp(place).test(document.body?.textContent ?? '')) return undefined;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const message = plain.exec(node.nodeValue ?? '')?.[1];
    const parent = node.parentElement;
    if (message === undefined || parent?.closest('pre, code, script, textarea') != null) continue;
    if (parent?.checkVisibility() === true) return message.replace(/\s+/g, ' ');
  }
  return undefined;
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A text that begins like that.
    return false;
  }
}

function isUnreadable(text: string): boolean {
  const unreadable = text.split('\ufffd').length;
  return unreadable > 5 && unreadable > text.length / 10;
}
