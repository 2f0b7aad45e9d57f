import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { NotImported } from './not-imported.ts';

/** A statement of a spec, or an action of a recording. */
export interface Statement {
  readonly line: number;
  readonly endLine: number;
  readonly code: string;
  /** Why it is not in the test case; undefined if it is. */
  reason?: string;
}

/** A step of an imported case, with the comments that stand before it. */
export interface Step {
  element: ExchangeElement;
  readonly comments: readonly string[];
  /** What it was made of. */
  readonly from: Statement;
}

/** A case of a file that is imported. Comments after the last step stand at the end. */
export interface ImportedCase {
  readonly description: string;
  readonly tagNames: readonly string[];
  readonly isOff: boolean;
  readonly steps: readonly Step[];
  readonly comments: readonly string[];
}

/** What was read of a file. */
export interface ImportedFile {
  readonly cases: readonly ImportedCase[];
  /** All statements, in the order of lines. A statement may contain others. */
  readonly statements: readonly Statement[];
  /** What stands outside of the cases, and is not in them. */
  readonly comments: readonly string[];
}

/** What stands in the place of a statement that is not imported. */
export function notImported({ line, code, reason }: Statement): string {
  return `Not imported, line ${line}: ${reason}\n${code}`;
}

/** Collects the steps of one case in their order, and the pages that they are in. */
export class CaseWriter {
  isOff = false;
  steps: Step[] = [];
  /** What the next steps are made of. */
  from: Statement = { line: 0, endLine: 0, code: '' };
  #comments: string[] = [];
  /** The pages that steps have been in, in their order, and the current one. */
  #pages: readonly number[] = [0];
  #page = 0;

  get comments(): readonly string[] {
    return this.#comments;
  }

  get last(): Step | undefined {
    return this.steps.at(-1);
  }

  /** Adds a comment before the next step. */
  comment(text: string): void {
    this.#comments.push(text);
  }

  add(element: ExchangeElement): Step {
    const step = { element, comments: this.#comments, from: this.from };
    this.#comments = [];
    this.steps.push(step);
    return step;
  }

  act(interaction: Interaction, selectors: ExchangeSelector[] = []): Step {
    return this.add({ selectors, interaction });
  }

  /** Inserts a step after another one, or before all. */
  insertAfter(step: Step | undefined, element: ExchangeElement): void {
    this.steps.splice(step === undefined ? 0 : this.steps.indexOf(step) + 1, 0, {
      element,
      comments: [],
      from: this.from,
    });
  }

  /** Whether the page may have changed since a step. */
  hasActedSince(step: Step | undefined): boolean {
    const since = this.steps.slice(step === undefined ? 0 : this.steps.indexOf(step) + 1);
    return since.some(({ element }) => element.interaction != null);
  }

  /** Goes to a page that has opened. @returns its number. */
  openPage(): number {
    this.act({ action: 'SWITCH_PAGE', calledWith: 'new' });
    this.#page = Math.max(...this.#pages) + 1;
    this.#pages = [...this.#pages, this.#page];
    return this.#page;
  }

  /** Goes to the page that the next step is for, if it is in another one. */
  goToPage(page: number): void {
    const distance = this.#pages.indexOf(page) - this.#pages.indexOf(this.#page);
    if (!this.#pages.includes(page)) throw new NotImported('the page has been closed');
    for (let left = Math.abs(distance); left > 0; left -= 1) {
      this.act({ action: 'SWITCH_PAGE', calledWith: distance > 0 ? 'next' : 'previous' });
    }
    this.#page = page;
  }

  closePage(page: number): void {
    const before = this.#pages[this.#pages.indexOf(page) - 1];
    if (before === undefined) throw new NotImported('the first page cannot be closed');
    this.goToPage(page);
    this.act({ action: 'CLOSE_PAGE' });
    this.#pages = this.#pages.filter((each) => each !== page);
    this.#page = before;
  }

  /** Undoes the steps of work that fails. */
  atomically(work: () => void): void {
    const before = {
      steps: [...this.steps],
      comments: [...this.#comments],
      page: this.#page,
      pages: this.#pages,
    };
    try {
      work();
    } catch (error) {
      this.steps = before.steps;
      this.#comments = before.comments;
      this.#page = before.page;
      this.#pages = before.pages;
      throw error;
    }
  }
}
