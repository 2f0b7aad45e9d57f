/** The element that an operator breaks, in the page. */
export interface PageTarget {
  readonly element: HTMLElement | undefined;
  remember(site: { readonly element: HTMLElement }): undefined;
  isOf(event: Event): boolean;
  /** Keeps events of the element from the listeners of the page. */
  stopEvents(types: readonly string[], then: (event: Event) => void): void;
}

/** Runs in the page as its source text, so it may only use what it declares. */
export function createPageTarget(): PageTarget {
  let target: HTMLElement | undefined;
  const isOf = (event: Event) => target !== undefined && event.composedPath().includes(target);
  return {
    get element() {
      return target;
    },
    remember({ element }) {
      target = element;
    },
    isOf,
    stopEvents(types, then) {
      const stop = (event: Event) => {
        if (!isOf(event)) return;
        event.stopImmediatePropagation();
        then(event);
      };
      for (const type of types) addEventListener(type, stop, true);
    },
  };
}
