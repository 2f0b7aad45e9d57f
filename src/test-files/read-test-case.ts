import { v5 as uuidV5 } from 'uuid';
import { type ExchangeTestCase, exchangeTestCase } from '../contract/exchange/test-case.ts';
import { checkStep } from './check-step.ts';
import { describeIssue } from './describe-issue.ts';
import { type Finding, isRecord } from './finding.ts';
import { findUnknownKeys } from './unknown-keys.ts';

/** Namespace of the ids that are derived from paths. Never change it: it would change every derived id. */
const derivedIds = 'b3d2a5a0-4f0e-5d0c-9c57-6d4a0b1f7e21';

export interface ReadTestCase {
  /** Missing if the case does not have the form of one. */
  readonly testCase?: ExchangeTestCase;
  readonly problems: readonly Finding[];
  readonly unknownKeys: readonly Finding[];
  /** Unknown keys of the test case itself, which services add. */
  readonly warnings: readonly Finding[];
}

/**
 * Reads one test case as people write it: `version`, `runStatus` and `prompt` are optional, and so is `id`, which is
 * then derived from `origin`. An optional field may be null, and the text of NTH may be a number.
 * @param origin identifies the case and is the same in every run: its path, with its index in a list.
 */
export function readTestCase(value: unknown, origin: string): ReadTestCase {
  if (!isRecord(value)) {
    const message = 'a test case is a mapping with description and elements';
    return { problems: [{ path: [], message }], unknownKeys: [], warnings: [] };
  }
  const defaults = { version: '1', runStatus: 'ON', prompt: '', id: uuidV5(origin, derivedIds) };
  const complete = { ...defaults, ...normalize(value, undefined) };
  const parsed = exchangeTestCase.safeParse(complete);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => describeIssue(issue, complete, value));
    return { problems, unknownKeys: [], warnings: [] };
  }
  const accepts = (replacement: symbol) =>
    exchangeTestCase.safeParse({ ...defaults, ...normalize(value, replacement) }).error?.issues ?? [];
  const unknown = findUnknownKeys(value, parsed.data, accepts);
  return {
    testCase: parsed.data,
    problems: parsed.data.elements.flatMap(checkStep),
    unknownKeys: unknown.filter(({ path }) => path.length > 1),
    warnings: unknown.filter(({ path }) => path.length === 1),
  };
}

/**
 * A deep copy with `replacement` for every field that is null; `undefined` removes the field. Items of lists stay. The
 * number of an NTH selector becomes a text.
 */
function normalize(
  record: Record<string, unknown>,
  replacement: symbol | undefined,
): Record<string, unknown> {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return isRecord(value) ? normalize(value, replacement) : value;
  };
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, each]) => {
      if (each === null) return replacement === undefined ? [] : [[key, replacement]];
      const isNth = key === 'selector' && record.selectorType === 'NTH' && typeof each === 'number';
      return [[key, isNth ? String(each) : copy(each)]];
    }),
  );
}
