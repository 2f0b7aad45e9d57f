import type { RunEvents, Runner, RunPlan } from '../../src/runner/runner.ts';

/** A run that a test ends by hand. */
export interface StubRun extends RunEvents {
  readonly plan: RunPlan;
  readonly signal: AbortSignal;
  /** The run is over. */
  end(): void;
  /** The runner broke. */
  fail(error: unknown): void;
  /** Every case of the plan has passed, and the run is over. */
  pass(): void;
}

export interface StubRunner extends Runner {
  /** The runs that were started, oldest first. */
  readonly runs: readonly StubRun[];
  /** The newest run. */
  latest(): StubRun;
}

/** A runner without a browser: outcomes come when the test says so. An abort ends a run, as it does in a real one. */
export function createStubRunner(): StubRunner {
  const runs: StubRun[] = [];
  return {
    browsers: ['CHROMIUM'],
    prepare: async () => {},
    runs,
    latest() {
      const run = runs.at(-1);
      if (run === undefined) throw new Error('no run was started');
      return run;
    },
    run(plan, events, signal) {
      const { promise, resolve: end, reject: fail } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => end(), { once: true });
      const pass = () => {
        for (const { id } of plan.cases) {
          events.onOutcome({ testCaseId: id, status: 'PASSED', errorMessage: null });
        }
        end();
      };
      runs.push({ ...events, plan, signal, end, fail, pass });
      return promise;
    },
    async [Symbol.asyncDispose]() {},
  };
}
