import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/test-case.ts';

/** Two test cases that do and check the same. */
interface NearDuplicate {
  readonly testCase: ExchangeTestCase;
  readonly of: ExchangeTestCase;
}

/** Separates new test cases from those whose steps an existing one has in the same order, whatever selectors it has. */
export function withoutNearDuplicates(
  made: readonly ExchangeTestCase[],
  existing: readonly ExchangeTestCase[],
): { readonly kept: ExchangeTestCase[]; readonly duplicates: NearDuplicate[] } {
  const kept: ExchangeTestCase[] = [];
  const duplicates: NearDuplicate[] = [];
  for (const testCase of made) {
    const of = existing.find((each) => contains(each, testCase));
    if (of === undefined) kept.push(testCase);
    else duplicates.push({ testCase, of });
  }
  return { kept, duplicates };
}

function contains(existing: ExchangeTestCase, made: ExchangeTestCase): boolean {
  if (existing.runStatus !== 'ON' || entryOf(existing) !== entryOf(made)) return false;
  const wanted = made.elements.map(stepKey);
  let found = 0;
  for (const each of existing.elements) if (stepKey(each) === wanted[found]) found += 1;
  return found > 0 && found === wanted.length;
}

function entryOf({ entryPointUrlPath }: ExchangeTestCase): string {
  return (entryPointUrlPath ?? '').replace(/^\/|\/$/g, '');
}

/** What a step does, with what, and to what: the name or text of the element, however that is found. */
function stepKey({ selectors, interaction, assertion }: ExchangeElement): string {
  const done = interaction ?? assertion;
  const target = selectors.map(({ selector, options }) => options?.name ?? selector);
  return JSON.stringify([done, target]).toLowerCase();
}
