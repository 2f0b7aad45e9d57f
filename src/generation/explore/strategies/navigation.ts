import { formatCount } from '../../../common/text.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { literalText } from '../../../runner/variables/text.ts';
import {
  aboutPage,
  type Candidate,
  candidate,
  nameOf,
  quote,
  type Stage,
  type Strategy,
  stage,
} from '../candidate.ts';
import { type Expectation, hasPath, hasTitle, isLasting, shows } from '../expectations.ts';
import { expectChange } from '../expected-changes.ts';
import { headingOf, isInFrame, itemOf, readable } from '../page-state.ts';
import { dangerOf } from '../safety.ts';
import { folderOf, kindOf } from '../similar-controls.ts';
import { click, expectElement, goTo } from '../steps.ts';
import { hasChanged, type Seen, type Transition } from '../transition.ts';

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
  return [...sessions.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / maxLinks) }, (_, part) =>
      linksCase(all.slice(part * maxLinks, (part + 1) * maxLinks), seen),
    ).flat(),
  );
};

function linksCase(links: readonly Transition[], seen: Seen): Candidate[] {
  const [first] = links;
  if (first?.element === undefined) return [];
  const { trail, before, element } = first;
  // Each link is followed from its page itself.
  const stages = links.map((link, index) => {
    const { steps, expected } = stageOf(link, seen);
    return { steps: index === 0 ? steps : [goTo(seen.pathOf(link.before.url)), ...steps], expected };
  });
  const heading = headingOf(first.after);
  const target = quote(
    heading === undefined ? first.after.title || seen.pathOf(first.after.url) : readable(heading),
  );
  const pages = new Set(links.map((link) => link.before.url)).size;
  const from = pages > 1 ? formatCount(pages, 'page') : nameOf(before);
  const description =
    links.length > 1
      ? `the links of ${from} lead to their pages, such as ${target}`
      : `the link ${quote(element.name || readable(element))} leads to ${target}`;
  const about = links.map((link) => `${aboutPage(link.after)} ${link.element?.name}`).join(' ');
  const worth = links.some((link) => link.element !== undefined && isInFrame(link.element)) ? 6.2 : 6;
  return candidate({ description, about, trail, stages, worth });
}

function stageOf({ trail, before, steps, after, texts }: Transition, { pathOf }: Seen): Stage {
  const heading = headingOf(after);
  // After other steps, the page may show what they did.
  const max = trail.steps.length > 0 ? 6 : heading === undefined ? 3 : 1;
  const shown = [
    heading === undefined ? undefined : shows(heading),
    ...expectChange(before, after, texts, max),
  ];
  const path = before.url === after.url ? undefined : hasPath(pathOf(after.url), after.url);
  return stage(steps, [...shown.slice(0, Math.max(max, 3)), path, hasTitle(after)]);
}

/** How many links of a list are followed in one case. */
const maxListed = 12;

/** The entries of a list lead to the pages that are named like them, also to those that were not explored. */
export const listedPages: Strategy = (seen) => {
  const kinds = new Set<string>();
  return seen.transitions.flatMap((done) => {
    const { kind, trail, before, element } = done;
    const isListed = element !== undefined && itemOf(before, element) !== undefined;
    if (kind !== 'link' || trail.steps.length > 0 || !isListed) return [];
    const key = kindOfLink(before, element);
    if (kinds.has(key)) return [];
    kinds.add(key);
    const links = before.elements.filter(
      (each) =>
        kindOfLink(before, each) === key && dangerOf(each, '') === 'none' && isLasting(readable(each)),
    );
    return listedCase(done, element, links.slice(0, maxListed), seen);
  });
};

function kindOfLink(view: PageView, element: PageElement): string {
  return `${kindOf(view, element)} ${folderOf(element.href ?? view.url)}`;
}

function listedCase(
  { trail, before, after }: Transition,
  element: PageElement,
  links: readonly PageElement[],
  { pathOf }: Seen,
): Candidate[] {
  const heading = headingOf(after);
  const [first, ...others] = links;
  if (first === undefined || others.length < 2 || heading === undefined) return [];
  if (!readable(heading).includes(readable(element))) return [];
  const headingFor = (link: PageElement) =>
    readable(heading).replace(readable(element), () => readable(link));
  const back = goTo(pathOf(before.url));
  const stages = links.map((link) =>
    stage([...(link === first ? [] : [back]), click(link)], [hasHeading(headingFor(link))]),
  );
  const description = `${links.length} entries of ${nameOf(before)} lead to their pages, such as ${quote(headingFor(first))}`;
  const about = `${aboutPage(before)} ${aboutPage(after)}`;
  return candidate({ description, about, trail, stages, worth: 7.5 });
}

function hasHeading(name: string): Expectation {
  const found = {
    selectorType: 'ROLE',
    selector: 'heading',
    options: { name: literalText(name), exact: true },
  } as const;
  const holds = (view: PageView) =>
    view.elements.some((each) => each.role === 'heading' && readable(each) === name);
  return { step: expectElement({ selectors: [found] }, { expectation: 'VISIBLE' }), holds };
}
