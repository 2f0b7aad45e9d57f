import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import { variableLists } from '../../contract/values.ts';
import type { Machine } from '../../runner/browser/browser-kinds.ts';
import { openRunner } from '../../runner/open-runner.ts';
import type { CaseOutcome } from '../../runner/runner.ts';
import { createRedactor } from '../../runtime/redactor.ts';
import type { AppUnderTest } from '../app-under-test.ts';

/** Time of a step, in ms. Less than in a run: the app has just answered, and a person waits. */
const timeoutPerStepMs = 10_000;
/** As in the input `expect-timeout`. */
const expectTimeoutMs = 5000;

interface ReplayOptions {
  readonly machine: Machine;
  readonly app: Pick<AppUnderTest, 'url' | 'environment'>;
  readonly variables: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

/** Plays a recorded test case once, as the action would. */
export async function replay(
  testCase: ExchangeTestCase,
  { machine, app, variables, signal }: ReplayOptions,
): Promise<CaseOutcome | undefined> {
  await using runner = openRunner(machine, {
    retries: 0,
    expectTimeoutMs,
    uploadFolder: machine.workspace,
    redactor: (secrets) => createRedactor([...secrets, ...variables.values()]),
  });
  let outcome: CaseOutcome | undefined;
  const plan = {
    cases: [testCase],
    library: new Map([[testCase.id, testCase]]),
    executionUrl: app.url,
    browser: 'CHROMIUM' as const,
    breakpoint: 'DESKTOP' as const,
    variables: variableLists(Object.fromEntries(variables)),
    timeoutPerStepMs,
    testIdAttribute: null,
    environment: app.environment,
  };
  const onOutcome = (ended: CaseOutcome) => {
    outcome = ended;
  };
  await runner.run(plan, { onStart: () => {}, onOutcome }, signal);
  return outcome;
}

/** What a replay did otherwise than the recording, as lines; none if it passed. */
export function describeDifference(testCase: ExchangeTestCase, outcome: CaseOutcome): string[] {
  if (outcome.status === 'PASSED') return [];
  const index = outcome.failedStep?.elementIndex ?? undefined;
  const element = index === undefined ? undefined : testCase.elements[index];
  const where =
    index === undefined || element === undefined
      ? 'before the first step'
      : `at step ${index + 1} of ${testCase.elements.length}, ${describeStep(element)}`;
  const [reason = 'No reason is known.'] = (outcome.errorMessage ?? '').split('\n\n');
  return [
    `The replay differs from the recording ${where}:`,
    `  ${reason.replaceAll('\n', '\n  ')}`,
    ...(element === undefined
      ? []
      : [
          'If the recording has changed data of the app, reset the data and run the test case again. Otherwise correct the step in the file.',
        ]),
  ];
}
