import type { TestResult } from '../../contract/test-report.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';

/** Looks cases up by what a result names them with: a hosted service may use ids of its own. */
export class CaseIndex {
  readonly #byId: ReadonlyMap<string, LoadedCase>;
  readonly #byName: ReadonlyMap<string, readonly LoadedCase[]>;

  constructor(cases: readonly LoadedCase[]) {
    this.#byId = new Map(cases.map((each) => [each.testCase.id.toLowerCase(), each]));
    this.#byName = Map.groupBy(cases, ({ testCase }) => testCase.description);
  }

  /** The case with an id. */
  withId(id: string): LoadedCase | undefined {
    return this.#byId.get(id.toLowerCase());
  }

  /** The case of a result; a name that several cases share identifies none of them. */
  caseOf({ testCaseId, name }: TestResult): LoadedCase | undefined {
    const named = isBlank(name) ? [] : (this.#byName.get(name ?? '') ?? []);
    return this.withId(testCaseId) ?? (named.length === 1 ? named[0] : undefined);
  }

  /**
   * The expected cases that no result is of. Several cases of one name have theirs where as many results have the
   * name. Where a service has ids of its own and names no result, as many results as cases are enough.
   */
  without(results: readonly TestResult[], expected: readonly LoadedCase[]): LoadedCase[] {
    const withResult = new Set(results.map((result) => this.caseOf(result)));
    // By id: two results of one case are no result of another.
    const unjoined = new Map(
      results
        .filter((result) => this.caseOf(result) === undefined)
        .map(({ testCaseId, name }) => [testCaseId.toLowerCase(), name]),
    );
    const missing = expected.filter((each) => !withResult.has(each));
    if (unjoined.size >= expected.length && results.every((each) => this.#isNameless(each))) return [];
    const byName = Map.groupBy(unjoined.values(), (name) => name);
    const sharing = Map.groupBy(missing, ({ testCase }) => testCase.description);
    return missing.filter(({ testCase: { description } }) => {
      const wanted = sharing.get(description)?.length ?? 0;
      return isBlank(description) || (byName.get(description)?.length ?? 0) < wanted;
    });
  }

  #isNameless({ testCaseId, name }: TestResult): boolean {
    return this.withId(testCaseId) === undefined && isBlank(name);
  }
}

function isBlank(text: string | null | undefined): boolean {
  return text == null || text.trim() === '';
}
