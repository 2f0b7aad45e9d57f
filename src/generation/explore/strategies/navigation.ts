import {
  aboutPage,
  type Candidate,
  candidate,
  present,
  quote,
  type Seen,
  type Strategy,
} from '../candidate.ts';
import { expectChange, unique } from '../changes.ts';
import { hasPath, hasTitle, shows } from '../expected.ts';
import { headingOf, isInFrame, readable } from '../page-state.ts';
import { hasChanged, type Transition } from '../transition.ts';

/** A link leads to its page. */
export const navigation: Strategy = (seen: Seen) =>
  seen.transitions.filter(({ kind }) => kind === 'link').flatMap((link) => linkCase(link, seen));

function linkCase({ element, trail, before, steps, after, texts }: Transition, seen: Seen): Candidate[] {
  if (element === undefined || (after.status ?? 200) >= 400 || !hasChanged(before, after)) return [];
  const heading = headingOf(after);
  const isMoved = before.url !== after.url;
  // After other steps, the page may show what they did.
  const max = trail.steps.length > 0 ? 6 : heading === undefined ? 3 : 1;
  const shown = [
    heading === undefined ? undefined : shows(heading),
    ...expectChange(before, after, texts, max),
  ];
  const expected = unique(
    present([
      ...shown.slice(0, Math.max(max, 3)),
      isMoved ? hasPath(seen.pathOf(after.url), after.url) : undefined,
      hasTitle(after),
    ]),
  );
  const target = heading === undefined ? after.title || seen.pathOf(after.url) : readable(heading);
  const description = `The link ${quote(element.name || readable(element))} leads to ${quote(target)}`;
  const about = `${aboutPage(after)} ${element.name}`;
  const worth = isInFrame(element) ? 5.5 : 5;
  return candidate({ description, about, trail, beats: [{ steps, expected }], worth });
}
