import type { Page } from 'playwright-core';
import type { StorageState } from './browser/contexts.ts';

/** What logins and cookie banners leave behind: a new context can go on from there. */
export interface LoginState {
  readonly storage: StorageState;
  /** The dynamic variables that they have set. */
  readonly dynamic: ReadonlyMap<string, string>;
}

/** A case's part in a state that several cases need. */
export type LoginTurn =
  | { readonly kind: 'reuse'; readonly state: LoginState }
  /** The case plays the dependencies itself, and says what came of it; undefined means nothing to keep. */
  | { readonly kind: 'play'; readonly done: (state: LoginState | undefined) => void };

/**
 * The states of one run, by the last case that leads to each. The first case that needs one plays its dependencies,
 * the others wait for what comes of it.
 */
export class LoginStates {
  readonly #states = new Map<string, Promise<LoginState | undefined>>();
  readonly #played = new Set<string>();

  /** @param id of the last dependency that the state covers. */
  async turn(id: string): Promise<LoginTurn> {
    for (;;) {
      const known = this.#states.get(id);
      if (known === undefined) return this.#play(id);
      const state = await known;
      if (state !== undefined) return { kind: 'reuse', state };
      // It failed, or can't be kept: whoever waited tries for itself.
      if (this.#states.get(id) === known) return this.#play(id);
    }
  }

  /** A case begins that will play its way to the state, unless it is known. */
  expect(id: string | undefined): void {
    if (id !== undefined && !this.#states.has(id)) this.#played.add(id);
  }

  /** Whether a case is about to reach the state: who needs it now has to wait. */
  isPlayed(id: string | undefined): boolean {
    return id !== undefined && this.#played.has(id);
  }

  /** Forgets a state that a case has failed with: it may be worn out. */
  forget(id: string | undefined): void {
    if (id !== undefined) this.#states.delete(id);
  }

  #play(id: string): LoginTurn {
    const { promise, resolve } = Promise.withResolvers<LoginState | undefined>();
    this.#states.set(id, promise);
    this.#played.add(id);
    const done = (state: LoginState | undefined) => {
      this.#played.delete(id);
      resolve(state);
    };
    return { kind: 'play', done };
  }
}

/**
 * What a page's context holds now.
 * @returns undefined where not all of it can be carried into another context.
 */
export async function keptState(
  page: Page,
  dynamic: ReadonlyMap<string, string>,
): Promise<LoginState | undefined> {
  try {
    // A tab's own storage is not part of what can be carried over.
    if ((await page.evaluate(() => sessionStorage.length)) > 0) return undefined;
    return { storage: await page.context().storageState({ indexedDB: true }), dynamic: new Map(dynamic) };
  } catch {
    // A page without storage, or a browser that does not tell: the dependencies are played each time.
    return undefined;
  }
}
