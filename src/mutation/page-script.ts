import { pagePath } from './mutant.ts';
import { createContentOperators } from './page-contents.ts';
import { createControlOperators } from './page-controls.ts';
import {
  createPageElements,
  type PageElements,
  type PageOperator,
  type PageOperators,
  type PageSite,
  type PageTools,
} from './page-elements.ts';

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
  readonly operators: readonly ((tools: PageTools) => PageOperators)[];
}

/** The script that reports sites, or breaks one, in each frame: the source text of a function that gets `send`. */
export function mutationScript(settings: ScriptSettings): string {
  const parts = [
    `pagePath: ${pagePath}`,
    `elements: ${createPageElements}`,
    `operators: [${createControlOperators}, ${createContentOperators}]`,
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
  const breakFactor = 5;
  const storeKey = 'mutant-first-text';
  const send = (message: object) => void sendMessage(message).catch(() => {});
  const listened = new WeakMap<EventTarget, Set<string>>();
  let beforeListener: ((event: Event) => void) | undefined;
  const tools: PageTools = {
    elements: parts.elements(),
    isListenedTo(element, types) {
      const isReact = privateValue(element, '__reactProps$') !== undefined;
      for (
        let each: Element | null = element;
        each !== null && each !== document.body;
        each = each.parentElement
      ) {
        // React listens at its root, to all types, and has the handlers of an element in its own list.
        if (isReact && privateValue(each, '__reactContainer$') !== undefined) return false;
        const handlers = Object.keys(privateValue(each, '__reactProps$') ?? {}).map((name) =>
          name.toLowerCase(),
        );
        if (types.some((type) => handlers.includes(`on${type}`) || listened.get(each)?.has(type)))
          return true;
      }
      return false;
    },
    beforeListeners: (call) => {
      beforeListener = call;
    },
    firstText: {
      get: () => sessionStorage.getItem(storeKey),
      set: (text) => sessionStorage.setItem(storeKey, text),
    },
  };
  const operators: PageOperators = Object.assign({}, ...parts.operators.map((create) => create(tools)));
  const current = mutant === undefined ? undefined : operators[mutant.operator];
  if (mutant?.operator === 'state-not-stored') loseState(mutant.name);
  else if (mutant === undefined) watchState();
  // Before the page's own listeners.
  current?.install?.();
  watchListeners();
  const work = mutant === undefined ? survey() : current === undefined ? undefined : breaker(mutant, current);
  if (work !== undefined) watchPage(work);
  return mutant === undefined ? work : undefined;

  /** What a framework has stored on an element under a name with a random end. */
  function privateValue(element: Element, start: string): object | undefined {
    const entry = Object.entries(element).find(([name]) => name.startsWith(start));
    return typeof entry?.[1] === 'object' ? (entry[1] ?? undefined) : undefined;
  }

  /** Calls `onChange` when the page is there, and after each change. A survey of a large page takes breaks. */
  function watchPage(onChange: () => void): void {
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
      const breakMs = mutant === undefined ? endedAt + breakFactor * lookMs - performance.now() : 0;
      if (breakMs <= 0) run();
      else if (!isPlanned) setTimeout(run, breakMs);
      isPlanned = breakMs > 0;
    });
    const attributeFilter = [
      'href',
      'style',
      'class',
      'hidden',
      'required',
      'disabled',
      'type',
      'aria-label',
    ];
    observer.observe(document, { childList: true, subtree: true, characterData: true, attributeFilter });
    document.addEventListener('readystatechange', run);
    if (mutant !== undefined) return;
    for (const type of ['click', 'submit']) addEventListener(type, run, true);
    addEventListener('pagehide', run);
  }

  function survey() {
    const sent = new Set<string>();
    return () => {
      const page = parts.pagePath(location.href);
      const sites = Object.entries(operators).flatMap(([operator, { sites: find }]) =>
        numbered(find()).flatMap(({ element: _, ...found }) => {
          const site = { operator, ...found };
          const key = JSON.stringify([page, site]);
          if (sent.has(key)) return [];
          sent.add(key);
          return [site];
        }),
      );
      if (sites.length > 0) send({ page, sites });
    };
  }

  function breaker({ page, role, name, number }: SiteKey, { sites, apply }: PageOperator) {
    let target: PageSite | undefined;
    let shown: Node | undefined;
    return () => {
      if (target === undefined || shown?.isConnected !== true) {
        if (parts.pagePath(location.href) !== page) return;
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

  function watchListeners(): void {
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
    const wrappers = new WeakMap<object, EventListener>();
    const wrap = (listener: EventListenerOrEventListenerObject): EventListener => {
      const known = wrappers.get(listener);
      if (known !== undefined) return known;
      const wrapped = function call(this: EventTarget, event: Event) {
        beforeListener?.(event);
        return typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event);
      };
      wrappers.set(listener, wrapped);
      return wrapped;
    };
    EventTarget.prototype.addEventListener = function listen(type, listener, options) {
      const types = listened.get(this) ?? new Set();
      listened.set(this, types.add(type));
      const isWrapped = listener !== null && beforeListener !== undefined;
      add.call(this, type, isWrapped ? wrap(listener) : listener, options);
    };
    EventTarget.prototype.removeEventListener = function forget(type, listener, options) {
      const wrapped = listener === null ? undefined : wrappers.get(listener);
      remove.call(this, type, wrapped ?? listener, options);
    };
  }

  /** Reports which of the things that an earlier page has stored are read. */
  function watchState(): void {
    for (const storage of [localStorage, sessionStorage]) {
      const before = new Set(Object.keys(storage));
      const { getItem } = storage;
      const read = function read(this: Storage, key: string): string | null {
        const value = getItem.call(this, key);
        const page = parts.pagePath(location.href);
        const site = { operator: 'state-not-stored', role: 'storage', name: key, label: key, number: 0 };
        if (value !== null && this === storage && before.delete(key)) send({ page, sites: [site] });
        return value;
      };
      Storage.prototype.getItem = read;
    }
  }

  function loseState(key: string): void {
    for (const storage of [localStorage, sessionStorage]) {
      if (storage.getItem(key) === null) continue;
      storage.removeItem(key);
      send({ applied: true });
    }
  }
}
