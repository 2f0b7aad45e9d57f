import { inChunks } from '../../../common/lists.ts';
import { formatCount } from '../../../common/text.ts';
import { type Candidate, candidate, type Stage, type Strategy, stage } from '../candidate.ts';
import { aboutPage, nameOf, quote } from '../descriptions.ts';
import { expectChange } from '../expected-changes.ts';
import { isInFrame } from '../list-items.ts';
import { hasPath, hasTitle, shows } from '../page-expectations.ts';
import { headingOf, headingText } from '../page-state.ts';
import { readable } from '../readable-text.ts';
import { goTo } from '../steps.ts';
import { type ExplorationRecord, hasChanged, type Transition } from '../transition.ts';

/** How many links are followed in one case. */
const maxLinks = 6;

/** Links lead to their pages: a few of them in one case. */
export const navigation: Strategy = (seen) => {
  const links = seen.transitions.filter(
    ({ kind, before, after }) => kind === 'link' && (after.status ?? 200) < 400 && hasChanged(before, after),
  );
  // A new session can open each of the pages that no steps lead to.
  const sessions = Map.groupBy(links, ({ trail, before }) =>
    trail.steps.length === 0 ? '' : JSON.stringify([trail.path, trail.steps, before.url]),
  );
  const cases = [...sessions.values()].flatMap((all) => inChunks(all, maxLinks));
  return cases.flatMap((links) => linksCase(links, seen));
};

function linksCase(links: readonly Transition[], seen: ExplorationRecord): Candidate[] {
  const [first] = links;
  if (first?.element === undefined) return [];
  const { trail, before, element } = first;
  // Each link is followed from its page itself.
  const stages = links.map((link, index) => {
    const { steps, expected } = stageOf(link, seen);
    return { steps: index === 0 ? steps : [goTo(seen.pathOf(link.before.url)), ...steps], expected };
  });
  const { after } = first;
  const target = quote(headingText(after) ?? (after.title || seen.pathOf(after.url)));
  const pages = new Set(links.map((link) => link.before.url)).size;
  const from = pages > 1 ? formatCount(pages, 'page') : nameOf(before);
  const description =
    links.length > 1
      ? `the links of ${from} lead to their pages, such as ${target}`
      : `the link ${quote(element.name || readable(element))} leads to ${target}`;
  const about = links.map((link) => `${aboutPage(link.after)} ${link.element?.name}`).join(' ');
  const weight = links.some((link) => link.element !== undefined && isInFrame(link.element)) ? 6.2 : 6;
  return candidate({ description, about, trail, stages, weight });
}

function stageOf({ trail, before, steps, after, texts }: Transition, { pathOf }: ExplorationRecord): Stage {
  const heading = headingOf(after);
  // After other steps, the page may show what they did.
  const max = trail.steps.length > 0 ? 6 : heading === undefined ? 3 : 1;
  const shown = [
    heading === undefined ? undefined : shows(heading),
    ...expectChange(before, after, texts, { max }),
  ];
  const path = before.url === after.url ? undefined : hasPath(pathOf(after.url), after.url);
  return stage(steps, [...shown.slice(0, Math.max(max, 3)), path, hasTitle(after)]);
}
