import { andMore, cut } from '../../common/text.ts';

/** Why a step failed, as the end of a sentence that begins with what the step does. */
export interface Reason {
  /** Such as `it is disabled`; empty if the sentence needs no reason. */
  readonly clause: string;
  /** Further sentences: what the page shows, or what to do. */
  readonly advice?: string | undefined;
}

/** Puts a text of the page in quotation marks: redacted, in one line, and not too long. */
export type Quote = (text: string) => string;

/** A step found something else than it expects. The message has the details, without the reason. */
export class UnexpectedResult extends Error {
  readonly reason: (quote: Quote) => Reason;

  constructor(reason: (quote: Quote) => Reason, details: readonly string[]) {
    super(details.join('\n'));
    this.reason = reason;
  }
}

/** A step that cannot be run as it is written, whatever the app does. */
export class InvalidStep extends Error {}

/** How many characters of a text of the page or the driver a sentence contains. */
const maxCharacters = 200;

/** An element that the step needs was not found. */
export const notFound = 'not found';

/** A list does not have the option that the step chooses. */
export const noSuchOption = 'no such option';

/** Of several elements that match. */
const maxListed = 3;
const maxListedCharacters = 100;

const tooLong = 'it took too long';

type MessagePattern = readonly [
  RegExp,
  (it: string, ...groups: string[]) => string | Reason | typeof notFound | typeof noSuchOption,
];

/** Lines of the driver's call log that say what it found, or that it is still looking for an element. */
const findings: readonly MessagePattern[] = [
  [/^element is not visible$/, (it) => `${it} is hidden`],
  [/^element is not enabled$/, (it) => `${it} is disabled`],
  [/^element is not editable$/, (it) => `${it} is read-only`],
  [/^element is not stable$/, (it) => `${it} keeps moving`],
  [
    /^element is outside of the viewport$/,
    (it) => `${it} is outside the visible area and cannot be scrolled into it`,
  ],
  [/^element was detached from the DOM, retrying$/, (it) => `the page kept replacing ${it}`],
  [/^(?:<.+> from )?(<.+>)(?: subtree)? intercepts pointer events$/, (it, cover) => `${cover} covers ${it}`],
  [/^typed (\d+ of \d+) characters$/, (_, typed) => `the time limit was reached after ${typed} characters`],
  [/^did not find some options$/, () => noSuchOption],
  [/^option being selected is not enabled$/, () => 'the option is disabled'],
  [/^waiting for scheduled navigations to finish$/, () => 'the page that it leads to did not load in time'],
  [/^locator resolved to /, () => tooLong],
  [/^waiting for (?:locator|frameLocator|getBy\w+)\(/, () => notFound],
];

const choose = 'Make the selector more specific, or choose one of them with FIRST, LAST or NTH.';
const formats =
  'Write dates as 2026-12-31, times as 23:59, months as 2026-12, weeks as 2026-W52, and colors as #ff0000.';
const checkApp = 'Check that the app is running and reachable at this address.';

/** What the first line of an error may say. The names of network errors are those of Chromium and Firefox. */
const problems: readonly MessagePattern[] = [
  [/resolved to (<.*>), <iframe> was expected/, (_, element) => `${element} is not a frame`],
  [
    /Element is not an <input>/,
    (it) => ({
      clause: `${it} is not a field`,
      advice: 'Select the field itself. If it only takes keys, use KEY_PRESS.',
    }),
  ],
  [
    /Not an input element/,
    (it) => ({
      clause: `${it} is not a field`,
      advice: 'Use TO_CONTAIN_TEXT for the text of other elements.',
    }),
  ],
  [
    /Node is not an HTMLInputElement/,
    (it) => ({
      clause: `${it} is not a file input`,
      advice: 'Select the input of type "file".',
    }),
  ],
  [
    /Element is not a <select> element/,
    (it) => ({
      clause: `${it} is not a select element`,
      advice: 'Use CLICK to open it, and CLICK on the option.',
    }),
  ],
  [/Not a checkbox or radio button/, (it) => `${it} is not a checkbox or radio button`],
  [/Input of type "([\w-]+)" cannot be filled/, (it, type) => `${it} is an input of type "${type}"`],
  [/Cannot type text into input\[type=number\]/, (it) => `${it} accepts only numbers`],
  [/fill: Error: Malformed value/, (it) => ({ clause: `${it} does not accept this value`, advice: formats })],
  [
    /Unknown key: "(.*)"/,
    (_, key) => ({
      clause: `there is no key "${key}"`,
      advice: 'Use a name such as Enter, Tab or Control+a.',
    }),
  ],
  [
    /is not a valid selector|while parsing (?:css )?selector/,
    () => ({ clause: 'the CSS selector is invalid', advice: 'Correct it in the test case.' }),
  ],
  [
    /(?:ERR|NS_ERROR)_CONNECTION_REFUSED at (\w+:\/\/)(?:[^/@\s]*@)?([^/\s]+)/,
    (_, scheme, host) => ({ clause: `nothing answers at ${scheme}${host}`, advice: checkApp }),
  ],
  [
    /(?:ERR_NAME_NOT_RESOLVED|NS_ERROR_UNKNOWN_HOST) at \w+:\/\/(?:[^/@\s]*@)?([^/:\s]+)/,
    (_, host) => ({ clause: `the host ${host} is unknown`, advice: checkApp }),
  ],
  [
    /(?:ERR_(?:EMPTY_RESPONSE|CONNECTION_(?:CLOSED|RESET))|NS_ERROR_NET_(?:RESET|EMPTY_RESPONSE))(?: at (http:))?/,
    (_, plain) => ({
      clause: 'the app closed the connection without a response',
      advice: `Check the log of the app.${plain ? ' If the app uses HTTPS, write https://.' : ''}`,
    }),
  ],
  [/ERR_TOO_MANY_REDIRECTS|NS_ERROR_REDIRECT_LOOP/, () => 'it redirects without end'],
  [
    /ERR_SSL_PROTOCOL_ERROR/,
    () => ({ clause: 'it does not answer with HTTPS', advice: 'If the app uses HTTP, write http://.' }),
  ],
  [
    /ERR_CERT_\w+|SEC_ERROR_\w+|SSL_ERROR_\w+/,
    () => ({
      clause: 'the browser does not trust the certificate of the app',
      advice: 'Serve the app over HTTP for the tests, or with a certificate that this machine trusts.',
    }),
  ],
  [
    /ERR_UNSAFE_PORT|deniedPortAccess/,
    () => ({
      clause: 'browsers do not open this port, which is reserved for another protocol',
      advice: 'Serve the app on another port, such as 3000.',
    }),
  ],
  [
    /ERR_INVALID_AUTH_CREDENTIALS/,
    () => ({
      clause: 'the app asks for a user name and a password',
      advice: 'Set those for HTTP basic authentication.',
    }),
  ],
  [/page\.goto: Timeout/, () => 'the page did not finish loading in time'],
  [/while waiting for event "download"/, () => 'no download started'],
  [/Download is starting/, () => 'it is a download instead of a page'],
  [/page\.goto: net::ERR_ABORTED at/, () => 'the app responded without a page, as with status 204'],
  [/ERR_HTTP_RESPONSE_CODE_FAILURE/, () => 'the app responded with an error status and without content'],
  [
    /ERR_(?:CONNECTION_)?TIMED_OUT|NS_ERROR_NET_TIMEOUT/,
    () => ({ clause: 'the app did not respond', advice: checkApp }),
  ],
  [/page, context or browser has been closed/, () => 'the page was closed'],
  [/(?:Page|Target) crashed/, () => 'the page crashed'],
  [
    /The step did not end within/,
    () => ({ clause: 'the step did not end in time', advice: 'The page may be busy or unresponsive.' }),
  ],
];

/** How messages of the driver begin: with the call. */
const call = /^(?:TimeoutError: )?(?:locator|page|frame|keyboard|mouse|elementHandle|browserContext)\.\w+: /;

/** Whether a message is the driver's own, or that of a step that the driver did not end. */
export function isDriverMessage(message: string): boolean {
  return call.test(message) || /^(?:TimeoutError: )?The step did not end within/.test(message);
}

/**
 * Why a call of the driver failed, by its message.
 * @param it what the sentence calls the element.
 */
export function driverReason(message: string, it: string): Reason | typeof notFound | typeof noSuchOption {
  const [problem = '', log = ''] = message.split(/\n+Call log:\n/);
  const lines = log.split('\n').map((line) => line.replace(/^[\s-]*(?:\d+ × )?/, '').trim());
  const found =
    ambiguity(problem) ??
    firstMatch([problem], problems, it) ??
    (isTimeout(problem) ? finding(lines, it) : undefined);
  if (found === notFound || found === noSuchOption) return found;
  if (found !== undefined) return typeof found === 'string' ? { clause: found } : found;
  return { clause: isTimeout(problem) ? tooLong : cut(shortened(problem), maxCharacters) };
}

/** Whether the driver says that several elements match a step that needs one. */
export function isAmbiguous(message: string): boolean {
  return message.includes('strict mode violation');
}

/** Several elements match. The driver lists them: `1) <button>Pay</button> aka getByRole('button', { name: 'Pay' })`. */
function ambiguity(problem: string): Reason | undefined {
  const [, count, list] =
    /strict mode violation: [^\n]* resolved to (\d+) elements:\n(.*)/s.exec(problem) ?? [];
  if (count === undefined || list === undefined) return undefined;
  const found = [...list.matchAll(/^\s*\d+\) (.*) aka (.*)$/gm)].map(([, tag = '', locator = '']) =>
    // A locator that only counts the elements does not say how they differ; their tags may.
    /\.(?:first|last|nth)\(\d*\)$/.test(locator) ? tag : locator,
  );
  const names = [...new Set(found)];
  const shown = names.slice(0, maxListed).map((name) => {
    const times = found.filter((each) => each === name).length;
    return { times, text: `${times > 1 ? `${times} × ` : ''}${cut(name, maxListedCharacters)}` };
  });
  const others = Number(count) - shown.reduce((sum, { times }) => sum + times, 0);
  const texts = shown.map(({ text }) => text).join(', ');
  const listed = names.length < 2 ? '' : `: ${texts}${andMore(others)}`;
  const noun = /^\s*1\) <i?frame\b/.test(list) ? 'frames' : 'elements';
  return { clause: `${count} ${noun} match${listed}`, advice: choose };
}

/** Finds the last line that gives a reason. If the page kept replacing the element, that is the reason, and not the element found last. */
function finding(lines: readonly string[], it: string) {
  const isReplaced = lines.some((line) => line.startsWith('element was detached'));
  const telling = lines.filter((line) => !(isReplaced && line.startsWith('locator resolved to ')));
  return firstMatch(telling.toReversed(), findings, it);
}

function isTimeout(problem: string): boolean {
  return problem.startsWith('TimeoutError: ');
}

/** The first line of a message without the call and the URL. */
function shortened(problem: string): string {
  const [first = ''] = problem.replace(call, '').split('\n', 1);
  return first.replace(/^Error: | at https?:.*$|\.$/g, '');
}

function firstMatch(texts: readonly string[], table: readonly MessagePattern[], it: string) {
  for (const text of texts) {
    for (const [pattern, reason] of table) {
      const match = pattern.exec(text);
      if (match !== null) return reason(it, ...match.slice(1).map((group) => cut(group, maxCharacters)));
    }
  }
  return undefined;
}
