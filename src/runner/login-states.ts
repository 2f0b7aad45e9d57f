import type { Page } from 'playwright-core';
import type { StorageState } from './browser/contexts.ts';
import { within } from './within.ts';

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

/** A state that has failed so many cases is one that cases wear out: from then on each plays its own login. */
const maxWornOut = 2;

/**
 * The states of one run, by the last case that leads to each. The first case that needs one plays its dependencies,
 * the others wait for what comes of it.
 */
export class LoginStates {
  readonly #states = new Map<string, Promise<LoginState | undefined>>();
  /** The states that a case is on its way to. */
  readonly #underWay = new Set<string>();
  readonly #wornOut = new Map<string, number>();

  /** @param id of the last dependency that the state covers. */
  async turn(id: string): Promise<LoginTurn> {
    for (;;) {
      if ((this.#wornOut.get(id) ?? 0) >= maxWornOut) return { kind: 'play', done: () => {} };
      const known = this.#states.get(id);
      if (known === undefined) return this.#play(id);
      const state = await known;
      if (state !== undefined) return { kind: 'reuse', state };
      // It failed, or can't be kept: whoever waited tries for itself.
      if (this.#states.get(id) === known) return this.#play(id);
    }
  }

  /** A case sets out that will play its way to the state, unless it is there. */
  setOut(id: string): void {
    if (!this.#states.has(id)) this.#underWay.add(id);
  }

  /** The case has ended; if it never got to its turn, nobody is on the way any more. */
  ended(id: string): void {
    if (!this.#states.has(id)) this.#underWay.delete(id);
  }

  /** Whether a case is on its way to the state: who needs it now has to wait. */
  isUnderWay(id: string): boolean {
    return this.#underWay.has(id);
  }

  /** A case has failed with this state: it may be worn out, and is not given to another one. */
  async giveUp(id: string, state: LoginState): Promise<void> {
    this.#wornOut.set(id, (this.#wornOut.get(id) ?? 0) + 1);
    const known = this.#states.get(id);
    // It may have been replaced meanwhile.
    if (known !== undefined && (await known) === state && this.#states.get(id) === known)
      this.#states.delete(id);
  }

  #play(id: string): LoginTurn {
    const { promise, resolve } = Promise.withResolvers<LoginState | undefined>();
    this.#states.set(id, promise);
    this.#underWay.add(id);
    const done = (state: LoginState | undefined) => {
      this.#underWay.delete(id);
      resolve(state);
    };
    return { kind: 'play', done };
  }
}

/** What the reading of a state may take, in ms: a page that is busy for ever would keep all who wait for it. */
const readMs = 5000;

/**
 * What a page's context holds now.
 * @returns undefined where not all of it can be carried into another context.
 */
export async function keptState(
  page: Page,
  dynamic: ReadonlyMap<string, string>,
): Promise<LoginState | undefined> {
  try {
    return await within(readMs, 'The page did not tell what it holds.', async () => {
      // A tab's own storage is not part of what can be carried over.
      if ((await page.evaluate(() => sessionStorage.length)) > 0) return undefined;
      return { storage: await page.context().storageState({ indexedDB: true }), dynamic: new Map(dynamic) };
    });
  } catch {
    // A page without storage, a browser that does not tell: the dependencies are played each time.
    return undefined;
  }
}
