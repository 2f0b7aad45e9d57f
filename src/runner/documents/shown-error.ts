import { pageFunction } from '../../common/page-function.ts';

/** What a page shows: `none` of the faults, or which one, and the text that says so. */
export interface ErrorScreen {
  readonly kind: 'overlay' | 'crash' | 'doubtful' | 'raw' | 'none';
  readonly text: string;
}

/** What development servers show in front of an app that they could not build, or that has thrown an error: Vite, webpack, Rsbuild, Parcel and Next.js. */
const overlays = [
  'vite-error-overlay',
  'rsbuild-error-overlay',
  '#webpack-dev-server-client-overlay',
  '#__parcel__error__overlay__',
  'nextjs-portal [data-nextjs-dialog]',
];

/** What frameworks show instead of an app that has crashed, in a document that was answered without an error: Next.js, React Router and Remix. */
const crashHeadings =
  '^(?:Application error: a (?:client|server)-side exception has occurred|Unexpected Application Error!$|Application Error$|This page couldn’t load$)';

/** What a page without a heading begins with if it is only an error of the server: a stack trace of Node.js, Java, C# or Python. */
const stackTrace =
  '^(?:[\\w.]*(?:Error|Exception)\\b.{0,500}? at .{0,200}?\\.\\w{1,5}:(?:line )?\\d|Traceback \\(most recent call last\\):)';

/** The heading of a page that says no more than an error of the server, such as a proxy's `502 Bad Gateway`. */
const serverErrors =
  'Internal (?:Server )?Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out';
/** The heading of a page that an app shows for a URL that it does not have, or that is not for everybody. */
const missing =
  "(?:(?:The |This )?page )?(?:(?:was |is )?not found|(?:could not|couldn['’]t|cannot|can['’]t) be found)|(?:(?:access|permission) (?:is )?)?(?:denied|forbidden)|(?:un|not )authori[sz]ed|(?:oops\\W+)?(?:that|this|the) page (?:does not|doesn['’]t) exist|we (?:cannot|could not|can['’]t|couldn['’]t) find (?:that|this|the) page(?: you(?: a|['’])re looking for)?|page expired|(?:you(?: a|['’])re )?offline|welcome to nginx";
/** Error pages are short; an article about such an error is not. */
const maxErrorPageCharacters = 1000;

const options = { overlays, crashHeadings, stackTrace, serverErrors, missing, maxErrorPageCharacters };

/** The source of an expression for a page: its `ErrorScreen`. */
export const errorScreen = `(${pageFunction(findErrorScreen, [
  isNoPage,
  titleOf,
  statusOf,
  messageOfPhp,
  isJson,
  isUnreadable,
])})(${JSON.stringify(options)})`;

/** In the page. */
function findErrorScreen({ overlays, crashHeadings, stackTrace, ...words }: typeof options): ErrorScreen {
  if (document.querySelector(overlays.join()) !== null) return { kind: 'overlay', text: '' };
  const { contentType, body } = document;
  if (isNoPage()) return { kind: 'raw', text: contentType };
  const title = titleOf();
  if (new RegExp(crashHeadings).test(title)) return { kind: 'crash', text: title };
  const text = body?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  if (title === '' && new RegExp(stackTrace).test(text)) return { kind: 'crash', text };
  const isNumber = /^\d{3}$/.test(title);
  // The number may be an element of its own.
  const heading = isNumber ? text.slice(text.indexOf(title)) : title;
  const says = (clause: string) =>
    text.length <= words.maxErrorPageCharacters &&
    new RegExp(`^(?:(?:Error )?\\d{3})?[^a-z0-9]*(?:${clause})${isNumber ? '' : '[.!]?$'}`, 'i').test(
      heading,
    );
  if (says(words.serverErrors)) return { kind: 'crash', text: heading };
  // An error status is a warning of its own.
  if (says(words.missing) && statusOf() < 400) return { kind: 'doubtful', text: heading };
  const message = messageOfPhp();
  if (message !== undefined)
    return { kind: /^Warn|^Notice/.test(message) ? 'doubtful' : 'crash', text: message };
  if (body?.childElementCount === 0 && isJson(text)) return { kind: 'raw', text: 'JSON' };
  return isUnreadable(text)
    ? { kind: 'raw', text: 'in another encoding than its response says' }
    : { kind: 'none', text: '' };
}

/** An app that fails may answer with a message as plain text, or with what was meant for a script. */
function isNoPage(): boolean {
  const { contentType, documentElement: root } = document;
  const isTree = document.querySelector('#webkit-xml-viewer-source-xml') !== null;
  const isDrawn = /xhtml$|svg$/.test(root?.namespaceURI ?? '') && !isTree;
  return /^text\/(?!html$|xml$)|json$|javascript$/.test(contentType) || !isDrawn;
}

/** The first heading that is shown. */
function titleOf(): string {
  const first = [...document.querySelectorAll('h1, h2')].find((each) => each.checkVisibility());
  return first?.textContent.trim() ?? '';
}

function statusOf(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  const { responseStatus = 0 } = { ...navigation?.toJSON() };
  return responseStatus;
}

/** PHP writes into the page what went wrong, and where. */
function messageOfPhp(): string | undefined {
  const kind = [...document.querySelectorAll('b')].find(
    (each) =>
      /^(?:Fatal error|Parse error|Warning|Notice)$/.test(each.textContent) &&
      /^: .+ in $/s.test(each.nextSibling?.textContent ?? ''),
  );
  return kind && `${kind.textContent}${kind.nextSibling?.textContent}`.replace(/\s+/g, ' ');
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
