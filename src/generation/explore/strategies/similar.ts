import { formatCount } from '../../../common/text.ts';
import {
  aboutPage,
  type Candidate,
  candidate,
  controlName,
  nameOf,
  type Seen,
  type Strategy,
} from '../candidate.ts';
import type { Transition } from '../transition.ts';
import { beatOf } from './effects.ts';
import { submitting } from './forms.ts';

/** How much is expected in each place. */
const maxExpected = 3;

/** What works with one entry of a list works with the others, and what works on one page works on the others of its kind. */
export const similar: Strategy = (seen: Seen) => {
  const again = seen.transitions.filter(({ kind }) => kind === 'similar');
  return [...Map.groupBy(again, ({ trail }) => trail).values()].flatMap((all) => similarCase(all, seen));
};

function similarCase(all: readonly Transition[], seen: Seen): Candidate[] {
  const [first] = all;
  if (first === undefined) return [];
  const beats = all.map((each) => {
    const { steps, expected } = beatOf(each, seen);
    return { steps, expected: expected.slice(0, maxExpected) };
  });
  const { trail, before, element, form } = first;
  const doing =
    element === undefined
      ? submitting(first)
      : `clicking ${controlName(element, before)} on ${nameOf(before)}`;
  const others = all.length > 1 ? ` and in ${formatCount(all.length - 1, 'place')} like it` : '';
  const description = `${doing}${others} works`;
  const about = `${aboutPage(before)} ${element?.name ?? form?.title}`;
  return candidate({ description, about, trail, beats, worth: 7 });
}
