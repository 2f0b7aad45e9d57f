import { randomUUID } from 'node:crypto';
import type { Page, Request, Response } from 'playwright-core';
import { preparesDialog } from '../contract/exchange/extensions.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Browser } from '../contract/values.ts';
import type { Machine } from './browser/browser-kinds.ts';
import { Contexts } from './browser/contexts.ts';
import { closeLocal, type LocalBrowser, launchBrowser } from './browser/launch.ts';
import { planSecrets, redactTexts } from './evidence/secrets.ts';
import { elementsOf } from './live-page/frame-elements.ts';
import type { PageView } from './live-page/page-view.ts';
import { PageActivity } from './page-activity.ts';
import { PlayFailure } from './play-failure.ts';
import { installDriverLocators } from './recording/driver-locators.ts';
import type { RunPlan } from './runner.ts';
import { StepPlayer } from './step-player.ts';
import { Tally } from './tally.ts';
import { runVariables } from './variables/run-variables.ts';
import { Variables } from './variables/variables.ts';

export type { PageElement, PageField, PageView } from './live-page/page-view.ts';

/** A page of the app that a program uses step by step. */
export interface LivePage extends AsyncDisposable {
  url(): string;
  /**
   * Plays a step as in a test case. A step that prepares a dialog is played with the one after it.
   * @returns the message of its failure, or undefined.
   */
  play(element: ExchangeElement): Promise<string | undefined>;
  /** What a person could see and use on the page, in document order, when nothing happens on it any more. */
  look(): Promise<PageView>;
}

/** The app, and how its pages are opened. */
export interface LivePagePlan extends Omit<RunPlan, 'browser' | 'cases' | 'library'> {
  /** The path below the execution URL that is opened. Default: the execution URL itself. */
  readonly entryPointUrlPath?: string;
  /** The test cases that are played first, such as a login. */
  readonly prerequisites?: readonly ExchangeTestCase[];
  /** How long an assertion waits, in ms. Default: as long as any step. */
  readonly expectTimeoutMs?: number;
  /**
   * Whether steps fail that lead to another origin. Navigations of pages to one are refused, and those of redirects found
   * afterwards. Prerequisites may leave the origin, and pages may load from others.
   */
  readonly staysInOrigin?: boolean;
}

/** A browser of this machine with live pages. Disposing of it closes them. */
export interface LiveBrowser extends AsyncDisposable {
  /**
   * Opens a page of the app in a context of its own.
   * @throws Error with the message of the failure if a prerequisite fails or the page does not open.
   */
  open(plan: LivePagePlan): Promise<LivePage>;
}

export interface LiveBrowserOptions {
  /** Default: CHROMIUM. */
  readonly browser?: Browser;
  /** Creates the function that replaces the given secrets of the environment in what is read and reported. */
  readonly redactor?: (secrets: readonly string[]) => (text: string) => string;
}

/** @throws BrowserNotFound, BrowserNotStarted */
export async function openLiveBrowser(
  machine: Machine,
  { browser = 'CHROMIUM', redactor = () => (text) => text }: LiveBrowserOptions = {},
): Promise<LiveBrowser> {
  const local = await launchBrowser(browser, machine);
  return {
    open: (plan) => openPage(local, { ...plan, browser, cases: [], library: new Map() }, redactor),
    [Symbol.asyncDispose]: () => closeLocal(local),
  };
}

async function openPage(
  local: LocalBrowser,
  plan: LivePagePlan & RunPlan,
  redactor: NonNullable<LiveBrowserOptions['redactor']>,
): Promise<LivePage> {
  const { context, page } = await new Contexts(plan).open(local.browser);
  try {
    await installDriverLocators(context);
    const live = new LivePageOfApp(page, plan, redactor(planSecrets(plan)));
    await live.open();
    if (plan.staysInOrigin === true) await live.stayInOrigin();
    return live;
  } catch (error) {
    await context.close();
    throw error;
  }
}

class LivePageOfApp implements LivePage {
  readonly #player: StepPlayer;
  readonly #activity: PageActivity;
  readonly #plan: LivePagePlan;
  readonly #redact: (text: string) => string;
  readonly #statuses = new WeakMap<Page, number>();
  #prepared: ExchangeElement[] = [];
  #refusedOrigin: string | undefined;
  /** Whether the page was quiet after the last step. */
  #isQuiet = false;

  constructor(page: Page, plan: LivePagePlan & RunPlan, redact: (text: string) => string) {
    this.#plan = plan;
    this.#redact = redact;
    this.#activity = new PageActivity(page.context());
    page.context().on('response', (response) => this.#noteStatus(response));
    this.#player = new StepPlayer({
      page,
      first: this.#caseOf([]),
      run: {
        plan,
        mailbox: () => Promise.reject(new Error('Mail cannot be opened while test cases are generated.')),
        uploadFolder: undefined,
        playStep: undefined,
        expectTimeoutMs: plan.expectTimeoutMs ?? Number.POSITIVE_INFINITY,
        tally: new Tally(),
        redact,
      },
      variables: new Variables(runVariables(plan)),
      observer: { stepStarted: async () => {}, stepEnded: () => {}, stepIgnored: () => {} },
      setIdle: () => {},
    });
  }

  /** @throws Error */
  async open(): Promise<void> {
    for (const each of [...(this.#plan.prerequisites ?? []), this.#caseOf([])]) {
      const failure = await this.#failureOf(() => this.#player.playFromEntry(each));
      if (failure !== undefined) throw new Error(failure);
    }
  }

  async stayInOrigin(): Promise<void> {
    const { origin } = new URL(this.#plan.executionUrl);
    const isElsewhere = (url: URL) => url.origin !== origin;
    await this.#player.tabs.shown.context().route(isElsewhere, async (route) => {
      const request = route.request();
      if (pageOpenedBy(request) === undefined) return route.fallback();
      this.#refusedOrigin = new URL(request.url()).origin;
      // Other errors replace the page by one of the browser. The page may have been closed meanwhile.
      await route.abort('aborted').catch(() => {});
    });
  }

  url(): string {
    return this.#redact(this.#player.tabs.shown.url());
  }

  async play(element: ExchangeElement): Promise<string | undefined> {
    const elements = [...this.#prepared, element];
    this.#prepared = preparesDialog(element) ? elements : [];
    if (preparesDialog(element)) return undefined;
    this.#refusedOrigin = undefined;
    this.#isQuiet = false;
    const failure = await this.#failureOf(() => this.#player.playSteps(this.#caseOf(elements)));
    if (this.#plan.staysInOrigin !== true || !mayLead(element)) return failure;
    await this.#untilQuiet();
    const { origin } = new URL(this.#plan.executionUrl);
    const shown = URL.parse(this.#player.tabs.shown.url());
    const isElsewhere = shown !== null && /^https?:$/.test(shown.protocol) && shown.origin !== origin;
    const other = this.#refusedOrigin ?? (isElsewhere ? shown.origin : undefined);
    return other === undefined ? failure : this.#redact(`The step leads to another origin, ${other}.`);
  }

  async look(): Promise<PageView> {
    const { tabs } = this.#player;
    await this.#untilQuiet();
    const page = tabs.shown;
    const status = this.#statuses.get(page);
    const [title, elements] = [await page.title(), await elementsOf(page)];
    return redactTexts({ url: page.url(), title, status, elements }, this.#redact);
  }

  async #untilQuiet(): Promise<void> {
    this.#isQuiet ||= await this.#activity.untilQuiet(
      () => this.#player.tabs.shown,
      new AbortController().signal,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#player.tabs.shown.context().close();
  }

  async #failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (error instanceof PlayFailure) return this.#redact(error.message);
      throw error;
    }
  }

  #caseOf(elements: readonly ExchangeElement[]): ExchangeTestCase {
    const { entryPointUrlPath } = this.#plan;
    return {
      version: '1',
      id: randomUUID(),
      runStatus: 'ON',
      description: 'Live page',
      prompt: '',
      elements: [...elements],
      ...(entryPointUrlPath === undefined ? {} : { entryPointUrlPath }),
    };
  }

  #noteStatus(response: Response): void {
    const page = pageOpenedBy(response.request());
    if (page !== undefined && page !== 'new') this.#statuses.set(page, response.status());
  }
}

/** Whether a step may lead to another page, also a little later. */
function mayLead({ assertion, interaction }: ExchangeElement): boolean {
  return assertion == null && interaction?.action !== 'TYPE_TEXT';
}

/** The page whose document a request is for, not that of a frame in it; `new` for a window that has no frame yet. */
function pageOpenedBy(request: Request): Page | 'new' | undefined {
  if (!request.isNavigationRequest()) return undefined;
  try {
    const frame = request.frame();
    return frame.parentFrame() === null ? frame.page() : undefined;
  } catch {
    return 'new';
  }
}
