import { noRepository } from '../common/files.ts';
import {
  type ExchangeElement,
  type ExchangeTestCase,
  repositoryFiles,
} from '../contract/exchange/exchange-test-case.ts';
import type { GenerationJobs, Stores } from './generation-jobs.ts';
import { found, HttpProblem } from './http/http-problem.ts';
import type { IdempotencyKeyStore } from './store/idempotency-key-store.ts';
import type { StoredTestCase } from './store/test-case-store.ts';
import type { EnvironmentRow, TestTargetRow } from './store/test-target-store.ts';

export interface Dependencies extends Stores {
  readonly idempotencyKeys: IdempotencyKeyStore;
  readonly generations: GenerationJobs;
  /** Whether test cases may upload files of the repository. */
  readonly hasRepository: boolean;
}

/** Path parameters of what belongs to a test target. */
export interface OfTarget {
  readonly testTargetId: string;
}

/** @throws HttpProblem 404 if the test target does not exist. */
export function requireTarget({ targets }: Dependencies, testTargetId: string): TestTargetRow {
  return found(targets.find(testTargetId), `test target ${testTargetId}`);
}

/** @throws HttpProblem 404 if the environment does not exist. */
export function requireEnvironment(
  { environments }: Dependencies,
  { testTargetId, environmentId }: OfTarget & { readonly environmentId: string },
): EnvironmentRow {
  return found(environments.find(testTargetId, environmentId), `environment ${environmentId}`);
}

/** @throws HttpProblem 404 if the test case does not exist. */
export function requireTestCase(
  { testCases }: Dependencies,
  { testTargetId, testCaseId }: OfTarget & { readonly testCaseId: string },
): StoredTestCase {
  return found(testCases.find(testTargetId, testCaseId), `test case ${testCaseId}`);
}

/** The index of the first text that occurs for the second time; -1 if none does. */
export function indexOfDuplicate(texts: readonly string[]): number {
  const seen = new Set<string>();
  return texts.findIndex((text) => seen.has(text) || !seen.add(text));
}

/** @throws HttpProblem 400 if two cases of a request have the same id. */
export function refuseDuplicateIds(testCases: readonly ExchangeTestCase[]): void {
  const ids = testCases.map(({ id }) => id);
  const index = indexOfDuplicate(ids);
  if (index === -1) return;
  throw HttpProblem.invalid(['testCases', index, 'id'], `the id ${ids[index]} occurs twice`);
}

/** @throws HttpProblem 400 if a pushed case uploads a file of the repository, and the service has none. */
export function refuseFileUploads(deps: Dependencies, testCases: readonly ExchangeTestCase[]): void {
  for (const [index, { elements }] of testCases.entries()) {
    refuseFileUploadsOf(deps, elements, ['testCases', index, 'elements']);
  }
}

/**
 * The same for the steps of one case.
 * @param path of the steps in the request.
 */
export function refuseFileUploadsOf(
  { hasRepository }: Dependencies,
  elements: readonly ExchangeElement[],
  path: readonly (string | number)[],
): void {
  if (hasRepository) return;
  const index = elements.findIndex(
    ({ interaction }) => interaction != null && repositoryFiles(interaction).length > 0,
  );
  if (index === -1) return;
  throw HttpProblem.invalid([...path, index, 'interaction', 'calledWith', 'file'], noRepository);
}
