import type { Locator, Page } from 'playwright-core';

/** What a step works with. */
export interface StepScope {
  readonly page: Page;
  /** The URL that relative addresses are joined with. */
  readonly executionUrl: string;
  /** The element that the step's selectors find. */
  locator(): Locator;
  /** Puts values in place of variables. */
  fill(text: string): string;
  /** What is left of the step's time, in ms; at least 1. */
  remainingMs(): number;
}
