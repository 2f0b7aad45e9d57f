import type { LocatorLink as Link, PageLinks } from './page-links.ts';

/**
 * Makes a function that finds an element by the row of a list or table that it is in. Runs in the page as its source text, so it may only use
 * what it declares.
 */
export function createRowLinks({ visible, parentOf, looksGenerated, withoutIcon }: PageLinks) {
  /** Longer texts are mostly of many parts, which change. */
  const maxTextLength = 50;
  /** How many texts of a row are tried: each takes a search of the whole page. */
  const maxTexts = 3;

  return inRow;

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
      const taken = rowsAround(others, start.selector).map((each) => textOf(each).toLowerCase());
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
