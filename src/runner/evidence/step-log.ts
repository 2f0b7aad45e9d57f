import { defined } from '../../common/fields.ts';
import { maxSteps, type PlayedStep } from '../../contract/attempt.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import { elementOf, isSameStep, type StepRef } from '../documents/step-ref.ts';
import { NothingChecked, type PlayFailure } from '../play-failure.ts';

/** A step that was started. */
export interface LoggedStep {
  readonly ref: StepRef;
  readonly startedAt: number;
  /** Status and duration are undefined until the step has ended. */
  status?: 'PASSED' | 'FAILED' | 'IGNORED';
  durationMs?: number;
}

/** The steps of an attempt. Steps that start after the log was closed are left out. */
export class StepLog {
  #steps: LoggedStep[] = [];
  #isClosed = false;

  /** The step that was started last; undefined before the first one and after the log was closed. */
  get current(): LoggedStep | undefined {
    return this.#isClosed ? undefined : this.#steps.at(-1);
  }

  /** The last steps, at most 300. */
  get steps(): readonly LoggedStep[] {
    return this.#steps.slice(-maxSteps);
  }

  start(ref: StepRef): void {
    if (!this.#isClosed) this.#steps.push({ ref, startedAt: performance.now() });
  }

  end(status: 'PASSED' | 'FAILED' = 'PASSED'): void {
    const { current } = this;
    if (current === undefined || current.durationMs !== undefined) return;
    measure(current);
    current.status ??= status;
  }

  ignore(ref: StepRef): void {
    const ignored = this.#isClosed ? undefined : this.#find(ref);
    if (ignored !== undefined) ignored.status = 'IGNORED';
  }

  /** Closes the log. The failure may belong to an earlier step than the current one, which is left out then. */
  fail(failure: PlayFailure): void {
    const failed = failure instanceof NothingChecked ? undefined : this.#find(failure.step);
    if (failed !== undefined && !this.#isClosed) {
      failed.status = 'FAILED';
      if (failed === this.current) measure(failed);
    }
    this.close();
  }

  close(): void {
    this.#steps = this.#steps.filter(({ status }) => status !== undefined);
    this.#isClosed = true;
  }

  #find(ref: StepRef): LoggedStep | undefined {
    return this.#steps.findLast((each) => isSameStep(each.ref, ref));
  }
}

function measure(step: LoggedStep): void {
  step.durationMs = performance.now() - step.startedAt;
}

/** @param testCaseId the case that was played: its steps do not repeat its id. */
export function toPlayedStep({ ref, status, durationMs = 0 }: LoggedStep, testCaseId: string): PlayedStep {
  const { testCase, elementIndex } = ref;
  return {
    ...(testCase.id === testCaseId ? {} : { testCaseId: testCase.id }),
    ...defined({ elementIndex }),
    status: status ?? 'PASSED',
    durationMs: Math.round(durationMs),
  };
}

/** Such as `Sign in, step 2: click button “Sign in”`. */
export function titleOf(step: StepRef): string {
  const { testCase, elementIndex = 0 } = step;
  const element = elementOf(step);
  if (element === undefined) return `${testCase.description}: the entry point`;
  return `${testCase.description}, step ${elementIndex + 1}: ${describeStep(element)}`;
}
