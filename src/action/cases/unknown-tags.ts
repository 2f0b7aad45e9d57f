import type { LoadedCase } from '../../test-files/loaded-case.ts';
import type { Host } from '../host.ts';
import { shown } from '../inputs/raw-inputs.ts';

/** So many of the tags that there are stand in the warning. */
const tagsTold = 20;

/** Warns of a tag of the input `tags` that no test case has: a misspelt one would take its cases out of the gate. */
export function warnOfUnknownTags(
  cases: readonly LoadedCase[],
  tags: readonly string[],
  host: Pick<Host, 'warning'>,
): void {
  const known = new Set(cases.flatMap(({ testCase }) => testCase.tagNames ?? []));
  const unknown = tags.filter((tag) => !known.has(tag));
  if (unknown.length === 0) return;
  const there = [...known].sort().slice(0, tagsTold).map(shown).join(', ');
  const more = known.size > tagsTold ? ` and ${known.size - tagsTold} more` : '';
  host.warning(
    `No test case has the tag ${unknown.map(shown).join(' or ')} (input \`tags\`, one a line). The test files have ${there === '' ? 'no tags' : `${there}${more}`}.`,
  );
}
