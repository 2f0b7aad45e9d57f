import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { describeProblem } from './documents/error-screen.ts';
import type { Problem } from './documents/findings.ts';
import { elementOf, isSameStep, nameOfStep, opensUrl, type StepRef } from './documents/step-ref.ts';
import { failureMessage } from './failure/failure-message.ts';
import { errorText, PlayFailure } from './play-failure.ts';
import type { StepTools } from './single-step.ts';

/** Decides which errors and problems of pages fail a step, and with which message, and which become warnings. */
export class StepFailures {
  /** What did not fail a case so far: ignored failures, and pages with an error status. */
  readonly warnings: { readonly testCase: ExchangeTestCase; readonly message: string }[] = [];
  readonly #tools: StepTools;

  constructor(tools: StepTools) {
    this.#tools = tools;
  }

  /**
   * Plays a step, or what belongs to it. Problems of pages that it has caused fail it, too.
   * @returns false if it failed, and its failure is ignored. @throws PlayFailure
   */
  async play(step: StepRef, work: () => Promise<void>): Promise<boolean> {
    const { dialogs, watched } = this.#tools;
    const { findings } = watched;
    const failure = await failureOf(work());
    for (const warning of [...findings.takeWarnings(), ...dialogs.takeWarnings()]) {
      this.warnings.push({ testCase: warning.step.testCase, message: warning.message });
    }
    const problems = findings.takeProblems();
    // The driver's own error about a URL that could not be opened says as much.
    const causes = failure !== undefined && opensUrl(step) ? [] : problems;
    for (const cause of causes) this.failOrIgnore(cause.step, await this.errorOf(cause));
    const isCause = causes.some(({ step: cause }) => isSameStep(cause, step));
    if (failure !== undefined && !isCause) {
      this.failOrIgnore(step, failure.error, await this.messageOf(failure.error, step));
    }
    return failure === undefined && !isCause;
  }

  /** @throws PlayFailure unless the failure of the step is ignored. */
  failOrIgnore(step: StepRef, error: unknown, message = errorText(error)): void {
    // Failures can be ignored only as long as the browser is running.
    const isConnected = this.#tools.tabs.current.context().browser()?.isConnected() !== false;
    if (elementOf(step)?.ignoreFailure !== true || !isConnected) this.fail(step, error, message);
    const warning = `${nameOfStep(step)} failed, and the failure was ignored: ${message}`;
    this.warnings.push({ testCase: step.testCase, message: warning });
    this.#tools.observer.stepIgnored(step);
  }

  async errorOf(problem: Problem): Promise<Error> {
    return new Error(await describeProblem(problem, this.#tools.run.redact));
  }

  /** @throws PlayFailure */
  fail(step: StepRef, error: unknown, message = errorText(error)): never {
    const { selectors = [] } = elementOf(step) ?? {};
    throw new PlayFailure(step, error, message, this.#tools.scope.expression(selectors));
  }

  /** @param element what was played, if that is another element than the step's. */
  messageOf(error: unknown, step: StepRef, element = elementOf(step)): Promise<string> {
    const { tabs, scope, run } = this.#tools;
    const where = { testCase: step.testCase, element, page: tabs.current };
    return failureMessage(error, { ...where, redact: run.redact, ...scope.locatorOptions });
  }
}

/** What some work throws; undefined if it succeeds. */
export async function failureOf(work: Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}
