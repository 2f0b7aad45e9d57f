import type { z } from 'zod';
import { type Finding, isRecord, type Path } from './problem.ts';

/** What is wrong with a part of a test case: as the schema says it, and for people. */
export interface Fault {
  readonly issue: z.core.$ZodIssue;
  readonly finding: Finding;
}

/** Something valid in place of a fault. */
interface Repair {
  readonly path: Path;
  readonly replace: (given: unknown) => unknown;
  /** What is found here in the repaired test case may only be wrong because of the repair. */
  readonly scope?: Path;
  /** The path of a key: as it is written, and in the repaired test case. */
  readonly renamed?: { readonly from: Path; readonly to: Path };
}

interface Findings {
  readonly problems: readonly Finding[];
  readonly unknownKeys: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Whoever has more has enough to correct. */
const maxFaults = 100;

/**
 * Finds what else is wrong with a test case: reads it with something valid in place of each fault.
 * @param read reads the repaired test case, and calls this function for the faults that it still has.
 */
export function readBeside(
  faults: readonly Fault[],
  testCase: Record<string, unknown>,
  read: (repaired: Record<string, unknown>) => Findings,
): Findings {
  const repairs = faults.length > maxFaults ? [] : faults.map(repairOf);
  const repaired = repairs.reduce<unknown>(
    (value, { path, replace }) => replaceAt(value, path, replace),
    testCase,
  );
  // If nothing has changed, reading it again would never end.
  if (!isRecord(repaired) || JSON.stringify(repaired) === JSON.stringify(testCase)) {
    return { problems: [], unknownKeys: [], warnings: [] };
  }
  const { problems, unknownKeys, warnings } = read(repaired);
  const isNamed = ({ path }: Finding) =>
    faults.some(({ finding: { named } }) => named !== undefined && isSame(named, path));
  const asWritten = (finding: Finding) => repairs.reduce(withWrittenKey, finding);
  const unnamed = (found: readonly Finding[]) => found.filter((each) => !isNamed(each)).map(asWritten);
  return {
    problems: unnamed(problems.filter(({ path }) => !repairs.some((each) => isOf(each, path)))),
    unknownKeys: unnamed(unknownKeys),
    warnings: unnamed(warnings),
  };
}

/** Whether a problem at a path may come from a repair. */
function isOf({ path, scope = path, renamed }: Repair, found: Path): boolean {
  if (renamed !== undefined) return false;
  // What a step does decides about its selectors, and the other way round.
  const isStep = scope.length <= 3 && scope[2] !== 'ignoreFailure' && scope[0] === 'elements';
  return startsWith(found, scope) || (isStep && isSame(found, scope.slice(0, 2)));
}

function withWrittenKey(finding: Finding, { renamed }: Repair): Finding {
  if (renamed === undefined || !startsWith(finding.path, renamed.to)) return finding;
  return { ...finding, path: [...renamed.from, ...finding.path.slice(renamed.to.length)] };
}

/** A value of each type that zod expects. */
const samples: Readonly<Record<string, unknown>> = {
  string: 'x',
  number: 1,
  int: 1,
  boolean: false,
  array: [],
  object: {},
};

function repairOf({ issue, finding }: Fault): Repair {
  const { path } = issue;
  if (finding.meant !== undefined && finding.named !== undefined) return rename(finding.named, finding.meant);
  if (issue.code === 'invalid_type' && issue.expected in samples) {
    return { path, replace: () => samples[issue.expected] };
  }
  if (issue.code === 'invalid_value') {
    const scope = path.at(-1) === 'selectorType' ? path.slice(0, -1) : path;
    return { path, replace: () => issue.values[0], scope };
  }
  // The number is a valid text for each type of selector.
  if (path.at(-1) === 'selector') return { path, replace: () => '0' };
  if (path[0] !== 'elements') return { path: path.slice(0, 1), replace: () => null };
  const replaceBy = (sound: object) => (given: unknown) => ({ ...(isRecord(given) ? given : {}), ...sound });
  const part = { path: path.slice(0, 3), scope: path.slice(0, 3) };
  if (path[2] === 'interaction')
    return { ...part, replace: replaceBy({ action: 'HOVER', calledWith: null }) };
  if (path[2] === 'assertion') {
    return { ...part, replace: replaceBy({ expectation: 'VISIBLE', calledWith: null }) };
  }
  const step = { interaction: { action: 'HOVER' }, assertion: null };
  return { path: path.slice(0, 2), replace: replaceBy(step) };
}

function rename(key: Path, meant: string): Repair {
  const mapping = key.slice(0, -1);
  const replace = (given: unknown) => {
    if (!isRecord(given)) return given;
    const { [String(key.at(-1))]: value, ...rest } = given;
    return { ...rest, [meant]: value };
  };
  return { path: mapping, replace, renamed: { from: key, to: [...mapping, meant] } };
}

/** A copy with another value at a path. What is not on the path is shared. */
function replaceAt(value: unknown, path: Path, replace: (given: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replace(value);
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === key ? replaceAt(each, rest, replace) : each));
  }
  if (!isRecord(value) || typeof key !== 'string') return value;
  return { ...value, [key]: replaceAt(value[key], rest, replace) };
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((each, index) => path[index] === each);
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && startsWith(one, other);
}
