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
