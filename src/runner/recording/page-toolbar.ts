import { pageFunction } from '../../common/page-function.ts';
import type { AssertionMode, createPageAssertions } from './page-assertions.ts';
import type { createPageReveals } from './page-reveals.ts';

interface PageToolbarOptions {
  readonly assertions: ReturnType<typeof createPageAssertions>;
  readonly reveals: ReturnType<typeof createPageReveals>;
  readonly report: (action: object) => void;
  /** Ends listening. */
  readonly signal: AbortSignal;
  /** The element that holds everything that the recorder shows. */
  readonly holder: HTMLElement;
  readonly onMode: (mode: AssertionMode | null) => void;
}

export const pageToolbar = pageFunction(createPageToolbar, [createToolbarView, swallow, elementAt]);

/** In the page: the toolbar of the recorder, and how assertions are added: choose a kind, then click the element. */
export function createPageToolbar({
  assertions,
  reveals,
  report,
  signal,
  holder,
  onMode,
}: PageToolbarOptions) {
  const modes: readonly AssertionMode[] = ['visible', 'text', 'value', 'style'];
  /** With Alt and Shift, by the code of the key: it is the same in all layouts. */
  const keys = new Map<string, AssertionMode>(modes.map((mode, index) => [`Digit${index + 1}`, mode]));
  const { box, menu, addBar, addButton, useButton, showStatus, place } = createToolbarView(holder);
  const buttons = window.top === window ? createBar() : new Map<AssertionMode, HTMLElement>();
  let mode: AssertionMode | null = null;
  /** The click of an element that was just picked is not for the page either. */
  let isPicking = false;

  const pointerEvents = 'pointerdown pointerup mousedown mouseup click auxclick dblclick contextmenu';
  for (const type of pointerEvents.split(' ')) addEventListener(type, onPointer, { capture: true, signal });
  addEventListener('pointermove', onMove, { capture: true, signal });
  addEventListener('keydown', onKey, { capture: true, signal });
  return { setMode, showStatus };

  function createBar(): Map<AssertionMode, HTMLElement> {
    const bar = addBar();
    const created = modes.map((each, index): [AssertionMode, HTMLElement] => {
      const title = `Then click the element. Alt+Shift+${index + 1}`;
      return [each, addButton(bar, `Assert ${each}`, title, () => onMode(mode === each ? null : each))];
    });
    addButton(bar, 'Undo', 'Remove the last step. Alt+Shift+Backspace', undo);
    addButton(bar, '⇅', 'Move this toolbar', () => bar.classList.toggle('top'));
    addButton(bar, 'Finish', 'End the recording', () => report({ name: 'finish' }));
    return new Map(created);
  }

  /** The step is removed from the recording; the page stays as it is. */
  function undo(): void {
    report({ name: 'undo' });
  }

  /** Follows the mode of the page's other frames. */
  function setMode(next: AssertionMode | null): void {
    mode = next;
    if (mode === null) holder.removeAttribute('data-mode');
    else holder.dataset.mode = mode;
    box.hidden = true;
    menu.hidden = true;
    for (const [each, button] of buttons) button.setAttribute('aria-pressed', String(each === mode));
  }

  function onKey(event: KeyboardEvent): void {
    isPicking = false;
    const isOwn = event.altKey && event.shiftKey;
    if (isOwn && event.code === 'Backspace') {
      swallow(event);
      if (event.isTrusted && !event.repeat) undo();
      return;
    }
    const chosen = isOwn ? keys.get(event.code) : undefined;
    if (chosen === undefined && (event.key !== 'Escape' || mode === null)) return;
    swallow(event);
    onMode(chosen === undefined || chosen === mode ? null : chosen);
  }

  /** While an assertion is chosen, the page does not see the mouse. */
  function onPointer(event: Event): void {
    if (!event.isTrusted || !(event instanceof MouseEvent)) return;
    if (event.composedPath()[0] === holder) {
      swallow(event);
      if (event.type === 'click') useButton(event);
      return;
    }
    if (event.type === 'pointerdown') isPicking = false;
    if (mode === null && !isPicking) return;
    swallow(event);
    if (event.type === 'click') isPicking = false;
    // Before the click: it checks a box, and disabled elements get none.
    if (event.type !== 'pointerdown' || mode === null || !menu.hidden) return;
    const element = elementAt(document, event);
    isPicking = true;
    if (element !== undefined) pick(element, mode);
  }

  function onMove(event: MouseEvent): void {
    if (mode === null || !menu.hidden || event.composedPath()[0] === holder) return;
    const bounds = elementAt(document, event)?.getBoundingClientRect();
    box.hidden = bounds === undefined;
    if (bounds === undefined) return;
    place(box, bounds.x, bounds.y);
    box.style.setProperty('width', `${bounds.width}px`);
    box.style.setProperty('height', `${bounds.height}px`);
  }

  function pick(element: Element, kind: AssertionMode): void {
    if (kind === 'style') return void showStyles(element);
    const assertion = assertions.of(element, kind);
    if (assertion !== undefined) finish(element, assertion);
  }

  function finish(element: Element, assertion: object): void {
    for (const each of [...reveals.before(element), assertion]) report(each);
    onMode(null);
  }

  function showStyles(element: Element): void {
    const bounds = element.getBoundingClientRect();
    menu.replaceChildren();
    for (const assertion of assertions.ofStyles(element)) {
      const { property, value } = assertion;
      addButton(menu, `${property}: ${value}`, '', () => finish(element, assertion));
    }
    menu.hidden = false;
    const { width, height } = menu.getBoundingClientRect();
    place(
      menu,
      Math.max(0, Math.min(bounds.x, innerWidth - width)),
      Math.max(0, Math.min(bounds.bottom, innerHeight - height)),
    );
  }
}

/** What the recorder shows: its bar, a box around an element, and a menu. */
function createToolbarView(holder: HTMLElement) {
  const css = `
    :host { all: initial; }
    * { box-sizing: border-box; font: 13px/1.4 system-ui, sans-serif; }
    .bar, .menu { position: fixed; z-index: 2147483647; background: #1b1f24; color: #fff; border-radius: 6px; padding: 4px;
      box-shadow: 0 2px 10px #0006; }
    .bar { left: 50%; bottom: 8px; transform: translateX(-50%); display: flex; flex-wrap: wrap; gap: 4px;
      align-items: center; justify-content: center; width: max-content; max-width: 96vw; }
    .bar.top { bottom: auto; top: 8px; }
    .bar span { padding: 0 6px; color: #ff7b72; white-space: nowrap; width: 32ch; overflow: hidden; text-overflow: ellipsis; }
    .menu { display: grid; gap: 2px; max-width: 90vw; }
    button { all: unset; padding: 3px 8px; border-radius: 4px; cursor: pointer; white-space: nowrap; }
    button:hover, button:focus-visible, button[aria-pressed=true] { background: #2f6feb; }
    .box { position: fixed; z-index: 2147483646; pointer-events: none; border: 2px solid #2f6feb; background: #2f6feb33; }
    [hidden] { display: none; }`;
  /** What the buttons do. The page must not see their clicks: it would close the menus that are open. */
  const uses = new Map<Element, () => void>();
  const root = holder.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const box = add('div', 'box', root);
  const menu = add('div', 'menu', root);
  box.hidden = true;
  menu.hidden = true;
  const status = document.createElement('span');
  return { box, menu, addBar, addButton, useButton, showStatus, place };

  function add(tag: 'div' | 'button', name: string, parent: ParentNode, text = ''): HTMLElement {
    const element = document.createElement(tag);
    element.className = name;
    element.textContent = text;
    parent.append(element);
    return element;
  }

  function addButton(parent: ParentNode, text: string, title: string, use: () => void): HTMLElement {
    const button = add('button', '', parent, text);
    button.title = title;
    uses.set(button, use);
    return button;
  }

  function addBar(): HTMLElement {
    const bar = add('div', 'bar', root);
    bar.setAttribute('role', 'toolbar');
    bar.setAttribute('aria-label', 'Recorder');
    showStatus('Recording');
    bar.append(status);
    return bar;
  }

  /** Shows what was recorded last. */
  function showStatus(text: string): void {
    status.textContent = `● ${text}`;
    status.title = text;
  }

  /** A click by the keyboard has no position. */
  function useButton(event: MouseEvent): void {
    const button =
      event.detail === 0 ? root.activeElement : root.elementFromPoint(event.clientX, event.clientY);
    if (button !== null) uses.get(button)?.();
  }

  function place(element: HTMLElement, x: number, y: number): void {
    element.style.setProperty('left', `${x}px`);
    element.style.setProperty('top', `${y}px`);
  }
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function elementAt(scope: DocumentOrShadowRoot, point: MouseEvent): Element | undefined {
  const found = scope.elementFromPoint(point.clientX, point.clientY) ?? undefined;
  const inner = found?.shadowRoot == null ? undefined : elementAt(found.shadowRoot, point);
  return inner === undefined || inner === found ? found : inner;
}
