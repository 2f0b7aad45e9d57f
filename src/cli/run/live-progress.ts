import { formatCount } from '../../common/text.ts';
import type { Attempt } from '../../contract/attempt.ts';
import { splitMessage } from '../../contract/error-message.ts';
import { formatDuration } from '../../report/describe.ts';
import type { CaseOutcome, RunEvents, RunPlan } from '../../runner/runner.ts';
import { oneLine } from '../../runtime/log-text.ts';
import type { Terminal } from './terminal.ts';

/** How much of a message is shown while others are run; the list of failures has more. */
const maxReasonCharacters = 500;

/** Shows the progress of a run: a line for each test case that has ended, and on a terminal those that are running. */
export class LiveProgress {
  readonly #terminal: Terminal;
  readonly #running = new Map<string, { readonly name: string; step: number }>();
  #found = 0;
  #total = 0;
  #done = 0;
  #passed = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Such as `3 of 10 test cases passed, 1 did not pass`. */
  describe(): string {
    if (this.#total === 0) return 'no test case has started';
    const others = this.#done - this.#passed;
    const failed = others === 0 ? '' : `, ${others} did not pass`;
    return `${this.#passed} of ${this.#total} test cases passed${failed}`;
  }

  /** @param found how many test cases there are, from which a run chooses. */
  expect(found: number): void {
    this.#found = found;
  }

  readonly follow = (plan: RunPlan): Partial<RunEvents> => {
    const names = new Map(plan.cases.map(({ id, description }) => [id, oneLine(description)]));
    this.#running.clear();
    this.#total = plan.cases.length;
    if (this.#total !== this.#found)
      this.#terminal.print(`Running ${formatCount(this.#total, 'test case')}`, 'dim');
    this.#done = 0;
    this.#passed = 0;
    return {
      onStart: (id) => {
        this.#running.set(id, { name: names.get(id) ?? id, step: 0 });
        this.#showRunning();
      },
      onStep: (id, { testCaseId, elementIndex }) => {
        const running = this.#running.get(id);
        if (running === undefined || testCaseId !== id) return;
        running.step = elementIndex + 1;
        this.#showRunning();
      },
      onFailedAttempt: (id, attempt) => {
        this.#terminal.print(`⟳ ${names.get(id) ?? id} failed and will be retried`, 'yellow');
        this.#printReason(attempt);
        this.#running.delete(id);
        this.#showRunning();
      },
      onOutcome: (outcome) => this.#end(outcome, names.get(outcome.testCaseId) ?? outcome.testCaseId),
    };
  };

  #end(outcome: CaseOutcome, name: string): void {
    const { testCaseId, status, earlierAttempts = [], durationMs, notRun } = outcome;
    this.#running.delete(testCaseId);
    this.#done += 1;
    const hasPassed = status === 'PASSED';
    if (hasPassed) this.#passed += 1;
    const count = `${String(this.#done).padStart(String(this.#total).length)}/${this.#total}`;
    if (notRun === true) {
      this.#terminal.print(`… ${count} ${name} was not run`, 'yellow');
      return;
    }
    const duration = durationMs === undefined ? '' : ` (${formatDuration(durationMs)})`;
    const flaky = hasPassed && earlierAttempts.length > 0 ? ', flaky' : '';
    this.#terminal.print(
      `${hasPassed ? '✓' : '✗'} ${count} ${name}${duration}${flaky}`,
      hasPassed ? (flaky === '' ? 'green' : 'yellow') : 'red',
    );
    // The reason of an earlier attempt is above, and all failures are listed after the last test case.
    if (!hasPassed && earlierAttempts.length === 0 && this.#done < this.#total) this.#printReason(outcome);
    this.#showRunning();
  }

  #printReason({ errorMessage }: Pick<Attempt, 'errorMessage'>): void {
    const { sentence } = splitMessage(errorMessage ?? '');
    if (sentence !== '') this.#terminal.print(`    ${oneLine(sentence, maxReasonCharacters)}`);
  }

  #showRunning(): void {
    const running = [...this.#running.values()].map(
      ({ name, step }) => `${name}${step === 0 ? '' : ` (step ${step})`}`,
    );
    const names = running.length === 0 ? '' : `… ${this.#done}/${this.#total} ${running.join(', ')}`;
    this.#terminal.showStatus(names);
  }
}
