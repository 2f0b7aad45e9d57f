/** What a page shows: `none` of the faults, or which one, and the text that says so. */
export interface ErrorScreen {
  readonly kind: 'overlay' | 'crash' | 'missing' | 'raw' | 'none';
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

/** The heading of a page that says no more than an error of the server, such as a proxy's `502 Bad Gateway`. */
const serverErrors =
  'Internal (?:Server )?Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out';
/** The heading of a page that an app shows for a URL that it does not have, or that is not for everybody. */
const missing =
  "(?:(?:The |This )?page )?(?:(?:was |is )?not found|(?:could not|couldn['’]t|cannot|can['’]t) be found)|(?:(?:access|permission) (?:is )?)?(?:denied|forbidden)|(?:un|not )authori[sz]ed";
/** Error pages are short; an article about such an error is not. */
const maxErrorPageCharacters = 1000;

const options = { overlays, crashHeadings, serverErrors, missing, maxErrorPageCharacters };

/** The source of an expression for a page: its `ErrorScreen`. */
export const errorScreen = `(${findErrorScreen})(${JSON.stringify(options)})`;

/** Evaluated in a page: what it shows, and the text that says so. */
function findErrorScreen({
  overlays,
  crashHeadings,
  serverErrors,
  missing,
  maxErrorPageCharacters,
}: typeof options): ErrorScreen {
  if (document.querySelector(overlays.join()) !== null) return { kind: 'overlay', text: '' };
  const { contentType, documentElement: root, body } = document;
  const isTree = document.querySelector('#webkit-xml-viewer-source-xml') !== null;
  const isDrawn = /xhtml$|svg$/.test(root?.namespaceURI ?? '') && !isTree;
  // An app that fails may answer with a message as plain text, or with what was meant for a script.
  if (/^text\/(?!html$|xml$)|json$|javascript$/.test(contentType) || !isDrawn)
    return { kind: 'raw', text: contentType };
  const [first] = [...document.querySelectorAll('h1, h2')].filter((each) => each.checkVisibility());
  const title = first?.textContent.trim() ?? '';
  if (new RegExp(crashHeadings).test(title)) return { kind: 'crash', text: title };
  const text = body?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  const isNumber = /^\d{3}$/.test(title);
  // The number may be an element of its own.
  const heading = isNumber ? text.slice(text.indexOf(title)) : title;
  const says = (words: string) =>
    text.length <= maxErrorPageCharacters &&
    new RegExp(`^(?:(?:Error )?\\d{3})?[^a-z0-9]*(?:${words})${isNumber ? '' : '[.!]?$'}`, 'i').test(heading);
  if (says(serverErrors)) return { kind: 'crash', text: heading };
  const [navigation] = performance.getEntriesByType('navigation');
  const { responseStatus = 0 } = { ...navigation?.toJSON() };
  // An error status is a warning of its own.
  if (says(missing) && responseStatus < 400) return { kind: 'missing', text: heading };
  // PHP says it in the page that it could not finish.
  const fatal = [...document.querySelectorAll('b')].find(
    (each) =>
      /^(?:Fatal|Parse) error$/.test(each.textContent) &&
      /^: .+ in $/s.test(each.nextSibling?.textContent ?? ''),
  );
  if (fatal !== undefined) {
    const message = `${fatal.textContent}${fatal.nextSibling?.textContent}`.replace(/\s+/g, ' ');
    return { kind: 'crash', text: message };
  }
  if (body?.childElementCount === 0 && /^[[{]/.test(text)) {
    try {
      JSON.parse(text);
      return { kind: 'raw', text: 'JSON' };
    } catch {
      // A text that begins like that.
    }
  }
  const unreadable = text.split('\ufffd').length;
  return unreadable > 5 && unreadable > text.length / 10
    ? { kind: 'raw', text: 'in another encoding than its response says' }
    : { kind: 'none', text: '' };
}
