import type { BrowserContext, ConsoleMessage, Page, Request, Response } from 'playwright-core';
import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import { cut } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { unlessLate } from '../wait.ts';
import type { BackgroundRequests } from './background-requests.ts';
import { inspectTimeoutMs } from './blank-page.ts';
import type { Findings, Problem } from './findings.ts';
import { leadsToLogin, loginPath, ofAccount, ofSession } from './login-paths.ts';
import { expectsTitle, expectsUrl } from './proving-steps.ts';
import {
  frameOf,
  isAppUrl,
  isData,
  isMainNavigation,
  isOwn,
  isOwnUrl,
  nameOfRequest,
  pathOf,
  shortUrl,
} from './request-facts.ts';
import { addsNothing, ignoresResponse } from './shown-changes.ts';
import { nameOfStep, opensUrl, type StepRef } from './step-ref.ts';

const maxErrorCharacters = 300;

/** The first line of an error, also after other texts, and its stack. */
const loggedError = /(?:^|\s)(\w*(?:Error|Exception)\b(?:: [^\n]*)?)\n(\s+at .*)/s;

/** What is no JSON has no stack. */
const loggedJsonError = /(?:^|\s)(SyntaxError: .*(?:is not valid JSON|JSON input|JSON\.parse).*)/;

/** What Vue, Angular and Svelte say of a document that differs from what they render; React throws an error. */
const hydrationMismatch =
  /^(?:Hydration completed but contains mismatches|(?:ERROR )?NG050\d\b|.*\bhydration_mismatch\b)/;

/** What Vue Router and React Router say of a location that they show nothing for. Vue Router says it of links as well. */
const unmatchedRoute = /\b(?:No match found for location with path|No routes matched location) "([^"]+)"/;

/** What Angular logs of a response that nothing handles. Other errors of frameworks are logged with their stacks. */
const unhandledResponse = /^ERROR (HttpErrorResponse\b[^\n]*)/;

const errorStatus = z.int().min(400).max(599);
/** JSON-RPC and many others. */
const errorBody = z.looseObject({
  error: z.union([z.string().min(1), z.looseObject({ message: z.string() })]),
  data: z.null().optional(),
  result: z.null().optional(),
});
const failedCall = z.strictObject({ error: z.looseObject({ message: z.string() }) });
/** How the body of a response says that a change has not been made, although its status is 200. */
const failureBody = z.union([
  z.looseObject({ type: z.enum(['failure', 'error']) }),
  z.looseObject({ status: z.enum(['failure', 'error', 'failed', 'fail']) }),
  z.looseObject({ success: z.literal(false) }),
  z.looseObject({ ok: z.literal(false) }),
  // An error status that the server has written into the body only.
  z.looseObject({ status: errorStatus }),
  z.looseObject({ statusCode: errorStatus }),
  // GraphQL: with data, only a part has failed.
  z.looseObject({ errors: z.array(z.unknown()).min(1), data: z.null().optional() }),
  errorBody,
  // tRPC answers several calls at once.
  z.array(z.unknown()).refine((calls) => calls.some((each) => failedCall.safeParse(each).success)),
]);
/** Larger bodies say more than that, in bytes. */
const maxFailureBytes = 16_384;

/**
 * Errors of scripts that are no failure: the page has cancelled something itself, or a view transition, which is only an
 * animation, has not been shown. A request that fails is a warning of its own, unless it goes to another host.
 */
const harmless = /^\w*(?:abort|cancel)|^\w+: (?:Failed to fetch|Network ?Error|Load failed|Transition was )/i;

/** The innermost function of an error that the code of a step has thrown itself, and no script that it has called. */
const ofStepCode = /^[^\n]*\(eval at evaluate /;

const passwordField = /(?:^|[&"])[^=&"]*(?:pass|pwd)[^=&"]*["=]/i;
const loginAssertionHint = 'If the test case is about this, assert an element of the login page.';

interface RecordedFailure extends Problem {
  readonly counts: Condition;
}

/** A warning that code of a step has thrown an error which fails nothing. */
export function unhandledByCode(error: string): string {
  const text = cut(error.split('\n')[0] ?? '', maxErrorCharacters);
  return `The code of a step threw an unhandled error, but the step passed: ${text}. If a promise was rejected, put \`await\` before it.`;
}

/** How a test case must end for a problem to count. */
type Condition =
  | { readonly end: 'anywhere' }
  /** At a location, and without any new text since a time in ms since 1970. */
  | { readonly end: 'nothing-at'; readonly location: string; readonly since: number }
  /** On a page that has shown no text since the response to this URL. */
  | { readonly end: 'no-text-since'; readonly url: string }
  | { readonly end: 'not-at'; readonly path: string }
  /** No other step has acted there, and it shows an element of the selector. */
  | { readonly end: 'at'; readonly path: string; readonly selector?: string };

/**
 * Notes what a page may keep from a person: errors that the scripts of the app throw and that nothing but the console shows,
 * and changes that the app has refused. A control that fails so seems to do nothing. They are warnings if no later step shows
 * that the page is as expected.
 */
export class HiddenFailures {
  readonly #findings: Findings;
  readonly #requests: BackgroundRequests;
  readonly #noted = new Map<string, RecordedFailure>();
  /** The steps that have sent changes, or opened a page by a script. */
  readonly #actions = new WeakMap<Request, StepRef>();
  /** The steps that have asked for data, other than those that have opened a page. */
  readonly #readers = new WeakMap<Request, StepRef>();
  /** What the last step that opens a URL has opened, before redirects. */
  #opened: { readonly step: StepRef; readonly url: string } | undefined;
  /** The names of requests for data that have been answered. */
  readonly #read = new Set<string>();
  /** The bodies that are being read. */
  readonly #reading = new Set<Promise<void>>();

  /** @param requests must watch the context already: it is asked about requests as they start. */
  constructor(context: BrowserContext, findings: Findings, requests: BackgroundRequests) {
    this.#findings = findings;
    this.#requests = requests;
    context.on('weberror', (error) => {
      const thrown = error.error();
      const [, innermost = ''] = thrown.stack?.split(/\n\s+at /) ?? [];
      if (ofStepCode.test(innermost)) this.#onStepError(String(thrown));
      // Firefox reports its own messages as well, and without a stack.
      else if (thrown.stack?.endsWith('\nundefined') !== true)
        this.#onError(String(thrown), error.location().url, error.page()?.url());
    });
    context.on('console', (message) => this.#onConsole(message));
    context.on('request', (request) => this.#onRequest(request));
    context.on('response', (response) => this.#onResponse(response));
    context.on('requestfinished', (request) => this.#onFinished(request));
  }

  /** A step has shown that the page is as expected. @param isVague whether a login may have the same. */
  forget(isVague: boolean): void {
    for (const [key, { counts }] of this.#noted) if (!isVague || counts.end !== 'at') this.#noted.delete(key);
    this.#reading.clear();
  }

  /**
   * Adds the first one as a warning.
   * @param page where the test case ends: a page that leads to the login keeps nothing to itself.
   * @param elements the test case: its last steps may assert a URL, such as that of the login.
   */
  async warn(page: Page, elements: readonly ExchangeElement[]): Promise<void> {
    const isUrlExpected = expectsUrl(elements);
    await Promise.all(this.#reading);
    const path = pathOf(page.url());
    const meets = async ({ step, counts }: RecordedFailure) => {
      if (counts.end === 'anywhere') return true;
      if (counts.end === 'nothing-at')
        return page.url().endsWith(counts.location) && (await addsNothing(page, counts.since));
      if (counts.end === 'no-text-since') return ignoresResponse(page, counts.url);
      if (counts.end === 'not-at') return counts.path !== path;
      const isThere = step === this.#findings.action && counts.path === path && !isUrlExpected;
      return isThere && (await isVisibleNow(page, counts.selector));
    };
    for (const each of this.#noted.values())
      if ((await meets(each)) && this.#findings.addWarning(each)) break;
    this.#noted.clear();
    if (!isUrlExpected && !expectsTitle(elements)) this.#warnOfOtherSite(page.url());
  }

  /** What is opened may be redirected to where a domain is for sale. A login of another host is left by later steps. */
  #warnOfOtherSite(url: string): void {
    const { step, url: opened = '' } = this.#opened ?? {};
    if (step === undefined || step !== this.#findings.action || isAppUrl(url, opened)) return;
    const message = `${nameOfStep(step)} opened ${shortUrl(opened)}, which led to another site: ${shortUrl(url)}. If the test case is about that, assert the URL or an element of the page.`;
    this.#findings.addWarning({ step, message });
  }

  /** @param source the URL of the script; those of other hosts, such as analytics, are not the app. */
  #onError(error: string, source: string, pageUrl = ''): void {
    const text = cut(error.split('\n')[0] ?? '', maxErrorCharacters);
    if (harmless.test(text) || !isAppUrl(source, pageUrl)) return;
    this.#note(this.#findings.step, text, `threw an unhandled error: ${text}`);
  }

  /** A check or a request of a step has failed, and the step has not noticed: what the page shows later does not matter. */
  #onStepError(error: string): void {
    if (!harmless.test(error.split('\n', 1)[0] ?? '')) this.#findings.warn(unhandledByCode(error));
  }

  /** Frameworks catch the errors of handlers and components, and log them. */
  #onConsole(message: ConsoleMessage): void {
    if (!/^(?:error|warning)$/.test(message.type()) || message.args().length === 0) return;
    const logged = message.text();
    const mismatch = hydrationMismatch.exec(logged)?.[0];
    if (mismatch !== undefined)
      this.#note(this.#findings.step, mismatch, `replaced the content that the server sent: ${mismatch}`);
    const [, location] = unmatchedRoute.exec(logged) ?? [];
    if (location !== undefined) {
      const what = `has no route for ${shortUrl(location)}, and showed no text then`;
      const counts = { end: 'nothing-at', location, since: message.timestamp() } as const;
      this.#note(this.#findings.step, location, `${what}. Check the link and the routes.`, counts);
    }
    if (message.type() === 'warning') return;
    const [, text, stack = ''] =
      loggedError.exec(logged) ?? loggedJsonError.exec(logged) ?? unhandledResponse.exec(logged) ?? [];
    if (text === undefined) return;
    const source = /https?:\/\/[^\s)]+/.exec(stack)?.[0] ?? message.location().url;
    this.#onError(text, source, message.page()?.url());
  }

  #onRequest(request: Request): void {
    const { step, action } = this.#findings;
    const isMain = isMainNavigation(request);
    if (isMain) this.#onPage(request, step);
    if (isData(request) && action !== this.#requests.opening && isOwn(request))
      this.#readers.set(request, action);
    if (isRead(request) && (isMain || !isVisit(request))) return;
    // What a page sends by itself as it opens is no change that a person wanted.
    if (!isMain && step === this.#requests.opening) return;
    // A form may be sent to a hidden frame.
    const isAction = isData(request) || request.isNavigationRequest();
    if (isAction && frameOf(request) !== undefined && isOwn(request)) this.#actions.set(request, step);
  }

  /** A login that fails may show its form again, and a page for which one must log in leads to it. */
  #onPage(request: Request, step: StepRef): void {
    const [origin, name] = [request.redirectedFrom(), nameOfRequest(request)];
    // Later ones of the step are redirects of a script.
    if (opensUrl(step) && this.#opened?.step !== step) this.#opened = { step, url: request.url() };
    const from = pathOf(frameOf(request)?.url() ?? '');
    if (
      !isRead(request) &&
      loginPath.test(`${from} ${pathOf(request.url())}`) &&
      passwordField.test(request.postData() ?? '')
    ) {
      const what = `sent the login with ${name}, after which it shows the login again. Check the user name and the password. ${loginAssertionHint}`;
      this.#note(step, name, what, { end: 'at', path: from, selector: 'input[type="password"]' });
    }
    const url = URL.parse(request.url());
    if (origin === null || !isRead(origin) || url === null) return;
    if (!leadsToLogin(origin.url(), url)) return;
    // A button may lead to the login of another provider.
    if (!isOwnUrl(url.href, origin.url()) && !opensUrl(step)) return;
    const what = `opened ${nameOfRequest(origin)}, which was redirected to ${shortUrl(url.href)}. Check that the test case logs in. ${loginAssertionHint}`;
    this.#note(step, nameOfRequest(origin), what, { end: 'at', path: url.pathname });
  }

  /** Data that is missing or refused may be what the page expects, but not a change or a page that the person wanted. */
  #onResponse(response: Response): void {
    const [request, status] = [response.request(), response.status()];
    const name = nameOfRequest(request);
    // A link seems to do nothing then.
    if (/^20[45]$/.test(`${status}`) && request.method() === 'GET' && isMainNavigation(request))
      this.#note(
        this.#findings.step,
        name,
        `opened ${name}, which responded with status ${status} and no page.`,
      );
    this.#noteRefusedData(response, name);
    const step = this.#actions.get(request);
    if (step === undefined) return;
    if (status >= 300 && status < 400) this.#onRedirect(request, step, response.headers().location ?? '');
    // Documents have warnings of their own.
    else if (status >= 400 && status < 500 && !isMainNavigation(request))
      this.#note(
        step,
        name,
        `sent ${name}, which responded with status ${status}. Check what the app does then.`,
      );
  }

  /** A control that gets no data and shows nothing seems to do nothing. What is asked for again and again may not be there yet. */
  #noteRefusedData(response: Response, name: string): void {
    const [request, status] = [response.request(), response.status()];
    if (request.method() !== 'GET' || !isData(request)) return;
    const [step, isFirst] = [this.#readers.get(request), !this.#read.has(name)];
    this.#read.add(name);
    if (!isFirst) this.#noted.delete(name);
    if (!isFirst || step === undefined || ofSession.test(name)) return;
    // htmx keeps what it shows.
    const isOfPage = isJson(response) || 'hx-request' in request.headers();
    if (status < 400 || status >= 500 || !isOfPage) return;
    const what = `sent ${name}, which responded with status ${status}, after which it showed no text. Check what the app does then.`;
    this.#note(step, name, what, { end: 'no-text-since', url: request.url() });
  }

  /** A change that was answered without an error status may have failed nevertheless, as with SvelteKit and GraphQL. */
  #onFinished(request: Request): void {
    const step = this.#actions.get(request);
    if (step === undefined || !isData(request) || isRead(request)) return;
    const reading = unlessLate(request.response().then(saysFailure), inspectTimeoutMs).then((says) => {
      const isForgotten = !this.#reading.delete(reading);
      const name = nameOfRequest(request);
      const what = `sent ${name}, whose response says that it failed. Check what the app does then.`;
      if (says === true && !isForgotten) this.#note(step, name, what);
    });
    this.#reading.add(reading);
  }

  /** A change that leads to a login has not been made. A form that is about an account may lead there on purpose. */
  #onRedirect(request: Request, step: StepRef, location: string): void {
    const [name, url] = [nameOfRequest(request), URL.parse(location, request.url())];
    if (url === null || !loginPath.test(url.pathname) || ofSession.test(name)) return;
    const isMain = isMainNavigation(request);
    if (
      isMain &&
      url.search === '' &&
      ofAccount.test(`${pathOf(request.url())} ${pathOf(frameOf(request)?.url() ?? '')}`)
    )
      return;
    const what = `sent ${name}, which was redirected to ${shortUrl(url.href)}. Check that the test case logs in. ${loginAssertionHint}`;
    this.#note(step, name, what, isMain ? undefined : { end: 'not-at', path: url.pathname });
  }

  #note(step: StepRef, key: string, what: string, counts: Condition = { end: 'anywhere' }): void {
    this.#noted.set(key, { step, message: `${nameOfStep(step)}: the page ${what}`, counts });
  }
}

/** @param selector undefined if there is nothing to look for. */
async function isVisibleNow(page: Page, selector: string | undefined): Promise<boolean> {
  if (selector === undefined) return true;
  const count = page.locator(`${selector}:visible`).count();
  return ((await unlessLate(count, inspectTimeoutMs)) ?? 0) > 0;
}

function isRead(request: Request): boolean {
  return /^(GET|HEAD|OPTIONS)$/.test(request.method());
}

async function saysFailure(response: Response | null): Promise<boolean> {
  if (response?.status() !== 200 || !isJson(response)) return false;
  const body = await response.text();
  return body.length <= maxFailureBytes && failureBody.safeParse(tryParseJson(body)).success;
}

function isJson(response: Response): boolean {
  return /json/.test(response.headers()['content-type'] ?? '');
}

/** Whether a script opens a page in place of the browser, as htmx, Inertia and Turbo do. */
function isVisit(request: Request): boolean {
  const headers = request.headers();
  const isPrefetch = 'purpose' in headers || 'sec-purpose' in headers || 'x-sec-purpose' in headers;
  const replaces = 'hx-boosted' in headers || 'x-inertia' in headers;
  return !isPrefetch && (replaces || /^text\/html\b/.test(headers.accept ?? ''));
}
