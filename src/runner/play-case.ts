import { stripVTControlCharacters } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { joinUrl } from './join-url.ts';
import { buildLocator } from './locator.ts';
import type { CaseOutcome, RunPlan } from './runner.ts';
import { perform, UnsupportedStep } from './steps/perform.ts';
import { fillIn, type Variables } from './variables.ts';

/** A case or one of its dependencies failed; it carries where. */
class PlayFailure extends Error {
  readonly testCase: ExchangeTestCase;
  /** Undefined where the entry point did not open. */
  readonly elementIndex: number | undefined;

  constructor(testCase: ExchangeTestCase, elementIndex: number | undefined, cause: unknown) {
    super(errorText(cause), { cause });
    this.testCase = testCase;
    this.elementIndex = elementIndex;
  }
}

/** A case can't be played as it stands: it needs a case that isn't there. */
class BrokenDependency extends Error {}

/**
 * Plays one case in a context of its own: its chain of dependencies, the case, then the teardowns from the inside
 * out, also after a failure. A failing teardown never fails the case.
 * @throws where the browser itself is gone.
 */
export async function playCase(
  context: BrowserContext,
  testCase: ExchangeTestCase,
  plan: RunPlan,
  variables: Variables,
): Promise<CaseOutcome> {
  const page = await context.newPage();
  const begun: ExchangeTestCase[] = [];
  const player = new StepPlayer(page, plan, variables);
  try {
    for (const each of dependencyChain(testCase, plan.library)) {
      begun.unshift(each);
      await player.playFromEntry(each);
    }
    return { testCaseId: testCase.id, status: 'PASSED', errorMessage: null };
  } catch (error) {
    if (context.browser()?.isConnected() === false) throw error;
    return failedOutcome(testCase, error);
  } finally {
    await playTeardowns(begun, plan, player);
  }
}

function failedOutcome({ id }: ExchangeTestCase, error: unknown): CaseOutcome {
  if (!(error instanceof PlayFailure)) {
    return { testCaseId: id, status: 'ERROR', errorMessage: errorText(error) };
  }
  const { testCase, elementIndex, message, cause } = error;
  return {
    testCaseId: id,
    status: cause instanceof UnsupportedStep ? 'ERROR' : 'FAILED',
    errorMessage: testCase.id === id ? message : `Dependency "${testCase.description}": ${message}`,
    ...(elementIndex === undefined ? {} : { failedStep: { testCaseId: testCase.id, elementIndex } }),
  };
}

/** The case's dependencies from the outermost in, and the case itself last. */
function dependencyChain(
  testCase: ExchangeTestCase,
  library: ReadonlyMap<string, ExchangeTestCase>,
): ExchangeTestCase[] {
  const chain = [testCase];
  for (let id = testCase.dependencyId; id !== undefined; id = chain[0]?.dependencyId) {
    const dependency = library.get(id);
    if (dependency === undefined) throw new BrokenDependency(`The dependency ${id} does not exist.`);
    if (chain.includes(dependency)) {
      throw new BrokenDependency(`The dependencies of "${testCase.description}" form a loop.`);
    }
    chain.unshift(dependency);
  }
  return chain;
}

async function playTeardowns(
  begun: readonly ExchangeTestCase[],
  plan: RunPlan,
  player: StepPlayer,
): Promise<void> {
  for (const { teardownId } of begun) {
    const teardown = teardownId === undefined ? undefined : plan.library.get(teardownId);
    try {
      if (teardown !== undefined) await player.playSteps(teardown);
    } catch {
      // A teardown tidies up; what it can't do says nothing about the case.
    }
  }
}

/** Plays the steps of cases on one page. */
class StepPlayer {
  readonly #page: Page;
  readonly #plan: RunPlan;
  readonly #variables: Variables;

  constructor(page: Page, plan: RunPlan, variables: Variables) {
    this.#page = page;
    this.#plan = plan;
    this.#variables = variables;
  }

  /** A case that does not begin with GO_TO starts at the execution URL, joined with its entry point. */
  async playFromEntry(testCase: ExchangeTestCase): Promise<void> {
    if (testCase.elements[0]?.interaction?.action !== 'GO_TO') {
      try {
        const path = this.#fill(testCase.entryPointUrlPath ?? '');
        await this.#page.goto(joinUrl(this.#plan.executionUrl, path), {
          timeout: this.#plan.timeoutPerStepMs,
        });
      } catch (error) {
        throw new PlayFailure(testCase, undefined, error);
      }
    }
    await this.playSteps(testCase);
  }

  async playSteps(testCase: ExchangeTestCase): Promise<void> {
    for (const [elementIndex, element] of testCase.elements.entries()) {
      try {
        await this.#playStep(element);
      } catch (error) {
        if (element.ignoreFailure === true && this.#mayGoOn(error)) continue;
        throw new PlayFailure(testCase, elementIndex, error);
      }
    }
  }

  /** Only what the test itself did wrong may be ignored. */
  #mayGoOn(error: unknown): boolean {
    return !(error instanceof UnsupportedStep) && this.#page.context().browser()?.isConnected() !== false;
  }

  /** One step, and the page's load after it, within the time of one step. */
  async #playStep(element: ExchangeElement): Promise<void> {
    const end = performance.now() + this.#plan.timeoutPerStepMs;
    const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
    await perform(element, {
      page: this.#page,
      executionUrl: this.#plan.executionUrl,
      locator: () => buildLocator(this.#page, element.selectors, this.#fill),
      fill: this.#fill,
      remainingMs,
    });
    await this.#page.waitForLoadState('load', { timeout: remainingMs() });
  }

  readonly #fill = (text: string): string => fillIn(text, this.#variables);
}

/** Playwright's own words, without the colours of its call log. */
function errorText(error: unknown): string {
  const text =
    error instanceof Error
      ? error.name === 'Error'
        ? error.message
        : `${error.name}: ${error.message}`
      : String(error);
  return stripVTControlCharacters(text).trim();
}
