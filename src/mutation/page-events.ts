/** The listeners of the page. Runs in the page as its source text, so it may only use what it declares. */
export function createPageListeners() {
  const listened = new WeakMap<EventTarget, Set<string>>();
  let beforeListener: ((event: Event) => void) | undefined;
  return { isListenedTo, beforeListeners, watch };

  /** Sets what is called before each listener of the page; what it throws stops the listener. */
  function beforeListeners(call: (event: Event) => void): void {
    beforeListener = call;
  }

  /** Whether a script of the page listens to events of an element, or of an element around it inside the body. */
  function isListenedTo(element: Element, types: readonly string[]): boolean {
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
      if (types.some((type) => handlers.includes(`on${type}`) || listened.get(each)?.has(type))) return true;
    }
    return false;
  }

  /** What a framework has stored on an element under a name with a random end. */
  function privateValue(element: Element, start: string): object | undefined {
    const entry = Object.entries(element).find(([name]) => name.startsWith(start));
    return typeof entry?.[1] === 'object' ? (entry[1] ?? undefined) : undefined;
  }

  /** Notes the listeners that are added from now on. */
  function watch(): void {
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
}

/** The element that an operator breaks. Runs in the page as its source text, so it may only use what it declares. */
export function createPageTarget() {
  let target: HTMLElement | undefined;
  return { get, remember, isOf, stopEvents };

  function get(): HTMLElement | undefined {
    return target;
  }

  function remember({ element }: { readonly element: HTMLElement }): undefined {
    target = element;
  }

  function isOf(event: Event): boolean {
    return target !== undefined && event.composedPath().includes(target);
  }

  /** Keeps events of the element from the listeners of the page. */
  function stopEvents(types: readonly string[], then: (event: Event) => void): void {
    const stop = (event: Event) => {
      if (!isOf(event)) return;
      event.stopImmediatePropagation();
      then(event);
    };
    for (const type of types) addEventListener(type, stop, true);
  }
}
