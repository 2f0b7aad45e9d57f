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
