import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../contract/exchange/test-case.ts';
import type { BatchGenerationBody } from '../contract/generation.ts';
import { transaction } from './store/database.ts';
import type { EnvironmentStore } from './store/environments.ts';
import type { TestCaseVersionStore } from './store/test-case-versions.ts';
import type { DiscoveryState, TestCaseStore } from './store/test-cases.ts';
import type { TestPlanStore } from './store/test-plans.ts';

/** What a generator is asked for. */
export interface GenerationRequest {
  readonly prompt: string;
  readonly entryPointUrlPath?: string;
  /** Where the app is: what the request says, or the URL of its environment. */
  readonly baseUrl?: string;
  readonly imageUrls?: readonly string[];
}

/** Makes test cases from a prompt. Rejects with a reason that people can read. */
export type Generate = (
  request: GenerationRequest,
  signal: AbortSignal,
) => Promise<readonly ExchangeTestCase[]>;

const testCaseList = z.array(exchangeTestCase);

/** Without a generator every generation ends with this. */
const noGenerator: Generate = async () => {
  throw new Error(
    'this service has no generator: it stores and runs test cases, and makes none from prompts',
  );
};

interface Stores {
  readonly database: DatabaseSync;
  readonly environments: EnvironmentStore;
  readonly plans: TestPlanStore;
  readonly versions: TestCaseVersionStore;
  readonly testCases: TestCaseStore;
  readonly now: () => Date;
}

/** The generations that are under way: batches, each with its test plan, and discoveries of one case. */
export class Planning {
  readonly #stores: Stores;
  readonly #generate: Generate;
  readonly #stop = new AbortController();
  readonly #ends = new Set<Promise<void>>();

  constructor(stores: Stores, generate: Generate = noGenerator) {
    this.#stores = stores;
    this.#generate = generate;
  }

  /** Starts a batch generation. Its id is that of its test plan. */
  startBatch(testTargetId: string, planId: string, body: BatchGenerationBody): void {
    this.#track(this.#runBatch(testTargetId, planId, body));
  }

  /** Starts to fill a draft with steps, from its prompt. */
  startDiscovery(testTargetId: string, draft: ExchangeTestCase, discovery: DiscoveryState): void {
    this.#track(this.#runDiscovery(testTargetId, draft, discovery));
  }

  /** Stops everything that is under way. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('the service was stopped'));
    await Promise.all(this.#ends);
  }

  #track(work: Promise<void>): void {
    // It rejects only where the store can't be written: then there is no place to say so, and the next start of the
    // service ends what was left under way.
    const end = work.catch(() => {}).finally(() => this.#ends.delete(end));
    this.#ends.add(end);
  }

  /** A generator that does not listen to the signal is left alone: whatever it makes comes too late. */
  async #make(request: GenerationRequest): Promise<readonly ExchangeTestCase[]> {
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      // What can't be read again must not be stored.
      const made = testCaseList.safeParse(await Promise.race([this.#generate(request, signal), stopped]));
      if (made.success) return made.data;
      throw new Error(`what was made is no test case: ${z.prettifyError(made.error)}`);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** The URL of the environment; without one, of the DEFAULT one, which is the first. */
  #discoveryUrl(testTargetId: string, environmentId?: string | null): string | undefined {
    const { environments } = this.#stores;
    const environment =
      environmentId == null
        ? environments.list(testTargetId)[0]
        : environments.find(testTargetId, environmentId);
    return environment?.settings.discoveryUrl;
  }

  /**
   * The draft as it is now. Its name or tags may have been changed meanwhile.
   * @returns undefined where the case is gone, or another discovery has taken over.
   * @throws Error where somebody has given it steps: those stay.
   */
  #stillMeant(
    testTargetId: string,
    draft: ExchangeTestCase,
    discovery: DiscoveryState,
  ): ExchangeTestCase | undefined {
    const present = this.#stores.testCases.find(testTargetId, draft.id);
    if (present?.discovery?.id !== discovery.id) return undefined;
    if (isDeepStrictEqual(present.testCase.elements, draft.elements)) return present.testCase;
    throw new Error('the test case was given other steps in the meantime');
  }

  async #runBatch(testTargetId: string, planId: string, body: BatchGenerationBody): Promise<void> {
    const { database, plans, versions, testCases, now } = this.#stores;
    // The answer goes out first: who asked sees the plan CREATED.
    await Promise.resolve();
    try {
      plans.setStatus(planId, 'IN_PROGRESS', now());
      const discoveryUrl = this.#discoveryUrl(testTargetId, body.environmentId);
      const made = await this.#make(toRequest(body, discoveryUrl));
      transaction(database, () => {
        for (const version of versions.add(testTargetId, withPrerequisite(made, body.prerequisiteId))) {
          testCases.add(testTargetId, version, { testPlanId: planId }, now());
        }
        plans.setStatus(planId, 'DONE', now());
      });
    } catch {
      // A test plan has no field for the reason (section 4.7).
      plans.setStatus(planId, 'ERROR', now());
    }
  }

  async #runDiscovery(
    testTargetId: string,
    draft: ExchangeTestCase,
    discovery: DiscoveryState,
  ): Promise<void> {
    const { database, versions, testCases, now } = this.#stores;
    const tell = (status: string, message?: string): DiscoveryState => ({
      ...discovery,
      status,
      updatedAt: now().toISOString(),
      ...(message === undefined ? {} : { message }),
    });
    try {
      await Promise.resolve();
      testCases.change(testTargetId, draft.id, { discovery: tell('IN_PROGRESS') }, now());
      const [made] = await this.#make(toRequest(draft, this.#discoveryUrl(testTargetId)));
      if (made === undefined || made.elements.length === 0)
        throw new Error('no steps were made from the prompt');
      const present = this.#stillMeant(testTargetId, draft, discovery);
      if (present === undefined) return;
      transaction(database, () => {
        for (const version of versions.add(testTargetId, [{ ...present, elements: made.elements }])) {
          testCases.change(testTargetId, draft.id, { version, discovery: tell('SUCCESS') }, now());
        }
      });
    } catch (error) {
      if (testCases.find(testTargetId, draft.id)?.discovery?.id !== discovery.id) return;
      const message = error instanceof Error ? error.message : String(error);
      testCases.change(testTargetId, draft.id, { discovery: tell('FAILED', message) }, now());
    }
  }
}

/** What a batch makes runs after the prerequisite of the batch, unless it names another dependency. */
function withPrerequisite(
  made: readonly ExchangeTestCase[],
  dependencyId: string | null | undefined,
): readonly ExchangeTestCase[] {
  return dependencyId == null
    ? made
    : made.map((each) => ({ ...each, dependencyId: each.dependencyId ?? dependencyId }));
}

/** A new discovery of a case from a prompt. */
export function newDiscovery(freePrompt: string, now: Date): DiscoveryState {
  return { id: randomUUID(), freePrompt, status: 'CREATED', updatedAt: now.toISOString() };
}

function toRequest(body: BatchGenerationBody, discoveryUrl: string | undefined): GenerationRequest {
  const entry = body.entryPointUrlPath ?? body.entrypointUrlPath;
  const baseUrl = body.baseUrl ?? discoveryUrl;
  return {
    prompt: body.prompt ?? '',
    ...(entry == null ? {} : { entryPointUrlPath: entry }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(body.imageUrls === undefined ? {} : { imageUrls: body.imageUrls }),
  };
}
