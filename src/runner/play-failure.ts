import { stripVTControlCharacters } from 'node:util';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';

/** Which step of a case, and its selector as a Playwright expression. */
interface StepLocation {
  readonly elementIndex: number;
  readonly locator?: string;
}

/** A case or one of its dependencies failed, with the step. */
export class PlayFailure extends Error {
  readonly testCase: ExchangeTestCase;
  /** Undefined if the entry point did not open. */
  readonly step: StepLocation | undefined;

  constructor(
    testCase: ExchangeTestCase,
    step: StepLocation | undefined,
    cause: unknown,
    message = errorText(cause),
  ) {
    super(message, { cause });
    this.testCase = testCase;
    this.step = step;
  }
}

/** The failures of steps were ignored, and no other step checks anything. */
export class NothingChecked extends PlayFailure {}

/** The name and message of an error, without the colours of Playwright's call log. */
export function errorText(error: unknown): string {
  const text =
    error instanceof Error
      ? error.name === 'Error'
        ? error.message
        : `${error.name}: ${error.message}`
      : String(error);
  return stripVTControlCharacters(text).trim();
}
