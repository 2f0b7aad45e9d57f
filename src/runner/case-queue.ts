import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { loginOf } from './login-states.ts';
import type { RunScope } from './run-scope.ts';

/** The cases of a run that have not started. While a login is played for the first time, cases that do not need it come first. */
export class CaseQueue {
  readonly #waiting: ExchangeTestCase[];
  readonly #run: RunScope;
  /** The id of the login that each case can reuse, by the id of the case. */
  readonly #logins: ReadonlyMap<string, string>;

  constructor(run: RunScope, reuseLogin: boolean) {
    this.#waiting = [...run.plan.cases];
    this.#run = run;
    this.#logins = reuseLogin ? loginIds(run) : new Map();
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Takes the first case that does not have to wait, or else the first one. @returns undefined if none is left. */
  take(): ExchangeTestCase | undefined {
    const { logins } = this.#run;
    const mustWait = ({ id }: ExchangeTestCase) => logins.isPending(this.#logins.get(id) ?? '');
    const free = this.#waiting.findIndex((each) => !mustWait(each));
    const [next] = this.#waiting.splice(Math.max(free, 0), 1);
    const login = next === undefined ? undefined : this.#logins.get(next.id);
    if (login !== undefined) logins.caseStarted(login);
    return next;
  }

  /** The first attempt at a case has ended. */
  ended({ id }: ExchangeTestCase): void {
    const login = this.#logins.get(id);
    if (login !== undefined) this.#run.logins.caseEnded(login);
  }

  /** Takes all cases that are left. */
  takeAll(): ExchangeTestCase[] {
    return this.#waiting.splice(0);
  }
}

function loginIds({ plan }: RunScope): Map<string, string> {
  const ids = new Map<string, string>();
  for (const testCase of plan.cases) {
    try {
      const login = loginOf(testCase, plan.library);
      if (login !== undefined) ids.set(testCase.id, login.id);
    } catch {
      // Broken dependencies are reported when the case is played.
    }
  }
  return ids;
}
