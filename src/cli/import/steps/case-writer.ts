import type { Assertion } from '../../../contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { type ImportedFile, notImported, type Statement, type Step } from '../imported-file.ts';
import { firstPage, NotImported, type Of, type Value } from '../javascript/value.ts';

/** How a listener answers the dialogs of later steps. */
interface Listener {
  readonly answer: Interaction;
  readonly from: Statement;
  /** Whether it answers more than one. */
  readonly isPersistent: boolean;
  /** The step that opens the dialog, as text; undefined before there is one. */
  readonly opener?: string;
  /** The last click before it that may have opened the dialog. */
  readonly before?: Step | undefined;
}

/** The page that a test opens itself, which is its first one if it uses it. */
const initialPage = -1;
const twoPages = 'the test has two pages without a link between them';

/** Collects the steps of one case in their order, and the pages that they are in. */
export class CaseWriter {
  isOff = false;
  /** Whether a hook is read that runs once for several tests. */
  isBeforeAll = false;
  /** Whether the page is one that such a hook has opened, so that each test begins where the one before ended. */
  sharesPage = false;
  steps: readonly Step[] = [];
  /** Comments before the next step. */
  comments: readonly string[] = [];
  /** What the next steps are made of. */
  from: Statement = { line: 0, endLine: 0, code: '' };
  #listener: Listener | undefined;
  readonly #stored: { readonly code: string; readonly from: Statement }[] = [];
  /** The pages that steps have been in, in their order, and the current one. */
  #pages: readonly number[] = [0];
  #page = 0;
  /** Whether the first page is that of the fixture, or one that the test has opened itself. */
  #firstPage: 'fixture' | 'own' | undefined;

  /** The case of the next test on the same page. */
  fork(): CaseWriter {
    const fork = new CaseWriter();
    [fork.sharesPage, fork.steps, fork.comments] = [this.sharesPage, this.steps, this.comments];
    [fork.#listener, fork.#pages] = [this.#listener, this.#pages];
    [fork.#page, fork.#firstPage] = [this.#page, this.#firstPage];
    return fork;
  }

  /** The test uses the page that the framework opens for it. One that it has opened itself may be unused. */
  usePage(): void {
    if (this.#firstPage === 'own' && this.last !== undefined) throw new NotImported(twoPages);
    this.#firstPage = 'fixture';
    this.sharesPage = false;
  }

  /** The page that a test opens itself: it is its first one. */
  initialPage(): Of<'elements'> {
    if (this.#firstPage !== undefined) throw new NotImported(twoPages);
    this.#firstPage = 'own';
    this.sharesPage = this.isBeforeAll;
    return { ...firstPage, page: initialPage };
  }

  get last(): Step | undefined {
    return this.steps.at(-1);
  }

  /** The steps after one, or all. */
  stepsSince(step: Step | undefined): readonly Step[] {
    return this.steps.slice(step === undefined ? 0 : this.steps.indexOf(step) + 1);
  }

  /** Whether a step after one acts on the page, and does not only check it. */
  hasActedSince(step: Step | undefined): boolean {
    return this.stepsSince(step).some(({ element, isPassive }) => element.interaction != null && !isPassive);
  }

  /** What is read of the page after the last step. */
  reading(of: Value, method: string, args: readonly Value[] = []): Of<'reading'> {
    return { kind: 'reading', method, of, args, after: this.last };
  }

  /** How many elements there are, if the last step has counted them: only visible ones are. */
  counted(selectors: ExchangeSelector[]): number | undefined {
    const { assertion, selectors: last } = this.last?.element ?? {};
    const isSame = JSON.stringify(last) === JSON.stringify(selectors);
    return isSame && assertion?.expectation === 'TO_HAVE_COUNT' ? assertion.calledWith : undefined;
  }

  /** Whether the last step has seen one of these elements: it has counted them, or found one by its position. */
  hasSeen(selectors: ExchangeSelector[]): boolean {
    const { assertion, selectors: last = [] } = this.last?.element ?? {};
    if (this.counted(selectors) !== undefined) return true;
    const isNth = assertion?.expectation === 'VISIBLE' && last.at(-1)?.selectorType === 'NTH';
    return isNth && JSON.stringify(last.slice(0, -1)) === JSON.stringify(selectors);
  }

  comment(text: string): undefined {
    this.comments = [...this.comments, text];
  }

  add(element: ExchangeElement, isPassive = false): Step {
    const step = { element, comments: this.comments, from: this.from, isPassive };
    this.comments = [];
    this.steps = [...this.steps, step];
    return step;
  }

  act(interaction: Interaction, selectors: ExchangeSelector[] = []): Step {
    const listener = this.#listener;
    const step = JSON.stringify([interaction, selectors]);
    const isFirst = listener?.opener === undefined && /^(?:CLICK|KEY_PRESS)$/.test(interaction.action);
    if (listener !== undefined && (isFirst || (listener.isPersistent && listener.opener === step))) {
      this.#listener = { ...listener, opener: step };
      this.add({ selectors: [], interaction: listener.answer });
    }
    return this.add({ selectors, interaction });
  }

  /**
   * Answers the dialog of the next click or key, and of the same step later if the listener lasts.
   * @param options `before`: the step whose dialog it answers if no click or key follows.
   */
  listen(answer: Interaction, options: Pick<Listener, 'isPersistent' | 'before'>): void {
    this.#listener = { answer, from: this.from, ...options };
    if (options.isPersistent)
      this.comment('The listener answers all dialogs. Here, only those of this step are answered.');
  }

  /** Names the listener that no step has a dialog for, and what is stored for a page that no step opens. */
  end(): void {
    for (const { from } of this.#stored) this.leaveOut(from, 'no step after it opens a page');
    const { opener, from, before, answer } = this.#listener ?? { opener: '' };
    if (opener !== undefined || from === undefined || answer === undefined) return;
    const index = before === undefined ? -1 : this.steps.indexOf(before);
    if (index < 0) this.leaveOut(from, 'no step after it can open a dialog');
    else this.insertAfter(this.steps[index - 1], { selectors: [], interaction: answer });
  }

  /** Runs what `storeBefore` was given, in the page that was opened. @returns whether there was any. */
  store(): boolean {
    const stored = this.#stored.splice(0);
    for (const { code } of stored) this.runInPage(code);
    return stored.length > 0;
  }

  /** Whether there is something to store when the next page is opened. */
  get isStoring(): boolean {
    return this.#stored.length > 0;
  }

  /** Takes code that stores something before the next page is loaded. */
  storeBefore(code: string): void {
    this.#stored.push({ code, from: this.from });
  }

  runInPage(code: string): Step {
    return this.act({ action: 'JAVASCRIPT', calledWith: { execType: 'browser', code } });
  }

  waitFor(calledWith: Extract<Interaction, { action: 'WAIT_FOR' }>['calledWith']): undefined {
    this.act({ action: 'WAIT_FOR', calledWith });
  }

  /** Waits until code of the page returns true. */
  waitUntil(code: string): undefined {
    this.waitFor({ type: 'code', code });
  }

  /** Asserts that code of the page returns true, at once or after a while. */
  assertCode(code: string): undefined {
    this.add(
      { selectors: [], interaction: { action: 'WAIT_FOR', calledWith: { type: 'code', code } } },
      true,
    );
  }

  assert(assertion: Assertion, selectors: ExchangeSelector[] = []): Step {
    return this.add({ selectors, assertion });
  }

  /** Inserts a step that does not change the page after another one, or before all. */
  insertAfter(step: Step | undefined, element: ExchangeElement): Step {
    const since = this.stepsSince(step);
    const before = this.steps.slice(0, this.steps.length - since.length);
    const inserted = { element, comments: [], from: this.from, isPassive: true };
    this.steps = [...before, inserted, ...since];
    return inserted;
  }

  /** Goes to a page that has opened. */
  openPage(): Of<'elements'> {
    this.act({ action: 'SWITCH_PAGE', calledWith: 'new' });
    this.#page = Math.max(0, ...this.#pages) + 1;
    this.#pages = [...this.#pages, this.#page];
    return { kind: 'elements', page: this.#page, line: 'page' };
  }

  /** Goes to the page that the next step is for, if it is in another one. */
  goToPage(to: number): void {
    if (to === initialPage && this.#firstPage === 'fixture') throw new NotImported(twoPages);
    const page = to === initialPage ? 0 : to;
    if (!this.#pages.includes(page)) throw new NotImported('the page has been closed');
    const distance = this.#pages.indexOf(page) - this.#pages.indexOf(this.#page);
    for (let left = Math.abs(distance); left > 0; left -= 1) {
      this.act({ action: 'SWITCH_PAGE', calledWith: distance > 0 ? 'next' : 'previous' });
    }
    this.#page = page;
  }

  closePage(closed: number): undefined {
    if (closed === initialPage && this.#firstPage === 'fixture') return undefined;
    const page = closed === initialPage ? 0 : closed;
    const before = this.#pages[this.#pages.indexOf(page) - 1];
    // The first page is closed when the case ends. No step is possible on it after this one.
    if (before === undefined && this.#pages.length > 1)
      throw new NotImported('the first page cannot be closed');
    if (before === undefined) {
      this.#pages = [];
      return undefined;
    }
    this.goToPage(page);
    this.act({ action: 'CLOSE_PAGE' });
    this.#pages = this.#pages.filter((each) => each !== page);
    this.#page = before;
  }

  /** Runs work that makes steps of a statement. @returns why the statement is not imported, if it is not. */
  read(from: Statement, work: () => void): string | undefined {
    const outer = this.from;
    const before = [this.steps, this.comments, this.#listener, this.#page, this.#pages, this.isOff] as const;
    this.from = from;
    try {
      work();
      return undefined;
    } catch (error) {
      // A jump ends the statement, but is no failure.
      if (!(error instanceof NotImported)) throw error;
      [this.steps, this.comments, this.#listener, this.#page, this.#pages, this.isOff] = before;
      return error.message;
    } finally {
      this.from = outer;
    }
  }

  /** Says in the place of a statement why it is not imported. */
  leaveOut(statement: Statement, reason: string): void {
    statement.reason = reason;
    this.comment(notImported(statement));
  }
}

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
