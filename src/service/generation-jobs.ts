import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { orAborted } from '../common/async.ts';
import { messageOf } from '../common/errors.ts';
import { defined } from '../common/object-fields.ts';
import {
  caseChain,
  type ExchangeTestCase,
  exchangeTestCase,
  neededBy,
} from '../contract/exchange/exchange-test-case.ts';
import type { BatchGenerationBody, GenerationRequest } from '../contract/generation.ts';
import { runEnvironment } from '../contract/test-target.ts';
import { webUrl } from '../contract/values.ts';
import { type PreparedRun, prepareRun, type RunSettings, type Runs } from './runs.ts';
import { allSteps } from './store/batches.ts';
import { transaction } from './store/database.ts';
import type {
  DiscoveryState,
  TestCaseStore,
  TestCaseVersion,
  TestCaseVersionStore,
  TestPlanStore,
} from './store/test-case-store.ts';
import type { TestReportStore } from './store/test-report-store.ts';
import type {
  EnvironmentRow,
  EnvironmentStore,
  TestTargetRow,
  TestTargetStore,
} from './store/test-target-store.ts';

/** The stores that share a database, the runs whose results they hold, and the clock of the service. */
export interface Stores {
  /** For transactions over several stores. */
  readonly database: DatabaseSync;
  readonly targets: TestTargetStore;
  readonly environments: EnvironmentStore;
  readonly testCases: TestCaseStore;
  readonly versions: TestCaseVersionStore;
  readonly reports: TestReportStore;
  readonly plans: TestPlanStore;
  readonly runs: Runs;
  readonly now: () => Date;
}

/** Generates test cases from a prompt. Rejects with a message for users. */
export type Generate = (
  request: GenerationRequest,
  signal: AbortSignal,
) => Promise<readonly ExchangeTestCase[]>;

const testCaseList = z.array(exchangeTestCase);

const noGenerator: Generate = async () => {
  throw new Error(
    'this service has no generator: it stores and runs test cases but cannot generate them from prompts',
  );
};

/** The running generations: batches, each with a test plan, and discoveries of single cases. */
export class GenerationJobs {
  readonly #stores: Stores;
  readonly #generate: Generate;
  readonly #stop = new AbortController();
  readonly #ends = new Set<Promise<void>>();

  constructor(stores: Stores, generate: Generate = noGenerator) {
    this.#stores = stores;
    this.#generate = generate;
  }

  /** Starts a batch generation, whose id is that of its test plan. */
  startBatch(testTargetId: string, planId: string, body: BatchGenerationBody): void {
    this.#track(this.#runBatch(testTargetId, planId, body));
  }

  /** Starts generating the steps of a draft from its prompt. */
  startDiscovery(testTargetId: string, draft: ExchangeTestCase, discovery: DiscoveryState): void {
    this.#track(this.#runDiscovery(testTargetId, draft, discovery));
  }

  /** Stops all generations and waits until they have ended. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('the service was stopped'));
    await Promise.all(this.#ends);
  }

  #track(work: Promise<void>): void {
    // It rejects only if the store cannot be written, so the error cannot be stored either. The next start of the service
    // ends what was left unfinished.
    const end = work.catch(() => {}).finally(() => this.#ends.delete(end));
    this.#ends.add(end);
  }

  /** Ends on the signal even if the generator ignores it: then its result is discarded. */
  async #generateCases(request: GenerationRequest): Promise<readonly ExchangeTestCase[]> {
    const { signal } = this.#stop;
    signal.throwIfAborted();
    // Only what can be read again may be stored.
    const parsed = testCaseList.safeParse(await orAborted(this.#generate(request, signal), signal));
    if (parsed.success) return parsed.data;
    throw new Error(`the generator returned an invalid test case: ${z.prettifyError(parsed.error)}`);
  }

  /**
   * How the app is reached, in an environment; without an id, in the DEFAULT one, which is the first.
   * @param prerequisiteId the case that is run first.
   */
  #appOf(testTargetId: string, environmentId?: string | null, prerequisiteId?: string | null) {
    const { environments, targets, testCases } = this.#stores;
    const row =
      environmentId == null
        ? environments.list(testTargetId)[0]
        : environments.find(testTargetId, environmentId);
    const target = targets.find(testTargetId);
    if (row === undefined || target === undefined) throw new Error('the test target was deleted');
    const last = prerequisiteId == null ? undefined : testCases.find(testTargetId, prerequisiteId)?.testCase;
    const library = { get: (id: string) => testCases.find(testTargetId, id)?.testCase };
    return {
      target,
      row,
      discoveryUrl: row.settings.discoveryUrl,
      environment: runEnvironment(row.settings),
      timeoutPerStepMs: target.timeoutPerStep,
      testIdAttribute: target.testIdAttribute,
      prerequisites: last === undefined ? [] : caseChain(last, library),
    };
  }

  /**
   * Reads the draft again: its name or tags may have changed in the meantime.
   * @returns undefined if the case was deleted or has a newer discovery.
   * @throws Error if the case has been given other steps, which are kept.
   */
  #currentDraft(
    testTargetId: string,
    draft: ExchangeTestCase,
    discovery: DiscoveryState,
  ): ExchangeTestCase | undefined {
    const present = this.#stores.testCases.find(testTargetId, draft.id);
    if (present?.discovery?.id !== discovery.id) return undefined;
    if (isDeepStrictEqual(present.testCase.elements, draft.elements)) return present.testCase;
    throw new Error('the steps of the test case were changed in the meantime');
  }

  async #runBatch(testTargetId: string, planId: string, body: BatchGenerationBody): Promise<void> {
    const { database, plans, now } = this.#stores;
    // The answer is sent first, so the caller sees the plan as CREATED.
    await Promise.resolve();
    try {
      plans.setStatus(planId, 'IN_PROGRESS', now());
      const app = this.#appOf(testTargetId, body.environmentId, body.prerequisiteId);
      const made = withPrerequisite(await this.#generateCases(toRequest(body, app)), body.prerequisiteId);
      const start = transaction(database, () => {
        const versions = this.#store(testTargetId, planId, made);
        const run =
          body.context === undefined ? undefined : this.#prepareRun(body.context, body, app, versions);
        plans.setStatus(planId, 'DONE', now());
        return run?.start;
      });
      start?.();
    } catch (error) {
      plans.fail(planId, messageOf(error), now());
    }
  }

  #store(testTargetId: string, planId: string, made: readonly ExchangeTestCase[]): TestCaseVersion[] {
    const { versions, testCases, now } = this.#stores;
    return made.map((each) => {
      const version = versions.add(testTargetId, each);
      testCases.add(testTargetId, version, { testPlanId: planId }, now());
      return version;
    });
  }

  /** The run of a batch's test cases on its app, whose report has the context of the batch. */
  #prepareRun(
    context: RunSettings['context'],
    body: BatchGenerationBody,
    { target, row, discoveryUrl }: App,
    versions: readonly TestCaseVersion[],
  ): PreparedRun {
    const { testCases } = this.#stores;
    const steps = prepareRun(this.#stores, {
      target,
      environment: row,
      versions,
      supporting: neededBy(versions, (id) => testCases.find(target.id, id)),
      executionUrl: appUrl(body, discoveryUrl) ?? '',
      browser: 'CHROMIUM',
      breakpoint: 'DESKTOP',
      context,
      variables: {},
    });
    return allSteps(steps)();
  }

  async #runDiscovery(
    testTargetId: string,
    draft: ExchangeTestCase,
    discovery: DiscoveryState,
  ): Promise<void> {
    const { database, versions, testCases, now } = this.#stores;
    const stateOf = (status: string, message?: string): DiscoveryState => ({
      ...discovery,
      status,
      updatedAt: now().toISOString(),
      ...defined({ message }),
    });
    try {
      await Promise.resolve();
      testCases.change(testTargetId, draft.id, { discovery: stateOf('IN_PROGRESS') }, now());
      const app = this.#appOf(testTargetId, undefined, draft.dependencyId);
      const [made] = await this.#generateCases(toRequest(draft, app));
      if (made === undefined || made.elements.length === 0)
        throw new Error('the generator returned no steps');
      const present = this.#currentDraft(testTargetId, draft, discovery);
      if (present === undefined) return;
      transaction(database, () => {
        // Exploration may have found the steps on another page than the draft's.
        const { elements, entryPointUrlPath } = made;
        const version = versions.add(testTargetId, {
          ...present,
          ...defined({ entryPointUrlPath }),
          elements,
        });
        testCases.change(testTargetId, draft.id, { version, discovery: stateOf('SUCCESS') }, now());
      });
    } catch (error) {
      if (testCases.find(testTargetId, draft.id)?.discovery?.id !== discovery.id) return;
      const message = messageOf(error);
      testCases.change(testTargetId, draft.id, { discovery: stateOf('FAILED', message) }, now());
    }
  }
}

/** Makes the cases of a batch depend on its prerequisite, unless they name another dependency. */
function withPrerequisite(
  made: readonly ExchangeTestCase[],
  dependencyId: string | null | undefined,
): readonly ExchangeTestCase[] {
  return dependencyId == null
    ? made
    : made.map((each) => ({ ...each, dependencyId: each.dependencyId ?? dependencyId }));
}

export function newDiscovery(freePrompt: string, now: Date): DiscoveryState {
  return { id: randomUUID(), freePrompt, status: 'CREATED', updatedAt: now.toISOString() };
}

/** How the app is reached, and where its settings come from. */
type App = Omit<GenerationRequest, 'prompt' | 'baseUrl'> & {
  readonly target: TestTargetRow;
  readonly row: EnvironmentRow;
  readonly discoveryUrl: string | undefined;
};

function toRequest(
  body: BatchGenerationBody,
  { discoveryUrl, target: _, row: __, ...app }: App,
): GenerationRequest {
  const { prompt = '', hints, imageUrls } = body;
  const [entryPointUrlPath, baseUrl] = [entryPoint(body), appUrl(body, discoveryUrl)];
  return { ...app, prompt, ...defined({ entryPointUrlPath, baseUrl, hints, imageUrls }) };
}

function entryPoint({ entryPointUrlPath, entrypointUrlPath }: BatchGenerationBody) {
  return entryPointUrlPath ?? entrypointUrlPath;
}

/** The URL of the app: that of the request, of the environment, or of an entry point that is a whole URL. */
function appUrl(body: BatchGenerationBody, discoveryUrl: string | undefined): string | undefined {
  return body.baseUrl ?? discoveryUrl ?? webUrl.safeParse(entryPoint(body)).data;
}
