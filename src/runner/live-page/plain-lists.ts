import type { RoleAndName } from '../recording/driver-locators.ts';

interface Known {
  /** The shapes of the items of lists that were seen before: of these, one item alone is a list. */
  readonly knownShapes: readonly string[];
  /** Whether a class is one that a tool has named. */
  readonly looksGenerated: (name: string) => boolean;
}

export type PlainList = ReturnType<typeof findPlainLists>[number];

/**
 * Finds the lists of a page that nothing marks as lists: siblings without a role that are built alike. Runs in the page as
 * its source text, so it may only use what it declares.
 * @param visible the visible elements, in document order.
 */
export function findPlainLists(
  visible: readonly Element[],
  rolesAndNames: ReadonlyMap<Element, RoleAndName>,
  { knownShapes, looksGenerated }: Known,
) {
  interface List {
    readonly parent: Element;
    items: readonly Element[];
  }

  const isShown = new Set(visible);
  const semantic =
    'ul,ol,dl,table,article,menu,h1,[role=list],[role=listitem],[role=row],[role=grid],[role=table],[role=listbox],[role=option],[role=menu],[role=tablist],[role=radiogroup],[role=tree]';
  const outer = `${semantic},nav,header,footer,button,a,label,[role=navigation],[role=toolbar],[role=banner],[role=contentinfo],[contenteditable]`;
  const controls =
    'button,a[href],input,select,textarea,[role=button],[role=link],[role=checkbox],[role=switch]';
  const textFields = 'input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea';
  /** Larger ones are parts of a page. */
  const [maxTextLength, maxElements] = [300, 60];
  const maxParts = 60;
  /** What is said above a list, and how far above. */
  const [maxNameLength, maxLevels] = [40, 4];
  const known = new Set(knownShapes);

  const groups = Map.groupBy(visible.filter(mayBeItem), (each) => each.parentElement);
  const repeated = [...groups].flatMap(([parent, all]) =>
    parent === null ? [] : clustersOf(all).map((items): List => ({ parent, items: withoutHeader(items) })),
  );
  const found = withoutNested(repeated.filter(isList));
  const shapes = new Set([...known, ...found.flatMap(({ items }) => items).map(shapeOf)]);
  const taken = new Set(found.map(({ parent }) => parent));
  const single = [...groups].flatMap(([parent, all]) => {
    const items = all.filter((each) => shapes.has(shapeOf(each)));
    return parent === null || taken.has(parent) || items.length !== 1 ? [] : [{ parent, items }];
  });
  const lists = withoutNested([...found, ...single]);
  const allItems = new Set(lists.flatMap(({ items }) => items));
  const located = lists.flatMap((list) => {
    const step = stepOf(list);
    if (step === undefined) return [];
    const { parent, items } = list;
    return [
      { parent, items, shapes: items.map(shapeOf), step, columns: columnsOf(list), ...startOf(list, step) },
    ];
  });
  return located.flatMap((list) => {
    const column = columnAround(list);
    const empty =
      list === located.find((each) => columnAround(each) !== undefined) ? emptyColumnsBeside(list) : [];
    return [{ ...list, ...(column === undefined ? {} : { column }) }, ...empty];
  });

  function mayBeItem(element: Element): boolean {
    return (
      /^(?:div|section|[a-z]+-[a-z-]+)$/.test(element.localName) &&
      !rolesAndNames.has(element) &&
      element.childElementCount > 0 &&
      element.getElementsByTagName('*').length <= maxElements &&
      (element.textContent ?? '').trim().length <= maxTextLength * 2 &&
      element.closest(outer) === null &&
      element.querySelector(semantic) === null &&
      partsOf(element).length > 1
    );
  }

  /** The texts and controls that are seen in an element. */
  function partsOf(element: Element): Element[] {
    const inside = [element, ...element.querySelectorAll('*')].filter((each) => isShown.has(each));
    return inside
      .filter((each) => {
        const control = each.closest(controls);
        return control !== null && element.contains(control) ? control === each : hasText(each);
      })
      .slice(0, maxParts);
  }

  function textsOf(element: Element): string[] {
    return partsOf(element)
      .filter((each) => !each.matches(controls))
      .map(oneLine);
  }

  function hasText(element: Element): boolean {
    return [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  }

  function oneLine(element: Element): string {
    return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  }

  function clustersOf(all: readonly Element[]): Element[][] {
    const clusters: Element[][] = [];
    for (const each of all) {
      const same = clusters.find(([first]) => first !== undefined && hasSameStructure(first, each));
      if (same === undefined) clusters.push([each]);
      else same.push(each);
    }
    return clusters.filter(
      (each) =>
        (each.length > 2 || (each.length === 2 && new Set(each.map(childTags)).size === 1)) &&
        !all.some((other) => !each.includes(other) && each.some((one) => isSimilar(one, other))),
    );
  }

  function hasSameStructure(one: Element, other: Element): boolean {
    if (one.localName !== other.localName) return false;
    const all = [...one.classList, ...other.classList];
    const isOfClass =
      share([...one.classList], [...other.classList]) > 0 || all.every((name) => looksGenerated(name));
    return isOfClass && (childTags(one) === childTags(other) || share(pathsIn(one), pathsIn(other)) >= 0.6);
  }

  /** Whether another sibling may be an item, too: how many there are would not be clear. */
  function isSimilar(one: Element, other: Element): boolean {
    return childTags(one) === childTags(other) || share(pathsIn(one), pathsIn(other)) >= 0.5;
  }

  /** How much two sets have in common, from 0 to 1. */
  function share(one: readonly string[], other: readonly string[]): number {
    const all = new Set([...one, ...other]);
    const common = new Set(one.filter((each) => other.includes(each)));
    return all.size === 0 ? 1 : common.size / all.size;
  }

  function childTags(element: Element): string {
    return [...element.children].map(({ localName }) => localName).join();
  }

  /** The tags from an item to each of its texts and controls. */
  function pathsIn(item: Element): string[] {
    return partsOf(item).map((part) => {
      const tags: string[] = [];
      for (let each: Element | null = part; each !== null && each !== item; each = each.parentElement)
        tags.push(each.localName);
      return tags.join('<');
    });
  }

  function shapeOf(item: Element): string {
    const nature = ({ localName, className }: Element) => `${localName}.${String(className)}`;
    const { parentElement } = item;
    return [parentElement === null ? '' : nature(parentElement), nature(item), childTags(item)].join(' > ');
  }

  function isList({ items }: List): boolean {
    return !hasHeader(items) && !hasTotal(items) && !isForm(items) && !items.some(isLarge);
  }

  function isLarge(item: Element): boolean {
    return oneLine(item).length > maxTextLength;
  }

  /** The first row may have the headers of columns, if it is another one than all others and has nothing but words. */
  function hasHeader([first, second, ...others]: readonly Element[]): boolean {
    if (first === undefined || second === undefined || first.querySelector(controls) !== null) return false;
    const isOther = [second, ...others].every((each) => each.className === second.className);
    const onlyFirst = first.className !== second.className || styleOf(first) !== styleOf(second);
    return isOther && onlyFirst && textsOf(first).every((each) => !/\d/.test(each) && each.length <= 25);
  }

  /** The first row is certainly one of headers if it alone has no controls. */
  function withoutHeader(items: readonly Element[]): readonly Element[] {
    const [, ...others] = items;
    const hasControl = (each: Element) => each.querySelector(controls) !== null;
    return others.length > 1 && hasHeader(items) && others.every(hasControl) ? others : items;
  }

  /** The names of the columns: the texts of what stands before the items, or before their parent, and is built alike. */
  function columnsOf({ parent, items: [first, ...others] }: List): string[] {
    const before = first?.previousElementSibling ?? parent.previousElementSibling;
    const header = before?.childElementCount === 1 ? before.firstElementChild : before;
    if (first === undefined || header == null || header.querySelector(controls) !== null) return [];
    const count = header.childElementCount;
    const names = [...header.children].map(oneLine);
    const isName = (name: string) => !/\d/.test(name) && name.length <= 25;
    const isSame = [first, ...others].every((each) => each.childElementCount === count);
    const isHeader = names.every(isName) && new Set(names).size === names.length;
    return isSame && isHeader && names.filter((name) => name !== '').length > 1 ? names : [];
  }

  function styleOf(item: Element): string {
    const [first = item] = partsOf(item);
    const { fontWeight, textTransform, color, fontSize } = getComputedStyle(first);
    return [fontWeight, textTransform, color, fontSize].join();
  }

  function hasTotal(items: readonly Element[]): boolean {
    return items.some((each) => /^(?:sub|grand )?-?(?:total|sum)\b/i.test(textsOf(each)[0] ?? ''));
  }

  /** Fields with different labels are those of a form. */
  function isForm(items: readonly Element[]): boolean {
    const fields = items.flatMap((item) => [...item.querySelectorAll(textFields)].slice(0, 1));
    if (fields.length < 2) return false;
    const labelOf = (field: Element) => {
      const labels =
        field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.labels : null;
      const names = [labels?.[0]?.textContent, field.getAttribute('aria-label')];
      return names.find((each) => each != null && each !== '') ?? '';
    };
    const isBare = (item: Element) => textsOf(item).length < 2 && item.querySelector('button') === null;
    return new Set(fields.map(labelOf)).size > 1 || items.every(isBare);
  }

  /** Of lists in each other, the inner ones, unless these are the cells of rows. */
  function withoutNested(all: readonly List[]): List[] {
    const dropped = new Set<List>();
    for (const outerList of all) {
      // Two empty columns of a board are no items if a third one has a list.
      const alike = outerList.items.flatMap((item) => (item.className === '' ? [item] : sameShape(item)));
      const inner = all.filter(
        (each) => each !== outerList && alike.some((item) => item.contains(each.parent)),
      );
      if (inner.length === 0) continue;
      const isOfCells =
        inner.length === outerList.items.length &&
        inner.every(({ items }) => isInLine(items) && items.length === inner[0]?.items.length);
      if (!isOfCells) dropped.add(outerList);
      else for (const each of inner) dropped.add(each);
    }
    return all.filter((each) => !dropped.has(each));
  }

  function isInLine([first, second]: readonly Element[]): boolean {
    const [one, other] = [first?.getBoundingClientRect(), second?.getBoundingClientRect()];
    return one !== undefined && other !== undefined && other.top < one.bottom && one.top < other.bottom;
  }

  /** The last step of an XPath to the items, which finds nothing else in their parent. */
  function stepOf({ parent, items }: List): string | undefined {
    const others = [...parent.children].filter((each) => isShown.has(each) && !items.includes(each));
    const count = items[0]?.childElementCount ?? 0;
    const has = (tag: string) => (each: Element) => each.getElementsByTagName(tag).length > 0;
    const hasChild = (tag: string) => (each: Element) =>
      [...each.children].some(({ localName }) => localName === tag);
    const ways: readonly (readonly [string, (element: Element) => boolean])[] = [
      ['*[*]', (each) => each.childElementCount > 0],
      ...['button', 'a', 'input'].map((tag) => [`*[.//${tag}]`, has(tag)] as const),
      ...['div', 'span', 'p'].map((tag) => [`*[${tag}]`, hasChild(tag)] as const),
      [`*[count(*)=${count}]`, (each) => each.childElementCount === count],
    ];
    return ways.find(([, isFound]) => items.every(isFound) && !others.some(isFound))?.[0];
  }

  /** A text above the list that names it, and the XPath from there to the items. */
  function startOf({ parent, items }: List, step: string): { name?: Element; path: string } {
    let below: Element = items[0] ?? parent;
    for (let level = 0; level < maxLevels && below !== document.body; level += 1) {
      for (let each = below.previousElementSibling; each !== null; each = each.previousElementSibling) {
        if (level === 0 && items.includes(each)) continue;
        if ([...allItems].some((item) => each.contains(item))) return { path: step };
        const name = isShown.has(each) ? nameIn(each, parent) : undefined;
        if (name !== undefined) return { name, path: pathFrom(name, each, parent) + step };
      }
      const next = below.parentElement;
      if (next === null) break;
      below = next;
    }
    return { path: step };
  }

  function nameIn(element: Element, parent: Element): Element | undefined {
    const texts = partsOf(element).filter((each) => !each.matches(controls) && /\p{L}/u.test(oneLine(each)));
    const [text, ...others] = texts;
    if (text === undefined || others.length > 0 || oneLine(text) !== ownText(text)) return undefined;
    const said = oneLine(text);
    if (said.length > maxNameLength || /[\d.!?:]/.test(said)) return undefined;
    return isHeading(text, parent) || isColumn(parent) ? text : undefined;
  }

  function ownText(element: Element): string {
    return [...element.childNodes]
      .map((node) => (node instanceof Text ? node.data : ''))
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
  }

  function isHeading(text: Element, parent: Element): boolean {
    if (/^h[1-6]$/.test(text.localName)) return true;
    const [own, usual] = [getComputedStyle(text), getComputedStyle(parent)];
    const weight = Number(own.fontWeight);
    return (
      Number.parseFloat(own.fontSize) > Number.parseFloat(usual.fontSize) ||
      (weight >= 500 && weight > Number(usual.fontWeight)) ||
      own.textTransform === 'uppercase'
    );
  }

  /** Whether a list is one of several side by side, which are built alike. */
  function isColumn(parent: Element): boolean {
    return [parent, parent.parentElement].some((each) => each !== null && sameShape(each).length > 1);
  }

  /** The siblings of the same kind, with the element itself. */
  function sameShape({ localName, className, parentElement }: Element): Element[] {
    return [...(parentElement?.children ?? [])].filter(
      (each) => each.localName === localName && each.className === className,
    );
  }

  /** The one of several columns that has a list and its name. */
  function columnAround({ parent, name }: { parent: Element; name?: Element }): Element | undefined {
    const around = [parent, parent.parentElement].filter((each) => each !== null);
    return around.find((each) => sameShape(each).length > 1 && name !== undefined && each.contains(name));
  }

  /** The columns without items beside that of a list: their names are where its name is. */
  function emptyColumnsBeside(list: (typeof located)[number]) {
    const column = columnAround(list);
    const { name, path } = list;
    if (column === undefined || name === undefined || path === undefined) return [];
    const isTaken = (other: Element) =>
      located.some(({ parent, items }) => other.contains(items[0] ?? parent));
    return sameShape(column).flatMap((other) => {
      const found = isTaken(other) ? undefined : insideAs(other, indexesTo(name, column));
      const isName = found !== undefined && isShown.has(found) && nameIn(found, other) === found;
      return isName && found.localName === name.localName
        ? [{ ...list, parent: other, items: [], shapes: [], columns: [], name: found, column: other }]
        : [];
    });
  }

  function indexesTo(element: Element, outer: Element): number[] {
    const up = element.parentElement;
    return element === outer || up === null ? [] : [...indexesTo(up, outer), indexOf(element)];
  }

  function insideAs(outer: Element, indexes: readonly number[]): Element | undefined {
    return indexes.reduce<Element | undefined>((each, index) => each?.children[index], outer);
  }

  /** The XPath from a name to what follows the sibling of a list's parent, or of its items, that the name is in. */
  function pathFrom(name: Element, above: Element, parent: Element): string {
    let up = '';
    for (let each = name; each !== above && each.parentElement !== null; each = each.parentElement)
      up += '../';
    let down = '';
    let below = parent;
    while (
      above.parentElement !== parent &&
      below.parentElement !== null &&
      below.parentElement !== above.parentElement
    ) {
      down = `*[${indexOf(below) + 1}]/${down}`;
      below = below.parentElement;
    }
    if (above.parentElement === parent) return `${up}following-sibling::`;
    return `${up}following-sibling::*[${indexOf(below) - indexOf(above)}]/${down}`;
  }

  function indexOf(element: Element): number {
    return [...(element.parentElement?.children ?? [])].indexOf(element);
  }
}
