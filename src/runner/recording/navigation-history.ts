import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

/** A navigation to another document, one that the page has started by a reload, or one within a document. */
export type NavigationKind = 'newDocument' | 'reloadedItself' | 'sameDocument';

type ReadHistory = NonNullable<Awaited<ReturnType<typeof readHistory>>>;

/** Tracks the history of a page to distinguish the user's navigations from those that the page starts. */
export class NavigationHistory {
  readonly #page: Page;
  readonly #session: CDPSession;
  /** The entries that the page has been at. */
  readonly #visited = new Set<number>();
  #current: number | undefined;

  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /**
   * Follows a navigation.
   * @param wasScripted whether a script of the page has moved through its history.
   * @returns the URL that the person has opened with the browser itself; undefined if the page has opened it.
   */
  async follow(kind: NavigationKind, to: string, wasScripted: () => boolean): Promise<string | undefined> {
    const history = await readHistory(this.#page, this.#session);
    if (history === undefined) return undefined;
    const index = indexAfter(to, history);
    const entry = history.entries[index];
    if (entry === undefined) return undefined;
    const { id, transitionType, userTypedURL, url } = entry;
    const isInHistory = this.#visited.has(id) && id !== this.#current;
    // What follows, and was not there before, is of a later navigation.
    for (const passed of history.entries.slice(0, index + 1)) this.#visited.add(passed.id);
    this.#current = id;
    if (isInHistory) return wasScripted() ? undefined : url;
    if (kind !== 'newDocument') return undefined;
    if (transitionType === 'reload') return url;
    const isTyped = /^(typed|generated|keyword|auto_bookmark)$/.test(transitionType);
    return isTyped ? userTypedURL || url : undefined;
  }
}

/** Asks several times: a page that moves to another process cannot be asked for a moment. */
async function readHistory(page: Page, session: CDPSession) {
  for (let attempt = 0; attempt < 50 && !page.isClosed(); attempt += 1) {
    const history = await session.send('Page.getNavigationHistory').catch(() => undefined);
    if (history !== undefined) return history;
    await sleep(100);
  }
  return undefined;
}

/** The index of the entry that a navigation to a URL led to: the page may have moved on since. */
function indexAfter(url: string, { entries, currentIndex }: ReadHistory): number {
  if (entries[currentIndex]?.url === url) return currentIndex;
  const found = entries.findLastIndex((entry) => entry.url === url);
  return found === -1 ? currentIndex : found;
}
