import { andMore, joinFilled } from '../../common/text.ts';
import { isSelected } from '../../contract/exchange/test-case.ts';
import type { Host } from '../../runtime/host.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { quoted } from '../inputs/input-values.ts';
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
  return cases.filter(({ testCase }) => isSelected(testCase, { tags, environmentName: environment }));
}

/** How many of the existing tags are listed in the warning. */
const maxTags = 20;

/** Warns of a tag in the input `tags` that no test case has: with a typo, test cases would silently not run. */
export function warnOfUnknownTags(
  cases: readonly LoadedCase[],
  tags: readonly string[],
  host: Pick<Host, 'warning'>,
): void {
  const existing = new Set(cases.flatMap(({ testCase }) => testCase.tagNames ?? []));
  const unknown = tags.filter((tag) => !existing.has(tag));
  if (unknown.length === 0) return;
  host.warning(
    `No test case has the tag ${unknown.map(quoted).join(' or ')}. Check the input \`tags\` (one tag per line). ${describeTags(existing)}`,
  );
}

function describeTags(existing: ReadonlySet<string>): string {
  const listed = [...existing].sort().slice(0, maxTags).map(quoted).join(', ');
  return `Tags in the test files: ${listed === '' ? 'none' : `${listed}${andMore(existing.size - maxTags)}`}.`;
}

/** Why no test case runs: how many are switched off, excluded from the environment, or have none of the tags. */
export function describeNoSelection(
  cases: readonly LoadedCase[],
  { tags, environment }: Pick<Inputs, 'tags' | 'environment'>,
): string {
  const on = cases.filter(({ testCase }) => testCase.runStatus === 'ON');
  const here = on.filter(({ testCase }) => !testCase.excludedEnvironmentNames?.includes(environment));
  const count = (number: number) => `${number} of ${cases.length} ${number === 1 ? 'is' : 'are'}`;
  const reasons = [
    on.length < cases.length ? `${count(cases.length - on.length)} switched off (\`runStatus: OFF\`)` : '',
    here.length < on.length
      ? `${count(on.length - here.length)} excluded from the environment ${quoted(environment)}`
      : '',
    here.length > 0 ? `${count(here.length)} without the tag ${tags.map(quoted).join(' or ')}` : '',
  ];
  const existing = new Set(here.flatMap(({ testCase }) => testCase.tagNames ?? []));
  const tagsHere = here.length === 0 ? '' : ` ${describeTags(existing)}`;
  return `No test case was selected: ${joinFilled(reasons, ', ')}.${tagsHere} A gate that tested nothing is not green.`;
}
