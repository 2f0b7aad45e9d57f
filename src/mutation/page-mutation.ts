import { pagePath } from './mutant.ts';
import { createItemOperators, createTextOperators } from './page-contents.ts';
import { createControlOperators, createFormOperators } from './page-controls.ts';
import {
  type PageElements,
  type PageOperator,
  type PageOperators,
  type PageSite,
  type PageTools,
  pageElements,
} from './page-elements.ts';
import { createPageListeners, createPageTarget } from './page-events.ts';

/** Identifies an element on the pages of a path: its number counts those of one role and name, from 0. */
interface SiteKey {
  readonly operator: string;
  readonly page: string;
  readonly role: string;
  readonly name: string;
  readonly number: number;
}

interface ScriptSettings {
  /** Pages of other origins stay as they are. */
  readonly origin: string;
  /** What is broken; without it, the script reports what can be. */
  readonly mutant?: SiteKey;
}

interface Parts {
  readonly pagePath: (url: string) => string;
  readonly elements: () => PageElements;
  readonly target: typeof createPageTarget;
  readonly listeners: typeof createPageListeners;
  readonly storage: typeof createPageStorage;
  readonly watchPage: typeof watchPage;
  readonly operators: readonly ((tools: PageTools) => PageOperators)[];
}

/** The script that reports sites, or breaks one, in each frame: the source text of a function that gets `send`. */
export function mutationScript(settings: ScriptSettings): string {
  const parts = [
    `pagePath: ${pagePath}`,
    `elements: ${pageElements}`,
    `target: ${createPageTarget}`,
    `listeners: ${createPageListeners}`,
    `storage: ${createPageStorage}`,
    `watchPage: ${watchPage}`,
    `operators: [${[createControlOperators, createFormOperators, createTextOperators, createItemOperators]}]`,
  ];
  return `(send) => (${startPage})(send, ${JSON.stringify(settings)}, { ${parts.join(', ')} })`;
}

/** Runs in the page as its source text, so it may only use what it declares. */
function startPage(
  sendMessage: (message: object) => Promise<void>,
  { origin, mutant }: ScriptSettings,
  parts: Parts,
): (() => void) | undefined {
  if (location.origin !== origin) return undefined;
  const storeKey = 'mutant-first-text';
  const send = (message: object) => void sendMessage(message).catch(() => {});
  const page = () => parts.pagePath(location.href);
  const listeners = parts.listeners();
  const storage = parts.storage(send, page);
  const tools: PageTools = {
    ...listeners,
    elements: parts.elements(),
    target: parts.target(),
    firstText: {
      get: () => sessionStorage.getItem(storeKey),
      set: (text) => sessionStorage.setItem(storeKey, text),
    },
  };
  const operators: PageOperators = Object.assign({}, ...parts.operators.map((create) => create(tools)));
  const current = mutant === undefined ? undefined : operators[mutant.operator];
  if (mutant?.operator === 'state-not-stored') storage.lose(mutant.name);
  else if (mutant === undefined) storage.watch();
  // Before the page's own listeners.
  current?.install?.();
  listeners.watch();
  const work = mutant === undefined ? survey() : current === undefined ? undefined : breaker(mutant, current);
  if (work !== undefined) parts.watchPage(work, { isSurvey: mutant === undefined });
  return mutant === undefined ? work : undefined;

  function survey() {
    const sent = new Set<string>();
    return () => {
      const path = page();
      const sites = Object.entries(operators).flatMap(([operator, { sites: find }]) =>
        numbered(find()).flatMap(({ element: _, ...found }) => {
          const site = { operator, ...found };
          const key = JSON.stringify([path, site]);
          if (sent.has(key)) return [];
          sent.add(key);
          return [site];
        }),
      );
      if (sites.length > 0) send({ page: path, sites });
    };
  }

  function breaker({ page: path, role, name, number }: SiteKey, { sites, apply }: PageOperator) {
    let target: PageSite | undefined;
    let shown: Node | undefined;
    return () => {
      if (target === undefined || shown?.isConnected !== true) {
        if (page() !== path) return;
        target = numbered(sites()).find(
          (site) => site.role === role && site.name === name && site.number === number,
        );
        if (target === undefined) return;
        send({ applied: true });
      } else if (shown !== target.element) return;
      shown = apply(target) ?? target.element;
    };
  }

  function numbered(sites: readonly PageSite[]) {
    const counts = new Map<string, number>();
    return sites.map((site) => {
      const name = site.name.replace(/\d[\d.,]*/g, '#');
      const key = JSON.stringify([site.role, name]);
      const number = counts.get(key) ?? 0;
      counts.set(key, number + 1);
      return { ...site, name, label: site.name, number };
    });
  }
}

/**
 * Calls `onChange` when the page is there, and after each change. Runs in the page as its source text, so it may only use
 * what it declares.
 * @param options `isSurvey`: it takes breaks on a large page, and also looks when something is clicked or sent.
 */
function watchPage(onChange: () => void, { isSurvey }: { readonly isSurvey: boolean }): void {
  const breakFactor = 5;
  let [lookMs, endedAt, isPlanned] = [0, 0, false];
  const run = () => {
    isPlanned = false;
    if (document.readyState === 'loading' || document.body === null) return;
    const startedAt = performance.now();
    onChange();
    observer.takeRecords();
    endedAt = performance.now();
    lookMs = endedAt - startedAt;
  };
  const observer = new MutationObserver(() => {
    const breakMs = isSurvey ? endedAt + breakFactor * lookMs - performance.now() : 0;
    if (breakMs <= 0) run();
    else if (!isPlanned) setTimeout(run, breakMs);
    isPlanned = breakMs > 0;
  });
  const attributeFilter = ['href', 'style', 'class', 'hidden', 'required', 'disabled', 'type', 'aria-label'];
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributeFilter });
  document.addEventListener('readystatechange', run);
  if (!isSurvey) return;
  for (const type of ['click', 'submit']) addEventListener(type, run, true);
  addEventListener('pagehide', run);
}

/** What earlier pages have stored. Runs in the page as its source text, so it may only use what it declares. */
function createPageStorage(send: (message: object) => void, page: () => string) {
  return { watch, lose };

  /** Reports which of the things are read. */
  function watch(): void {
    for (const storage of [localStorage, sessionStorage]) {
      const before = new Set(Object.keys(storage));
      const { getItem } = storage;
      const read = function read(this: Storage, key: string): string | null {
        const value = getItem.call(this, key);
        const site = { operator: 'state-not-stored', role: 'storage', name: key, label: key, number: 0 };
        if (value !== null && this === storage && before.delete(key)) send({ page: page(), sites: [site] });
        return value;
      };
      Storage.prototype.getItem = read;
    }
  }

  function lose(key: string): void {
    for (const storage of [localStorage, sessionStorage]) {
      if (storage.getItem(key) === null) continue;
      storage.removeItem(key);
      send({ applied: true });
    }
  }
}
