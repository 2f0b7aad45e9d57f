import { pageFunction } from '../../common/page-function.ts';
import type { RoleAndName } from '../recording/driver-locators.ts';
import type { PageLocators } from '../recording/page-locators.ts';
import type { findPlainLists } from './plain-lists.ts';
import type { createQuickLocators } from './quick-locators.ts';

interface Tools {
  readonly locators: PageLocators;
  readonly quickLocators: typeof createQuickLocators;
  readonly roleAndNameOf: (element: Element) => RoleAndName | undefined;
  readonly maxElements: number;
  readonly plainListsOf: typeof findPlainLists;
  readonly knownShapes: readonly string[];
}

export const elementReader = pageFunction(readElements, [
  allElements,
  isVisible,
  isInModal,
  parentOf,
  ancestors,
  textOf,
  createDriverText,
  oneLine,
  createSurroundings,
  hintsOf,
  formOf,
  formActionOf,
  isPlainControl,
  isClickable,
  hasOwnText,
  headingIn,
  positionOf,
  describeField,
]);

/** In the page: reads the elements of a frame, with structured locators. */
function readElements({
  locators,
  quickLocators,
  roleAndNameOf,
  maxElements,
  plainListsOf,
  knownShapes,
}: Tools): object[] {
  const controls =
    /^(?:button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|textbox|searchbox|combobox|spinbutton|slider|listbox)$/;
  const shownRoles =
    /^(?:heading|alert|status|alertdialog|dialog|log|listitem|row|cell|gridcell|columnheader|rowheader|progressbar|meter|table|grid|figure|tooltip|time|article)$/;

  const visible = [...allElements(document)].filter(isVisible);
  const rolesAndNames = new Map(
    visible.flatMap((element) => {
      const roleAndName = roleAndNameOf(element);
      return roleAndName === undefined ? [] : [[element, roleAndName] as const];
    }),
  );
  const plainLists = plainListsOf(visible, rolesAndNames, {
    knownShapes,
    looksGenerated: locators.looksGenerated,
  });
  const driverText = createDriverText();
  const quick = quickLocators({ locators, visible, rolesAndNames, plainLists, driverText });
  const surroundings = createSurroundings(rolesAndNames);
  const items = new Map(
    quick.lists.flatMap((list) => list.items.map((item, index) => [item, { list, index }] as const)),
  );
  const columns = new Map(
    quick.lists.flatMap((list) => (list.name && list.column ? [[list.name, list]] : [])),
  );
  for (const { column, name } of quick.lists) if (column && name) surroundings.noteColumn(column, name);
  for (const [item, { list, index }] of items) surroundings.noteItem(item, index, list.name);
  const kept = new Map<Element, { index: number; text: string; isText: boolean; isControl: boolean }>();
  const found: object[] = [];
  for (const element of visible) {
    if (found.length >= maxElements) break;
    const roleAndName = rolesAndNames.get(element) ?? { role: '', name: '', hasIcon: false };
    if (roleAndName.role === 'heading') surroundings.noteHeading(element, roleAndName.name);
    const described = describe(element, roleAndName);
    if (described !== undefined) found.push(described);
  }
  return found;

  /** The list in the column of a board that an element is the name of, and how far around it the column is. */
  function listCalledBy(element: Element, around: readonly Element[]) {
    const list = columns.get(element);
    const levels = list?.column === undefined ? 0 : around.length - around.indexOf(list.column);
    return list?.locator === undefined ? {} : { list: { locator: list.locator, levels } };
  }

  /** The column of a list of plain elements, and its position from 1. */
  function cellOf(element: Element, around: readonly Element[]) {
    const row = around.findLast((each) => items.has(each));
    const list = row === undefined ? undefined : items.get(row)?.list;
    const at = [...(row?.children ?? [])].findIndex((each) => each.contains(element));
    const column = list?.columns[at] ?? '';
    return column === '' ? {} : { cell: { column, at: at + 1 } };
  }

  function describe(element: Element, { role, name }: RoleAndName): object | undefined {
    const around = ancestors(element);
    const outer = around.flatMap((each) => kept.get(each) ?? []);
    const isControl = controls.test(role) || isPlainControl(element);
    // The texts in a control are its name.
    if (!isControl && outer.some((each) => each.isControl)) return undefined;
    const text = textOf(element);
    const isText = hasOwnText(element);
    const item = items.get(element);
    const isUsed = !isControl && isClickable(element);
    const isShown =
      isControl || isUsed || item !== undefined || shownRoles.test(role) || (role === 'img' && name !== '');
    const isPart = outer.some((each) => each.isText || each.text === text);
    if (!isShown && (!isText || isPart)) return undefined;
    const locator = quick.locate(element);
    if (locator === undefined) return undefined;
    kept.set(element, { index: found.length, text, isText, isControl });
    const field = describeField(element, role);
    const comparedText = text === '' ? '' : oneLine(driverText(element));
    return {
      role: item === undefined ? role : 'generic',
      name,
      tag: element.localName,
      text,
      ...(comparedText === text ? {} : { comparedText }),
      locator,
      ...(isControl ? {} : { locatorWithoutText: quick.locateWithoutText(element) }),
      ...(item === undefined
        ? {}
        : { item: { locator: item.list.locator, shape: item.list.shapes[item.index] } }),
      ...(field === undefined ? {} : { field }),
      ...(element.hasAttribute('title') ? { title: element.getAttribute('title') } : {}),
      ...(isUsed ? { isClickable: true } : {}),
      ...(isUsed || (isControl && field === undefined) ? { hints: hintsOf(element) } : {}),
      ...(element instanceof HTMLAnchorElement && element.hasAttribute('href') ? { href: element.href } : {}),
      ...formActionOf(element),
      isDisabled: element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null,
      ...(role === 'button' && element.hasAttribute('aria-pressed')
        ? { isPressed: element.getAttribute('aria-pressed') === 'true' }
        : {}),
      ...(isInModal(element) ? { isModal: true } : {}),
      ...cellOf(element, around),
      ...listCalledBy(element, around),
      within: [...around.flatMap(surroundings.wordsOf), ...surroundings.listOf(element)],
      inside: outer.map(({ index }) => index),
    };
  }
}

function* allElements(root: Document | ShadowRoot): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot !== null) yield* allElements(element.shadowRoot);
  }
}

/** As in the driver: the element has a box. */
function isVisible(element: Element): boolean {
  if (/^(?:script|style|template|noscript|option|optgroup|source|track|br)$/.test(element.localName))
    return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
}

/** A drawer beside the page, or a dialog that is transparent, is not open. */
function isInModal(element: Element): boolean {
  const modal = element.closest('dialog:modal, [aria-modal=true]');
  if (modal === null || !modal.checkVisibility({ opacityProperty: true })) return false;
  const { left, right, top, bottom } = modal.getBoundingClientRect();
  return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

function ancestors(element: Element): Element[] {
  const parent = parentOf(element);
  return parent === null ? [] : [...ancestors(parent), parent];
}

function textOf(element: Element): string {
  if (/^(?:input|textarea|select)$/.test(element.localName)) return '';
  const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
  return oneLine(text);
}

/** Reads the texts of elements as the driver does: what is in the document, however it is shown. */
function createDriverText(): (element: Element) => string {
  const texts = new Map<Element, string>();
  return (element) => {
    const text = texts.get(element) ?? normalized(rawText(element));
    texts.set(element, text);
    return text;
  };

  function normalized(text: string): string {
    return text
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  function rawText(element: Element): string {
    if (element.matches('script,noscript,style,head *')) return '';
    if (element instanceof HTMLInputElement && /^(?:submit|button)$/.test(element.type)) return element.value;
    return [...element.childNodes, ...(element.shadowRoot?.childNodes ?? [])]
      .map((each) => (each instanceof Element ? rawText(each) : each instanceof Text ? each.data : ''))
      .join('');
  }
}

function oneLine(text: string): string {
  const maxCharacters = 500;
  return text.replace(/\s+/g, ' ').trim().slice(0, maxCharacters);
}

/** Knows the headings of what is around elements, and how it is described. */
function createSurroundings(rolesAndNames: ReadonlyMap<Element, RoleAndName>) {
  const headings = new Map<Element, { level: number; words: string }[]>();
  const containers: Readonly<Record<string, string>> = {
    dialog: 'dialog',
    alertdialog: 'alertdialog',
    form: 'form',
    navigation: 'navigation',
    main: 'main',
    banner: 'banner',
    contentinfo: 'footer',
    complementary: 'complementary',
    search: 'search',
    region: 'region',
    list: 'list',
    table: 'table',
    grid: 'table',
    article: 'article',
    group: 'group',
    radiogroup: 'group',
    tabpanel: 'tab panel',
    menu: 'menu',
    toolbar: 'toolbar',
  };
  const items = new Map<Element, { list: string[]; own: string }>();
  const columns = new Map<Element, string>();
  return { noteHeading, noteItem, noteColumn, listOf, wordsOf };

  function noteColumn(element: Element, name: Element): void {
    columns.set(element, `items ${JSON.stringify(textOf(name))}`);
  }

  /** An item of a list of plain elements, which a text may name. */
  function noteItem(element: Element, index: number, name: Element | undefined): void {
    const list = name === undefined ? [] : [`items ${JSON.stringify(textOf(name))}`];
    items.set(element, { list, own: `list item ${index + 1}` });
  }

  function listOf(element: Element): string[] {
    return items.get(element)?.list ?? [];
  }

  /** A heading is about what is in its parent, or around that if it contains nothing else. */
  function noteHeading(element: Element, name: string): void {
    let scope = parentOf(element);
    while (scope !== null && scope !== document.body && textOf(scope) === textOf(element))
      scope = parentOf(scope);
    if (scope === null || name === '') return;
    const level = Number(
      element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? 2,
    );
    const outer = (headings.get(scope) ?? []).filter((each) => each.level < level);
    headings.set(scope, [...outer, { level, words: `heading ${JSON.stringify(name)}` }]);
  }

  function wordsOf(element: Element): string[] {
    return [...ownWords(element), ...(headings.get(element) ?? []).map(({ words }) => words)];
  }

  function ownWords(element: Element): string[] {
    const { role, name } = rolesAndNames.get(element) ?? { role: '', name: '' };
    const column = columns.get(element);
    if (column !== undefined) return [column];
    const item = items.get(element);
    if (item !== undefined) return [...item.list, item.own];
    if (role === 'listitem') return [`list item ${positionOf(element)}`];
    if (role === 'row') return [`row ${positionOf(element)}`];
    const word = containers[role] ?? (element.localName === 'form' ? 'form' : undefined);
    if (word === undefined) return [];
    const caption = name || (element instanceof HTMLFormElement ? headingIn(element) : '');
    if (word === 'list' && caption === '') return [];
    return [caption === '' ? word : `${word} ${JSON.stringify(caption)}`];
  }
}

function headingIn(element: Element): string {
  const heading = element.querySelector('h1,h2,h3,h4,h5,h6');
  return heading === null ? '' : textOf(heading);
}

function positionOf(element: Element): number {
  const siblings = [...(element.parentElement?.children ?? [])].filter(
    (each) => each.localName === element.localName,
  );
  return siblings.indexOf(element) + 1;
}

/** The classes, icons and other attributes of a control, and the method that its form stands for. */
function hintsOf(element: Element): string {
  const maxCharacters = 500;
  const isSubmit = element.matches('button,[type=submit]');
  const method = isSubmit ? formOf(element)?.querySelector('input[name=_method]') : undefined;
  const icons = element.querySelectorAll('svg,use,i,img,span');
  const all = [element, ...icons, ...(method == null ? [] : [method])];
  const hinting = /^(?:class|id|src|href|xlink:href|value|(?:data|hx|ng|v|x)-.*|@.*|on.*|formmethod)$/;
  const isHint = ({ name, ownerElement }: Attr) =>
    hinting.test(name) && (ownerElement !== element || name !== 'value');
  return all
    .slice(0, 8)
    .flatMap((each) => [...each.attributes].filter(isHint))
    .map(({ name, value }) => `${name} ${value}`)
    .join(' ')
    .slice(0, maxCharacters);
}

function formOf(element: Element): HTMLFormElement | undefined {
  return 'form' in element && element.form instanceof HTMLFormElement ? element.form : undefined;
}

function formActionOf(element: Element): { formAction?: string } {
  const form = formOf(element);
  const action = element.getAttribute('formaction') ?? form?.getAttribute('action') ?? null;
  const url = form === undefined || action === null ? null : URL.parse(action, document.baseURI);
  return url === null ? {} : { formAction: url.href };
}

function isPlainControl(element: Element): boolean {
  const isEditor =
    element instanceof HTMLElement &&
    element.isContentEditable &&
    element.parentElement?.isContentEditable !== true;
  return isEditor || /^(?:button|input|select|textarea|summary)$/.test(element.localName);
}

/**
 * Whether a person would click an element that nothing marks as a control: the cursor says so, or a handler. Of elements with
 * the same text, it is the innermost one.
 */
function isClickable(element: Element): boolean {
  const maxCharacters = 100;
  const hasPointer = (each: Element) => getComputedStyle(each).cursor === 'pointer';
  const hasHandler = (each: Element | null) => each instanceof HTMLElement && each.onclick !== null;
  if (!hasPointer(element) && !hasHandler(element) && !hasHandler(parentOf(element))) return false;
  if (element.closest('a,button,label,select,summary') !== null) return false;
  if (element.querySelector('a,button,input,label,select,textarea,summary') !== null) return false;
  const text = textOf(element);
  if (text === '' || text.length > maxCharacters) return false;
  if ([...element.children].some((child) => textOf(child) === text)) return false;
  let outer = element;
  let parent = parentOf(outer);
  while (parent !== null && !hasHandler(outer) && textOf(parent) === text) {
    outer = parent;
    parent = parentOf(outer);
  }
  return hasHandler(outer) || (parent !== null && hasPointer(outer) && !hasPointer(parent));
}

function hasOwnText(element: Element): boolean {
  return [...element.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
  );
}

/** Describes what a field holds and accepts; undefined for what is no field. */
function describeField(element: Element, role: string): object | undefined {
  const isInput = element instanceof HTMLInputElement;
  const isText = element instanceof HTMLTextAreaElement;
  const isSelect = element instanceof HTMLSelectElement;
  const isEditor = element instanceof HTMLElement && element.isContentEditable;
  if (isInput && /^(?:button|submit|reset|image|hidden)$/.test(element.type)) return undefined;
  const isWidget =
    /^(?:textbox|searchbox|combobox|spinbutton|slider|checkbox|radio|switch|menuitemcheckbox|menuitemradio|listbox)$/.test(
      role,
    );
  if (!isInput && !isText && !isSelect && !isEditor && !isWidget) return undefined;
  const native = isInput || isText || isSelect ? element : undefined;
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const options = isSelect ? [...element.options].filter(({ disabled }) => !disabled) : [];
  const labels = [...(native?.labels ?? [])].map((label) => labelText(label));
  const labelledBy = attribute('aria-labelledby')
    .split(/\s+/)
    .flatMap((id) => (id === '' ? [] : (document.getElementById(id)?.textContent ?? [])));
  const optional = (name: string) => (attribute(name) === '' ? {} : { [name]: attribute(name) });
  const length = (name: 'minLength' | 'maxLength') =>
    (isInput || isText) && element[name] >= 0 ? { [name]: element[name] } : {};
  return {
    type: isEditor ? 'contenteditable' : (native?.type.replace('select-one', 'select') ?? role),
    label: oneLine(labels.join(' ') || attribute('aria-label') || labelledBy.join(' ')),
    placeholder: attribute('placeholder') || attribute('aria-placeholder'),
    value: currentValue(),
    checked: isInput ? element.checked : attribute('aria-checked') === 'true',
    disabled: element.matches(':disabled') || attribute('aria-disabled') === 'true',
    required: (native?.required ?? false) || attribute('aria-required') === 'true',
    autocomplete: attribute('autocomplete'),
    name: attribute('name'),
    options: options.map(({ label }) => oneLine(label)),
    optionValues: options.map(({ value }) => value),
    ...optional('min'),
    ...optional('max'),
    ...optional('step'),
    ...optional('pattern'),
    ...length('minLength'),
    ...length('maxLength'),
  };

  /** The text of a label, without that of a field in it. */
  function labelText(label: HTMLLabelElement): string {
    const copy = label.cloneNode(true);
    if (!(copy instanceof Element)) return '';
    for (const each of copy.querySelectorAll('select,textarea,script,style')) each.remove();
    return copy.textContent ?? '';
  }

  function currentValue(): string {
    if (isSelect) return [...element.selectedOptions].map(({ label }) => oneLine(label)).join(', ');
    if (isInput && element.type === 'password') return '';
    if (isInput || isText) return element.value;
    const isList = element instanceof HTMLElement && role === 'combobox';
    return isEditor || isList
      ? element.innerText.trim()
      : attribute('aria-valuetext') || attribute('aria-valuenow');
  }
}
