import type { Locator, Page } from 'playwright-core';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { AttemptMail } from '../mail/attempt-mail.ts';
import type { Tabs } from '../tabs.ts';
import type { KnownVariables } from '../variables/variables.ts';

/** What a step works with. */
export interface StepScope {
  /** The page that steps are played on now. */
  readonly page: Page;
  /** The pages that were opened on the way; the last one is `page`. */
  readonly tabs: Tabs;
  /** The URL that relative addresses are joined with. */
  readonly executionUrl: string;
  /** Header fields for requests to the app's own origin. */
  readonly headers: Readonly<Record<string, string>>;
  /** Answers the challenge of the app's own origin. */
  readonly basicAuth: { readonly username: string; readonly password: string } | undefined;
  /** The step's own selectors, empty where it has none. */
  readonly selectors: readonly ExchangeSelector[];
  /**
   * The element that the step's selectors find. `hiddenToo`: the last selector finds hidden elements as well, and what
   * picks from them does so too.
   */
  locator(options?: { readonly hiddenToo?: boolean }): Locator;
  /** The element that other selectors find. */
  locate(selectors: readonly ExchangeSelector[]): Locator;
  /** Puts values in place of variables. */
  fill(text: string): string;
  readonly variables: KnownVariables;
  /** Sets a dynamic variable. What comes of a step after it was given up is too late, and passed over. */
  setVariable(name: string, value: string): void;
  /** The run's mail; its mailbox is opened when it is first asked for. */
  readonly mail: AttemptMail;
  /** What is left of the step's time, in ms; at least 1. */
  remainingMs(): number;
}
