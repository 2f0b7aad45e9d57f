import { withoutIcon } from './driver-locators.ts';
import { createPageLinks, createRowLinks, type LocatorLink as Link, type PageLinks } from './page-links.ts';

export type PageLocators = ReturnType<typeof createPageLocators>;

/** An expression that gives the `PageLocators` of a page. */
export const pageLocators = `((links) => (${createPageLocators})(links, (${createRowLinks})(links)))((${createPageLinks})(${withoutIcon}))`;

/** Chooses the locators of elements. Runs in the page as its source text, so it may only use what it declares. */
function createPageLocators(
  { testIds, generate, visible, ancestors, looksGenerated, isGeneratedId, withoutIcon }: PageLinks,
  { inRow, inRowBefore, asRow }: ReturnType<typeof createRowLinks>,
) {
  /** Longer names are mostly texts of many parts, which change. */
  const maxNameLength = 50;
  const interactive =
    'button,a,summary,[role=button],[role=link],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=tab],[role=switch],[role=treeitem]';

  /** Whether selectors find one visible element, as long as nothing else can have changed the page. */
  const uniqueness = new Map<string, boolean>();

  return { locate, locateByAttribute, attributeOf, frameCss, ancestors, looksGenerated };

  function findsOne(selector: string): boolean {
    const known = uniqueness.get(selector);
    if (known !== undefined) return known;
    if (uniqueness.size === 0) queueMicrotask(() => uniqueness.clear());
    const isOne = visible(selector).length === 1;
    uniqueness.set(selector, isOne);
    return isOne;
  }

  /**
   * The locator of an element as a structured locator: what a careful person would choose.
   * @param options.withoutText does not use the text of the element, which may change.
   */
  function locate(element: Element, { withoutText = false } = {}): unknown {
    if (element === document.body || element === document.documentElement) return chained(css('body'));
    const target = withoutText ? element : (element.closest(interactive) ?? element);
    const isEditor = target instanceof HTMLElement && target.isContentEditable;
    if (isEditor) return chained(locateByNature(editingHost(target)));
    return chained(withoutText ? locateByNature(target) : locateByText(target));
  }

  /** The locator of an element by an attribute or a class that a person gave it; undefined if none is unique. */
  function locateByAttribute(element: Element): unknown {
    return chained(byMark(element) ?? []);
  }

  /** An attribute that a person gave an element, such as an id, and that no other one has. */
  function attributeOf(element: Element): Link | undefined {
    return byAttribute(element)?.[0];
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
      .find(findsOne);
    return body === undefined ? undefined : css(body);
  }

  function locateByText(element: Element): Link[] {
    const byRole = generate(element, { testId: false, text: true });
    if (isMeaningful(byRole)) return bySelectLabel(element) ?? byRole;
    const links = generate(element, { testId: true, text: true });
    if (isWeak(links)) return byMark(element) ?? inRow(element) ?? links;
    // Otherwise all texts of the row would be its name.
    if (links.length > 1) return inRow(element) ?? (isNamed(links) ? undefined : byMark(element)) ?? links;
    return links[0]?.kind === 'text' && hasSeveralTexts(element)
      ? (byMark(element) ?? asRow(element) ?? links)
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

  /** Such as a card, or an element with a hidden tooltip in it: its text as a whole is one that nobody reads. */
  function hasSeveralTexts(element: Element): boolean {
    const plain = (text: string | null) => (text ?? '').replace(/\s+/g, '').toLowerCase();
    if (!(element instanceof HTMLElement)) return false;
    const { innerText, textContent } = element;
    return innerText.trim().includes('\n') || plain(innerText) !== plain(textContent);
  }

  /** Whether the last selector says more than what kind of element is found. */
  function isNamed(links: readonly Link[]): boolean {
    const { kind, body, options } = links.at(-1) ?? {};
    return kind === 'role'
      ? options?.name !== undefined
      : kind !== 'default' || !/^[a-z]+$/.test(String(body));
  }

  function byMark(element: Element): Link[] | undefined {
    return byAttribute(element) ?? byClass(element);
  }

  /** For editors, whose text is what is typed, and for elements whose text is asserted. */
  function locateByNature(element: Element): Link[] {
    const links = generate(element, { testId: true, text: false });
    const vague = /^(?:paragraph|generic|listitem|list|cell|row|strong|emphasis|code|link|button)$/;
    const isVague = links.at(-1)?.kind === 'role' && vague.test(String(links.at(-1)?.body));
    // The text that the driver does not see.
    const isOfText = links.some(({ kind }) => kind === 'has-text');
    if (!isOfText && !isWeak(links) && !isVague) return links;
    const ofNature = !isOfText && isUnique(links) && isVague ? links : undefined;
    return byClass(element) ?? ofNature ?? inRowBefore(element) ?? locateByText(element);
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
    const body = names.map((name) => `.${CSS.escape(name)}`).find(findsOne);
    return body === undefined ? undefined : css(body);
  }

  function chained(links: readonly Link[]): unknown {
    return links.reduceRight<Link | undefined>(
      (next, { kind, body, options }) => ({ kind, body, options, ...(next === undefined ? {} : { next }) }),
      undefined,
    );
  }

  /** A CSS selector of an iframe's element. */
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
