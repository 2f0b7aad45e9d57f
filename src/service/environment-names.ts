import { HttpProblem } from './http/http-problem.ts';

/** @throws HttpProblem 400 where another environment of the target has the name. */
export function refuseTakenName(taken: ReadonlySet<string>, name: string): void {
  if (taken.has(name)) throw HttpProblem.invalid(['name'], `an environment "${name}" exists already`);
}

/** The name as the store gives it back: it has no half of a surrogate pair, and two such names may become one. */
export function storableName(name: string): string {
  return name.toWellFormed();
}
