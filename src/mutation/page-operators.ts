import type { PageElements, PageSite } from './page-elements.ts';

/** An operator in the page. */
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
export interface PageTools {
  readonly elements: PageElements;
  /** Whether a script of the page listens to events of an element, or of an element around it inside the body. */
  isListenedTo(element: Element, types: readonly string[]): boolean;
  /** Sets what is called before each listener of the page; what it throws stops the listener. */
  beforeListeners(call: (event: Event) => void): void;
  /** The first text of a broken element, for as long as the tab is open. */
  readonly firstText: { get(): string | null; set(text: string): void };
}
