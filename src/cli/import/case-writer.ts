import type { Assertion } from '../../contract/exchange/assertion.ts';
import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { NotImported } from './not-imported.ts';
import type { Args, Elements, Reading, Value } from './value.ts';

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

/** How a listener answers the dialogs of later steps. */
interface Listener {
  readonly answer: Interaction;
  readonly from: Statement;
  /** Whether it answers more than one. */
  readonly isLasting: boolean;
  /** The step that opens the dialog, as text; undefined before there is one. */
  readonly opener?: string;
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
  steps: readonly Step[] = [];
  /** Comments before the next step. */
  comments: readonly string[] = [];
  /** What the next steps are made of. */
  from: Statement = { line: 0, endLine: 0, code: '' };
  #listener: Listener | undefined;
  /** The pages that steps have been in, in their order, and the current one. */
  #pages: readonly number[] = [0];
  #page = 0;

  get last(): Step | undefined {
    return this.steps.at(-1);
  }

  /** The steps after one, or all. */
  stepsSince(step: Step | undefined): readonly Step[] {
    return this.steps.slice(step === undefined ? 0 : this.steps.indexOf(step) + 1);
  }

  /** What is read of the page after the last step. */
  reading(of: Value, method: string, args: Args = []): Reading {
    return { kind: 'reading', method, of, args, after: this.last };
  }

  comment(text: string): void {
    this.comments = [...this.comments, text];
  }

  add(element: ExchangeElement): Step {
    const step = { element, comments: this.comments, from: this.from };
    this.comments = [];
    this.steps = [...this.steps, step];
    return step;
  }

  act(interaction: Interaction, selectors: ExchangeSelector[] = []): Step {
    const listener = this.#listener;
    const step = JSON.stringify([interaction, selectors]);
    const isFirst = listener?.opener === undefined && /^(?:CLICK|KEY_PRESS)$/.test(interaction.action);
    if (listener !== undefined && (isFirst || (listener.isLasting && listener.opener === step))) {
      this.#listener = { ...listener, opener: step };
      this.add({ selectors: [], interaction: listener.answer });
    }
    return this.add({ selectors, interaction });
  }

  /** Answers the dialog of the next click or key, and of the same step later if the listener lasts. */
  listen(answer: Interaction, isLasting: boolean): void {
    this.#listener = { answer, from: this.from, isLasting };
    if (isLasting)
      this.comment('The listener answers all dialogs. Here, only those of this step are answered.');
  }

  /** Names the listener that no step has a dialog for. */
  end(): void {
    const { opener, from } = this.#listener ?? { opener: '' };
    if (opener !== undefined || from === undefined) return;
    this.leaveOut(from, 'no step after it can open a dialog');
  }

  assert(assertion: Assertion, selectors: ExchangeSelector[] = []): Step {
    return this.add({ selectors, assertion });
  }

  /** Inserts a step after another one, or before all. */
  insertAfter(step: Step | undefined, element: ExchangeElement): void {
    const since = this.stepsSince(step);
    const before = this.steps.slice(0, this.steps.length - since.length);
    this.steps = [...before, { element, comments: [], from: this.from }, ...since];
  }

  /** Goes to a page that has opened. */
  openPage(): Elements {
    this.act({ action: 'SWITCH_PAGE', calledWith: 'new' });
    this.#page = Math.max(...this.#pages) + 1;
    this.#pages = [...this.#pages, this.#page];
    return { kind: 'elements', page: this.#page, line: 'page' };
  }

  /** Goes to the page that the next step is for, if it is in another one. */
  goToPage(page: number): void {
    if (!this.#pages.includes(page)) throw new NotImported('the page has been closed');
    const distance = this.#pages.indexOf(page) - this.#pages.indexOf(this.#page);
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

  /** Runs work that makes steps of a statement. @returns why the statement is not imported, if it is not. */
  read(from: Statement, work: () => void): string | undefined {
    const outer = this.from;
    this.from = from;
    try {
      this.#atomically(work);
      return undefined;
    } catch (error) {
      if (error instanceof NotImported) return error.message;
      throw error;
    } finally {
      this.from = outer;
    }
  }

  /** Says in the place of a statement why it is not imported. */
  leaveOut(statement: Statement, reason: string): void {
    statement.reason = reason;
    this.comment(notImported(statement));
  }

  /** Undoes the steps of work that fails. */
  #atomically(work: () => void): void {
    const { steps, comments } = this;
    const listener = this.#listener;
    const [page, pages] = [this.#page, this.#pages];
    try {
      work();
    } catch (error) {
      Object.assign(this, { steps, comments });
      this.#listener = listener;
      this.#page = page;
      this.#pages = pages;
      throw error;
    }
  }
}

/** The one case of a recording. */
export function recordedCase(
  description: string,
  statements: readonly Statement[],
  add: (statement: Statement, writer: CaseWriter) => void,
): ImportedFile {
  const writer = new CaseWriter();
  for (const statement of statements) {
    const reason = writer.read(statement, () => add(statement, writer));
    if (reason !== undefined) writer.leaveOut(statement, reason);
  }
  const { steps, comments } = writer;
  return { cases: [{ description, tagNames: [], isOff: false, steps, comments }], statements, comments: [] };
}
