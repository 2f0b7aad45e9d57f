import type { ListenerTools } from './page-listener.ts';

/** Reports clicks and drags. Runs in the page as its source text, so it may only use what it declares. */
export function createPageMouse(tools: ListenerTools): { pause(): void } {
  const { locators, report, reportOn, inputType, isOwn } = tools;
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
  let press: Press | undefined;

  tools.listen('pointerdown', onPointerDown);
  tools.listenToAll('pointermove', onPointerMove);
  tools.listenToAll('pointerup', onPointerUp);
  tools.listenToAll('dragover', onPointerMove);
  tools.listenToAll('drop', onDrop);
  tools.listenToAll('dragend', onDragEnd);
  // After its two clicks.
  tools.listenToAll('dblclick', ({ isTrusted }) => isTrusted && report({ name: 'doubleClick' }));
  new MutationObserver(() => {
    if (press !== undefined) press.hasChanged = true;
  }).observe(document, { childList: true, attributes: true, characterData: true, subtree: true });

  return {
    pause() {
      press = undefined;
    },
  };

  function onPointerDown(event: PointerEvent, target: Element): void {
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
    else if (inputType(ended.target) === undefined) expectDropped(ended);
  }

  /** Some pages change only when the button is released: whether this one does is known after its own listeners. */
  function expectDropped(ended: Press): void {
    const reportLater = locateDrag(ended);
    const observer = new MutationObserver(() => {
      ended.hasChanged = true;
    });
    observer.observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
    setTimeout(() => {
      observer.disconnect();
      if (ended.hasChanged) reportLater();
    });
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
    const modifiers = tools.modifierBits(event);
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
      report({
        name: 'notRecorded',
        reason: 'a test cannot drop files. Choose them with a file field of the app.',
      });
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

  function reportDrag(ended: Press): void {
    locateDrag(ended)();
  }

  /** @returns a function that reports the drag, with the elements as they are found now. */
  function locateDrag({ target, action, over, around }: Press): () => void {
    const source = draggedBy(target);
    const locator = source === target ? action.locator : locators.locate(source);
    if (over !== undefined) {
      const drag = { name: 'drag', locator, target: locators.locate(over) };
      return () => reportOn(target, drag);
    }
    if (around === undefined) return () => {};
    const { element, x, y } = around;
    const container = locators.locate(element, { withoutText: true });
    return () => reportOn(target, { name: 'drag', locator, target: container, position: { x, y } });
  }
}
