import type { Page } from 'playwright-core';
import { caseChain, type ExchangeTestCase, type Library } from '../contract/exchange/exchange-test-case.ts';
import type { StorageState } from './browser/contexts.ts';
import type { RunPlan } from './runner.ts';
import { unlessLate } from './wait.ts';

/** The state after logins and cookie banners, from which a new context can continue. */
export interface LoginState {
  readonly storage: StorageState;
  /** The dynamic variables that these cases have set. */
  readonly dynamic: ReadonlyMap<string, string>;
}

/** What an attempt does about the login of its case: it starts from a state, or runs the login itself. */
export interface LoginTurn {
  /** How many of the first cases of the chain are the login; 0 if the attempt neither reuses nor shares a state. */
  readonly length: number;
  /** Undefined if the attempt runs the login. */
  readonly state: LoginState | undefined;
  /** Reports the state that the attempt has created; undefined if it cannot be reused. Only the first call counts. */
  readonly done: (state: LoginState | undefined) => void;
}

/** The turn of an attempt that neither reuses nor shares a state. */
export const unsharedLogin: LoginTurn = { length: 0, state: undefined, done: () => {} };

/** After so many failures with the states of a login, each case runs its own: cases seem to invalidate them. */
const maxFailures = 2;

/** The first dependencies of a case, which only create a state. */
interface Login {
  /** That of the last dependency. */
  readonly id: string;
  readonly length: number;
}

/**
 * The login states of one run, by the id of the last dependency that each covers. The first case that needs a state runs
 * its dependencies; the others wait for the result. Once a login has failed, they do not wait any more.
 */
export class LoginStates {
  /** The login that each case can reuse, by the id of the case. */
  readonly #logins: ReadonlyMap<string, Login>;
  readonly #states = new Map<string, Promise<LoginState | undefined>>();
  /** The states that a running case is about to create. */
  readonly #pending = new Set<string>();
  readonly #failures = new Map<string, number>();

  /** @param isReused whether cases reuse the login of another case. */
  constructor(plan: Pick<RunPlan, 'cases' | 'library'>, isReused: boolean) {
    this.#logins = new Map(
      (isReused ? plan.cases : []).flatMap((testCase) => {
        const login = loginOf(testCase, plan.library);
        return login === undefined ? [] : [[testCase.id, login]];
      }),
    );
  }

  async turn(testCase: ExchangeTestCase): Promise<LoginTurn> {
    const login = this.#logins.get(testCase.id);
    if (login === undefined) return unsharedLogin;
    const { id, length } = login;
    for (;;) {
      if ((this.#failures.get(id) ?? 0) >= maxFailures) return unsharedLogin;
      const known = this.#states.get(id);
      if (known === undefined) return { length, state: undefined, done: this.#runLogin(id) };
      const state = await known;
      if (state !== undefined) return { length, state, done: () => {} };
      // The login failed or its state cannot be reused: each case runs it, and the first state that can be is reused.
      if (this.#states.get(id) === known)
        return { length, state, done: (own) => this.#replace(id, known, own) };
    }
  }

  /** A case starts, which will create the state of its login if that does not exist. */
  caseStarted(testCase: ExchangeTestCase): void {
    const id = this.#logins.get(testCase.id)?.id;
    if (id !== undefined && !this.#states.has(id)) this.#pending.add(id);
  }

  /** The case has ended. If it never started the login, the state is not pending any more. */
  caseEnded(testCase: ExchangeTestCase): void {
    const id = this.#logins.get(testCase.id)?.id ?? '';
    if (!this.#states.has(id)) this.#pending.delete(id);
  }

  /** Whether a running case is about to create the state that a case needs, so that it would have to wait. */
  isPending(testCase: ExchangeTestCase): boolean {
    return this.#pending.has(this.#logins.get(testCase.id)?.id ?? '');
  }

  /** A case has failed with this state, so no other case reuses it. */
  async discard(testCase: ExchangeTestCase, state: LoginState): Promise<void> {
    const id = this.#logins.get(testCase.id)?.id ?? '';
    this.#failures.set(id, (this.#failures.get(id) ?? 0) + 1);
    const known = this.#states.get(id);
    // It may already have been replaced.
    if (known !== undefined && (await known) === state && this.#states.get(id) === known)
      this.#states.delete(id);
  }

  #replace(id: string, known: Promise<unknown>, state: LoginState | undefined): void {
    if (state !== undefined && this.#states.get(id) === known) this.#states.set(id, Promise.resolve(state));
  }

  /** @returns what reports the state. */
  #runLogin(id: string): LoginTurn['done'] {
    const { promise, resolve } = Promise.withResolvers<LoginState | undefined>();
    this.#states.set(id, promise);
    this.#pending.add(id);
    return (state) => {
      this.#pending.delete(id);
      resolve(state);
    };
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
  const read = async () => {
    // The session storage of a tab cannot be transferred.
    if ((await page.evaluate(() => sessionStorage.length)) > 0) return undefined;
    return { storage: await page.context().storageState({ indexedDB: true }), dynamic: new Map(dynamic) };
  };
  // Without it, because of a page without storage or a busy one, the dependencies are run each time.
  return unlessLate(read(), readMs);
}

/**
 * The first dependencies of a case, as far as they only create a state that can be reused: logins and cookie banners without
 * a teardown, which would remove that state again.
 */
function loginOf(testCase: ExchangeTestCase, library: Library): Login | undefined {
  const dependencies = dependenciesOf(testCase, library);
  const end = dependencies.findIndex(
    ({ type, teardownId }) => (type !== 'LOGIN' && type !== 'COOKIE_BANNER') || teardownId !== undefined,
  );
  const length = end === -1 ? dependencies.length : end;
  const last = dependencies[length - 1];
  return last === undefined ? undefined : { id: last.id, length };
}

/** @returns none if they are broken, which is reported when the case is run. */
function dependenciesOf(testCase: ExchangeTestCase, library: Library): ExchangeTestCase[] {
  try {
    return caseChain(testCase, library).slice(0, -1);
  } catch {
    return [];
  }
}
