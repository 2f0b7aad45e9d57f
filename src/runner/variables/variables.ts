import { isOfTestAccount, UndefinedVariable } from './undefined-variable.ts';

/** The variables of one run, by name without `$`; some have their value only at the moment when they are asked for. */
export type RunVariables = ReadonlyMap<string, string | (() => string)>;

/** Variables as texts and code use them. */
export type KnownVariables = Pick<Variables, 'dynamic' | 'isOfRun' | 'value'>;

/** The variables that the texts of one case may use: `$NAME` of the run and `$$name`, set by steps. */
export class Variables {
  readonly #run: RunVariables;
  readonly #dynamic: Map<string, string>;

  /** @param dynamic `$$` variables that are set already. */
  constructor(run: RunVariables, dynamic: Iterable<readonly [string, string]> = []) {
    this.#run = run;
    this.#dynamic = new Map(dynamic);
  }

  /** The dynamic variables that are set now. */
  get dynamic(): ReadonlyMap<string, string> {
    return this.#dynamic;
  }

  /** Sets a dynamic variable: later texts say `$$name`. */
  set(name: string, value: string): void {
    this.#dynamic.set(name, value);
  }

  /** Whether a name is one of the run's variables, or of those that a test account should have given. */
  isOfRun(name: string): boolean {
    return this.#run.has(name) || isOfTestAccount(name);
  }

  /**
   * The value of a variable.
   * @param name as in the text, without its first `$`: a dynamic one begins with another `$`.
   * @throws UndefinedVariable
   */
  value(name: string): string {
    const found = name.startsWith('$') ? this.#dynamic.get(name.slice(1)) : this.#run.get(name);
    if (found === undefined) throw new UndefinedVariable(name, this.#names());
    return typeof found === 'function' ? found() : found;
  }

  #names(): string[] {
    return [...this.#run.keys(), ...[...this.#dynamic.keys()].map((name) => `$${name}`)];
  }
}
