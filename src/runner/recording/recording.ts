import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { z } from 'zod';
import { messageOf } from '../../common/errors.ts';
import type { Machine } from '../browser/browser-kinds.ts';
import { credentialsOf } from '../browser/contexts.ts';
import { closeLocal, type LocalBrowser, launchBrowser } from '../browser/launch.ts';
import { sendHeaders } from '../browser/origin-headers.ts';
import { joinUrl } from '../requests.ts';
import type { RunPlan } from '../runner.ts';
import { unlessLate, withTimeout } from '../wait.ts';
import { installDriverLocators } from './driver-locators.ts';
import { NavigationHistory, type NavigationKind } from './navigation-history.ts';
import { pageScript } from './page-script.ts';
import { type StructuredLocator, structuredLocator } from './structured-locator.ts';

/** Something that a person did, or that the browser did in answer. */
type HappenedEvent =
  | {
      readonly kind: 'action';
      /** In the form of the driver's JSONL, with locators that begin at the page. */
      readonly action: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'pageOpened'; readonly byPage: boolean }
  | { readonly kind: 'pageClosed' }
  /** By an address that was typed, or by the browser's buttons; not by the page. */
  | { readonly kind: 'navigated'; readonly url: string }
  | { readonly kind: 'downloaded'; readonly fileName: string }
  | {
      readonly kind: 'dialog';
      readonly message: string;
      readonly accept: boolean;
      readonly promptText?: string;
    };

/** The events come in the order in which they happened. */
export type RecordedEvent = { readonly page: number; readonly at: number } & HappenedEvent;

interface RecordingOptions extends Pick<RunPlan, 'executionUrl' | 'environment'> {
  /** The page below the URL that is opened. */
  readonly path: string;
  /** False for tests: without a window, nobody can use the page but the driver. */
  readonly headed: boolean;
  /** @returns what the toolbar shows. */
  readonly onEvent: (event: RecordedEvent) => string;
  /** Something that cannot be recorded. */
  readonly onWarning: (message: string) => void;
  /** Ends the opening. */
  readonly signal: AbortSignal;
}

const message = z.union([
  z.object({ action: z.looseObject({ name: z.string() }) }),
  z.object({ mode: z.enum(['visible', 'text', 'value', 'style']).nullable() }),
]);

/** Time for a frame to answer, in ms: it may be gone. */
const frameMs = 2000;

/**
 * Opens the app in Chromium and reports what is done in it.
 * @throws BrowserNotFound, BrowserNotStarted; what opening the URL throws, also if the signal ends it.
 */
export async function openRecording(machine: Machine, options: RecordingOptions): Promise<Recording> {
  const local = await launchBrowser('CHROMIUM', machine, options);
  const close = () => void closeLocal(local);
  options.signal.addEventListener('abort', close);
  try {
    options.signal.throwIfAborted();
    const recording = new Recording(local, options);
    await recording.open();
    return recording;
  } catch (error) {
    await closeLocal(local);
    throw error;
  } finally {
    options.signal.removeEventListener('abort', close);
  }
}

/** What is done in a browser is reported until this is disposed of. */
export class Recording implements AsyncDisposable {
  /** Resolves when the person has finished: by the toolbar, or by closing the last page or the browser. */
  readonly finished: Promise<void>;
  readonly #local: LocalBrowser;
  readonly #options: RecordingOptions;
  readonly #name = `record_${randomUUID().replaceAll('-', '')}`;
  readonly #pages: Page[] = [];
  /** Pages that have moved through their history by a script, since the last action. */
  readonly #moved = new Set<Page>();
  readonly #framePaths = new WeakMap<Frame, StructuredLocator[]>();
  readonly #finish: () => void;
  #context: BrowserContext | undefined;
  #hasOpened = false;
  #status = 'Recording';
  #queue: Promise<void> = Promise.resolve();

  constructor(local: LocalBrowser, options: RecordingOptions) {
    this.#local = local;
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
    local.browser.once('disconnected', () => resolve());
  }

  get context(): BrowserContext {
    if (this.#context === undefined) throw new Error('The recording has not started.');
    return this.#context;
  }

  async open(): Promise<void> {
    const { executionUrl, path, headed } = this.#options;
    const context = await this.#local.browser.newContext({
      // In a window, the page has the size of the window.
      viewport: headed ? null : { width: 1920, height: 1080 },
      ...credentialsOf(this.#options),
    });
    this.#context = context;
    await sendHeaders(context, this.#options);
    await installDriverLocators(context);
    await context.exposeBinding(this.#name, ({ frame }, text: unknown) => {
      this.#enqueue(() => this.#onMessage(frame, text));
    });
    await context.addInitScript(pageScript(this.#name));
    // Otherwise the driver would dismiss dialogs at once.
    context.on('dialog', () => {});
    context.on('page', (page) => this.#addPage(page));
    const page = await context.newPage();
    await this.flush();
    await page.goto(joinUrl(executionUrl, path), { waitUntil: 'commit' });
    // In a window, what is typed would go to the address bar.
    await page.bringToFront();
  }

  /** Resolves when everything that has happened so far was reported. */
  async flush(): Promise<void> {
    const arrived = Promise.all(this.#pages.map((page) => this.#inFrames(page, 'arrived()')));
    // A page with an open dialog does not answer.
    await unlessLate(arrived, frameMs);
    let pending: Promise<void> | undefined;
    while (pending !== this.#queue) {
      pending = this.#queue;
      await pending;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeLocal(this.#local);
  }

  #enqueue(work: () => Promise<void> | void): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      this.#options.onWarning(`An action was not recorded: ${messageOf(error)}`);
    });
  }

  #emit(page: Page, event: HappenedEvent): void {
    const status = this.#options.onEvent({
      ...event,
      page: this.#pages.indexOf(page),
      at: performance.now(),
    });
    if (status !== this.#status) for (const each of this.#pages) void this.#showStatus(each, status);
    this.#status = status;
  }

  #addPage(page: Page): void {
    this.#pages.push(page);
    const opener = page.opener();
    if (this.#pages.length > 1)
      this.#enqueue(async () => this.#emit(page, { kind: 'pageOpened', byPage: (await opener) !== null }));
    page.on('close', () => {
      this.#enqueue(() => this.#emit(page, { kind: 'pageClosed' }));
      if (this.#pages.every((each) => each.isClosed())) this.#finish();
    });
    page.on('download', (download) => {
      this.#enqueue(() => this.#emit(page, { kind: 'downloaded', fileName: download.suggestedFilename() }));
    });
    // The page may be closed already.
    this.#enqueue(() => this.#watch(page).catch(() => {}));
  }

  /** Dialogs that a person answers and addresses that a person types are events of the browser's own protocol only. */
  async #watch(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    this.#watchDialogs(page, session);
    this.#watchNavigations(page, session);
    // A script writes the document of a window or frame.
    session.on('Page.documentOpened', () => this.#inFrames(page, 'listenAgain()'));
    await session.send('Page.enable');
    // It may have been written before.
    await this.#inFrames(page, 'listenAgain()');
  }

  #watchDialogs(page: Page, session: CDPSession): void {
    let opened = '';
    let suggested: string | undefined;
    session.on('Page.javascriptDialogOpening', ({ message, defaultPrompt }) => {
      opened = message;
      suggested = defaultPrompt;
    });
    session.on('Page.javascriptDialogClosed', ({ result, userInput }) => {
      const promptText =
        result && userInput !== '' && userInput !== suggested ? { promptText: userInput } : {};
      this.#enqueue(() =>
        this.#emit(page, { kind: 'dialog', message: opened, accept: result, ...promptText }),
      );
    });
  }

  #watchNavigations(page: Page, session: CDPSession): void {
    const history = new NavigationHistory(page, session);
    const onNavigated = (kind: NavigationKind, to: string) =>
      this.#enqueue(async () => {
        const url = await history.follow(kind, to, () => this.#moved.delete(page));
        if (url !== undefined) this.#emit(page, { kind: 'navigated', url });
      });
    let reloading: string | undefined;
    session.on('Page.frameRequestedNavigation', ({ frameId, reason }) => {
      if (/reload|refresh/i.test(reason)) reloading = frameId;
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      // Opening the app is no action.
      const isOpening = !this.#hasOpened && page === this.#pages[0];
      const kind = isOpening ? 'sameDocument' : reloading === frame.id ? 'reloadedItself' : 'newDocument';
      onNavigated(kind, frame.url + (frame.urlFragment ?? ''));
      reloading = undefined;
      void this.#showStatus(page, this.#status);
      this.#hasOpened ||= frame.url !== 'about:blank';
    });
    session.on('Page.navigatedWithinDocument', ({ url }) => onNavigated('sameDocument', url));
  }

  async #onMessage(frame: Frame, text: unknown): Promise<void> {
    const sent = message.parse(text);
    if ('mode' in sent) return this.#inFrames(frame.page(), `setMode(${JSON.stringify(sent.mode)})`);
    const { action } = sent;
    if (action.name === 'historyMove') return void this.#moved.add(frame.page());
    this.#moved.clear();
    if (action.name === 'finish') return this.#finish();
    if (action.name === 'notRecorded') throw new Error(String(action.reason));
    const path = await this.#pathOf(frame);
    const located: Record<string, unknown> = { ...action };
    for (const key of ['locator', 'target']) {
      if (action[key] !== undefined) located[key] = inFrame(path, structuredLocator.parse(action[key]));
    }
    const files = action.name === 'setInputFiles' ? { files: await this.#pathsOf(frame, action) } : {};
    this.#emit(frame.page(), { kind: 'action', action: { ...located, ...files } });
  }

  #pathsOf(frame: Frame, action: Record<string, unknown>): Promise<string[]> {
    const { number, files } = z.object({ number: z.int(), files: z.array(z.string()) }).parse(action);
    return selectedFiles(frame, files, (index) => `window.${this.#name}Page?.file(${number}, ${index})`);
  }

  async #showStatus(page: Page, status: string): Promise<void> {
    const script = `window.${this.#name}Page?.showStatus(${JSON.stringify(status)})`;
    // The page may be gone.
    await page.evaluate(script).catch(() => {});
  }

  async #inFrames(page: Page, call: string): Promise<void> {
    const script = `window.${this.#name}Page?.${call}`;
    await Promise.all(page.frames().map((frame) => frame.evaluate(script).catch(() => {})));
  }

  /** The locators of the iframes around a frame, the outermost first. */
  async #pathOf(frame: Frame): Promise<StructuredLocator[]> {
    const parent = frame.parentFrame();
    if (parent === null) return [];
    const found = async () => {
      const owner = await frame.frameElement();
      const css = await owner.evaluate(
        (element, name) => Reflect.get(window, `${name}Page`).frameCss(element),
        this.#name,
      );
      return [
        ...(await this.#pathOf(parent)),
        { kind: 'frame-locator', body: String(css), options: { attrs: [] } },
      ];
    };
    const known = this.#framePaths.get(frame);
    const path = await withTimeout(found(), frameMs, 'The frame is gone.').catch((error: unknown) => {
      if (known === undefined) throw error;
      return known;
    });
    this.#framePaths.set(frame, path);
    return path;
  }
}

function inFrame(path: readonly StructuredLocator[], locator: StructuredLocator): StructuredLocator {
  return path.reduceRight<StructuredLocator>((next, link) => ({ ...link, next }), locator);
}

/**
 * The paths of the files that a person has selected in a file input. Pages only learn their names.
 * @param expression finds the file of an index in the page.
 * @returns the names of files whose paths the browser does not say.
 */
async function selectedFiles(
  frame: Frame,
  names: readonly string[],
  expression: (index: number) => string,
): Promise<string[]> {
  const page = frame.page();
  // Only frames in a process of their own have a session of their own.
  const session = await page
    .context()
    .newCDPSession(frame)
    .catch(() => page.context().newCDPSession(page));
  try {
    const contexts = await contextsOf(session);
    return await Promise.all(
      names.map(async (name, index) => (await pathOf(session, contexts, expression(index))) ?? name),
    );
  } finally {
    await session.detach();
  }
}

/** The ids of the contexts in which scripts run: those of the page and of its frames. */
async function contextsOf(session: CDPSession): Promise<number[]> {
  const ids: number[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => ids.push(context.id));
  await session.send('Runtime.enable');
  return ids;
}

async function pathOf(
  session: CDPSession,
  contexts: readonly number[],
  expression: string,
): Promise<string | undefined> {
  for (const contextId of contexts) {
    const { result } = await session.send('Runtime.evaluate', { contextId, expression });
    if (result.className !== 'File' || result.objectId === undefined) continue;
    const { path } = await session.send('DOM.getFileInfo', { objectId: result.objectId });
    if (path !== '') return path;
  }
  return undefined;
}
