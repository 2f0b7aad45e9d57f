import { splitMessage } from '../contract/error-message.ts';
import { didNotPass, worstFirst } from './cases.ts';
import type { CaseResult } from './run-results.ts';

/** Failures with one cause: one of them, and the others that failed in the same way. */
export interface FailureGroup {
  readonly first: CaseResult;
  readonly others: readonly CaseResult[];
}

/** Messages that agree in so many characters say the same. */
const maxComparedCharacters = 2000;

/**
 * Groups the results that failed or could not be run by their cause, the worst first: the same message at the same step of
 * a shared dependency, or about the address of an app that does not answer.
 */
export function groupFailures(results: readonly CaseResult[]): FailureGroup[] {
  const failures = worstFirst(results.filter(didNotPass));
  const groups = Map.groupBy(failures, (result) => causeOf(result) ?? result).values();
  return [...groups].flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]));
}

/** An address: its origin, and the rest. */
const address = /(https?:\/\/[^\s/"'”]+)[^\s"'”]*/;

/** Identifies the cause of a failure; undefined if nothing is known about it. */
function causeOf({ status, failedStep, errorMessage }: CaseResult): string | undefined {
  const { sentence } = splitMessage((errorMessage ?? '').slice(0, maxComparedCharacters));
  if (sentence === '') return undefined;
  // Each case opens its own page of the same app.
  const message = sentence.replace(address, '$1');
  // Without a step, a message such as that of a timeout says nothing about the cause.
  if (failedStep === undefined && status === 'failed' && !address.test(sentence)) return undefined;
  const { place, locator, words, number } = failedStep ?? {};
  const step = place === undefined ? [number, words, locator] : [place.file, place.line, place.column];
  return JSON.stringify([status, message, ...step]);
}
