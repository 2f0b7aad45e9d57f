import { pageFunction } from '../common/page-function.ts';
import type { createPageListeners, createPageTarget } from './page-events.ts';

/** An element that an operator can break. */
export interface PageSite {
  readonly element: HTMLElement;
  readonly role: string;
  /** As a person reads it. */
  readonly name: string;
  /** What the operator shows instead, or what it keeps. */
  readonly detail?: string;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type PageElements = ReturnType<typeof createPageElements>;

/** The source of `createPageElements`. */
export const pageElements = pageFunction(createPageElements, [
  isVisible,
  textsIn,
  fieldOf,
  ownText,
  submitsForm,
  roleOf,
  nameOf,
  nativeNames,
  textOf,
  textInside,
  fold,
]);

/** In the page: finds and describes elements. */
function createPageElements() {
  const maxElements = 3000;
  const added = new Set<Element>();
  /** The names of elements before they were changed, as long as they stay as they were changed to. */
  const kept = new WeakMap<Element, { readonly before: string; readonly now: string }>();

  const unusable =
    ':disabled,[aria-disabled=true],[aria-selected=true],[aria-current]:not([aria-current=false])';

  return {
    ...{ all, withText, ownText, textsIn, fieldOf, submitsForm, site, keepName, isOwn },
    /** The visible elements that can be used. A selected tab is where the user is already. */
    usable: (selector: string) => all(selector).filter((each) => !each.matches(unusable)),
    namedSites: (found: readonly HTMLElement[]) =>
      found.map((each) => site(each)).filter(({ name }) => name !== ''),
    addOwn: (element: Element) => added.add(element),
    /** What can be clicked, without what sends a form. */
    buttons:
      'button,summary,input[type=button],input[type=reset],[role=button],[role=tab],[role=switch],[role=checkbox],[role=menuitem]',
    submits: 'input[type=submit],input[type=image]',
    fields:
      'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image],[type=file]),select,textarea',
  };

  /** Elements of the operator are no elements of the page. */
  function isOwn(element: Element): boolean {
    return [...added].some((each) => each.contains(element));
  }

  function shown(elements: Iterable<Element>): HTMLElement[] {
    const found: HTMLElement[] = [];
    for (const element of elements) {
      if (found.length >= maxElements) break;
      if (element instanceof HTMLElement && isVisible(element) && !isOwn(element)) found.push(element);
    }
    return found;
  }

  /** The visible elements that a selector matches. */
  function all(selector: string): HTMLElement[] {
    return shown(document.querySelectorAll(selector));
  }

  /** The visible elements that have a text of their own. */
  function withText(): HTMLElement[] {
    const filled = textsIn(document.body).filter(({ data }) => /\S/.test(data));
    const parents = new Set(filled.flatMap(({ parentElement }) => parentElement ?? []));
    const isText = ({ localName }: Element) =>
      !/^(?:script|style|noscript|template|textarea|option)$/.test(localName);
    return shown([...parents].filter(isText));
  }

  function site(element: HTMLElement, detail?: string): PageSite {
    const name = nameOf(element);
    const before = kept.get(element);
    return {
      element,
      role: roleOf(element),
      name: before?.now === name ? before.before : name,
      ...(detail === undefined ? {} : { detail: fold(detail) }),
    };
  }

  /** Changes an element that keeps its name for `site`. */
  function keepName(element: HTMLElement, change: () => void): void {
    const before = site(element).name;
    change();
    kept.set(element, { before, now: nameOf(element) });
  }
}

function isVisible(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (
    width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  );
}

function textsIn(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) texts.push(node);
  return texts;
}

/** The parts of an element's own text that are not blank. */
function ownText(element: Element): Text[] {
  return [...element.childNodes].filter(
    (node): node is Text => node instanceof Text && /\S/.test(node.nodeValue ?? ''),
  );
}

function fieldOf(element: Element | undefined): Field | undefined {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isField ? element : undefined;
}

function submitsForm(element: HTMLElement): boolean {
  return (
    (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
    element.form !== null &&
    /^(?:submit|image)$/.test(element.type)
  );
}

function roleOf(element: HTMLElement): string {
  const rolesByTag: Readonly<Record<string, string>> = {
    a: 'link',
    button: 'button',
    summary: 'button',
    select: 'combobox',
    textarea: 'textbox',
    img: 'image',
    li: 'list item',
    tr: 'row',
    td: 'cell',
    th: 'cell',
    form: 'form',
    p: 'paragraph',
    label: 'label',
  };
  const rolesByType: Readonly<Record<string, string>> = {
    checkbox: 'checkbox',
    radio: 'radio button',
    range: 'slider',
    number: 'spinbutton',
    submit: 'button',
    button: 'button',
    reset: 'button',
    image: 'button',
  };
  const [explicit] = (element.getAttribute('role') ?? '').split(' ');
  if (explicit) return explicit === 'listitem' ? 'list item' : explicit;
  if (/^h[1-6]$/.test(element.localName)) return 'heading';
  if (element instanceof HTMLInputElement) return rolesByType[element.type] ?? 'textbox';
  const own = rolesByTag[element.localName];
  if (own !== undefined) return own;
  const around = element.closest<HTMLElement>('a,button,li,td,th,label,h1,h2,h3');
  return around === null ? 'text' : `text in ${roleOf(around)}`;
}

function nameOf(element: HTMLElement): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const labelled = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const candidates = [labelled, element.getAttribute('aria-label'), ...nativeNames(element), element.title];
  return fold(candidates.find((text) => text && /\S/.test(text)) ?? '');
}

function nativeNames(element: HTMLElement): (string | null)[] {
  if (element instanceof HTMLInputElement && /^(?:submit|button|reset)$/.test(element.type))
    return [element.value];
  const field = fieldOf(element);
  if (field !== undefined) {
    const label = field.labels?.[0];
    const text = label === undefined ? '' : textOf(label) || (label.textContent ?? '');
    return [text, field.getAttribute('placeholder'), field.name, field.id];
  }
  if (element instanceof HTMLImageElement) return [element.alt];
  if (element instanceof HTMLFormElement) {
    const submit = element.querySelector<HTMLElement>('button:not([type=button]),input[type=submit]');
    return [submit === null ? '' : nameOf(submit), element.getAttribute('name')];
  }
  // Items often differ only in what is inside them, such as a link.
  const isItem = /^(?:list item|row|article)$/.test(roleOf(element));
  return isItem ? [textInside(element)] : [textOf(element), textInside(element)];
}

function textOf(element: Element): string {
  return ownText(element)
    .map(({ nodeValue }) => nodeValue)
    .join(' ');
}

/** The texts of an element and of those inside it, with a space between them. */
function textInside(element: Element): string {
  const texts = textsIn(element).map(({ data }) => data);
  return texts.join(' ').replace(/\s+(?=[,.;:])/g, '');
}

function fold(text: string): string {
  const maxCharacters = 80;
  return text.replace(/\s+/g, ' ').trim().slice(0, maxCharacters);
}

export interface PageOperator {
  /** The elements that it can break now, such that a person would see it or could not use something. */
  sites(): PageSite[];
  /**
   * Breaks an element. Called again after each change of the page, so it changes nothing that is broken already.
   * @returns what shows that the element is still broken, if that is not the element itself.
   */
  apply(site: PageSite): Node | undefined;
  /** Runs before the scripts of the page. */
  install?(): void;
}

export type PageOperators = Readonly<Record<string, PageOperator>>;

/** What operators work with. */
export interface PageTools
  extends Pick<ReturnType<typeof createPageListeners>, 'isListenedTo' | 'beforeListeners'> {
  readonly elements: PageElements;
  readonly target: ReturnType<typeof createPageTarget>;
  /** The first text of a broken element, for as long as the tab is open. */
  readonly firstText: { get(): string | null; set(text: string): void };
}
