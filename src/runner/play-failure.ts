import { stripVTControlCharacters } from 'node:util';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';

/** The place of a step in its case, and its selector. */
export interface StepPlace {
  readonly elementIndex: number;
  readonly locator?: string;
}

/** A case or one of its dependencies failed; it carries where. */
export class PlayFailure extends Error {
  readonly testCase: ExchangeTestCase;
  /** Undefined where the entry point did not open. */
  readonly step: StepPlace | undefined;

  constructor(testCase: ExchangeTestCase, step: StepPlace | undefined, cause: unknown) {
    super(errorText(cause), { cause });
    this.testCase = testCase;
    this.step = step;
  }
}

/** Playwright's own words, without the colours of its call log. */
export function errorText(error: unknown): string {
  const text =
    error instanceof Error
      ? error.name === 'Error'
        ? error.message
        : `${error.name}: ${error.message}`
      : String(error);
  return stripVTControlCharacters(text).trim();
}
