import type { BrowserContext, BrowserContextOptions, Browser as DrivenBrowser, Page } from 'playwright-core';
import { defined } from '../../common/object-fields.ts';
import type { Breakpoint, Browser } from '../../contract/values.ts';
import type { RunPlan } from '../runner.ts';
import { withTimeout } from '../wait.ts';
import { sendHeaders } from './origin-headers.ts';

export interface OpenContext {
  readonly context: BrowserContext;
  readonly page: Page;
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Timeout for opening a context and its page, in ms. */
const openMs = 30_000;

/**
 * Opens the contexts of one run. Opening a page takes a fifth of a short case's time, mostly waiting, so contexts are opened
 * in advance while other cases run.
 */
export class Contexts {
  readonly #plan: ContextPlan;
  readonly #spare = new Map<DrivenBrowser, Promise<OpenContext | undefined>[]>();
  readonly #inUse = new Map<DrivenBrowser, number>();
  #isClosed = false;

  constructor(plan: ContextPlan) {
    this.#plan = plan;
  }

  /**
   * @param state the initial state of the context.
   * @throws what the driver throws, or TimedOut.
   */
  async open(browser: DrivenBrowser, state?: StorageState): Promise<OpenContext> {
    const opened = await this.#openWith(browser, state);
    this.#count(browser, 1);
    opened.context.once('close', () => this.#count(browser, -1));
    return opened;
  }

  async #openWith(browser: DrivenBrowser, state?: StorageState): Promise<OpenContext> {
    // Only cookies can be added to an existing context.
    if (state !== undefined && state.origins.length > 0) return this.#openNew(browser, state);
    const spare = await this.#spare.get(browser)?.shift();
    const opened = spare?.page.isClosed() === false ? spare : await this.#openNew(browser);
    if (state !== undefined) await opened.context.addCookies(state.cookies);
    return opened;
  }

  #count(browser: DrivenBrowser, change: 1 | -1): void {
    this.#inUse.set(browser, (this.#inUse.get(browser) ?? 0) + change);
  }

  /** Opens a context in advance for the next case in a browser. */
  prepare(browser: DrivenBrowser): void {
    // In Firefox, a new page takes the keyboard focus from the current one.
    if (this.#isClosed || this.#plan.browser !== 'CHROMIUM') return;
    const spares = this.#spare.get(browser) ?? [];
    // Cases with an initial storage use none of them, and the next cases may run in another browser.
    if (spares.length >= (this.#inUse.get(browser) ?? 0)) return;
    this.#spare.set(browser, spares);
    // If it cannot be opened, the next case tries again and reports the error.
    spares.push(this.#openNew(browser).catch(() => undefined));
  }

  /** Closes unused contexts without waiting for it; no more are opened in advance. */
  close(): void {
    this.#isClosed = true;
    for (const spare of [...this.#spare.values()].flat()) {
      void spare.then((opened) => opened?.context.close()).catch(() => {});
    }
    this.#spare.clear();
  }

  #openNew(browser: DrivenBrowser, storageState?: StorageState): Promise<OpenContext> {
    const options = contextOptions(this.#plan, browser.version());
    const late = `The browser did not open a page within ${openMs / 1000} s.`;
    let isLate = false;
    const open = async () => {
      const context = await browser.newContext({ ...options, ...defined({ storageState }) });
      try {
        await sendHeaders(context, this.#plan);
        const page = await context.newPage();
        if (isLate) throw new Error(late);
        return { context, page };
      } catch (error) {
        void context.close().catch(() => {});
        throw error;
      }
    };
    return withTimeout(open(), openMs, late).catch((error: unknown) => {
      isLate = true;
      throw error;
    });
  }
}

type ContextPlan = Pick<RunPlan, 'browser' | 'breakpoint' | 'environment' | 'executionUrl'>;

/**
 * The options of the context in which a case is run.
 * @param version the version of the browser.
 */
function contextOptions(
  { browser, breakpoint, environment, executionUrl }: ContextPlan,
  version: string,
): BrowserContextOptions {
  return {
    ...screenOf(breakpoint, browser),
    ...defined({ userAgent: userAgentOf(breakpoint, browser, version) }),
    ...credentialsOf({ environment, executionUrl }),
    // Except in Chromium, requests of service workers would bypass the header fields.
    ...(browser === 'CHROMIUM' || Object.keys(environment.headers).length === 0
      ? {}
      : { serviceWorkers: 'block' as const }),
  };
}

/** The option for basic authentication at the app's origin. */
export function credentialsOf(plan: Pick<RunPlan, 'environment' | 'executionUrl'>): BrowserContextOptions {
  const { basicAuth } = plan.environment;
  if (basicAuth === undefined) return {};
  return { httpCredentials: { ...basicAuth, origin: new URL(plan.executionUrl).origin } };
}

/** Screen sizes in CSS pixels. */
const screens: Readonly<Record<Breakpoint, BrowserContextOptions>> = {
  DESKTOP: { viewport: { width: 1920, height: 1080 } },
  TABLET: { viewport: { width: 768, height: 1024 }, hasTouch: true },
  MOBILE: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
};

export function screenOf(breakpoint: Breakpoint, browser: Browser): BrowserContextOptions {
  const { isMobile, ...screen } = screens[breakpoint];
  // Firefox does not support the option.
  return isMobile === undefined || browser === 'FIREFOX' ? screen : { ...screen, isMobile };
}

type Device = Exclude<Breakpoint, 'DESKTOP'>;

/** The user agents of mobile browsers; `major` is the first number of the version. */
const mobile: Readonly<Record<Browser, (device: Device, version: string, major: string) => string>> = {
  // Chrome reports a fixed device, system and minor version.
  CHROMIUM: (device, _, major) =>
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${device === 'MOBILE' ? ' Mobile' : ''} Safari/537.36`,
  FIREFOX: (device, _, major) =>
    `Mozilla/5.0 (Android 15; ${device === 'MOBILE' ? 'Mobile' : 'Tablet'}; rv:${major}.0) Gecko/${major}.0 Firefox/${major}.0`,
  // Safari reports a fixed system version.
  SAFARI: (device, version) =>
    `Mozilla/5.0 (${device === 'MOBILE' ? 'iPhone; CPU iPhone' : 'iPad; CPU'} OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`,
};

/**
 * The user agent of a breakpoint: that of the browser's mobile edition in the version that is used.
 * @param version the version of the browser, such as `153.0.8010.4`.
 * @returns undefined for DESKTOP: the browser's default.
 */
export function userAgentOf(breakpoint: Breakpoint, browser: Browser, version: string): string | undefined {
  if (breakpoint === 'DESKTOP') return undefined;
  return mobile[browser](breakpoint, version, version.split('.')[0] ?? version);
}
