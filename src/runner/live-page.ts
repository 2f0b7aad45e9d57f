import { randomUUID } from 'node:crypto';
import type { Dialog, Page, Response } from 'playwright-core';
import { escapeRegExp, type Redact } from '../common/text.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import { preparesDialog } from '../contract/exchange/interaction.ts';
import type { Browser } from '../contract/values.ts';
import type { Machine } from './browser/browser-kinds.ts';
import { Contexts } from './browser/contexts.ts';
import { closeLocal, type LocalBrowser, launchBrowser } from './browser/launch.ts';
import { OpenRequests } from './documents/open-requests.ts';
import { frameOf, isMainNavigation } from './documents/request-facts.ts';
import { elementsOf, type PageDialog, type PageView } from './live-page/page-view.ts';
import { installDriverLocators } from './recording/driver-locators.ts';
import { Tally } from './run-scope.ts';
import { planSecrets, type RunPlan, redactTexts } from './runner.ts';
import { StepFailed } from './step-failed.ts';
import { StepRunner } from './step-runner.ts';
import { runVariables, Variables } from './variables/variables.ts';

export type { PageDialog, PageElement, PageView } from './live-page/page-view.ts';

/** A page of the app that a program uses step by step. */
export interface LivePage extends AsyncDisposable {
  url(): string;
  /**
   * Runs a step as in a test case. A step that prepares a dialog is run with the one after it.
   * @returns the message of its failure, or undefined.
   */
  run(element: ExchangeElement): Promise<string | undefined>;
  /** Runs steps one after the other, without waiting for what each of them starts. @returns how many have passed. */
  runAll(elements: readonly ExchangeElement[]): Promise<number>;
  /** Waits until nothing happens on the page any more. */
  untilQuiet(): Promise<void>;
  /** What a person could see and use on the page, in document order, when nothing happens on it any more. */
  look(): Promise<PageView>;
}

export interface LivePagePlan extends Omit<RunPlan, 'browser' | 'cases' | 'library'> {
  /** The path below the execution URL that is opened; null for none. Default: the execution URL itself. */
  readonly entryPointUrlPath?: string | null;
  /** The test cases that are run first, such as a login. */
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

interface LiveBrowserOptions {
  /** Default: CHROMIUM. */
  readonly browser?: Browser;
  /** Creates the function that replaces the given secrets of the environment in what is read and reported. */
  readonly redactor?: (secrets: readonly string[]) => Redact;
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
    const live = new LivePageOfApp(page, plan, redactor(planSecrets(plan)));
    await live.open();
    if (plan.staysInOrigin === true) await live.stayInOrigin();
    return live;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Makes a function that replaces what would be redacted by the variable that has it as its value: a step can expect `$USER`. */
function variableNamer(variables: LivePagePlan['variables'], redact: Redact): Redact {
  const named = Object.entries(variables)
    .flatMap(([name, [value = '', ...others]]) =>
      others.length === 0 && redact(value) !== value ? [{ name, value }] : [],
    )
    .toSorted((a, b) => b.value.length - a.value.length)
    .map(({ name, value }) => ({ name, pattern: new RegExp(`${escapeRegExp(value)}(?!\\w)`, 'g') }));
  return (text) => named.reduce((said, { name, pattern }) => said.replace(pattern, () => `$${name}`), text);
}

/** How many dialogs are noted: a page can open them in a loop. */
const maxDialogs = 5;

interface StepFailure {
  readonly message: string;
  /** Which of the steps has failed. */
  readonly index: number;
}

class LivePageOfApp implements LivePage {
  readonly #stepRunner: StepRunner;
  readonly #plan: LivePagePlan;
  readonly #redact: Redact;
  readonly #withVariables: Redact;
  readonly #statuses = new WeakMap<Page, number>();
  #prepared: ExchangeElement[] = [];
  #refusedOrigin: string | undefined;
  readonly #dialogs: PageDialog[] = [];
  /** What the items of lists of plain elements are built like. */
  readonly #shapes = new Set<string>();
  /** Whether what the last step has started has ended, or the page was quiet since. */
  #isQuiet = false;

  constructor(page: Page, plan: LivePagePlan & RunPlan, redact: Redact) {
    this.#plan = plan;
    this.#redact = redact;
    this.#withVariables = variableNamer(plan.variables, redact);
    page.context().on('response', (response) => this.#noteStatus(response));
    page.context().on('dialog', (dialog) => this.#noteDialog(dialog));
    const tally = new Tally(plan.timeoutPerStepMs);
    this.#stepRunner = new StepRunner({
      requests: new OpenRequests(page.context(), tally.silent),
      page,
      first: this.#caseOf([]),
      run: {
        plan,
        mailbox: () => Promise.reject(new Error('Mail cannot be opened while test cases are generated.')),
        uploadFolder: undefined,
        runStep: undefined,
        expectTimeoutMs: plan.expectTimeoutMs ?? Number.POSITIVE_INFINITY,
        tally,
        redact,
      },
      variables: new Variables(runVariables(plan)),
      observer: { stepStarted: async () => {}, stepEnded: () => {}, stepIgnored: () => {} },
      setState: () => {},
      isContinued: true,
    });
  }

  /** @throws Error */
  async open(): Promise<void> {
    const { prerequisites = [], entryPointUrlPath } = this.#plan;
    const entry = entryPointUrlPath === null ? [] : [this.#caseOf([])];
    for (const each of [...prerequisites, ...entry]) {
      const failure = await this.#failureOf(() => this.#stepRunner.runFromEntry(each));
      if (failure !== undefined) throw new Error(failure.message);
    }
  }

  async stayInOrigin(): Promise<void> {
    const { origin } = new URL(this.#plan.executionUrl);
    const isElsewhere = (url: URL) => url.origin !== origin;
    await this.#stepRunner.tabs.shown.context().route(isElsewhere, async (route) => {
      const request = route.request();
      if (!isMainNavigation(request)) return route.fallback();
      this.#refusedOrigin = new URL(request.url()).origin;
      // Other errors replace the page by one of the browser. The page may have been closed meanwhile.
      await route.abort('aborted').catch(() => {});
    });
  }

  url(): string {
    return this.#redact(this.#stepRunner.tabs.shown.url());
  }

  async run(element: ExchangeElement): Promise<string | undefined> {
    return (await this.#runSteps([element]))?.message;
  }

  async runAll(elements: readonly ExchangeElement[]): Promise<number> {
    const failure = await this.#runSteps(elements);
    return failure === undefined ? elements.length : failure.index;
  }

  async #runSteps(elements: readonly ExchangeElement[]): Promise<StepFailure | undefined> {
    const before = this.#prepared;
    const steps = [...before, ...elements];
    const last = steps.at(-1);
    this.#prepared = last !== undefined && preparesDialog(last) ? steps : [];
    if (last === undefined || preparesDialog(last)) return undefined;
    this.#refusedOrigin = undefined;
    this.#isQuiet = false;
    const failure = await this.#failureOf(() => this.#stepRunner.runSteps(this.#caseOf(steps)));
    if (failure !== undefined) return { ...failure, index: Math.max(failure.index - before.length, 0) };
    // An assertion at the end is all that its case waits for.
    this.#isQuiet = last.interaction != null;
    return this.#plan.staysInOrigin === true && elements.some(mayLead) ? this.#otherOrigin() : undefined;
  }

  async #otherOrigin(): Promise<StepFailure | undefined> {
    await this.untilQuiet();
    const { origin } = new URL(this.#plan.executionUrl);
    const shown = URL.parse(this.#stepRunner.tabs.shown.url());
    const isElsewhere = shown !== null && /^https?:$/.test(shown.protocol) && shown.origin !== origin;
    const other = this.#refusedOrigin ?? (isElsewhere ? shown.origin : undefined);
    if (other === undefined) return undefined;
    return { message: this.#redact(`The step leads to another origin, ${other}.`), index: 0 };
  }

  async look(): Promise<PageView> {
    const { tabs } = this.#stepRunner;
    await this.untilQuiet();
    const page = tabs.shown;
    // In each document from now on, which takes time: what is run before the first look goes without.
    await installDriverLocators(page.context());
    const status = this.#statuses.get(page);
    const [title, elements] = [await page.title(), await elementsOf(page, this.#shapes)];
    if (elements.length > 0) this.#stepRunner.noteContent();
    // The driver's own locators would install its script once more, in a world of their own.
    const hasAlerts = await page.evaluate(() => (window.playwright?.$$('[role=alert]') ?? []).length > 0);
    const dialogs = this.#dialogs.splice(0);
    const view = { url: page.url(), title, status, elements, hasAlerts, dialogs };
    return redactTexts(view, (text) => this.#redact(this.#withVariables(text)));
  }

  async untilQuiet(): Promise<void> {
    const { activity, tabs } = this.#stepRunner;
    if (this.#isQuiet && !activity.hasRequests) return;
    this.#isQuiet = await activity.untilQuiet(() => tabs.shown, new AbortController().signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stepRunner.tabs.shown.context().close();
  }

  async #failureOf(work: () => Promise<unknown>): Promise<StepFailure | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      return { message: this.#redact(error.message), index: error.step.elementIndex ?? 0 };
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
      ...(entryPointUrlPath == null ? {} : { entryPointUrlPath }),
    };
  }

  #noteDialog(dialog: Dialog): void {
    const type = dialog.type();
    if (this.#dialogs.length >= maxDialogs || (type !== 'alert' && type !== 'confirm' && type !== 'prompt'))
      return;
    this.#dialogs.push({ type, message: dialog.message() });
  }

  #noteStatus(response: Response): void {
    const request = response.request();
    const page = isMainNavigation(request) ? frameOf(request)?.page() : undefined;
    if (page !== undefined) this.#statuses.set(page, response.status());
  }
}

/** Whether a step may lead to another page, also a little later. */
function mayLead({ assertion, interaction }: ExchangeElement): boolean {
  return assertion == null && interaction?.action !== 'TYPE_TEXT';
}
