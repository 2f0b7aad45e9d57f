import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { untilAnswered } from '../documents/page-guard.ts';
import { frameOf, isData, isMainNavigation } from '../documents/request-facts.ts';
import type { PageActivity } from '../page-activity.ts';
import { ControlListeners, type ControlState, isInactive } from './control-listeners.ts';

/** A script that ends starts those that it imports within this time, in ms. */
const importMs = 50;
/** A script may never be answered, and a page may never be quiet, in ms. */
const maxWaitMs = 10_000;
/** Between two checks of a control, in ms. */
const pauseMs = 50;

/** What is known of the document that a page shows. */
interface DocumentState {
  isLoaded: boolean;
  /** Scripts were under way when it had loaded. */
  isLate: boolean;
  /** No step has used a control of it. An app may listen to its controls a moment after the load. */
  isNew: boolean;
  /** Its scripts have requested data or further scripts. An app may listen to its controls only after that. */
  mayHydrate: boolean;
}

/**
 * Waits until the app listens to the controls that its server has rendered. Until its code has arrived, and perhaps its data,
 * its buttons and forms are there, and do nothing.
 */
export class Hydration {
  readonly #activity: PageActivity;
  readonly #documents = new WeakMap<Page, DocumentState>();
  readonly #listeners = new ControlListeners();

  constructor(context: BrowserContext, activity: PageActivity) {
    this.#activity = activity;
    for (const page of context.pages()) this.#watch(page);
    context.on('page', (page) => this.#watch(page));
  }

  #watch(page: Page): void {
    const begin = () => {
      const state = { isLoaded: false, isLate: false, isNew: true, mayHydrate: false };
      this.#documents.set(page, state);
      return state;
    };
    let document = begin();
    page.on('request', (request) => {
      if (isMainNavigation(request)) document = begin();
      else if (frameOf(request) === page.mainFrame())
        document.mayHydrate ||= isData(request) || (document.isLoaded && request.resourceType() === 'script');
    });
    page.on('load', () => {
      document.isLoaded = true;
      document.isLate = this.#activity.hasScripts(page);
      document.mayHydrate ||= document.isLate;
    });
  }

  /**
   * Waits before a step uses a control: first, once for each document, for the scripts that it still loads after its load, then
   * until a script listens to the control, or nothing happens on the page any more.
   * @param target the control; undefined if the step does not name it. @throws the signal's reason.
   */
  async ready(page: Page, target: Locator | undefined, signal: AbortSignal): Promise<void> {
    const document = this.#documents.get(page);
    if (document?.isLate === true) await this.#scriptsEnded(page, document, signal);
    if (target === undefined || document === undefined || !(document.isNew || document.mayHydrate)) return;
    document.isNew = false;
    let state = await this.#listeners.stateOf(target, page);
    if (isInactive(state)) state = await this.#untilActive(page, target, signal);
    if (state === 'all active') document.mayHydrate = false;
  }

  /** Whether a click on a control does nothing, because no script listens to it. */
  async isDead(page: Page, target: Locator): Promise<boolean> {
    return (await this.#listeners.stateOf(target, page)) === 'inactive button';
  }

  /** Waits until a control is active, or the page is quiet. Some apps activate a control only when it is scrolled into view. */
  async #untilActive(page: Page, target: Locator, signal: AbortSignal): Promise<ControlState> {
    await target
      .first()
      .scrollIntoViewIfNeeded({ timeout: maxWaitMs, signal })
      .catch(() => {});
    const quiet = new AbortController();
    void this.#activity
      .untilQuiet(() => page, signal, maxWaitMs)
      .catch(() => {})
      .then(() => quiet.abort());
    for (;;) {
      const isLast = quiet.signal.aborted;
      const state = await this.#listeners.stateOf(target, page);
      if (isLast || !isInactive(state)) return state;
      await sleep(pauseMs, undefined, { signal });
    }
  }

  async #scriptsEnded(page: Page, document: DocumentState, signal: AbortSignal): Promise<void> {
    const end = performance.now() + maxWaitMs;
    let isQuiet = false;
    while (!isQuiet && performance.now() < end && this.#documents.get(page) === document) {
      isQuiet = !this.#activity.hasScripts(page);
      await sleep(importMs, undefined, { signal });
      // What has ended may run for longer.
      await untilAnswered(page, end - performance.now());
      isQuiet &&= !this.#activity.hasScripts(page);
    }
    document.isLate = false;
  }
}
