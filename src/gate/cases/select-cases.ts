import { selectCases } from '../../contract/exchange/test-case.ts';
import type { Host } from '../../runtime/host.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import { casesOfShard } from './shard.ts';

/** The cases of this job's shard; all of them without a shard, or if none is selected. */
export function casesOfJob(
  cases: readonly LoadedCase[],
  inputs: Inputs,
  host: Pick<Host, 'info'>,
): readonly LoadedCase[] {
  const { shard } = inputs;
  const selected = selectedCases(cases, inputs);
  if (shard === undefined || selected.length === 0) return cases;
  const pushed = casesOfShard(cases, selected, shard);
  const count = selectedCases(pushed, inputs).length;
  host.info(`Shard ${shard.number} of ${shard.total}: ${count} of ${selected.length} test cases`);
  return pushed;
}

/**
 * The cases that the service must report a result for.
 * @param environmentName what the service calls the environment. Default: as the input.
 */
export function expectedCases(
  cases: readonly LoadedCase[],
  inputs: Inputs,
  environmentName = inputs.environment,
): LoadedCase[] {
  return selectedCases(cases, { tags: inputs.tags, environment: environmentName });
}

/** The cases that run for their own sake, not as a dependency or teardown. */
function selectedCases(
  cases: readonly LoadedCase[],
  { tags, environment }: Pick<Inputs, 'tags' | 'environment'>,
): LoadedCase[] {
  const testCases = cases.map(({ testCase }) => testCase);
  const selected = new Set(selectCases(testCases, { tags, environmentName: environment }));
  return cases.filter(({ testCase }) => selected.has(testCase));
}
