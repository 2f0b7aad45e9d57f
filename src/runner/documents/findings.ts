import type { StepRef } from './step-ref.ts';

/** What is wrong with a page, and the step that caused it. */
export interface Problem {
  readonly step: StepRef;
  readonly message: string;
}

/** What the pages of an attempt have shown so far. Watchers add to it, and the player takes it after each step. */
export class Findings {
  #step: StepRef;
  #problems: Problem[] = [];
  #warnings: Problem[] = [];
  #changed = Promise.withResolvers<void>();

  /** @param step the step that the first findings belong to. */
  constructor(step: StepRef) {
    this.#step = step;
  }

  /** The step to which findings are attributed. */
  get step(): StepRef {
    return this.#step;
  }

  begin(step: StepRef): void {
    this.#step = step;
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

  addWarning(warning: Problem): void {
    this.#warnings.push(warning);
  }

  /** Adds a warning to the current step. */
  warn(message: string): void {
    this.addWarning({ step: this.#step, message });
  }

  /** Waits until there is a problem. @throws Error with its message. */
  async untilProblem(): Promise<never> {
    for (;;) {
      const [problem] = this.#problems;
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
