import { createPageLinks, type LocatorLink as Link, type PageLinks } from './page-links.ts';
import { withoutIcon } from './without-icon.ts';

/** Chooses the locators of elements, in the page. */
export interface PageLocators {
  /**
   * The locator of an element as a structured locator: what a careful person would choose.
   * @param options.withoutText does not use the text of the element, which may change.
   */
  locate(element: Element, options?: { readonly withoutText?: boolean }): unknown;
  /** The locator of an element by an attribute or a class that a person gave it; undefined if none is unique. */
  locateByAttribute(element: Element): unknown;
  /** A CSS selector of an iframe's element. */
  frameCss(element: Element): string;
}

/** An expression that gives the `PageLocators` of a page. */
export const pageLocators = `(${createPageLocators})((${createPageLinks})(${withoutIcon}))`;

/** Runs in the page as its source text, so it may only use what it declares. */
function createPageLocators({
  testIds,
  generate,
  visible,
  parentOf,
  looksGenerated,
  isGeneratedId,
  withoutIcon,
}: PageLinks): PageLocators {
  /** Longer names are mostly texts of many parts, which change. */
  const maxNameLength = 50;
  /** How many texts of a row are tried: each takes a search of the whole page. */
  const maxTexts = 3;
  const interactive =
    'button,a,summary,[role=button],[role=link],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=tab],[role=switch],[role=treeitem]';

  return { locate, locateByAttribute, frameCss };

  function locate(element: Element, { withoutText = false } = {}): unknown {
    if (element === document.body || element === document.documentElement) return chained(css('body'));
    const target = withoutText ? element : (element.closest(interactive) ?? element);
    const isEditor = target instanceof HTMLElement && target.isContentEditable;
    if (isEditor) return chained(locateByNature(editingHost(target)));
    return chained(withoutText ? locateByNature(target) : locateByText(target));
  }

  function locateByAttribute(element: Element): unknown {
    return chained(byAttribute(element) ?? byClass(element) ?? []);
  }

  function css(body: string): Link[] {
    return [{ kind: 'default', body, options: {} }];
  }

  function byAttribute(element: Element): Link[] | undefined {
    const body = [...testIds, 'id']
      .flatMap((name) => {
        const value = element.getAttribute(name);
        const isUsable = value !== null && value !== '' && !isGeneratedId(value);
        const isPlainId = name === 'id' && /^[a-z][\w-]*$/i.test(value ?? '');
        return isUsable ? (isPlainId ? `#${value}` : `[${name}=${JSON.stringify(value)}]`) : [];
      })
      .find((selector) => visible(selector).length === 1);
    return body === undefined ? undefined : css(body);
  }

  function locateByText(element: Element): Link[] {
    const byRole = generate(element, { testId: false, text: true });
    if (isMeaningful(byRole)) return bySelectLabel(element) ?? byRole;
    const links = generate(element, { testId: true, text: true });
    if (isWeak(links)) return byAttribute(element) ?? byClass(element) ?? inRow(element) ?? links;
    // Otherwise all texts of the row would be its name.
    if (links.length > 1) return inRow(element) ?? links;
    return links[0]?.kind === 'text' && hasLines(element)
      ? (byAttribute(element) ?? byClass(element) ?? links)
      : links;
  }

  /** The label of a select in it, without the options. */
  function bySelectLabel(element: Element): Link[] | undefined {
    const label = element instanceof HTMLSelectElement ? element.closest('label') : null;
    const texts = [...(label?.childNodes ?? [])].map((node) =>
      node instanceof Text ? node.data.trim() : '',
    );
    const body = texts.find((each) => each !== '');
    if (body === undefined) return undefined;
    const found = visible(`internal:label=${JSON.stringify(body)}i`);
    return found.length === 1 && found[0] === element ? [{ kind: 'label', body, options: {} }] : undefined;
  }

  /** Such as a card: its text as a whole is one that nobody reads. */
  function hasLines(element: Element): boolean {
    return element instanceof HTMLElement && element.innerText.trim().includes('\n');
  }

  /** For editors, whose text is what is typed, and for elements whose text is asserted. */
  function locateByNature(element: Element): Link[] {
    const links = generate(element, { testId: true, text: false });
    const vague = /^(?:paragraph|generic|listitem|list|cell|row|strong|emphasis|code)$/;
    const isVague = links.at(-1)?.kind === 'role' && vague.test(String(links.at(-1)?.body));
    // The text that the driver does not see.
    if (links.some(({ kind }) => kind === 'has-text')) return byClass(element) ?? locateByText(element);
    if (!isWeak(links) && !isVague) return links;
    return byClass(element) ?? (isUnique(links) && isVague ? links : locateByText(element));
  }

  /** One selector that says what the element is. */
  function isMeaningful([first, ...others]: readonly Link[]): boolean {
    const kinds = ['role', 'label', 'placeholder', 'alt', 'title'];
    if (first === undefined || others.length > 0 || !kinds.includes(first.kind)) return false;
    if (isUnreadable(first)) return false;
    return first.kind !== 'role' || String(first.options.name ?? '').length <= maxNameLength;
  }

  /** A selector by a name of icons only, or by the absence of a text: nobody would write it. */
  function isUnreadable({ kind, body, options: { name } }: Link): boolean {
    const isIcon = typeof name === 'string' && name !== '' && withoutIcon(name) === '';
    return isIcon || (kind === 'has-text' && body instanceof Object && Reflect.get(body, 'source') === '^$');
  }

  /** Selectors that depend on the order of elements, or on nothing but their tag. */
  function isWeak(links: readonly Link[]): boolean {
    const selectors = links.filter(({ kind }) => kind === 'default').map(({ body }) => String(body));
    const isBare = links.length === 1 && /^[a-z]+$/.test(selectors[0] ?? '');
    return (
      isBare || !isUnique(links) || links.some(isUnreadable) || selectors.some((each) => /[>:]/.test(each))
    );
  }

  function isUnique(links: readonly Link[]): boolean {
    return !links.some(({ kind }) => kind === 'nth' || kind === 'first' || kind === 'last');
  }

  function editingHost(element: HTMLElement): HTMLElement {
    const parent = element.parentElement;
    return parent?.isContentEditable === true ? editingHost(parent) : element;
  }

  function byClass(element: Element): Link[] | undefined {
    const names = [...element.classList].filter((name) => !looksGenerated(name));
    const body = names
      .map((name) => `.${CSS.escape(name)}`)
      .find((selector) => visible(selector).length === 1);
    return body === undefined ? undefined : css(body);
  }

  /** An element of a row that has a text of its own, such as a button that each row of a long list has. */
  function inRow(element: Element): Link[] | undefined {
    const [role, name] = nature(element);
    if (role === undefined) return undefined;
    if (name === undefined) return inRowBy({ kind: 'role', body: role, options: {} }, '', element);
    const value = JSON.stringify(name);
    // A part of its name may be that of another one in the row: "Move" beside "Remove".
    return (
      inRowBy({ kind: 'role', body: role, options: { name } }, `[name=${value}i]`, element) ??
      inRowBy({ kind: 'role', body: role, options: { name, exact: true } }, `[name=${value}s]`, element)
    );
  }

  /** @param attributes what the driver's selector of the target has beside its role. */
  function inRowBy(target: Link, attributes: string, element: Element): Link[] | undefined {
    const inner = `internal:role=${String(target.body)}${attributes}`;
    const others = visible(inner).filter((each) => each !== element);
    for (let row = parentOf(element); row !== null; row = parentOf(row)) {
      const start = rowStart(row);
      if (start === undefined) continue;
      const taken = rowsAround(others, start.selector).map(lowerText);
      const text = textsOf(row, element)
        .filter((each) => !taken.some((other) => other.includes(each.toLowerCase())))
        .slice(0, maxTexts)
        .find((each) => {
          const found = visible(
            `${start.selector} >> internal:has-text=${JSON.stringify(each)}i >> ${inner}`,
          );
          return found.length === 1 && found[0] === element;
        });
      if (text === undefined) continue;
      return [start.link, { kind: 'has-text', body: text, options: {} }, target];
    }
    return undefined;
  }

  /** The rows that any of the elements is in. */
  function rowsAround(elements: readonly Element[], rowSelector: string): Element[] {
    const rows = new Set(window.playwright?.$$(rowSelector));
    const around = new Set<Element>();
    for (const element of elements)
      for (let each = parentOf(element); each !== null; each = parentOf(each))
        if (rows.has(each)) around.add(each);
    return [...around];
  }

  /** How to find the rows of a list: by their role, or by a class that they share. */
  function rowStart(row: Element): { selector: string; link: Link } | undefined {
    const siblings = [...(row.parentNode?.children ?? [])];
    if (siblings.filter(({ localName }) => localName === row.localName).length < 2) return undefined;
    const [role = ''] = nature(row);
    if (/^(?:listitem|row|article|option|treeitem|group|region)$/.test(role)) {
      return { selector: `internal:role=${role}`, link: { kind: 'role', body: role, options: {} } };
    }
    const name = [...row.classList].find((each) => !looksGenerated(each));
    // A component is named by its tag.
    const tag = row.localName.includes('-') ? row.localName : undefined;
    const selector = name === undefined ? tag : `.${CSS.escape(name)}`;
    if (selector === undefined) return undefined;
    return { selector, link: { kind: 'default', body: selector, options: {} } };
  }

  /** The role and the name of an element. */
  function nature(element: Element): (string | undefined)[] {
    const snapshot = window.playwright?.ariaSnapshot(element) ?? '';
    const [, role, name] = /^- '?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(snapshot) ?? [];
    return [role, name === undefined ? undefined : withoutIcon(String(JSON.parse(name))) || undefined];
  }

  /** The short texts in a row and in its shadow roots, without those of an element in it. */
  function textsOf(row: Element, element: Element): string[] {
    const nodes = (node: Node): Node[] =>
      node === element || (node instanceof Element && node.matches('script,style'))
        ? []
        : [node, ...[...childrenOf(node)].flatMap(nodes)];
    const all = nodes(row);
    const leaves = all.filter((each) => each instanceof Element && each.childElementCount === 0);
    return [...leaves, ...all.filter((each) => each instanceof Text), row]
      .map(textOf)
      .filter((text) => text.length > 1 && text.length <= maxNameLength);
  }

  function textOf(node: Node): string {
    return (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  function lowerText(element: Element): string {
    return textOf(element).toLowerCase();
  }

  function childrenOf(node: Node): Node[] {
    const shadow = node instanceof Element ? (node.shadowRoot?.childNodes ?? []) : [];
    return [...shadow, ...node.childNodes];
  }

  function chained(links: readonly Link[]): unknown {
    return links.reduceRight<Link | undefined>(
      (next, { kind, body, options }) => ({ kind, body, options, ...(next === undefined ? {} : { next }) }),
      undefined,
    );
  }

  function frameCss(element: Element): string {
    const tag = element.localName;
    const attributes = ['name', 'title', 'data-testid', 'id', 'src'].flatMap((name) => {
      const value = element.getAttribute(name);
      const isUsable = value !== null && value !== '' && !(/^(name|id)$/.test(name) && isGeneratedId(value));
      return isUsable ? `${tag}[${name}=${JSON.stringify(value)}]` : [];
    });
    const unique = [tag, ...attributes].filter((css) => visible(css).length === 1);
    const index = visible(tag).indexOf(element) + 1;
    return unique.find((css) => css !== tag) ?? unique[0] ?? `:nth-match(${tag}:visible, ${index})`;
  }
}
