import { optionsOf } from '../javascript/convert-value.ts';
import { fieldsOf } from '../javascript/native-methods.ts';
import { textOf, titleOf } from '../javascript/texts.ts';
import {
  type Args,
  type Elements,
  firstPage,
  global,
  is,
  noEquivalent,
  objectOf,
  type Value,
} from '../javascript/value.ts';
import { leavePage, reopenPage, sizePage } from '../steps/actions.ts';
import { codeOfPlain, requestCode } from '../steps/code-in-page.ts';
import { cookieCode } from '../steps/cookies.ts';
import { type ListeningTest, listen } from './dialog-listeners.ts';
import { narrow, withCommands } from './find-elements.ts';
import { onlyWatches, widthOf } from './mapping.ts';

/** What commands need of `Cypress`. */
interface CypressTest extends ListeningTest {
  readonly root: Elements;
  readonly tasks: ReadonlyMap<string, Value>;
  readonly fixture: (name: string) => Value;
  ofPage(name: string): Value;
  run(body: Value, args: Value[]): Value;
  runAlone(body: Value, args: Value[]): Value;
}

type Command = (on: CypressTest, args: Args) => Value;

/** Commands that begin a chain. */
export const startingCommands: Readonly<Record<string, Command>> = {
  url: (on) => on.ofPage('url'),
  title: (on) => on.ofPage('title'),
  hash: (on) => on.ofPage('hash'),
  location: (on, [part]) => (typeof part === 'string' ? on.ofPage(part) : global('location')),
  root: ({ root }) => (root.line === firstPage.line ? narrow(firstPage, '.locator("html")') : root),
  focused: ({ root }) => narrow(root, '.locator(":focus")'),
  wrap: (_, [value]) => withCommands(value),
  fixture: (on, [name]) => on.fixture(textOf(name)),
  task(on, [name, argument]) {
    const task = on.tasks.get(textOf(name));
    // By convention, they print a message.
    if (task === undefined && /^(?:log|table)$/.test(textOf(name))) return undefined;
    if (task === undefined) throw noEquivalent('cy.task');
    return on.run(task, [argument]);
  },
  // A session is set up as in the first test that uses it.
  session: (on, [, body]) => void on.runAlone(body, []),
  visit(on, [to, options]) {
    const known = ['url', 'qs', 'failOnStatusCode', 'onBeforeLoad', 'onLoad'];
    const given = optionsOf(is(to, 'object') ? to : options, known);
    visit(on, on.address.opened(given.get('url') ?? to), given);
  },
  request(on, args) {
    const [url, ...others] = args;
    if (others.length > 0 || typeof url !== 'string') return request(on, args);
    const address = on.address.path(url);
    on.writer.assert({ expectation: 'RESPONSE_OK', calledWith: address });
    return { kind: 'response', address, after: on.writer.last };
  },
  reload: ({ writer }) => leavePage(writer, 'location.reload()'),
  go({ writer }, [to]) {
    if (to !== 'back' && to !== 'forward') throw noEquivalent('cy.go');
    return leavePage(writer, `history.${to}()`);
  },
  wait(on, [time]) {
    if (typeof time === 'number') return on.writer.waitFor({ type: 'fixedTime', timeMilliseconds: time });
    if (![time].flat().every((each) => typeof each === 'string' && each.startsWith('@')))
      throw noEquivalent('cy.wait');
    return on.watchRequest({ isAwaited: true });
  },
  intercept(on, args) {
    if (!onlyWatches(args, ({ node }) => on.interpreter.log.codeOf(node))) throw noEquivalent('cy.intercept');
    return on.watchRequest({ isAwaited: false }, args);
  },
  viewport: ({ writer }, [width, height]) => sizePage(writer, widthOf(width, height)),
  window: inPage('window'),
  document: inPage('document'),
  scrollTo({ writer }, [x, y]) {
    const to = x === 'top' ? [0, 0] : [x, y].filter((each) => typeof each === 'number');
    if (x !== 'bottom' && to.length < 2) throw noEquivalent('cy.scrollTo');
    writer.act({ action: 'SCROLL', ...(x === 'bottom' ? {} : { calledWith: { x: to[0], y: to[1] } }) });
  },
  setCookie({ writer, address }, [name, value, options]) {
    const others = is(options, 'object') ? options.fields : [];
    writer.storeBefore(cookieCode(address, objectOf([...others, ['name', name], ['value', value]])));
    writer.comment('The spec sets a cookie of the browser. Here, the page sets it in a first visit.');
  },
  clearLocalStorage: clearStorage('localStorage'),
  clearAllLocalStorage: clearStorage('localStorage'),
  clearAllSessionStorage: clearStorage('sessionStorage'),
  on: (on, [event, listener]) => listen(on, event, listener),
  screenshot: ({ writer }) => writer.comment('The spec takes a screenshot here. A run has its own.'),
  log: () => undefined,
};

/** What is stored before the page loads is stored by a first visit. */
function visit(on: CypressTest, address: string, given: ReadonlyMap<string, Value>): void {
  const { writer } = on;
  const parameters = given.get('qs') === undefined ? [] : fieldsOf(given.get('qs'));
  const query = parameters
    .map(([name, value]) => `${name}=${titleOf(value).replace(/[^\w.~$-]+/g, encodeURIComponent)}`)
    .join('&');
  const calledWith = query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
  const opened = writer.act({ action: 'GO_TO', calledWith });
  const window = { kind: 'code', code: 'window' } as const;
  if (given.has('onBeforeLoad')) on.runAlone(given.get('onBeforeLoad'), [{ ...window, after: opened }]);
  writer.store();
  if (writer.last !== opened) reopenPage(writer, calledWith);
  if (given.has('onLoad')) on.runAlone(given.get('onLoad'), [{ ...window, after: writer.last }]);
}

/** `cy.request('POST', '/api/items', { … })`, sent by the page: only the app itself gets it. */
function request({ address, writer }: CypressTest, [first, url, body]: Args): Value {
  const names = ['method', 'url', 'body', 'form', 'headers', 'failOnStatusCode'];
  const given = is(first, 'object')
    ? optionsOf(first, names)
    : new Map<string, Value>([
        ['method', url === undefined || is(url, 'object') ? 'GET' : first],
        ['url', typeof url === 'string' ? url : first],
        ['body', typeof url === 'string' ? body : url],
      ]);
  const step = writer.runInPage(requestCode(address.below(given.get('url')), given));
  return { kind: 'script', step, isResponse: true };
}

function inPage(code: string): Command {
  return ({ writer }, [options]) => {
    optionsOf(options);
    return { kind: 'code', code, after: writer.last };
  };
}

function clearStorage(storage: string): Command {
  return ({ writer }, [key]) => {
    if (is(key, 'pattern')) throw noEquivalent('cy.clearLocalStorage');
    const call = key === undefined ? 'clear()' : `removeItem(${codeOfPlain(key)})`;
    writer.runInPage(`${storage}.${call};`);
  };
}
