import type { FailedStep } from '../../results/run-results.ts';

/**
 * Describes the step that failed: its number, its dependency and what it does.
 * @param show makes a text of a test case safe where it is shown.
 */
export function describeFailedStep(
  { number, words, inDependency }: FailedStep,
  show = (text: string) => text,
): string {
  const dependency = inDependency === undefined ? '' : ` of the dependency ${show(inDependency)}`;
  return `Step ${number}${dependency}: ${show(words)}`;
}
