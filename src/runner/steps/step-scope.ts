import type { Locator, Page } from 'playwright-core';
import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { Dialogs } from '../dialogs.ts';
import type { AttemptMail } from '../mail/run-mail.ts';
import type { RunPlan } from '../runner.ts';
import type { Tabs } from '../tabs.ts';
import type { KnownVariables } from '../variables/variables.ts';

export interface DriverLimits {
  /** In ms. */
  readonly timeout: number;
  /** Aborted if the step is given up before that. */
  readonly signal: AbortSignal;
}

export interface StepScope {
  readonly page: Page;
  /** The pages of the attempt; the current one is `page`. */
  readonly tabs: Tabs;
  readonly dialogs: Dialogs;
  /** The URL that paths are joined with, and what requests to its origin are sent with. */
  readonly app: Pick<RunPlan, 'executionUrl' | 'environment'>;
  /** The step's selectors; empty if it has none. */
  readonly selectors: readonly ExchangeSelector[];
  /**
   * The element that the step's selectors find. With `includeHidden`, the last selector also finds hidden elements, and
   * FIRST, LAST and NTH count them.
   */
  locator(options?: { readonly includeHidden?: boolean }): Locator;
  locate(selectors: readonly ExchangeSelector[]): Locator;
  /** The iframe that the step's selectors look into, whether it is visible or not; undefined if they have no FRAME. */
  frameOwner(): Locator | undefined;
  fill(text: string): string;
  readonly variables: KnownVariables;
  /** Sets a dynamic variable. Ignored after the step has ended or timed out. */
  setVariable(name: string, value: string): void;
  /** The folder of the files that UPLOAD may read; undefined if it may read none. */
  readonly uploadFolder: string | undefined;
  /** The run's mail. Its mailbox is opened on first use. */
  readonly mail: AttemptMail;
  /** Reports what does not fail the step. */
  warn(message: string): void;
  /** The remaining time of the step, in ms; at least 1. */
  remainingMs(): number;
  /** Options of the driver's calls that wait for something on the page. */
  limits(): DriverLimits;
}

export type CalledWith<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];
