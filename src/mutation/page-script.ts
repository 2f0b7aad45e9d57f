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
import { createPageListeners } from './page-listeners.ts';
import { createPageStorage } from './page-storage.ts';
import { createPageTarget } from './page-target.ts';
import { watchPage } from './page-watch.ts';

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
