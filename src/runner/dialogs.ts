import type { BrowserContext, Dialog } from 'playwright-core';
import { cut } from '../common/text.ts';
import { preparesDialog } from '../contract/exchange/interaction.ts';
import type { Problem } from './documents/findings.ts';
import { elementOf, nameOfStep, type StepRef } from './documents/step-ref.ts';
import { unlessLate, withTimeout } from './wait.ts';

/** A dialog that the next step is expected to open. */
export interface ExpectedDialog {
  readonly answer: 'accept' | 'dismiss';
  /** What its message contains; undefined for any message. */
  readonly message: string | RegExp | undefined;
  /** What to enter in a prompt; undefined for the text that it suggests. */
  readonly promptText: string | undefined;
}

/** A page can open dialogs in a loop. */
const maxWarnings = 20;
const maxMessageCharacters = 200;

/**
 * Answers the dialogs of all pages of an attempt: those that steps expect in their order, and all others as the driver does
 * by default. It dismisses them, and leaves a page that asks for confirmation before.
 */
export class Dialogs {
  #step: StepRef;
  #expected: { readonly dialog: ExpectedDialog; readonly step: StepRef }[] = [];
  /** How a dialog differs from what was expected. */
  #problem: string | undefined;
  /** Ends when the last expected dialog is answered, and its page has gone on. */
  #answered: Promise<void> = Promise.resolve();
  #opened = Promise.withResolvers<void>();
  #warnings: Problem[] = [];
  #warningCount = 0;
  /** The last dialog that no step expected. */
  #unexpected: string | undefined;

  constructor(context: BrowserContext, step: StepRef) {
    this.#step = step;
    context.on('dialog', (dialog) => this.#onDialog(dialog));
  }

  /** The step to which dialogs are attributed from now on. What steps before it expect is only kept if it directly follows. */
  begin(step: StepRef): void {
    if (!this.#isPreparing() || this.#step.testCase !== step.testCase) {
      this.#expected = [];
      this.#problem = undefined;
    }
    this.#step = step;
  }

  /** Whether the current step only says how to answer a dialog. */
  #isPreparing(): boolean {
    const element = elementOf(this.#step);
    return element !== undefined && preparesDialog(element);
  }

  /** Takes a warning for each dialog that no step expected. */
  takeWarnings(): Problem[] {
    return this.#warnings.splice(0);
  }

  expect(dialog: ExpectedDialog): void {
    this.#expected.push({ dialog, step: this.#step });
  }

  /** The step whose dialog has not opened, because no step has followed. */
  get unmet(): StepRef | undefined {
    return this.#isPreparing() ? this.#expected[0]?.step : undefined;
  }

  /**
   * Runs the current step, and waits until all dialogs that it is expected to open are answered.
   * @throws what `work` throws; TimedOut if a dialog does not open; Error if one is not as expected.
   */
  async during(work: () => Promise<void>, remainingMs: () => number): Promise<void> {
    try {
      await work();
      if (!this.#isPreparing()) await this.#allAnswered(remainingMs());
    } catch (error) {
      // It says more than what has followed from it.
      if (this.#problem === undefined) throw error;
    }
    if (this.#problem !== undefined) throw new Error(this.#problem);
  }

  async #allAnswered(timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (this.#expected.length > 0) {
      await withTimeout(this.#opened.promise, end - performance.now(), this.#notOpened());
    }
    await this.#answered;
  }

  #notOpened(): string {
    const [first] = this.#expected;
    const expected = first === undefined ? 'A step' : nameOfStep(first.step);
    const hint =
      this.#unexpected === undefined
        ? 'Put it directly before the step that opens the dialog.'
        : `${this.#unexpected} If that is the dialog, put ACCEPT_DIALOG or DISMISS_DIALOG directly before the step that opens it.`;
    return `${expected} expects this step to open a dialog, but none opened. ${hint}`;
  }

  #onDialog(dialog: Dialog): void {
    const expected = this.#expected.shift()?.dialog;
    if (expected === undefined) this.#answerUnexpected(dialog);
    else this.#answerExpected(dialog, expected);
    this.#opened.resolve();
    this.#opened = Promise.withResolvers();
  }

  #answerExpected(dialog: Dialog, expected: ExpectedDialog): void {
    const problem = differenceOf(dialog, expected);
    this.#problem ??= problem;
    const accepts = problem === undefined && expected.answer === 'accept';
    // A person who accepts a prompt leaves the text that it suggests.
    const answer = accepts ? dialog.accept(expected.promptText ?? dialog.defaultValue()) : dialog.dismiss();
    // Its page may have closed meanwhile.
    this.#answered = answer.then(() => scriptEnded(dialog)).catch(() => {});
  }

  #answerUnexpected(dialog: Dialog): void {
    const leaves = dialog.type() === 'beforeunload';
    void (leaves ? dialog.accept() : dialog.dismiss()).catch(() => {});
    const what = `${nameOfStep(this.#step)} opened ${describe(dialog)}, which was ${leaves ? 'accepted' : 'dismissed'}, because no step expects it.`;
    this.#unexpected = what;
    this.#warningCount += 1;
    if (this.#warningCount > maxWarnings) return;
    const advice =
      this.#step.elementIndex === undefined
        ? 'To answer it, begin the test case with ACCEPT_DIALOG or DISMISS_DIALOG, and then GO_TO.'
        : 'To answer it, put ACCEPT_DIALOG or DISMISS_DIALOG before that step.';
    const message = `${what} ${advice}`;
    this.#warnings.push({ step: this.#step, message });
  }
}

/** How long the page of a dialog may take to go on, in ms. */
const goOnMs = 2000;

/** Waits until the script that opened a dialog has ended, so that a navigation that it starts has begun. */
async function scriptEnded(dialog: Dialog): Promise<void> {
  await unlessLate(Promise.resolve(dialog.page()?.evaluate(() => undefined)), goOnMs);
}

/** @returns why a dialog is not the expected one; undefined if it is. */
function differenceOf(dialog: Dialog, { message, promptText }: ExpectedDialog): string | undefined {
  const said = dialog.message();
  const fits =
    message === undefined || (typeof message === 'string' ? said.includes(message) : message.test(said));
  const opened = `The step opened ${describe(dialog)}`;
  if (!fits) {
    const expected = typeof message === 'string' ? JSON.stringify(message) : String(message);
    return `${opened}, but its message was expected to contain ${expected}. The dialog was dismissed.`;
  }
  if (promptText === undefined || dialog.type() === 'prompt') return undefined;
  return `${opened}, but \`promptText\` is for a prompt. The dialog was dismissed. Remove \`promptText\`.`;
}

/** Such as `a confirm dialog with the message "Delete?"`. */
function describe(dialog: Dialog): string {
  const type = dialog.type();
  const article = type === 'alert' ? 'an' : 'a';
  const message = cut(dialog.message(), maxMessageCharacters);
  return `${article} ${type} dialog${message === '' ? '' : ` with the message ${JSON.stringify(message)}`}`;
}
