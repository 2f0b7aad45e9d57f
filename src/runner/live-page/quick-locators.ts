import type { RoleAndName } from '../recording/driver-locators.ts';
import type { PageLocators } from '../recording/page-locators.ts';
import type { PlainList } from './plain-lists.ts';

interface Visible {
  readonly locators: PageLocators;
  /** In document order. */
  readonly visible: readonly Element[];
  /** The elements with a role, in document order. */
  readonly rolesAndNames: ReadonlyMap<Element, RoleAndName>;
  readonly plainLists: readonly PlainList[];
  /** The text of an element as the driver reads it, whatever of it is visible. */
  readonly driverText: (element: Element) => string;
}

/**
 * Structured locators for all elements of a page: the recorder's own take too long for more than a few. Runs in the page as
 * its source text, so it may only use what it declares.
 */
export function createQuickLocators({ locators, visible, rolesAndNames, plainLists, driverText }: Visible) {
  interface Link {
    readonly kind: string;
    readonly body: string;
    readonly options: { readonly name?: string; readonly exact?: boolean };
  }
  interface Row {
    readonly element: Element;
    readonly text: string;
  }

  /** Longer names are mostly texts of many parts, which change. */
  const maxNameLength = 50;
  const maxTextLength = 80;
  /** How many elements of a page are worth the time of the recorder's locators, which search all of it. */
  let budget = Math.min(30, Math.floor(20_000 / visible.length));
  const lowerNames = new Map([...rolesAndNames].map(([element, { name }]) => [element, lower(name)]));
  const byRole = Map.groupBy(rolesAndNames, ([, { role }]) => role);
  const rowRoles = ['row', 'listitem', 'article'];
  const rowsOfRoles = rowRoles.map((role) => ({
    links: [roleLink({ role, name: '' })],
    all: (byRole.get(role) ?? []).map(([element]) => rowAt(element)),
    fewest: 2,
  }));
  const rowsOfLists = plainLists.flatMap((list) => {
    const links = linksOfList(list);
    return links === undefined ? [] : [{ links, all: list.items.map(rowAt), fewest: 1, list }];
  });
  /** Roles of which a page often has only one, so that they need no name. */
  const singles =
    /^(?:alert|status|alertdialog|dialog|log|table|grid|progressbar|meter|searchbox|combobox|spinbutton|slider|heading)$/;

  /** Roles of parts of a page in which a person would look for something. */
  const containers =
    /^(?:dialog|alertdialog|form|region|navigation|search|tabpanel|group|radiogroup|toolbar|menu)$/;

  return {
    /** The locator of a visible element: by role and name, by its row or container, by its text, else as the recorder would. */
    locate: (element: Element): unknown =>
      chained(
        byName(element) ??
          inRow(element) ??
          inContainer(element) ??
          byText(element) ??
          textInRow(element) ??
          [],
      ) ??
      locators.locateByAttribute(element) ??
      byRecorder(element) ??
      chained(byPosition(element)),
    /** A locator without the text of the element. Undefined if there is none. */
    locateWithoutText: (element: Element): unknown =>
      locators.locateByAttribute(element) ?? chained(cellInRow(element) ?? single(element) ?? []),
    /** The lists of plain elements, with the locators of all their items. */
    lists: rowsOfLists.map(({ list, links }) => ({ ...list, locator: chained(links) })),
  };

  function rowAt(element: Element): Row {
    return { element, text: lower(element.textContent ?? '') };
  }

  /** All items of a list of plain elements: from the text that names it, or from an attribute of what contains them. */
  function linksOfList({ parent, name, path, step }: PlainList): Link[] | undefined {
    const xpath = (body: string): Link => ({ kind: 'default', body: `xpath=${body}`, options: {} });
    const start = name === undefined ? undefined : (exactName(name) ?? exactText(name));
    if (start !== undefined) return [...start, xpath(path)];
    const container = locators.attributeOf(parent);
    if (container === undefined) return undefined;
    return [{ kind: container.kind, body: String(container.body), options: {} }, xpath(step)];
  }

  function exactName(element: Element): Link[] | undefined {
    const named = shortNamed(element);
    const isOnly = named?.role === 'heading' && matches(named, { exact: true }).length === 1;
    return isOnly ? [roleLink(named, true)] : undefined;
  }

  function exactText(element: Element): Link[] | undefined {
    const body = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    return isFoundBy(element, body, true) ? [{ kind: 'text', body, options: { exact: true } }] : undefined;
  }

  /** Whether a text finds an element and no other visible one, as the driver compares them: no child of it has the text. */
  function isFoundBy(element: Element, body: string, exact: boolean): boolean {
    const wanted = exact ? body : body.toLowerCase();
    const has = (each: Element) =>
      exact ? driverText(each) === wanted : driverText(each).toLowerCase().includes(wanted);
    const found = visible.filter((each) => has(each) && !childrenOf(each).some(has));
    return found.length === 1 && found[0] === element;
  }

  function childrenOf(element: Element): Element[] {
    return [...element.children, ...(element.shadowRoot?.children ?? [])];
  }

  function lower(text: string): string {
    return text.replace(/\s+/g, ' ').trim().toLowerCase();
  }

  function chained(links: readonly Link[]): unknown {
    return links.reduceRight<unknown>(
      (next, link) => (next === undefined ? { ...link } : { ...link, next }),
      undefined,
    );
  }

  function roleLink({ role, name }: Pick<RoleAndName, 'role' | 'name'>, exact = false): Link {
    const options = { attrs: [], ...(name === '' ? {} : { name }), ...(exact ? { exact } : {}) };
    return { kind: 'role', body: role, options };
  }

  interface Scope {
    readonly exact?: boolean;
    /** The part of the page that is searched. Default: all of it. */
    readonly part?: Element | undefined;
  }

  /** The elements that a role and a name find, as the driver compares them. */
  function matches({ role, name }: RoleAndName, { exact = false, part }: Scope = {}): Element[] {
    const wanted = lower(name);
    return (byRole.get(role) ?? []).flatMap(([element, other]) => {
      const isMatch = exact ? other.name === name : lowerNames.get(element)?.includes(wanted) === true;
      return isMatch && part?.contains(element) !== false ? [element] : [];
    });
  }

  /** The role and the name of an element; undefined if it has no name that is short enough. */
  function shortNamed(element: Element): RoleAndName | undefined {
    const roleAndName = rolesAndNames.get(element);
    const { name = '' } = roleAndName ?? {};
    return name === '' || name.length > maxNameLength ? undefined : roleAndName;
  }

  function byName(element: Element): Link[] | undefined {
    const named = shortNamed(element);
    if (named === undefined) return single(element);
    return rowRoles.includes(named.role) ? undefined : onlyOne(named);
  }

  /** A role and a name that find one element on the page, or in a part of it. */
  function onlyOne(roleAndName: RoleAndName, part?: Element): Link[] | undefined {
    const ways = roleAndName.hasIcon ? [false] : [false, true];
    const exact = ways.find((each) => matches(roleAndName, { exact: each, part }).length === 1);
    return exact === undefined ? undefined : [roleLink(roleAndName, exact)];
  }

  function single(element: Element): Link[] | undefined {
    const role = rolesAndNames.get(element)?.role ?? '';
    const isSingle = singles.test(role) && byRole.get(role)?.length === 1;
    return isSingle ? [roleLink({ role, name: '' })] : undefined;
  }

  /** The row, or the list item, that an element is in or is, and a text that no other one has. */
  function rowOf(element: Element): { row: Element; links: Link[] } | undefined {
    for (const { links, all, fewest } of [...rowsOfRoles, ...rowsOfLists]) {
      const row = all.findLast((each) => each.element.contains(element));
      if (row === undefined || all.length < fewest) continue;
      const own = leafTexts(row, element).filter((each) => {
        const text = lower(each);
        return all.filter((other) => other.text.includes(text)).length === 1;
      });
      const likely = fewest === 1 ? own.map((each) => likelyName(row.element, each)) : [];
      const text = own[Math.max(likely.indexOf(Math.max(...likely)), 0)];
      if (text === undefined) continue;
      const filter = { kind: 'has-text', body: text, options: {} };
      return { row: row.element, links: [...links, filter] };
    }
    return undefined;
  }

  /** How likely a text of an item is its name, from 0 to 1: what stands there in other items is other than that. */
  function likelyName(item: Element, text: string): number {
    const shown = (each?: Element) => lower(each?.textContent ?? '');
    const part = [...item.querySelectorAll('*')].findLast((each) => shown(each) === lower(text));
    // Pictures of persons are often their initials.
    if (part === undefined || /^\p{Lu}{1,3}$/u.test(text)) return 0;
    const path: number[] = [];
    for (let each = part; each !== item && each.parentElement !== null; each = each.parentElement)
      path.unshift([...each.parentElement.children].indexOf(each));
    const texts = rowsOfLists
      .flatMap(({ all }) => all)
      .map(({ element }) =>
        shown(path.reduce<Element | undefined>((each, index) => each?.children[index], element)),
      )
      .filter((each) => each !== '');
    return new Set(texts).size / texts.length;
  }

  /** The short texts in a row without those of an element in it; numbers last, since they change. */
  function leafTexts({ element: row }: Row, element: Element): string[] {
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
      const isOwn = element !== row && element.contains(node);
      if (!isOwn && text.length > 1 && text.length <= maxNameLength) texts.push(text);
    }
    return [
      ...texts.filter((text) => !/\d/.test(text)),
      ...texts.filter((text) => /\d/.test(text) && /\p{L}/u.test(text)),
    ];
  }

  function inRow(element: Element): Link[] | undefined {
    const roleAndName = rolesAndNames.get(element);
    const isItem = rowsOfLists.some(({ list }) => list.items.includes(element));
    const found = roleAndName === undefined && !isItem ? undefined : rowOf(element);
    if (found === undefined) return undefined;
    if (found.row === element) return found.links;
    if (roleAndName === undefined) return undefined;
    const alike = matches(roleAndName, { part: found.row });
    return alike.length === 1 ? [...found.links, roleLink(roleAndName)] : undefined;
  }

  /** A text of an item of plain elements, which other items have, too. */
  function textInRow(element: Element): Link[] | undefined {
    const isInItem = rowsOfLists.some(({ all }) => all.some((row) => row.element.contains(element)));
    const found = isInItem && !rolesAndNames.has(element) ? rowOf(element) : undefined;
    if (found === undefined || found.row === element) return undefined;
    const text = lower(element.textContent ?? '');
    const same = [...found.row.querySelectorAll('*')].filter(
      (each) => lower(each.textContent ?? '') === text,
    );
    // The driver takes the innermost one.
    if (text === '' || text.length > maxTextLength || same.at(-1) !== element) return undefined;
    const isOnly = same.every((each) => each.contains(element));
    const body = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    return isOnly ? [...found.links, { kind: 'text', body, options: { exact: true } }] : undefined;
  }

  /** One of several equal elements, by the dialog or another part of the page that it is in. */
  function inContainer(element: Element): Link[] | undefined {
    const named = shortNamed(element);
    if (named === undefined) return undefined;
    for (let part = element.parentElement; part !== null; part = part.parentElement) {
      const isContainer = containers.test(rolesAndNames.get(part)?.role ?? '');
      const container = isContainer ? byName(part) : undefined;
      const inside = container === undefined ? undefined : onlyOne(named, part);
      if (container !== undefined && inside !== undefined) return [...container, ...inside];
    }
    return undefined;
  }

  /** A cell by its row and its position there. */
  function cellInRow(element: Element): Link[] | undefined {
    const role = rolesAndNames.get(element)?.role ?? '';
    const found = /^(?:cell|gridcell)$/.test(role) ? rowOf(element) : undefined;
    if (found === undefined) return undefined;
    const cells = (byRole.get(role) ?? []).map(([each]) => each).filter((each) => found.row.contains(each));
    const position = { kind: 'nth', body: String(cells.indexOf(element)), options: {} };
    return [...found.links, roleLink({ role, name: '' }), position];
  }

  function byText(element: Element): Link[] | undefined {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const isValue = /^(?:textbox|combobox|listbox)$/.test(rolesAndNames.get(element)?.role ?? '');
    if (text === '' || text.length > maxTextLength || isValue) return undefined;
    const exact = [false, true].find((each) => isFoundBy(element, text, each));
    return exact === undefined ? undefined : [{ kind: 'text', body: text, options: exact ? { exact } : {} }];
  }

  function byRecorder(element: Element): unknown {
    budget -= 1;
    if (budget < 0) return undefined;
    try {
      return locators.locate(element);
    } catch {
      return undefined;
    }
  }

  function byPosition(element: Element): Link[] {
    const roleAndName = rolesAndNames.get(element);
    if (roleAndName === undefined) return [];
    const position = { kind: 'nth', body: String(matches(roleAndName).indexOf(element)), options: {} };
    return [roleLink(roleAndName), position];
  }
}
