/** One call of a structured locator. */
export interface LocatorLink {
  kind: string;
  body: unknown;
  options: { name?: unknown; exact?: unknown };
  next?: LocatorLink;
}

export type PageLinks = ReturnType<typeof createPageLinks>;

/**
 * What the driver's generator of locators knows. Runs in the page as its source text, so it may only use what it declares.
 */
export function createPageLinks(withoutIcon: (name: string) => string) {
  /** First words of ids that libraries count up, and the kinds of widgets that they count. */
  const ofLibraries =
    /^(?:ember|mui|ext|yui|gwt|radix|headlessui|mat|cdk|mdc|downshift|tippy|chakra|mantine|react|reach|ariakit|aria|base|bits|melt|vue|vuetify|ngb|quasar|dojo|dijit|kendo|semantic|floating|popper|select|chosen|uid|uuid|guid|gen|auto|anon|unique|component|comp|ctl|control|widget|input|field|label|option|checkbox|radio|button|btn|text|textarea|list|listbox|menu|menuitem|tab|tabs|tabpanel|panel|dialog|modal|popover|popup|tooltip|dropdown|combobox|node|element|item|view|form|frame)$/;
  /** The attributes that a person gives elements for tests. */
  const testIds = ['data-testid', 'data-test-id', 'data-test'];

  return { testIds, generate, visible, ancestors, looksGenerated, isGeneratedId, withoutIcon };

  /** The links of the driver's locator, without ids and classes that look generated. */
  function generate(element: Element, use: { testId: boolean; text: boolean }): LocatorLink[] {
    const driver = window.playwright;
    if (driver === undefined) throw new Error('The page is not ready for recording.');
    const restore = hideUnstable(element, use);
    try {
      const links = linksOf(parsed(driver.generateLocator(element, 'jsonl')));
      return countVisible(driver.selector(element), links).map(withoutIconIn);
    } finally {
      restore();
    }
  }

  /** JSON has no regular expressions. */
  function parsed(json: string): LocatorLink {
    return JSON.parse(json);
  }

  /**
   * Hides what a selector should not depend on from the driver, by own properties of the element and its ancestors that
   * cover those of the document. The document does not change.
   */
  function hideUnstable(element: Element, use: { testId: boolean; text: boolean }): () => void {
    const covered = ancestors(element);
    for (const each of covered) cover(each, use);
    const toJson = Object.getOwnPropertyDescriptor(RegExp.prototype, 'toJSON');
    Object.defineProperty(RegExp.prototype, 'toJSON', {
      configurable: true,
      value(this: RegExp) {
        return { source: this.source, flags: this.flags };
      },
    });
    return () => {
      for (const each of covered) {
        for (const name of ['id', 'classList', 'getAttribute', 'firstChild'])
          Reflect.deleteProperty(each, name);
      }
      if (toJson === undefined) Reflect.deleteProperty(RegExp.prototype, 'toJSON');
      else Object.defineProperty(RegExp.prototype, 'toJSON', toJson);
    };
  }

  function cover(element: Element, { testId, text }: { testId: boolean; text: boolean }): void {
    const define = (name: string, value: unknown) =>
      Object.defineProperty(element, name, { configurable: true, value });
    const isHidden = (name: string, value: string) =>
      ((name === 'id' || name === 'name') && isGeneratedId(value)) || (!testId && testIds.includes(name));
    const getAttribute = element.getAttribute.bind(element);
    define('getAttribute', (name: string) => {
      const value = getAttribute(name);
      return value === null || isHidden(name, value) ? null : value;
    });
    if (isGeneratedId(element.id)) define('id', '');
    define(
      'classList',
      [...element.classList].filter((name) => !looksGenerated(name)),
    );
    if (!text) define('firstChild', null);
  }

  /** An element and those around it, from the inside out, also out of shadow roots. */
  function ancestors(element: Element): Element[] {
    const root = element.getRootNode();
    const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    return [element, ...(parent === null ? [] : ancestors(parent))];
  }

  /** Classes with a digit are hardly ever given by a person for one element, and `undefined` by none. */
  function looksGenerated(name: string): boolean {
    return /[\d:«»]|[bcdfghjklmnpqrstvwxz]{6}|^(?:sc|css|jss|svelte|astro)-|^(?:undefined|null)$/i.test(name);
  }

  /** Persons number ids, too, such as `address2`, `h1-title` and `step-2`: short numbers after words of their own. */
  function isGeneratedId(id: string): boolean {
    if (!looksGenerated(id)) return false;
    const words = id.split(/[-_]|(?<=[a-z])(?=[A-Z])/);
    const isPlain = words.every((word) => /^(?:[a-z]{3,}\d?|h[1-6]|[1-9])$/i.test(word));
    const [first = ''] = words.map((word) => word.replace(/\d/, '').toLowerCase());
    return !isPlain || ofLibraries.test(first) || looksGenerated(id.replace(/\d/g, ''));
  }

  /** The name as a person would write it, if it still finds only one element. */
  function withoutIconIn(link: LocatorLink): LocatorLink {
    const { kind, body, options } = link;
    const full = typeof options.name === 'string' ? options.name : '';
    const name = withoutIcon(full);
    if (kind !== 'role' || name === '' || name === full) return link;
    const found = visible(`internal:role=${body}[name=${JSON.stringify(name)}i]`);
    return found.length === 1 ? { kind, body, options: { ...options, name, exact: false } } : link;
  }

  function linksOf(first: LocatorLink): LocatorLink[] {
    const links: LocatorLink[] = [];
    for (let link: LocatorLink | undefined = first; link !== undefined; link = link.next) links.push(link);
    return links;
  }

  /** The visible elements that a selector of the driver finds. */
  function visible(selector: string): Element[] {
    return window.playwright?.$$(`${selector} >> visible=true`) ?? [];
  }

  /** The driver counts hidden elements too, test cases only visible ones. */
  function countVisible(selector: string, links: readonly LocatorLink[]): LocatorLink[] {
    const [start = '', ...rest] = selector.split(/ >> nth=(-?\d+)(?= >> |$)/);
    const kept: LocatorLink[] = [];
    let [all, shown] = [start, start];
    for (const link of links) {
      if (link.kind !== 'nth' && link.kind !== 'first' && link.kind !== 'last') {
        kept.push(link);
        continue;
      }
      const [number = '0', following = ''] = rest.splice(0, 2);
      all += ` >> nth=${number}`;
      const picked = window.playwright?.$$(all)[0];
      const candidates = visible(shown);
      const index = picked === undefined ? -1 : candidates.indexOf(picked);
      // A hidden element, such as an input behind a styled button.
      if (index === -1) kept.push(link);
      else if (candidates.length > 1) kept.push({ kind: 'nth', body: String(index), options: {} });
      shown += index === -1 ? ` >> nth=${number}` : ` >> visible=true >> nth=${index}`;
      all += following;
      shown += following;
    }
    return kept;
  }
}

/**
 * Makes a function that finds an element by the row of a list or table that it is in. Runs in the page as its source text, so it may only use
 * what it declares.
 */
export function createRowLinks({ visible, ancestors, looksGenerated, withoutIcon }: PageLinks) {
  /** Longer texts are mostly of many parts, which change. */
  const maxTextLength = 50;
  /** How many texts of a row are tried: each takes a search of the whole page. */
  const maxTexts = 3;

  return { inRow, inRowBefore, asRow };

  /** An element of a row that has a text of its own, such as a button that each row of a long list has. */
  function inRow(element: Element): LocatorLink[] | undefined {
    const [role, name] = nature(element);
    if (role === undefined) {
      const text = textOf(element);
      const isUsable = withoutIcon(text) !== '' && text.length <= maxTextLength;
      return isUsable ? inRowBy({ kind: 'text', body: text, options: {} }, '', element) : undefined;
    }
    if (name === undefined) return inRowBy({ kind: 'role', body: role, options: {} }, '', element);
    const value = JSON.stringify(name);
    // A part of its name may be that of another one in the row: "Move" beside "Remove".
    return (
      inRowBy({ kind: 'role', body: role, options: { name } }, `[name=${value}i]`, element) ??
      inRowBy({ kind: 'role', body: role, options: { name, exact: true } }, `[name=${value}s]`, element)
    );
  }

  /**
   * An element whose text is asserted, in the row that the texts before it name: another row may get the same text. A class
   * or a role finds it there, or else its text.
   */
  function inRowBefore(element: Element): LocatorLink[] | undefined {
    const [role, name] = nature(element);
    const text = textOf(element);
    const ofRole = (options: { name?: string }): LocatorLink => ({ kind: 'role', body: role, options });
    const targets: [selector: string, link: LocatorLink][] = [...element.classList]
      .filter((each) => !looksGenerated(each))
      .map((each) => `.${CSS.escape(each)}`)
      .map((body) => [body, { kind: 'default', body, options: {} }]);
    if (role !== undefined) targets.push([`internal:role=${role}`, ofRole({})]);
    if (role !== undefined && name !== undefined)
      targets.push([`internal:role=${role}[name=${JSON.stringify(name)}i]`, ofRole({ name })]);
    if (text.length > 0 && text.length <= maxTextLength)
      targets.push([`internal:text=${JSON.stringify(text)}i`, { kind: 'text', body: text, options: {} }]);
    for (const row of ancestors(element).slice(1)) {
      const start = rowStart(row);
      if (start === undefined) continue;
      // Numbers alone are often those of the order of the rows, or new in each run.
      const first = textsOf(row, element, { isBefore: true }).find((each) => /\p{L}/u.test(each));
      if (first === undefined) continue;
      const named = `${start.selector} >> internal:has-text=${JSON.stringify(first)}i`;
      const [, target] = targets.find(([selector]) => isOnly(element, `${named} >> ${selector}`)) ?? [];
      if (target !== undefined) return [start.link, { kind: 'has-text', body: first, options: {} }, target];
    }
    return undefined;
  }

  /** A row itself, by the first text in it that no other row has. */
  function asRow(row: Element): LocatorLink[] | undefined {
    const start = rowStart(row);
    if (start === undefined) return undefined;
    const text = textsOf(row)
      .slice(0, maxTexts)
      .find((each) => isOnly(row, `${start.selector} >> internal:has-text=${JSON.stringify(each)}i`));
    return text === undefined ? undefined : [start.link, { kind: 'has-text', body: text, options: {} }];
  }

  function isOnly(element: Element, selector: string): boolean {
    const found = visible(selector);
    return found.length === 1 && found[0] === element;
  }

  /** @param attributes what the driver's selector of the target has beside its role. */
  function inRowBy(target: LocatorLink, attributes: string, element: Element): LocatorLink[] | undefined {
    const inner =
      target.kind === 'text'
        ? `internal:text=${JSON.stringify(target.body)}i`
        : `internal:role=${String(target.body)}${attributes}`;
    const others = visible(inner).filter((each) => each !== element);
    for (const row of ancestors(element).slice(1)) {
      const start = rowStart(row);
      if (start === undefined) continue;
      const taken = rowsAround(others, start.selector).map((each) => textOf(each).toLowerCase());
      const text = textsOf(row, element)
        .filter((each) => !taken.some((other) => other.includes(each.toLowerCase())))
        .slice(0, maxTexts)
        .find((each) =>
          isOnly(element, `${start.selector} >> internal:has-text=${JSON.stringify(each)}i >> ${inner}`),
        );
      if (text === undefined) continue;
      return [start.link, { kind: 'has-text', body: text, options: {} }, target];
    }
    return undefined;
  }

  /** The rows that any of the elements is in. */
  function rowsAround(elements: readonly Element[], rowSelector: string): Element[] {
    const around = new Set(elements.flatMap((each) => ancestors(each).slice(1)));
    return (window.playwright?.$$(rowSelector) ?? []).filter((each) => around.has(each));
  }

  /** How to find the rows of a list: by their role, or by a class that they share. */
  function rowStart(row: Element): { selector: string; link: LocatorLink } | undefined {
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
    // An element without a role is given as its text.
    const [, role, name] = /^- '?(?!text:)([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(snapshot) ?? [];
    return [role, name === undefined ? undefined : withoutIcon(String(JSON.parse(name))) || undefined];
  }

  /** The short texts in a row and in its shadow roots, without those of an element in it, or only those before it. */
  function textsOf(row: Element, element?: Element, { isBefore = false } = {}): string[] {
    const nodes = (node: Node): Node[] =>
      node === element || (node instanceof Element && node.matches('script,style'))
        ? []
        : [node, ...[...childrenOf(node)].flatMap(nodes)];
    const all = nodes(row).filter((each) => !isBefore || each.compareDocumentPosition(element ?? row) === 4);
    const leaves = all.filter((each) => each instanceof Element && each.childElementCount === 0);
    return [...leaves, ...all.filter((each) => each instanceof Text), ...(isBefore ? [] : [row])]
      .map(textOf)
      .filter((text) => text.length > 1 && text.length <= maxTextLength);
  }

  function textOf(node: Node): string {
    return (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  function childrenOf(node: Node): Node[] {
    const shadow = node instanceof Element ? (node.shadowRoot?.childNodes ?? []) : [];
    return [...shadow, ...node.childNodes];
  }
}
