import { randomBytes } from 'node:crypto';
import { messageOf } from '../../common/errors.ts';
import { mapTexts } from '../../common/object-fields.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { LivePage, PageView } from '../../runner/live-page.ts';
import { goTo, uniqueText } from './steps.ts';

/** How to reach a page in a new session. */
export interface Trail {
  /** Path below the URL under test. */
  readonly path: string;
  readonly steps: readonly ExchangeElement[];
  /** Texts that the steps have entered, and names of what they were about. */
  readonly texts: readonly string[];
}

/** A page did not open, or did not answer. */
class PageFailed extends Error {}

interface ExploredApp {
  readonly open: () => Promise<LivePage>;
  /** Nothing dangerous is done that it does not ask for. */
  readonly prompt: string;
  /** URL under test, without a slash at its end. */
  readonly base: string;
}

/** A session of its own on the app. */
export class Visit implements AsyncDisposable {
  readonly app: ExploredApp;
  readonly #page: LivePage;
  readonly #signal: AbortSignal;
  /** What is entered in this session in place of `uniqueText`. */
  readonly unique = newText();
  #later: { readonly url: string; readonly step: ExchangeElement } | undefined;

  constructor(app: ExploredApp, page: LivePage, signal: AbortSignal) {
    this.app = app;
    this.#page = page;
    this.#signal = signal;
  }

  get url(): string {
    return this.#later?.url ?? this.#page.url();
  }

  /** Opens a page, unless the next step opens another one. */
  openLater(url: string, step: ExchangeElement): void {
    this.#later = { url, step };
  }

  /** Runs steps. @returns false if one of them fails. */
  async run(steps: readonly ExchangeElement[]): Promise<boolean> {
    return (await this.runUntilFailure(steps)) === steps.length;
  }

  /** Runs steps until one fails. @returns how many have passed. */
  async runUntilFailure(steps: readonly ExchangeElement[]): Promise<number> {
    this.#signal.throwIfAborted();
    const later = this.#later;
    this.#later = undefined;
    const isLeft = later === undefined || steps[0]?.interaction?.action === 'GO_TO';
    if (!isLeft && (await this.#page.runAll([later.step])) === 0) return 0;
    const passed = await this.#page.runAll(
      mapTexts([...steps], (text) => text.replaceAll(uniqueText, this.unique)),
    );
    // A step that the end has interrupted has not failed.
    this.#signal.throwIfAborted();
    return passed;
  }

  /** Waits until nothing happens on the page any more. */
  async untilQuiet(): Promise<void> {
    await this.runUntilFailure([]);
    await this.#page.untilQuiet().catch(failed);
  }

  /** What the page shows when nothing happens on it any more. */
  async look(): Promise<PageView> {
    await this.runUntilFailure([]);
    const view = await this.#page.look().catch(failed);
    return mapTexts(view, (text) => text.replaceAll(this.unique, uniqueText));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page[Symbol.asyncDispose]();
  }
}

function failed(error: unknown): never {
  throw new PageFailed(messageOf(error), { cause: error });
}

/** A text that no other session has entered, such as `zq40fa`. */
function newText(): string {
  return `zq${randomBytes(2).toString('hex')}`;
}

/** Opens visits. Those who use it decide how many go on at once. */
export class Visits {
  readonly app: ExploredApp;
  readonly #signal: AbortSignal;

  constructor(app: ExploredApp, signal: AbortSignal) {
    this.app = app;
    this.#signal = signal;
  }

  /**
   * Opens a visit, runs its trail and uses it.
   * @returns undefined if a step of the trail fails, or a page does not answer. @throws the signal's reason.
   */
  async with<T>(trail: Omit<Trail, 'texts'>, use: (visit: Visit) => Promise<T>): Promise<T | undefined> {
    this.#signal.throwIfAborted();
    try {
      await using visit = new Visit(this.app, await this.app.open().catch(failed), this.#signal);
      // A step that waits for something must not delay the end.
      const close = () => void visit[Symbol.asyncDispose]().catch(() => {});
      this.#signal.addEventListener('abort', close, { once: true });
      try {
        return (await visit.run([goTo(trail.path), ...trail.steps])) ? await use(visit) : undefined;
      } finally {
        this.#signal.removeEventListener('abort', close);
      }
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof PageFailed) return undefined;
      throw error;
    }
  }
}
