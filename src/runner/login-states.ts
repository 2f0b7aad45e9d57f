import type { Page } from 'playwright-core';
import { caseChain, type ExchangeTestCase, type Library } from '../contract/exchange/test-case.ts';
import type { StorageState } from './browser/contexts.ts';
import { unlessLate } from './wait.ts';

/** The state after logins and cookie banners, from which a new context can continue. */
export interface LoginState {
  readonly storage: StorageState;
  /** The dynamic variables that these cases have set. */
  readonly dynamic: ReadonlyMap<string, string>;
}

/** What a case does about a login: it starts from a state, or plays the dependencies itself. */
export interface LoginTurn {
  /** Undefined if the case plays the dependencies. */
  readonly state: LoginState | undefined;
  /** Reports the state that the case has created; undefined if it cannot be reused. Only the first call counts. */
  readonly done: (state: LoginState | undefined) => void;
}

/** The turn of a case that neither reuses nor shares a state. */
export const ownLogin: LoginTurn = { state: undefined, done: () => {} };

/** After so many failures with the states of a login, each case plays its own: cases seem to invalidate them. */
const maxFailures = 2;

/**
 * The login states of one run, by the id of the last dependency that each covers. The first case that needs a state plays
 * its dependencies; the others wait for the result. Once a login has failed, they do not wait any more.
 */
export class LoginStates {
  readonly #states = new Map<string, Promise<LoginState | undefined>>();
  /** The states that a running case is about to create. */
  readonly #pending = new Set<string>();
  readonly #failures = new Map<string, number>();

  /** @param id the last dependency that the state covers. */
  async turn(id: string): Promise<LoginTurn> {
    for (;;) {
      if ((this.#failures.get(id) ?? 0) >= maxFailures) return ownLogin;
      const known = this.#states.get(id);
      if (known === undefined) return this.#play(id);
      const state = await known;
      if (state !== undefined) return { state, done: () => {} };
      // The login failed or its state cannot be reused: each case plays it, and the first state that can be is reused.
      if (this.#states.get(id) === known) return { state, done: (own) => this.#replace(id, known, own) };
    }
  }

  /** A case starts that will create the state if it does not exist. */
  caseStarted(id: string): void {
    if (!this.#states.has(id)) this.#pending.add(id);
  }

  /** The case has ended. If it never started the login, the state is not pending any more. */
  caseEnded(id: string): void {
    if (!this.#states.has(id)) this.#pending.delete(id);
  }

  /** Whether a running case is about to create the state, so that others would have to wait. */
  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  /** A case has failed with this state, so no other case reuses it. */
  async discard(id: string, state: LoginState): Promise<void> {
    this.#failures.set(id, (this.#failures.get(id) ?? 0) + 1);
    const known = this.#states.get(id);
    // It may already have been replaced.
    if (known !== undefined && (await known) === state && this.#states.get(id) === known)
      this.#states.delete(id);
  }

  #replace(id: string, known: Promise<unknown>, state: LoginState | undefined): void {
    if (state !== undefined && this.#states.get(id) === known) this.#states.set(id, Promise.resolve(state));
  }

  #play(id: string): LoginTurn {
    const { promise, resolve } = Promise.withResolvers<LoginState | undefined>();
    this.#states.set(id, promise);
    this.#pending.add(id);
    const done = (state: LoginState | undefined) => {
      this.#pending.delete(id);
      resolve(state);
    };
    return { state: undefined, done };
  }
}

/** Timeout for reading a state, in ms: other cases wait for it, and a busy page never responds. */
const readMs = 5000;

/**
 * Reads the state of a page's context.
 * @returns undefined if it cannot be transferred completely to another context.
 */
export async function readLoginState(
  page: Page,
  dynamic: ReadonlyMap<string, string>,
): Promise<LoginState | undefined> {
  // Without it, because of a page without storage or a busy one, the dependencies are played each time.
  return unlessLate(readState(page, dynamic), readMs);
}

async function readState(page: Page, dynamic: LoginState['dynamic']): Promise<LoginState | undefined> {
  // The session storage of a tab cannot be transferred.
  if ((await page.evaluate(() => sessionStorage.length)) > 0) return undefined;
  return { storage: await page.context().storageState({ indexedDB: true }), dynamic: new Map(dynamic) };
}

/**
 * How many of the chain's first dependencies only create a reusable state: logins and cookie banners without a teardown,
 * which would remove that state again.
 */
export function reusableLength(chain: readonly ExchangeTestCase[]): number {
  const dependencies = chain.slice(0, -1);
  const end = dependencies.findIndex(
    ({ type, teardownId }) => (type !== 'LOGIN' && type !== 'COOKIE_BANNER') || teardownId !== undefined,
  );
  return end === -1 ? dependencies.length : end;
}

/**
 * The case whose final state others can reuse: the last of the reusable dependencies.
 * @throws BrokenDependency
 */
export function loginOf(testCase: ExchangeTestCase, library: Library): ExchangeTestCase | undefined {
  const chain = caseChain(testCase, library);
  return chain[reusableLength(chain) - 1];
}
