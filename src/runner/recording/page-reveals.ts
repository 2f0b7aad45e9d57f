import type { PageLocators } from './page-locators.ts';

/**
 * Remembers which elements are on the page only because the mouse is over another one, or because something was scrolled.
 * Runs in the page as its source text, so it may only use what it declares.
 */
export function createPageReveals(
  { locate, ancestors }: PageLocators,
  { showingSelectors, ownerOf }: ReturnType<typeof createPageStyles>,
  signal: AbortSignal,
) {
  interface Hovered {
    readonly element: Element;
    readonly locator: unknown;
  }

  /** How long after its cause an element may appear, in ms: content that is scrolled to is often fetched. */
  const [hoverMs, scrollMs, actionMs] = [600, 3000, 1000];
  const [maxTrail, maxScrolls] = [20, 200];
  /** The elements that the mouse has been over, the last one last. Their locators are from the time before they were changed by it. */
  const trail: Hovered[] = [];
  const hovered = new WeakMap<Node, Hovered>();
  /** Classes that scripts have added while the mouse was over an element, as selectors. */
  const hoverClasses = new Map<string, Hovered>();
  const scrolled = new WeakMap<Node, number>();
  const scrolls: object[] = [];
  let reported = 0;
  let last: { kind: 'hover' | 'scroll' | 'action'; at: number; element: Element | undefined } | undefined;
  let scrollsSinceLoad = 0;

  addEventListener('mouseover', onOver, { capture: true, signal });
  addEventListener('scroll', onScroll, { capture: true, signal });
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, onAction, { capture: true, signal });
  new MutationObserver(onMutations).observe(document, {
    childList: true,
    attributeFilter: ['class', 'style', 'hidden'],
    attributeOldValue: true,
    subtree: true,
  });
  return { before };

  function onOver(event: MouseEvent): void {
    const [element] = event.composedPath();
    if (!event.isTrusted || event.buttons !== 0 || window.playwright === undefined) return;
    if (!(element instanceof Element) || element === trail.at(-1)?.element) return;
    // After a scroll, the mouse is over another element without having moved.
    if (last?.kind === 'scroll' && event.timeStamp - last.at < hoverMs) return;
    trail.push({ element, locator: locate(element) });
    if (trail.length > maxTrail) trail.shift();
    // The page itself is under the mouse when what was there is replaced: nobody has hovered to see what follows.
    const isPage = element === document.body || element === document.documentElement;
    last = isPage ? undefined : { kind: 'hover', at: event.timeStamp, element };
  }

  function onScroll({ target, timeStamp }: Event): void {
    scrollsSinceLoad += 1;
    last = { kind: 'scroll', at: timeStamp, element: target instanceof Element ? target : undefined };
  }

  function onAction({ isTrusted, timeStamp }: Event): void {
    if (isTrusted) last = { kind: 'action', at: timeStamp, element: undefined };
  }

  function onMutations(records: readonly MutationRecord[]): void {
    if (last === undefined) return;
    const age = performance.now() - last.at;
    const { kind, element } = last;
    const over = trail.at(-1);
    if (kind === 'hover' && age < hoverMs && over !== undefined) onShown(records, over);
    if (kind === 'scroll' && age < scrollMs) onLoaded(records, element);
    if (kind === 'action' && age > actionMs) last = undefined;
  }

  /** Marks what a script shows for the element that the mouse is over. */
  function onShown(records: readonly MutationRecord[], over: Hovered): void {
    for (const { target, attributeName, oldValue } of records) {
      if (!(target instanceof Element) || attributeName === null) continue;
      if (!target.contains(over.element)) hovered.set(target, over);
      const before = attributeName === 'class' ? (oldValue ?? '').split(/\s+/) : [...target.classList];
      for (const name of target.classList) {
        if (!before.includes(name)) hoverClasses.set(`.${CSS.escape(name)}`, over);
      }
    }
    for (const node of addedBy(records)) if (!node.contains(over.element)) hovered.set(node, over);
  }

  function addedBy(records: readonly MutationRecord[]): Element[] {
    return records.flatMap(({ addedNodes }) => [...addedNodes].filter((node) => node instanceof Element));
  }

  /** Marks what a scroll has loaded with the number of scrolls that a test needs for it. */
  function onLoaded(records: readonly MutationRecord[], scroller: Element | undefined): void {
    const added = addedBy(records).filter((node) => node.isConnected);
    const [first] = added;
    if (first === undefined || !(first.parentElement instanceof Element)) return;
    const list = first.parentElement;
    const isReplaced = records.some(({ target, removedNodes }) => target === list && removedNodes.length > 0);
    if (isReplaced) scrollTo(scroller);
    else if (scrollsSinceLoad > 0) scrollToEnd(first, scroller);
    scrollsSinceLoad = 0;
    for (const node of added) scrolled.set(node, scrolls.length);
  }

  /** Lists that only render what is visible: the position is what a test can repeat. */
  function scrollTo(scroller: Element | undefined): void {
    const { scrollLeft: x, scrollTop: y } = scroller ?? document.documentElement;
    const step = {
      name: 'scroll',
      position: { x: Math.round(x), y: Math.round(y) },
      ...(scroller === undefined ? {} : { locator: locate(scroller, { withoutText: true }) }),
    };
    const previous = scrolls.at(-1);
    const isSame =
      scrolls.length > reported &&
      previous !== undefined &&
      JSON.stringify({ ...previous, position: 0 }) === JSON.stringify({ ...step, position: 0 });
    if (isSame) scrolls[scrolls.length - 1] = step;
    else if (scrolls.length < maxScrolls) scrolls.push(step);
  }

  /** Lists that grow: a test scrolls to the element that was the last one, which also waits for what was loaded before. */
  function scrollToEnd(first: Element, scroller: Element | undefined): void {
    if (scrolls.length >= maxScrolls) return;
    const end = first.previousElementSibling;
    if (end !== null) scrolls.push({ name: 'scroll', locator: locate(end) });
    else if (scroller === undefined) scrolls.push({ name: 'scroll' });
    else scrollTo(scroller);
  }

  /** The actions that a test must repeat before it uses an element: `hover` and `scroll`. */
  function before(element: Element): object[] {
    const path = ancestors(element);
    const needed = Math.max(0, ...path.map((each) => scrolled.get(each) ?? 0));
    const steps = scrolls.slice(reported, needed);
    reported = Math.max(reported, needed);
    return [...steps, ...hoversBefore(element, new Set())];
  }

  /** What the mouse must be over, one after the other: an entry of a menu may open another menu. */
  function hoversBefore(element: Element, known: Set<Element>): object[] {
    const path = ancestors(element);
    const trigger = path.map((each) => hovered.get(each)).find((each) => each !== undefined);
    const cause = trigger ?? styleTrigger(path);
    if (cause?.element.isConnected !== true || element.contains(cause.element)) return [];
    if (known.has(cause.element)) return [];
    known.add(cause.element);
    return [...hoversBefore(cause.element, known), { name: 'hover', locator: cause.locator }];
  }

  /** The element that the mouse was over when a rule with `:hover`, or with a class from then, has shown an element. */
  function styleTrigger(path: readonly Element[]): Hovered | undefined {
    const tokens = [':hover', ...hoverClasses.keys()];
    for (const selector of showingSelectors(path)) {
      for (const token of tokens.filter((each) => selector.includes(each))) {
        const owner = path.map((each) => ownerOf(each, selector, token)).find((each) => each !== undefined);
        if (owner === undefined) continue;
        // The element that the mouse entered first.
        const outside = trail.findLastIndex((each) => !owner.contains(each.element));
        const entered = hoverClasses.get(token) ?? trail[outside + 1];
        if (entered !== undefined) return entered;
      }
    }
    return undefined;
  }
}

/**
 * What the style sheets of a page show, and when. Runs in the page as its source text, so it may only use what it declares.
 */
export function createPageStyles() {
  return { showingSelectors, ownerOf };

  /**
   * The element whose state makes a selector match, if it is another one than the element itself.
   * @param token what stands for the state in the selector, such as `:hover`.
   */
  function ownerOf(element: Element, selector: string, token: string): Element | undefined {
    const prefix = selector.slice(0, selector.indexOf(token) + token.length);
    try {
      const needsState = element.matches(selector) && !element.matches(selector.replaceAll(token, ':not(*)'));
      if (!needsState) return undefined;
      const owner = element.closest(prefix) ?? document.querySelector(prefix);
      return owner === null || (owner === element && prefix === selector) ? undefined : owner;
    } catch {
      return undefined;
    }
  }

  /** The selectors of rules that make something appear, in the document and in the shadow roots of a path. */
  function showingSelectors(path: readonly Element[]): string[] {
    const roots = new Set(path.map((each) => each.getRootNode()));
    const sheets = [...roots].flatMap((root) =>
      root instanceof Document || root instanceof ShadowRoot
        ? [...root.styleSheets, ...root.adoptedStyleSheets]
        : [],
    );
    return sheets.flatMap((sheet) => {
      try {
        return [...sheet.cssRules].flatMap(selectorsOfRule);
      } catch {
        // A style sheet of another origin.
        return [];
      }
    });
  }

  function selectorsOfRule(rule: CSSRule): string[] {
    const nested = 'cssRules' in rule && rule.cssRules instanceof CSSRuleList ? [...rule.cssRules] : [];
    const isShowing = rule instanceof CSSStyleRule && shows(rule.style);
    const own = isShowing ? rule.selectorText.split(/,(?![^(]*\))/) : [];
    return [...own.map((each) => each.trim()), ...nested.flatMap(selectorsOfRule)];
  }

  function shows({ display, visibility, pointerEvents }: CSSStyleDeclaration): boolean {
    return (
      (display !== '' && display !== 'none') ||
      visibility === 'visible' ||
      (pointerEvents !== '' && pointerEvents !== 'none')
    );
  }
}
