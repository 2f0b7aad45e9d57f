import type { PageLocators } from './page-locators.ts';
import type { PageReveals } from './page-reveals.ts';

/** Reports what a person does on a page. */
export interface PageListener {
  /** While paused, nothing is reported. */
  pause(isPaused: boolean): void;
  /** The files that were selected, by the number of the action. */
  readonly files: Map<number, readonly File[]>;
}

/** @param report sends one action. `secret` marks the text of a password. */
export interface PageListenerOptions {
  readonly locators: PageLocators;
  readonly reveals: PageReveals;
  readonly report: (action: object) => void;
  /** Ends listening. */
  readonly signal: AbortSignal;
  /** Whether an element belongs to the recorder. */
  readonly isOwn: (target: EventTarget | undefined) => boolean;
}

/** Runs in the page as its source text, so it may only use what it declares. */
export function createPageListener({
  locators,
  reveals,
  report,
  signal,
  isOwn,
}: PageListenerOptions): PageListener {
  interface Press {
    readonly target: Element;
    readonly action: { readonly name: 'click'; readonly locator: unknown };
    readonly x: number;
    readonly y: number;
    /** What follows the element, if it is dragged. */
    readonly neighbor: Element | null;
    hasMoved: boolean;
    hasChanged: boolean;
    /** Where the mouse is: the last element outside the dragged one, or else one around it. */
    over: Element | undefined;
    around: { element: Element; x: number; y: number } | undefined;
  }

  /** A mouse that moves less, in px, clicks. */
  const dragDistance = 6;
  const pickers = ['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range', 'file'];
  const steppers = ['number', 'date', 'time', 'month', 'week', 'datetime-local', 'range', 'color'];
  const files = new Map<number, readonly File[]>();
  const secrets = new WeakSet<Element>();
  let isPaused = false;
  let press: Press | undefined;
  let lastKey = '';
  /** The field whose suggestions a test already waits for. */
  let suggestedTo: Element | undefined;

  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ) =>
    addEventListener(
      type,
      (event) => {
        if (isPaused || isOwn(event.composedPath()[0])) return;
        try {
          listener(event);
        } catch (error) {
          // The page must not see it.
          report({ name: 'lost', reason: String(error) });
        }
      },
      { capture: true, signal },
    );
  listen('pointerdown', onPointerDown);
  listen('pointermove', onPointerMove);
  listen('pointerup', onPointerUp);
  listen('dragover', onPointerMove);
  listen('drop', onDrop);
  listen('dragend', onDragEnd);
  listen('click', onClick);
  // After its two clicks.
  listen('dblclick', ({ isTrusted }) => isTrusted && report({ name: 'doubleClick' }));
  listen('keydown', onKeyDown);
  listen('beforeinput', onBeforeInput);
  listen('input', onInput);
  listen('change', onChange);
  listen('paste', onPaste);
  new MutationObserver(() => {
    if (press !== undefined) press.hasChanged = true;
  }).observe(document, { childList: true, attributes: true, characterData: true, subtree: true });

  return {
    files,
    pause(paused) {
      isPaused = paused;
      press = undefined;
    },
  };

  function targetOf(event: Event): Element | undefined {
    const [target] = event.composedPath();
    return target instanceof Element ? target : undefined;
  }

  function inputType(element: Element): string | undefined {
    return element instanceof HTMLInputElement ? element.type : undefined;
  }

  function isEditable(element: Element): element is HTMLElement {
    return element instanceof HTMLElement && element.isContentEditable;
  }

  /** Reports an action after what it needs, such as the mouse over a menu. */
  function reportOn(element: Element, action: object): void {
    for (const each of reveals.before(element)) report(each);
    report(action);
  }

  // --- The mouse

  function onPointerDown(event: PointerEvent): void {
    const target = targetOf(event);
    if (!event.isTrusted || target === undefined) return;
    press = {
      target,
      // The page may change before the button is released.
      action: { name: 'click', locator: locators.locate(checkedBy(target) ?? target) },
      x: event.clientX,
      y: event.clientY,
      neighbor: draggedBy(target).nextElementSibling,
      hasMoved: false,
      hasChanged: false,
      over: undefined,
      around: undefined,
    };
  }

  /** The checkbox or radio button that a click on its label checks, if nothing covers it. */
  function checkedBy(target: Element): Element | undefined {
    if (target.closest('a,button')) return undefined;
    const control = target.closest('label')?.control;
    if (!(control instanceof HTMLInputElement) || !/^(checkbox|radio)$/.test(control.type)) return undefined;
    const { x, y, width, height } = control.getBoundingClientRect();
    const root = control.getRootNode();
    const isDocument = root instanceof Document || root instanceof ShadowRoot;
    const top = isDocument ? root.elementFromPoint(x + width / 2, y + height / 2) : null;
    return top === control ? control : undefined;
  }

  function onPointerMove(event: MouseEvent): void {
    if (press === undefined || !event.isTrusted) return;
    const { target, x, y } = press;
    press.hasMoved ||= Math.hypot(event.clientX - x, event.clientY - y) > dragDistance;
    if (!press.hasMoved) return;
    const below = elementsAt(document, event).filter((each) => !target.contains(each) && !isOwn(each));
    const [top] = below;
    if (top === undefined) return;
    if (!top.contains(target)) press.over = top;
    else press.around = { element: top, ...positionIn(top, event) };
  }

  /** The elements at a point, the top one first, without those that move along with the mouse. */
  function elementsAt(root: DocumentOrShadowRoot, point: MouseEvent): Element[] {
    return root.elementsFromPoint(point.clientX, point.clientY).flatMap((each) => {
      if (getComputedStyle(each).position === 'fixed' && press?.hasChanged === true) return [];
      // A shadow root also finds its own host.
      const shadow = each.shadowRoot === root ? null : each.shadowRoot;
      const inner = shadow === null ? [] : elementsAt(shadow, point);
      return [...inner.filter((one) => one !== each), each];
    });
  }

  function positionIn(element: Element, point: MouseEvent): { x: number; y: number } {
    const box = element.getBoundingClientRect();
    return { x: Math.round(point.clientX - box.x), y: Math.round(point.clientY - box.y) };
  }

  function onPointerUp(event: PointerEvent): void {
    const ended = press;
    press = undefined;
    if (ended === undefined || !event.isTrusted) return;
    if (!ended.hasMoved) reportClick(ended, event);
    else if (hasSelected(ended)) return;
    else if (ended.hasChanged && inputType(ended.target) === undefined) reportDrag(ended);
    else if (ended.over === undefined) reportClick(ended, event);
  }

  /** Whether the mouse has only selected text: of the page, of a shadow root, or of a field. */
  function hasSelected({ target, hasChanged }: Press): boolean {
    const selectionOf = (root: Node): Selection | null =>
      'getSelection' in root && typeof root.getSelection === 'function' ? root.getSelection() : null;
    const roots = [document, target.getRootNode()];
    if (roots.some((root) => selectionOf(root)?.isCollapsed === false)) return true;
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    return isText && !hasChanged && target.selectionStart !== target.selectionEnd;
  }

  function reportClick({ target, action }: Press, event: PointerEvent): void {
    if (target instanceof HTMLSelectElement || target instanceof HTMLOptionElement) return;
    if (pickers.includes(inputType(target) ?? '')) return;
    const button = ['left', 'middle', 'right'][event.button] ?? 'left';
    const modifiers = modifierBits(event);
    // A browser opens the link in a new tab, as with the middle button.
    const isNewTab =
      (event.ctrlKey || event.metaKey) && button === 'left' && target.closest('a[href]') !== null;
    reportOn(target, {
      ...action,
      button: isNewTab ? 'middle' : button,
      modifiers: isNewTab ? 0 : modifiers,
      ...(target instanceof HTMLCanvasElement ? { isOnCanvas: true } : {}),
    });
  }

  function onDrop(event: DragEvent): void {
    if (!event.isTrusted) return;
    if ((event.dataTransfer?.files.length ?? 0) > 0) {
      report({ name: 'lost', reason: 'a test cannot drop files. Choose them with a file field of the app.' });
    }
    if (press === undefined) return;
    onPointerMove(event);
    reportDrag(press);
    press = undefined;
  }

  /** Lists that are sorted while the mouse moves need no drop. */
  function onDragEnd(): void {
    if (press !== undefined && press.neighbor !== draggedBy(press.target).nextElementSibling)
      reportDrag(press);
    press = undefined;
  }

  function draggedBy(target: Element): Element {
    return target.closest('[draggable=true]') ?? target;
  }

  function reportDrag({ target, action, over, around }: Press): void {
    const source = draggedBy(target);
    const locator = source === target ? action.locator : locators.locate(source);
    if (over !== undefined) {
      reportOn(target, { name: 'drag', locator, target: locators.locate(over) });
    } else if (around !== undefined) {
      const position = { x: around.x, y: around.y };
      const container = locators.locate(around.element, { withoutText: true });
      reportOn(target, { name: 'drag', locator, target: container, position });
    }
  }

  /** A button that opens the file chooser: the test sets the file instead. */
  function onClick(event: MouseEvent): void {
    const target = targetOf(event);
    if (target !== undefined && inputType(target) === 'file') report({ name: 'fileChooser' });
  }

  function modifierBits(event: MouseEvent | KeyboardEvent): number {
    return (
      (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0)
    );
  }

  // --- The keyboard

  function onKeyDown(event: KeyboardEvent): void {
    const target = targetOf(event);
    // The choice of a suggestion comes as an event without a key.
    if (!(event instanceof KeyboardEvent) || !event.isTrusted || event.isComposing) return;
    if (target === undefined) return;
    lastKey = event.key;
    if (['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'Process', 'Dead', 'CapsLock'].includes(event.key))
      return;
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    if (isOfBrowser(event)) return;
    if (isEditable(target)) {
      if (isPasting(event)) return;
      const locator = locators.locate(target);
      if (isText) report({ name: 'type', locator, text: event.key });
      else report({ name: 'press', locator, key: event.key, modifiers: modifierBits(event) });
    } else if (isPressed(target, event, isText)) {
      const isPage = target === document.body || target === document.documentElement;
      const locator = isPage ? {} : { locator: locators.locate(target) };
      const modifiers = isText ? 0 : modifierBits(event);
      if (event.key.startsWith('Arrow')) waitForSuggestion(target);
      report({ name: 'press', ...locator, key: event.key, modifiers });
    }
  }

  /** Suggestions often come a while after the text. A test that presses a key before them chooses none. */
  function waitForSuggestion(field: Element): void {
    if (!field.matches('input,textarea') || field === suggestedTo) return;
    const options = [...document.querySelectorAll('[role=option]')];
    const [first] = options.filter((each) => each.checkVisibility());
    if (first === undefined) return;
    suggestedTo = field;
    report({ name: 'assertVisible', locator: locators.locate(first) });
  }

  /** Whether a key does more than change the value of its field, which is recorded itself. */
  function isPressed(
    target: Element,
    { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
    isText: boolean,
  ): boolean {
    if (target instanceof HTMLSelectElement) return key === 'Tab' || key === 'Escape';
    const type = target instanceof HTMLTextAreaElement ? 'textarea' : inputType(target);
    const hasValue = type !== undefined && !['checkbox', 'radio', 'button', 'submit', 'reset'].includes(type);
    // Outside of fields, Control+z is a key of the app.
    if (!hasValue) return !((ctrlKey || metaKey) && /^[acvx]$/i.test(key));
    if (isText || /^(Backspace|Delete|Home|End|ArrowLeft|ArrowRight|Insert)$/.test(key)) return false;
    if ((ctrlKey || metaKey || altKey) && key.length === 1) return !/^[acvxyz]$/i.test(key);
    if (type === 'textarea') return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey;
    return !(/^(Arrow|Page)/.test(key) && steppers.includes(type));
  }

  /** Keys that browsers keep for themselves. */
  function isOfBrowser({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    if (/^F(5|6|11|12)$/.test(key)) return true;
    if (altKey) return key === 'ArrowLeft' || key === 'ArrowRight';
    return (ctrlKey || metaKey) && (/^[rtwnl0+-]$/i.test(key) || (shiftKey && /^[cij]$/i.test(key)));
  }

  function isPasting({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    return ((ctrlKey || metaKey) && key.toLowerCase() === 'v') || (shiftKey && key === 'Insert');
  }

  /** Text that comes without a key: of an input method, or of a picker of characters. */
  function onBeforeInput(event: InputEvent): void {
    const target = targetOf(event);
    if (!event.isTrusted || target === undefined || !isEditable(target)) return;
    const isComposed = event.inputType === 'insertText' && event.data !== null && event.data !== lastKey;
    if (isComposed) report({ name: 'type', locator: locators.locate(target), text: event.data });
  }

  function onPaste(event: ClipboardEvent): void {
    const target = targetOf(event);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!event.isTrusted || target === undefined || !isEditable(target) || text === '') return;
    report({ name: 'type', locator: locators.locate(target), text });
  }

  // --- Fields

  function onInput(event: Event): void {
    const target = targetOf(event);
    if (!event.isTrusted || target === undefined) return;
    suggestedTo = undefined;
    if (target instanceof HTMLSelectElement) reportSelection(target);
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || /^(checkbox|radio|file)$/.test(target.type)) return;
    reportOn(target, {
      name: 'fill',
      locator: locators.locate(target),
      text: target.value,
      ...(isSecret(target) ? { isSecret: true } : {}),
    });
  }

  /** Once a password, always a password: many pages have a button that shows it. */
  function isSecret(field: HTMLInputElement | HTMLTextAreaElement): boolean {
    if (field.type === 'password' || /-password$/.test(field.autocomplete)) secrets.add(field);
    return secrets.has(field);
  }

  function reportSelection(select: HTMLSelectElement): void {
    const names = [...select.selectedOptions].map((option) => {
      const isUnique = [...select.options].filter(({ label }) => label === option.label).length === 1;
      return isUnique && option.label.trim() !== '' ? option.label : option.value;
    });
    reportOn(select, { name: 'select', locator: locators.locate(select), options: names });
  }

  /** Some pages and drivers set files with events of their own, so these count as well. */
  function onChange(event: Event): void {
    const target = targetOf(event);
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    const chosen = [...(target.files ?? [])];
    if (chosen.length === 0) return;
    // Each frame has files of its own.
    const number = Math.floor(Math.random() * 2 ** 40);
    files.set(number, chosen);
    const names = chosen.map(({ name }) => name);
    report({ name: 'setInputFiles', locator: locators.locate(target), files: names, number });
  }
}
