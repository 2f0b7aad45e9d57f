import { randomUUID } from 'node:crypto';
import { cut, foldLines } from '../../common/text.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import { provesPage } from '../../runner/documents/checks.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { distinct, type Expectation } from './expectations.ts';
import { isText } from './forms.ts';
import { headingOf, itemOf, readable } from './page-state.ts';
import { setVariable, uniqueText, withVariable } from './steps.ts';
import type { Seen, Transition } from './transition.ts';
import type { Trail, Visit, Visits } from './visit.ts';

export interface Stage {
  readonly steps: readonly ExchangeElement[];
  readonly expected: readonly Expectation[];
}

/** A test case that is still to be played in a session of its own. */
export interface Candidate {
  readonly description: string;
  /** Words about its pages, for the order of cases. */
  readonly about: string;
  readonly trail: Trail;
  readonly stages: readonly Stage[];
  /** How much a case of its kind is worth; more is better. */
  readonly worth: number;
}

/** Makes candidates of what exploration has seen. */
export type Strategy = (seen: Seen) => Candidate[];

/** A candidate, worth less the longer its trail is. None if nothing is expected first. */
export function candidate(made: Candidate): Candidate[] {
  const { description, trail, worth } = made;
  // Steps after which nothing is expected are of no use at the end.
  const stages = made.stages.slice(0, made.stages.findLastIndex(({ expected }) => expected.length > 0) + 1);
  if ((stages[0]?.expected.length ?? 0) === 0) return [];
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  return [{ ...made, stages, description: sentence, worth: worth - trail.steps.length / 20 }];
}

/** @param expected of which each is kept once. */
export function stage(
  steps: readonly ExchangeElement[],
  expected: readonly (Expectation | undefined)[],
): Stage {
  return { steps, expected: distinct(expected) };
}

/** A text of a page in a description. */
export function quote(text: string): string {
  return `"${cut(foldLines(text), 60)}"`;
}

/** A page in a sentence. */
export function nameOf(view: PageView): string {
  const heading = headingOf(view);
  return `the page ${quote(heading === undefined ? view.title || view.url : readable(heading))}`;
}

/** A control in a sentence: by its name, or by its role if the name has no words, and by the item that it is in. */
export function controlName(element: PageElement, view: PageView): string {
  const name = element.name || readable(element);
  if (/[\p{L}\d]/u.test(name)) return quote(name);
  const item = itemOf(view, element);
  const role = name === '' ? `the ${element.role || 'field'}` : quote(name);
  return item === undefined ? role : `${role} of ${quote(readable(item))}`;
}

/** What is done with a form, in a sentence. */
export function submitting({ form, before }: Transition): string {
  const field = form?.fields.findLast(isText);
  const doing =
    form?.submit !== undefined
      ? `submitting ${quote(form.submit.name)}`
      : `pressing Enter in ${quote(field?.name || field?.field?.placeholder || 'the field')}`;
  return `${doing} on ${nameOf(before)}`;
}

/** The words of a page, its address first. */
export function aboutPage(view: PageView): string {
  const headings = view.elements.filter(({ role }) => role === 'heading').map(readable);
  return [addressOf(view), view.title, ...headings].join(' ');
}

/** What names a page of an app: its path, and its hash if that names a page, too, as in `/#/settings`. */
export function addressOf({ url }: PageView): string {
  const { pathname, hash } = new URL(url);
  return /^#!?\//.test(hash) ? `${pathname}${hash}` : pathname;
}

/** How many sessions go on at once. */
const maxSessions = 6;

interface VerifyOptions {
  /** The number of cases that is enough. */
  readonly max: number;
  readonly report: (line: string) => void;
}

/**
 * Plays candidates in new sessions, in their order, until there are enough cases or the time is over.
 * @param over aborts when the time is over.
 */
export async function verifyAll(
  candidates: readonly Candidate[],
  visits: Visits,
  { max, report }: VerifyOptions,
  over: AbortSignal,
): Promise<ExchangeTestCase[]> {
  const found = new Map<Candidate, ExchangeTestCase>();
  const waiting = [...candidates];
  const work = async () => {
    for (let next = waiting[0]; next !== undefined && found.size < max; next = waiting[0]) {
      const group = groupOf(next, waiting);
      for (const each of group) waiting.splice(waiting.indexOf(each), 1);
      const verified = new Map<Candidate, ExchangeTestCase | string>();
      const verifyGroup = async (visit: Visit) => {
        for (const each of group) verified.set(each, await verify(visit, each));
      };
      const failure = await visits.with(next.trail, verifyGroup).then(
        () => 'its page could not be reached again',
        (error: unknown) => {
          if (!over.aborted) throw error;
          waiting.length = 0;
          return 'the time was over';
        },
      );
      for (const each of group) {
        const result = verified.get(each) ?? failure;
        const description = each.description.replaceAll(uniqueText, '…');
        report(typeof result === 'string' ? `Dropped: ${description}: ${result}.` : `Kept: ${description}`);
        if (typeof result !== 'string') found.set(each, result);
      }
    }
  };
  await Promise.all(Array.from({ length: maxSessions }, work));
  return candidates.flatMap((each) => found.get(each) ?? []).slice(0, max);
}

/** What can be played in one session: candidates that only look at the page, and one that does something after them. */
function groupOf(next: Candidate, waiting: readonly Candidate[]): Candidate[] {
  const keyOf = ({ trail }: Candidate) => JSON.stringify([trail.path, trail.steps]);
  const isLook = ({ stages }: Candidate) => stages.every(({ steps }) => steps.length === 0);
  const same = waiting.filter((each) => keyOf(each) === keyOf(next));
  const acting = isLook(next) ? same.find((each) => !isLook(each)) : next;
  return [...same.filter(isLook), ...(acting === undefined ? [] : [acting])];
}

/** Plays a candidate, and keeps what is as expected. @returns why it is dropped, if nothing that matters is left. */
async function verify(
  visit: Visit,
  { trail, stages, description }: Candidate,
): Promise<ExchangeTestCase | string> {
  const elements = [...trail.steps];
  for (const [index, { steps, expected }] of stages.entries()) {
    const isPlayed = await visit.play(steps);
    const kept = isPlayed ? await passingAssertions(visit, expected) : [];
    const isKept = expected.length === 0 || kept.some(({ selectors }) => selectors.length > 0);
    if (isPlayed && isKept) elements.push(...steps, ...kept);
    else if (index === 0) return isPlayed ? 'another session showed something else' : 'a step failed';
    else if (stages[index + 1]?.steps[0]?.interaction?.action !== 'GO_TO') break;
  }
  const checks = elements.some(({ assertion, selectors }) => assertion != null && selectors.length > 0);
  return checks
    ? caseOf(trail.path, elements, description, visit.app.prompt)
    : 'it checks nothing on the page';
}

/** After so many assertions of a case that fail, no others are tried. */
const maxFailures = 2;

/**
 * The assertions that hold in this session, too. The last ones are about what the page shows: a test case that ends with
 * them needs no other proof of its page, which takes as long as several steps.
 */
async function passingAssertions(visit: Visit, expected: readonly Expectation[]): Promise<ExchangeElement[]> {
  await visit.untilQuiet();
  const kept: ExchangeElement[] = [];
  let left = expected.toSorted((one, other) => Number(provesPage(one.step)) - Number(provesPage(other.step)));
  for (let failures = 0; left.length > 0 && failures < maxFailures; failures += 1) {
    if (failures > 0) {
      // Each that fails takes as long as an assertion waits.
      const view = await visit.look();
      left = left.filter(({ holds }) => holds(view));
    }
    const steps = left.map(({ step }) => step);
    const passed = await visit.playUntilFailure(steps);
    kept.push(...steps.slice(0, passed));
    left = left.slice(passed + 1);
  }
  return kept;
}

function caseOf(
  path: string,
  steps: readonly ExchangeElement[],
  description: string,
  prompt: string,
): ExchangeTestCase {
  const isVarying = JSON.stringify(steps).includes(uniqueText);
  const elements = isVarying ? [setVariable, ...steps.map(withVariable)] : [...steps];
  return {
    version: '1',
    id: randomUUID(),
    runStatus: 'ON',
    description: description.replaceAll(uniqueText, '…'),
    prompt,
    tagNames: ['generated'],
    entryPointUrlPath: path,
    elements,
  };
}
