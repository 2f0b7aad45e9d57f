import type { Page } from 'playwright-core';
import { actsOnPage } from './proving-steps.ts';
import { elementOf, type StepRef } from './step-ref.ts';

/** What is wrong with a page, and the step that caused it. */
export interface Problem {
  readonly step: StepRef;
  readonly message: string;
  /** The page on which the server says what has gone wrong. */
  readonly page?: Page;
}

/**
 * What the pages of an attempt have shown so far. Watchers add to it, and the player takes it after each step.
 *
 * One fault is often seen in several ways: a request that fails, an error of a script, and a text on the page. So of the
 * warnings up to the next step that acts on the page, only the first counts, which is nearest to the cause.
 */
export class Findings {
  #step: StepRef;
  #action: StepRef;
  /** By step: the last one that acts, up to this one. */
  readonly #actions = new WeakMap<StepRef, StepRef>();
  readonly #warned = new WeakSet<StepRef>();
  #problems: Problem[] = [];
  #warnings: Problem[] = [];
  #changed = Promise.withResolvers<void>();

  /** @param step the step that the first findings belong to. */
  constructor(step: StepRef) {
    this.#step = step;
    this.#action = step;
    this.begin(step);
  }

  /** The step to which findings are attributed. */
  get step(): StepRef {
    return this.#step;
  }

  get action(): StepRef {
    return this.#action;
  }

  begin(step: StepRef): void {
    this.#step = step;
    const element = elementOf(step);
    if (element === undefined || actsOnPage(element)) this.#action = step;
    this.#actions.set(step, this.#action);
  }

  /** Takes the problems that were found so far, oldest first. */
  takeProblems(): Problem[] {
    return this.#problems.splice(0);
  }

  takeWarnings(): Problem[] {
    return this.#warnings.splice(0);
  }

  addProblem(problem: Problem): void {
    this.#problems.push(problem);
    this.change();
  }

  /** @returns whether it is the first one of its step. */
  addWarning(warning: Problem): boolean {
    const action = this.#actions.get(warning.step) ?? warning.step;
    if (this.#warned.has(action)) return false;
    this.#warned.add(action);
    this.#warnings.push(warning);
    return true;
  }

  /** Adds a warning to the current step. @returns whether it is the first one. */
  warn(message: string): boolean {
    return this.addWarning({ step: this.#step, message });
  }

  /** Waits until there is a problem that counts. @throws Error with its message. */
  async untilProblem(counts: (problem: Problem) => boolean): Promise<never> {
    for (;;) {
      const problem = this.#problems.find(counts);
      if (problem !== undefined) throw new Error(problem.message);
      await this.#changed.promise;
    }
  }

  /** Waits as long as a check returns a text. @returns that text if the time is over. */
  async while(check: () => string | undefined, timeoutMs: number): Promise<string | undefined> {
    if (check() === undefined) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      this.change();
    }, timeoutMs);
    try {
      for (;;) {
        const value = check();
        if (value === undefined || isOver) return value;
        await this.#changed.promise;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Has those who wait check again. */
  change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
