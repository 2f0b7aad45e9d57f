import type { ExchangeTestCase } from './exchange/test-case.ts';

export interface Selection {
  /** A case with any of these tags runs; with none given, every case. */
  readonly tags: readonly string[];
  readonly environmentName: string;
}

/** The cases that a run plays for their own sake: `runStatus` ON, not excluded here, and with one of the tags. */
export function selectCases(cases: readonly ExchangeTestCase[], selection: Selection): ExchangeTestCase[] {
  return cases.filter(
    (each) =>
      each.runStatus === 'ON' &&
      !each.excludedEnvironmentNames?.includes(selection.environmentName) &&
      (selection.tags.length === 0 || selection.tags.some((tag) => each.tagNames?.includes(tag))),
  );
}
