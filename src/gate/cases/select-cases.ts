import { createHash } from 'node:crypto';
import { andMore, formatCount, joinFilled } from '../../common/text.ts';
import { isSelected, neededBy } from '../../contract/exchange/exchange-test-case.ts';
import type { Shard } from '../../results/run-results.ts';
import type { Host } from '../../runtime/host.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { quoted } from '../inputs/input-values.ts';
import type { Inputs } from '../inputs/read-inputs.ts';

type Selection = Pick<Inputs, 'tags' | 'environment'>;

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
function selectedCases(cases: readonly LoadedCase[], { tags, environment }: Selection): LoadedCase[] {
  return cases.filter(({ testCase }) => isSelected(testCase, { tags, environmentName: environment }));
}

/** How many cases do not run only because they are switched off: no case that runs needs them either. */
export function countSwitchedOff(cases: readonly LoadedCase[], inputs: Inputs): number {
  const byId = new Map(cases.map((each) => [each.testCase.id, each]));
  const needed = withReferences(new Set(selectedCases(cases, inputs)), byId);
  const off = cases.filter(({ testCase }) => testCase.runStatus === 'OFF');
  const on = off.map((each) => ({ ...each, testCase: { ...each.testCase, runStatus: 'ON' as const } }));
  const wouldRun = new Set(selectedCases(on, inputs).map(({ testCase }) => testCase.id));
  return off.filter((each) => wouldRun.has(each.testCase.id) && !needed.has(each)).length;
}

/** How many of the existing tags are listed in the warning. */
const maxTags = 20;

/** A warning of a tag in the input `tags` that no test case has: with a typo, test cases would silently not run. */
export function unknownTags(cases: readonly LoadedCase[], tags: readonly string[]): string[] {
  const existing = new Set(cases.flatMap(({ testCase }) => testCase.tagNames ?? []));
  const unknown = tags.filter((tag) => !existing.has(tag));
  if (unknown.length === 0) return [];
  return [
    `No test case has the tag ${unknown.map(quoted).join(' or ')}. Check the input \`tags\`. Tags in the test files: ${listTags(existing)}.`,
  ];
}

/** Warnings of test cases that do not run because a tag of theirs and one of the input `tags` differ in capitals only. */
export function otherCapitals(cases: readonly LoadedCase[], tags: readonly string[]): string[] {
  const meant = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  const left = cases.filter(
    ({ testCase: { runStatus, tagNames = [] } }) =>
      runStatus === 'ON' && !tagNames.some((tag) => tags.includes(tag)),
  );
  const byTag = Map.groupBy(
    left,
    ({ testCase: { tagNames = [] } }) => tagNames.find((tag) => meant.has(tag.toLowerCase())) ?? '',
  );
  return [...byTag].flatMap(([tag, { length }]) => {
    const selected = meant.get(tag.toLowerCase());
    if (selected === undefined) return [];
    return `${formatCount(length, 'test case')} with the tag ${quoted(tag)} ${length === 1 ? 'does' : 'do'} not run, because the input \`tags\` has ${quoted(selected)}. Write both in the same way.`;
  });
}

function listTags(existing: ReadonlySet<string>): string {
  const listed = [...existing].sort().slice(0, maxTags).map(quoted).join(', ');
  return listed === '' ? 'none' : `${listed}${andMore(existing.size - maxTags)}`;
}

/** Test cases that do not run for their own sake, by the reason. */
function groupUnselected(left: readonly LoadedCase[], { environment }: Selection) {
  const on = left.filter(({ testCase }) => testCase.runStatus === 'ON');
  const isExcluded = ({ testCase }: LoadedCase) =>
    testCase.excludedEnvironmentNames?.includes(environment) ?? false;
  return {
    off: left.filter(({ testCase }) => testCase.runStatus === 'OFF'),
    excluded: on.filter(isExcluded),
    untagged: on.filter((each) => !isExcluded(each)),
  };
}

/** How many of some test cases do not run for each reason. @param of follows each number. */
function describeUnselected(left: readonly LoadedCase[], selection: Selection, of = ''): string {
  const { off, excluded, untagged } = groupUnselected(left, selection);
  const count = ({ length }: readonly LoadedCase[], reason: string) =>
    length === 0 ? '' : `${length}${of} ${length === 1 ? 'is' : 'are'} ${reason}`;
  const reasons = [
    count(off, 'switched off (`runStatus: OFF`)'),
    count(excluded, `excluded from the environment ${quoted(selection.environment)}`),
    count(untagged, `without the tag ${selection.tags.map(quoted).join(' or ')}`),
  ];
  return joinFilled(reasons, ', ');
}

/** How many test cases run, and why the others do not. @returns undefined if all run, or none. */
export function describeSelection(cases: readonly LoadedCase[], selection: Selection): string | undefined {
  const selected = new Set(selectedCases(cases, selection));
  if (selected.size === 0 || selected.size === cases.length) return undefined;
  const needed = withReferences(selected, new Map(cases.map((each) => [each.testCase.id, each])));
  const references = needed.size - selected.size;
  const left = cases.filter((each) => !needed.has(each));
  const others = joinFilled(
    [
      references === 0
        ? ''
        : `${references} ${references === 1 ? 'is only a dependency or teardown' : 'are only dependencies or teardowns'}`,
      describeUnselected(left, selection),
    ],
    ', ',
  );
  return `${selected.size} of ${formatCount(cases.length, 'test case')} ${selected.size === 1 ? 'runs' : 'run'}. Of the others, ${others}.`;
}

/** Why no test case runs: how many are switched off, excluded from the environment, or have none of the tags. */
export function describeNoSelection(cases: readonly LoadedCase[], selection: Selection): string {
  const { tags } = selection;
  const { untagged } = groupUnselected(cases, selection);
  const existing = new Set(untagged.flatMap(({ testCase }) => testCase.tagNames ?? []));
  const howTo = tags.some((tag) => /[,;\s]/.test(tag))
    ? ' A comma or a space does not separate tags: give each by itself.'
    : '';
  const theirTags = untagged.length === 0 ? '' : ` Their tags: ${listTags(existing)}.${howTo}`;
  return `No test case was selected: ${describeUnselected(cases, selection, ` of ${cases.length}`)}.${theirTags} A run that tests nothing does not pass.`;
}

type CasesById = ReadonlyMap<string, LoadedCase>;

/** How much longer than the average a shard may be, as a fraction. */
const tolerance = 0.1;

/**
 * The test cases of one shard: its share of `selected`, with the dependencies and teardowns that these need, switched
 * OFF unless they belong to the share. Every shard computes the same split, whatever the order of the cases.
 * @param selected those of `cases` that would run without shards.
 * @returns the cases to push, in the order of `cases`; empty if the shard gets none.
 */
export function casesOfShard(
  cases: readonly LoadedCase[],
  selected: readonly LoadedCase[],
  shard: Shard,
): LoadedCase[] {
  const byId = new Map(cases.map((each) => [each.testCase.id, each]));
  return withNeeded(cases, new Set(split(selected, byId, shard.total)[shard.number - 1]));
}

/** The chosen ones of `cases`, in their order, with those that they refer to, which are switched OFF. */
export function withNeeded(cases: readonly LoadedCase[], chosen: ReadonlySet<LoadedCase>): LoadedCase[] {
  const needed = withReferences(chosen, new Map(cases.map((each) => [each.testCase.id, each])));
  return cases
    .filter((each) => needed.has(each))
    .map((each) => (chosen.has(each) ? each : switchedOff(each)));
}

/** A test case that is stored for others, and does not run by itself. */
export function switchedOff(loaded: LoadedCase): LoadedCase {
  return { ...loaded, testCase: { ...loaded.testCase, runStatus: 'OFF' } };
}

/** The cases and all that they refer to, directly or not: a service refuses a case with an unknown reference. */
export function withReferences(cases: ReadonlySet<LoadedCase>, byId: CasesById): Set<LoadedCase> {
  return new Set([...cases, ...neededBy([...cases], (id) => byId.get(id))]);
}

/** A shard while it is being filled. */
class ShardLoad {
  readonly cases: LoadedCase[] = [];
  weight = 0;

  add({ loaded, weight }: WeighedCase): void {
    this.cases.push(loaded);
    this.weight += weight;
  }
}

interface WeighedCase {
  readonly loaded: LoadedCase;
  readonly id: string;
  /** The number of steps that are run for the case, and one for its browser context. */
  readonly weight: number;
}

/**
 * Consistent hashing with bounded loads: each case has its own order of the shards, derived from its id, and goes into
 * the first one with enough capacity. No shard gets much longer than the others, and adding or removing a case moves few
 * others.
 */
function split(cases: readonly LoadedCase[], byId: CasesById, total: number): LoadedCase[][] {
  const weighed = cases
    .map((loaded): WeighedCase => ({ loaded, id: loaded.testCase.id, weight: weightOf(loaded, byId) }))
    // Long cases first, as they need the capacity. Lengths are compared roughly: one more step rarely changes the order.
    .sort((a, b) => magnitude(b) - magnitude(a) || (a.id < b.id ? -1 : 1));
  const capacity = ((1 + tolerance) * weighed.reduce((sum, { weight }) => sum + weight, 0)) / total;
  const shards = Array.from({ length: total }, () => new ShardLoad());
  for (const each of weighed) {
    const order = shards
      .map((shard, index) => ({ shard, rank: hash(`${index} ${each.id}`) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ shard }) => shard);
    const fitting = order.find(({ weight }) => weight + each.weight <= capacity);
    (fitting ?? lightest(order))?.add(each);
  }
  return shards.map(({ cases }) => cases);
}

function lightest(shards: readonly ShardLoad[]): ShardLoad | undefined {
  const min = Math.min(...shards.map(({ weight }) => weight));
  return shards.find(({ weight }) => weight === min);
}

function magnitude({ weight }: WeighedCase): number {
  return Math.floor(Math.log2(weight));
}

/** A number below 2^48 that depends only on the text. */
function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

function weightOf(loaded: LoadedCase, byId: CasesById): number {
  return executedCases(loaded, byId).reduce((sum, { testCase }) => sum + testCase.elements.length, 1);
}

/** The cases that are run for a case: its dependencies, itself, and the teardowns of all of them. */
function executedCases(loaded: LoadedCase, byId: CasesById): LoadedCase[] {
  const chain: LoadedCase[] = [];
  for (
    let each: LoadedCase | undefined = loaded;
    each !== undefined && !chain.includes(each);
    each = byId.get(each.testCase.dependencyId ?? '')
  ) {
    chain.push(each);
  }
  return [...chain, ...chain.flatMap(({ testCase }) => byId.get(testCase.teardownId ?? '') ?? [])];
}
