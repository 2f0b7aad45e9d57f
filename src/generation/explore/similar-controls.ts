import { inChunks } from '../../common/lists.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isInFrame, itemOf, listKey, partsOf } from './list-items.ts';
import { type Form, formsOf, isFilter } from './page-forms.ts';
import { sameSelectors, urlPattern } from './page-state.ts';
import { isSameControl, isSameForm, matching, repeatClick, submit } from './perform-on-page.ts';
import { readable, withoutNumbers } from './readable-text.ts';
import { goTo } from './steps.ts';
import type { ExplorationRecord, State, Transition } from './transition.ts';
import type { Trail, Visit } from './visit.ts';

/** With how many similar targets the same is done, and with how many of them in one session. */
const [maxTargets, maxInSession] = [12, 4];

/** With what the same is done in one session as was done before: with other entries of a list, or on other pages of a kind. */
interface SimilarTargets {
  readonly done: Transition;
  /** To the first of the targets. */
  readonly trail: Trail;
  readonly targets: readonly Target[];
}

type Control = PageElement | Form;

/** A control or a form of a page. */
export interface Target {
  readonly state: State;
  readonly control: Control;
}

/**
 * With what the same can be done as was done on pages that a new session can open. Each kind counts once.
 * @param isSafe whether a control may be used.
 */
export function similarTargets(
  { transitions, states }: ExplorationRecord,
  isSafe: (target: Target) => boolean,
): SimilarTargets[] {
  const plain = states.filter(({ trail }) => trail.steps.length === 0);
  const kinds = new Set<string>();
  return transitions.flatMap((done) => {
    const used = done.form ?? done.element;
    const here = plain.find(({ view }) => view.url === done.before.url);
    const isFirst = done.trail.steps.length === 0 && /^(?:button|form)$/.test(done.kind);
    if (here === undefined || used === undefined || !isFirst) return [];
    if (done.form !== undefined && isFilter(done.form)) return [];
    const [kind, page] = [kindOfControl(here.view, used), kindOfPage(here)];
    const key = `${kind} ${page}`;
    if (kinds.has(key)) return [];
    kinds.add(key);
    const pages = plain.filter((each) => each === here || kindOfPage(each) === page);
    const targets = pages
      .flatMap((state) => targetsOn(state, used, kind))
      .filter((each) => (each.state !== here || !isSame(each.control, used)) && isSafe(each));
    return inChunks(targets.slice(0, maxTargets), maxInSession).map((some) => {
      return { done, trail: { ...done.trail, ...some[0]?.state.trail }, targets: some };
    });
  });
}

/** The controls on a page that are of the same kind as another one. */
function targetsOn(state: State, used: Control, kind: string): Target[] {
  const controls = 'fields' in used ? formsOf(state.view) : state.view.elements;
  return controls
    .filter((control) => kindOfControl(state.view, control) === kind)
    .map((control) => ({ state, control }));
}

function kindOfControl(view: PageView, control: Control): string {
  return 'fields' in control ? kindOfForm(view, control) : kindOf(view, control);
}

/** Whether a page has a control again. */
function isSame(one: Control, other: Control): boolean {
  if ('fields' in one) return 'fields' in other && isSameForm(one, other);
  return !('fields' in other) && isSameControl(one, other) && sameSelectors(one, other);
}

/** Does with each target of a session what was done before. @yields what it changes. */
export async function* repeatOn(
  visit: Visit,
  { done, trail, targets }: SimilarTargets,
  { pathOf }: ExplorationRecord,
): AsyncGenerator<Transition> {
  for (const [index, { state, control }] of targets.entries()) {
    const open = index === 0 ? [] : [goTo(pathOf(state.view.url))];
    if (!(await visit.run(open))) continue;
    const here = { ...state, view: await visit.look() };
    const again =
      'fields' in control
        ? await repeatSubmit(visit, here, control, done)
        : await repeatClick(visit, here, control);
    if (again !== undefined)
      yield { ...again, kind: 'similar', trail, of: done, steps: [...open, ...again.steps] };
  }
}

async function repeatSubmit(visit: Visit, here: State, target: Form, done: Transition) {
  const form = formsOf(here.view).find((each) => isSameForm(each, target));
  return form && submit(visit, here, form, matching(done.filled ?? [], form));
}

/** Controls of the same kind do the same: those with one name on pages of one folder, and those of the items of a list. */
export function kindOf(view: PageView, element: PageElement): string {
  const item = itemOf(view, element);
  const scope = isInFrame(element) ? '' : folderOf(view.url);
  const name = withoutNumbers(element.name || readable(element));
  if (item === undefined) return `use|${scope}|${element.role}|${name}`;
  const position = partsOf(view, item)
    .filter(({ role }) => role === element.role)
    .indexOf(element);
  return `use|${scope}|${listKey(item)}|${element.role}|${position}`;
}

/** Forms of the same kind have the same fields on pages of one folder, or are in items of one list. */
export function kindOfForm(view: PageView, { fields, submit }: Form): string {
  const [first] = fields;
  const item = first === undefined ? undefined : itemOf(view, first);
  const scope = fields.every(isInFrame) ? '' : folderOf(view.url);
  const name = item === undefined ? `${fields.map(({ name }) => name)}|${submit?.name}` : listKey(item);
  return `${scope}|${name}`;
}

type KeyedPage = Pick<State, 'key' | 'view'>;

/** What pages of one folder have in common that differ in their headings and links only, such as those of two products. */
function kindOfPage(page: KeyedPage): string {
  return [folderOf(page.view.url), ...controlsIn(page)].join('\n');
}

/** Whether two pages differ in their headings only, or are of one folder and offer the same. */
export function isLike(one: KeyedPage, other: KeyedPage): boolean {
  const isSame = withoutHeadings(one.key) === withoutHeadings(other.key);
  return isSame || (controlsIn(one).length > 0 && kindOfPage(one) === kindOfPage(other));
}

/** The lines of a state's key that are about other controls than links. */
function controlsIn({ key }: KeyedPage): string[] {
  const [, ...lines] = key.split('\n');
  return lines.filter((line) => !/^(?:heading|link) /.test(line));
}

function withoutHeadings(key: string): string {
  return key.replace(/^heading .*$/gm, 'heading');
}

/** The pattern of a URL without its last part and its query. */
function folderOf(url: string): string {
  return urlPattern(url)
    .replace(/\?[^#]*/, '')
    .replace(/[^/]*$/, '');
}
