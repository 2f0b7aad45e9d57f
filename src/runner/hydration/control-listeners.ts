import type { CDPSession, Locator, Page } from 'playwright-core';
import { pageFunction } from '../../common/page-function.ts';

const engine = 'gate-needs-script';

/** The selector engine that finds an element again if its control does nothing without a script, and marks the control. */
export const needsScriptEngine: readonly [name: string, source: string] = [
  engine,
  `({ queryAll: ${pageFunction(markIfNeedsScript, [markControl, kindOfControl])} })`,
];

/** How the name of a mark begins. The rest of it is the kind of the control. */
const markPrefix = 'browser-test-gate-control-';

/**
 * - `active`: a script listens to the control, it works without scripts, or its state is unknown.
 * - `all active`: scripts listen to all controls of the page.
 * - `inactive button`: no script listens to the button, so a click does nothing.
 * - `inactive field`: no script listens to the field. A script may read it later, or the browser submits its form.
 */
export type ControlState = 'active' | 'all active' | 'inactive button' | 'inactive field';

export function isInactive(state: ControlState): boolean {
  return state.startsWith('inactive');
}

/** Detects whether scripts of a page listen to its controls. Supported in Chromium only, not in frames. */
export class ControlListeners {
  readonly #sessions = new WeakMap<Page, Promise<CDPSession>>();

  /** The state of the first element of a locator. */
  async stateOf(target: Locator, page: Page): Promise<ControlState> {
    try {
      if ((await target.first().locator(`${engine}=${markPrefix}`).count()) === 0) return 'active';
      const session = await this.#sessionOf(page);
      const expression = `(${findControlState})('${markPrefix}', getEventListeners)`;
      const options = { expression, includeCommandLineAPI: true, returnByValue: true };
      const { result } = await session.send('Runtime.evaluate', options);
      const found: unknown = result.value;
      return found === 'inactive button' || found === 'inactive field' || found === 'all active'
        ? found
        : 'active';
    } catch {
      // The document is being replaced, or the browser is not Chromium.
      return 'active';
    }
  }

  #sessionOf(page: Page): Promise<CDPSession> {
    const known = this.#sessions.get(page) ?? page.context().newCDPSession(page);
    this.#sessions.set(page, known);
    return known;
  }
}

/** In the page: the element, if a script has to listen to its control. */
function markIfNeedsScript(target: Element, prefix: string): Element[] {
  const control = target.closest(
    'a[href], button, input, select, textarea, label, summary, [role=button], [role=tab], [role=switch], [role=checkbox]',
  );
  const kind = control === null ? undefined : kindOfControl(control);
  if (control === null || kind === undefined) return [];
  markControl(control, prefix + kind);
  return [target];
}

/** An animation without frames changes nothing, and the world of the app finds it as well as that of the driver. */
function markControl(control: Element, name: string): void {
  const mark = control.animate([], 1);
  mark.id = name;
  mark.pause();
}

/** @returns undefined if the control works without a script. */
function kindOfControl(control: Element): 'button' | 'field' | undefined {
  if (control.matches(':is(a, label, summary) *')) return undefined;
  const isFormControl =
    control instanceof HTMLButtonElement ||
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement;
  if (!isFormControl) {
    if (control.localName === 'a') return control.getAttribute('href') === '#' ? 'button' : undefined;
    return control.hasAttribute('role') && control.shadowRoot === null ? 'button' : undefined;
  }
  const isButton = /^(?:button|submit|image|reset)$/.test(control.type);
  const works = '[popovertarget], [command], [formaction], [formmethod], [type=reset]';
  if (isButton && control.matches(works)) return undefined;
  const { form } = control;
  if (form === null || control.type === 'button') return isButton ? 'button' : 'field';
  return form.hasAttribute('action') || form.method !== 'get' ? undefined : 'field';
}

type ListenersOf = (target: EventTarget) => Record<string, readonly { readonly useCapture: boolean }[]>;

/** In the page, in the world of the app: the state of the control that was marked last. */
function findControlState(prefix: string, listenersOf: ListenersOf): ControlState {
  const marks = document.getAnimations().filter(({ id }) => id.startsWith(prefix));
  for (const mark of marks) mark.cancel();
  const { id = '', effect } = marks.at(-1) ?? {};
  const target = effect instanceof KeyframeEffect ? effect.target : null;
  // A control in a shadow root or in a frame.
  if (target === null) return 'active';
  const isField = id === `${prefix}field`;
  const inactive = isField ? 'inactive field' : 'inactive button';
  const events =
    /^(?:click|mouse(?:down|up)|pointer(?:down|up)|touch(?:start|end)|submit|input|change|key(?:down|up|press))$/;
  // The gate itself watches the page from the window, before its scripts.
  const hasListener = (each: EventTarget, types = events) =>
    Object.entries(listenersOf(each)).some(
      ([type, listeners]) =>
        types.test(type) && listeners.some(({ useCapture }) => each !== window || !useCapture),
    );
  // Other listeners of the whole page are often those of tools, such as for the visibility of the focus.
  const main = isField ? /^(?:click|submit|input|change)$/ : /^click$/;
  // Astro removes the attribute when an island works. Its router listens to the clicks of the whole page before.
  const island = 'astro-island[ssr]';
  if (target.closest(island) !== null) return inactive;
  const { body, documentElement } = document;
  if ([window, document, documentElement, body].some((each) => hasListener(each, main)))
    return document.querySelector(island) === null ? 'all active' : 'active';
  for (let node: Element | null = target; node !== null && node !== body; node = node.parentElement) {
    if (hasListener(node)) return node !== target && node.parentElement === body ? 'all active' : 'active';
  }
  // A script may read a field when a button is clicked. Something inside a button may listen to the click.
  const others = (isField ? document : target).querySelectorAll('*');
  const maxElements = 5000;
  return [...others].slice(0, maxElements).some((each) => hasListener(each)) ? 'active' : inactive;
}
