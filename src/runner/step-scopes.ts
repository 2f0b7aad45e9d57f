import type { Locator } from 'playwright-core';
import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import type { ExchangeElement } from '../contract/exchange/test-case.ts';
import type { Dialogs } from './dialogs.ts';
import { elementOf } from './documents/step-ref.ts';
import type { SoughtElement } from './evidence/failed-page.ts';
import { buildLocator, frameOwner } from './locator.ts';
import { AttemptMail } from './mail/run-mail.ts';
import type { PlayFailure } from './play-failure.ts';
import type { RunScope } from './run-scope.ts';
import type { StepTime } from './step-time.ts';
import type { StepScope } from './steps/step-scope.ts';
import type { Tabs } from './tabs.ts';
import { mentionsClipboard, readClipboard } from './variables/clipboard.ts';
import { fillIn } from './variables/text.ts';
import type { Variables } from './variables/variables.ts';

export interface StepScopesOptions {
  readonly tabs: Tabs;
  readonly dialogs: Dialogs;
  /** Adds a warning to the current step. */
  readonly warn: (message: string) => void;
  readonly run: Pick<RunScope, 'plan' | 'mailbox' | 'uploadFolder'>;
  readonly variables: Variables;
}

/** What the steps of an attempt work with: the current page, variables, and what they look for there. */
export class StepScopes {
  readonly #options: StepScopesOptions;
  readonly #mail: AttemptMail;

  constructor(options: StepScopesOptions) {
    this.#options = options;
    this.#mail = new AttemptMail(options.run.mailbox);
  }

  readonly fill = (text: string): string => fillIn(text, this.#options.variables);

  /** How selectors of this attempt become locators. */
  get locatorOptions() {
    return { fill: this.fill, testIdAttribute: this.#options.run.plan.testIdAttribute };
  }

  locate(selectors: readonly ExchangeSelector[], { includeHidden = false } = {}): Locator {
    return buildLocator(this.#options.tabs.current, selectors, { ...this.locatorOptions, includeHidden });
  }

  frameOwner(selectors: readonly ExchangeSelector[]): Locator | undefined {
    return frameOwner(this.#options.tabs.current, selectors, this.locatorOptions);
  }

  scope({ selectors }: ExchangeElement, time: StepTime): StepScope {
    const { tabs, dialogs, run, variables, warn } = this.#options;
    return {
      get page() {
        return tabs.current;
      },
      tabs,
      dialogs,
      app: run.plan,
      selectors,
      locator: (options) => this.locate(selectors, options),
      locate: (others) => this.locate(others),
      frameOwner: () => this.frameOwner(selectors),
      fill: this.fill,
      variables,
      setVariable: this.#setter(time),
      uploadFolder: run.uploadFolder,
      mail: this.#mail,
      warn,
      remainingMs: () => (time.givenUp.aborted ? 1 : time.remainingMs()),
      limits: () => ({ timeout: time.remainingMs(), signal: time.givenUp }),
    };
  }

  /** Variables are replaced synchronously, so the clipboard must be read before. */
  async readClipboardFor(part: unknown, time: StepTime): Promise<void> {
    if (!mentionsClipboard(part)) return;
    await readClipboard(this.#options.tabs.current.context(), this.#setter(time));
  }

  /** What a failed step looked for; undefined if it has no valid selector. */
  soughtElement({ testCase, step }: PlayFailure): SoughtElement | undefined {
    const { selectors = [] } = elementOf({ testCase, elementIndex: step?.elementIndex }) ?? {};
    if (selectors.length === 0) return undefined;
    try {
      return {
        ...this.locatorOptions,
        selectors,
        locator: this.locate(selectors),
        frame: this.frameOwner(selectors),
      };
    } catch {
      return undefined;
    }
  }

  /** The selectors as a Playwright expression; undefined without valid selectors. */
  expression(selectors: readonly ExchangeSelector[]): string | undefined {
    if (selectors.length === 0) return undefined;
    try {
      return String(this.locate(selectors));
    } catch {
      return undefined;
    }
  }

  /** A step that timed out may still be running: it must not set variables that later steps read. */
  #setter({ ended }: StepTime): StepScope['setVariable'] {
    return (name, value) => {
      if (!ended.aborted) this.#options.variables.set(name, value);
    };
  }
}
