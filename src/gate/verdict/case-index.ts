import type { TestResult } from '../../contract/test-report.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { RequestedRun } from './requested-run.ts';

type Known = Pick<RequestedRun, 'cases' | 'stored' | 'url'>;

/** Looks cases up by what a result names them with: a hosted service may use ids of its own. */
export class CaseIndex {
  /** The URL under test; undefined if only the service knows it. */
  readonly url: string | undefined;
  readonly #byId: ReadonlyMap<string, LoadedCase>;
  readonly #byName: ReadonlyMap<string, readonly LoadedCase[]>;
  readonly #byVersion: ReadonlyMap<string, LoadedCase>;
  readonly #byResult: ReadonlyMap<string, LoadedCase>;

  constructor({ cases, stored, url }: Known) {
    this.url = url;
    this.#byId = new Map(cases.map((each) => [each.testCase.id.toLowerCase(), each]));
    this.#byName = Map.groupBy(cases, ({ testCase }) => testCase.description);
    const of = (idOf: (id: string) => string | undefined) =>
      new Map([...this.#byId].flatMap(([id, each]) => [[idOf(id)?.toLowerCase() ?? '', each]]));
    this.#byVersion = of((id) => stored.get(id)?.versionId);
    this.#byResult = of((id) => stored.get(id)?.testResultId);
  }

  withId(id: string): LoadedCase | undefined {
    return this.#byId.get(id.toLowerCase());
  }

  /** The case of a result; a name that several cases share identifies none of them. */
  caseOf(result: TestResult): LoadedCase | undefined {
    return this.casesNamedBy(result)[0]?.loaded;
  }

  /** The name of a result's case, or the ID of a case that is not known. */
  nameOf(result: TestResult): string {
    const { name, testCaseId } = result;
    return name == null || isBlank(name) ? (this.caseOf(result)?.testCase.description ?? testCaseId) : name;
  }

  /** Whether a result names a case that was pushed, or a name that several of them share. */
  knows(result: TestResult): boolean {
    return this.#byName.has(result.name ?? '') || this.caseOf(result) !== undefined;
  }

  /**
   * The cases that the fields of a result name, each with its field: all of them should be the same case.
   * A field that names no case that was pushed is left out.
   */
  casesNamedBy(result: TestResult): { readonly field: string; readonly loaded: LoadedCase }[] {
    const { id, testCaseId, testCaseVersionId, name } = result;
    const named = isBlank(name) ? [] : (this.#byName.get(name ?? '') ?? []);
    const found = {
      testCaseId: this.withId(testCaseId),
      testCaseVersionId: isBlank(testCaseVersionId)
        ? undefined
        : this.#byVersion.get((testCaseVersionId ?? '').toLowerCase()),
      id: this.#byResult.get(id.toLowerCase()),
      name: named.length === 1 ? named[0] : undefined,
    };
    return Object.entries(found).flatMap(([field, loaded]) =>
      loaded === undefined ? [] : [{ field, loaded }],
    );
  }

  /**
   * The expected cases that no result is of. Several cases of one name have theirs where as many results have the
   * name. If a service has ids of its own and names no result, it must have a result for each case, and none beyond those
   * that were pushed.
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
    const isAsMany = unjoined.size >= expected.length && unjoined.size <= this.#byId.size;
    if (isAsMany && results.every((each) => this.#isNameless(each))) return [];
    const byName = Map.groupBy(unjoined.values(), (name) => name);
    const sharing = Map.groupBy(missing, ({ testCase }) => testCase.description);
    return missing.filter(({ testCase: { description } }) => {
      const wanted = sharing.get(description)?.length ?? 0;
      return isBlank(description) || (byName.get(description)?.length ?? 0) < wanted;
    });
  }

  #isNameless(result: TestResult): boolean {
    return this.caseOf(result) === undefined && isBlank(result.name) && isBlank(result.testCaseVersionId);
  }
}

function isBlank(text: string | null | undefined): boolean {
  return text == null || text.trim() === '';
}
