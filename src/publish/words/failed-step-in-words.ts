import type { FailedStep } from '../verdict.ts';

/**
 * The step that failed, by its number, its dependency and what it does.
 * @param show makes a text of a test case fit for the place where it stands.
 */
export function failedStepInWords(
  { number, words, inDependency }: FailedStep,
  show: (text: string) => string,
): string {
  const dependency = inDependency === undefined ? '' : ` of the dependency ${show(inDependency)}`;
  return `Step ${number}${dependency}: ${show(words)}`;
}
