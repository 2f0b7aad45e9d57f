import { type AssertionMode, createPageAssertions } from './page-assertions.ts';
import { createPageFields, createPageKeyboard } from './page-keyboard.ts';
import { createPageListener } from './page-listener.ts';
import { type PageLocators, pageLocators } from './page-locators.ts';
import { createPageMouse } from './page-mouse.ts';
import { createPageReveals, createPageStyles } from './page-reveals.ts';
import { type createPageToolbar, pageToolbar } from './page-toolbar.ts';

interface PageRecorder {
  frameCss(element: Element): string;
  setMode(mode: AssertionMode | null): void;
  showStatus(text: string): void;
  /** After `document.open`, which removes all listeners and timers of a window. */
  listenAgain(): void;
  /** A file that an action has selected. */
  file(number: number, index: number): File | undefined;
  /** Resolves when everything that was reported so far has arrived. */
  arrived(): Promise<void>;
}

/** Functions of the page, which are given to `startPage`: what is imported has another name in a bundle. */
const parts = {
  styles: createPageStyles,
  reveals: createPageReveals,
  listener: createPageListener,
  assertions: createPageAssertions,
};
const listenerParts = { mouse: createPageMouse, keyboard: createPageKeyboard, fields: createPageFields };

type Parts = typeof parts & {
  readonly locators: () => PageLocators;
  readonly listenerParts: typeof listenerParts;
  readonly toolbar: typeof createPageToolbar;
};

/**
 * The script that records in each frame.
 * @param name of the binding that takes the actions, and of the property of the window that holds the `PageRecorder`.
 */
export function pageScript(name: string): string {
  const sources = (functions: object) =>
    Object.entries(functions)
      .map(([key, source]) => `${key}: ${source}`)
      .join(', ');
  const given = `locators: () => ${pageLocators}, toolbar: ${pageToolbar}, ${sources(parts)}`;
  return `(${startPage})(${JSON.stringify(name)}, { ${given}, listenerParts: { ${sources(listenerParts)} } });`;
}

/** Runs in the page as its source text, so it may only use what it declares. */
function startPage(name: string, parts: Parts): void {
  // The driver may run it twice in a new tab. All would be recorded twice.
  if (Object.hasOwn(window, `${name}Page`)) return;
  const binding: (message: object) => Promise<void> = Reflect.get(window, name);
  let lastSent: Promise<void> = Promise.resolve();
  const send = (message: object) => {
    lastSent = binding(message).catch(() => {});
  };
  const locators = parts.locators();
  const report = (action: object) => {
    send({ action });
  };
  let stop = new AbortController();
  const listen = () => {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const holder = document.createElement('browser-test-gate-recorder');
    const reveals = parts.reveals(locators, parts.styles(), signal);
    const shared = { reveals, report, signal };
    const assertions = parts.assertions(locators);
    return {
      holder,
      // First, since its keys and clicks are not for the page.
      toolbar: parts.toolbar({ ...shared, assertions, holder, onMode: (mode) => send({ mode }) }),
      listener: parts.listener({
        ...shared,
        locators,
        isOwn: (target) => target === holder,
        parts: parts.listenerParts,
      }),
    };
  };
  let { holder, toolbar, listener } = listen();
  let hasListeners = true;
  const probe = `${name}Probe`;
  const expectProbe = () => {
    addEventListener(probe, () => {
      hasListeners = true;
    });
  };
  expectProbe();
  const recorder: PageRecorder = {
    frameCss: locators.frameCss,
    setMode(mode) {
      listener.pause(mode !== null);
      toolbar.setMode(mode);
    },
    showStatus: (text) => toolbar.showStatus(text),
    file: (number, index) => listener.files.get(number)?.[index],
    async arrived() {
      // Some actions are reported once it is known what the page does.
      await new Promise((resolve) => setTimeout(resolve));
      await lastSent;
    },
    listenAgain() {
      hasListeners = false;
      dispatchEvent(new Event(probe));
      if (hasListeners) return;
      // The timer may have put it into the new document.
      holder.remove();
      ({ holder, toolbar, listener } = listen());
      expectProbe();
      keepAttached();
    },
  };
  // The binding has this name already.
  Object.defineProperty(window, `${name}Page`, { value: recorder });
  const announce = (owner: object, method: string, action: string) => {
    const original: unknown = Reflect.get(owner, method);
    if (typeof original !== 'function') return;
    Reflect.set(owner, method, (...args: unknown[]): unknown => {
      report({ name: action });
      return Reflect.apply(original, owner, args);
    });
  };
  announce(window, 'close', 'windowClose');
  for (const method of ['back', 'forward', 'go']) announce(history, method, 'historyMove');
  const navigation: unknown = Reflect.get(window, 'navigation');
  if (navigation instanceof EventTarget)
    for (const method of ['back', 'forward', 'traverseTo']) announce(navigation, method, 'historyMove');
  const show = () => {
    // A popup keeps its window, and all listeners, when its page takes the place of its empty document.
    if (holder.ownerDocument !== document) ({ holder, toolbar, listener } = listen());
    if (!holder.isConnected) document.documentElement.append(holder);
  };
  const keepAttached = () => void setInterval(show, 1000);
  // Not before: frameworks compare the document with what they render. Some replace all of it.
  if (document.readyState === 'complete') show();
  addEventListener('load', show);
  keepAttached();
}
