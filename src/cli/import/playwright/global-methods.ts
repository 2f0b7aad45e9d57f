import { posix } from 'node:path';
import { numberOf, optionsOf } from '../javascript/convert-value.ts';
import { isTruthy, listOf } from '../javascript/native-methods.ts';
import { textOf, titleOf } from '../javascript/texts.ts';
import { type Args, global, is, NotImported, type Value } from '../javascript/value.ts';
import { act } from '../steps/actions.ts';
import { requestCode } from '../steps/code-in-page.ts';
import { cookieCode } from '../steps/cookies.ts';
import { type PlaywrightPages, storeBeforeLoad } from './page-methods.ts';

type GlobalMethod = (on: PlaywrightPages, args: Args, page: number) => Value;

const expectation: GlobalMethod = (_, [of]) => ({ kind: 'expectation', of, isNegated: false });
const joinedPath: GlobalMethod = (_, args) => posix.join(...args.map(textOf));
/** A condition that does not hold changes nothing. */
const skip: GlobalMethod = ({ writer }, args) => {
  if (args.length === 0 || isTruthy(args[0])) writer.isOff = true;
};
/** Keys for what has the focus. */
const onPage =
  (name: string): GlobalMethod =>
  (on, args, page) => {
    on.writer.goToPage(page);
    act(
      on.writer,
      [],
      name,
      args.map((each) => (is(each, 'reading') ? on.toVariable(each) : each)),
    );
  };
/** Options of a context that a run has for all test cases, or that change nothing in most apps. */
const ofDevice = [
  ...['viewport', 'screen', 'isMobile', 'hasTouch', 'deviceScaleFactor', 'userAgent', 'colorScheme'],
  ...['locale', 'timezoneId', 'recordVideo', 'ignoreHTTPSErrors', 'acceptDownloads'],
];

/** A request that the page sends, with its cookies or without. */
const send =
  (method: string, { isAnonymous }: { readonly isAnonymous: boolean }): GlobalMethod =>
  (on, [url, options], page) => {
    on.writer.goToPage(page);
    if (isAnonymous)
      on.writer.comment('The spec sends the cookies of its own requests here. This step sends none.');
    const given = new Map(optionsOf(options, ['data', 'form', 'headers', 'failOnStatusCode']));
    const [data, form] = [given.get('data'), given.get('form')];
    const fields: [string, Value][] = [
      ['method', method],
      ['body', form ?? data],
      ['form', form !== undefined],
      ['failOnStatusCode', given.get('failOnStatusCode') ?? false],
      ['isAnonymous', isAnonymous],
    ];
    const code = requestCode(on.address.below(url), new Map([...given, ...fields]));
    return { kind: 'script', step: on.writer.runInPage(code) };
  };

const get =
  ({ isAnonymous }: { readonly isAnonymous: boolean }): GlobalMethod =>
  ({ address, writer }, [url, options]) => {
    optionsOf(options);
    return { kind: 'response', address: address.path(url), after: writer.last, isAnonymous };
  };

const newPage: GlobalMethod = ({ writer }) => writer.initialPage();

/** Functions of Playwright Test, and methods of fixtures other than the page, by their paths. */
export const globalMethods: Readonly<Record<string, GlobalMethod>> = {
  expect: expectation,
  'expect.soft': expectation,
  'expect.configure': () => global('expect'),
  // Matchers of the spec are named where it uses them.
  'expect.extend': () => global('expect'),
  'expect.objectContaining': (_, [of]) => ({ kind: 'partial', of }),
  'expect.poll'({ interpreter, writer }, [read, options]) {
    optionsOf(options);
    const { last } = writer;
    const of = interpreter.awaited(interpreter.run(read, []));
    if (writer.last !== last) throw new NotImported('steps that are repeated have no equivalent');
    return { kind: 'expectation', of, isNegated: false };
  },
  'test.step'({ writer, interpreter }, [title, body]) {
    if (typeof title === 'string') writer.comment(titleOf(title));
    return interpreter.awaited(interpreter.run(body, []));
  },
  'test.skip': skip,
  'test.fixme': skip,
  // A test case that fails as expected has no equivalent: it is there, but does not run.
  'test.fail': skip,
  'test.info': () => global('test.info'),
  'browser.newPage': newPage,
  'context.newPage': newPage,
  'browser.newContext'({ writer }, [options]) {
    const names = [...optionsOf(options, ofDevice).keys()].join(', ');
    if (names !== '') writer.comment(`The spec sets ${names} here, which a test case does not have.`);
    return global('context');
  },
  'context.clearCookies'({ writer }) {
    if (writer.last !== undefined || writer.isStoring)
      throw new NotImported('cookies can be cleared at the beginning only');
  },
  'context.addCookies'({ writer, address }, [cookies]) {
    const codes = listOf(cookies).map((each) => cookieCode(address, each));
    for (const code of codes) writer.storeBefore(code);
    writer.comment('The spec sets cookies of the browser. Here, the page sets them in a first visit.');
  },
  'URL.new'({ writer }, [read, ...others]) {
    const isOfPage = is(read, 'reading') && read.method === 'url' && is(read.of, 'elements');
    if (!isOfPage || others.length > 0) throw new NotImported('only the address of the page can be parsed');
    if (is(read.of, 'elements')) writer.goToPage(read.of.page);
    return { kind: 'code', code: 'new URL(location.href)', after: read.after };
  },
  'path.join': joinedPath,
  'path.resolve': joinedPath,
  'keyboard.press': onPage('press'),
  'keyboard.type': onPage('type'),
  'keyboard.insertText': onPage('type'),
  'mouse.wheel'({ writer }, [x, y], page) {
    writer.goToPage(page);
    writer.comment('The spec scrolls what is under the mouse. Here, the page is scrolled.');
    return void writer.runInPage(`window.scrollBy(${numberOf(x)}, ${numberOf(y)});`);
  },
  'request.get': get({ isAnonymous: true }),
  'page.request.get': get({ isAnonymous: false }),
  ...Object.fromEntries(
    ['post', 'put', 'patch', 'delete'].flatMap((name) =>
      ['page.request', 'context.request', 'request'].map((of) => [
        `${of}.${name}`,
        send(name, { isAnonymous: of === 'request' }),
      ]),
    ),
  ),
  'context.addInitScript': storeBeforeLoad,
  'context.waitForEvent': (on, [name]) => on.event(textOf(name)),
};
