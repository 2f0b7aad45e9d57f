import { randomUUID } from 'node:crypto';
import { formatCount } from '../../common/text.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeElement, ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { LivePage } from '../../runner/live-page.ts';
import type { Candidate } from './candidate.ts';
import type { Expectation } from './expectations.ts';
import { sumOfRows } from './expected-changes.ts';
import { type Bounds, Explorer } from './explorer.ts';
import { type RankingRequest, relevanceOf } from './relevance.ts';
import { setVariable, uniqueText, withVariable } from './steps.ts';
import { content } from './strategies/content.ts';
import { effects, persistence, similar } from './strategies/effects.ts';
import { forms, repetition, validation } from './strategies/forms.ts';
import { lists } from './strategies/lists.ts';
import { navigation } from './strategies/navigation.ts';
import type { Seen } from './transition.ts';
import { type Visit, Visits } from './visit.ts';

export interface ExploreRequest extends RankingRequest {
  readonly entryPointUrlPath?: string | undefined;
}

export interface ExploreLimits {
  /** Different pages, or different states of one page. */
  readonly pages: number;
  readonly timeMs: number;
  /** How many links, clicks and forms lead from the entry point to a page. */
  readonly depth: number;
  readonly cases: number;
}

export interface Explored {
  readonly cases: ExchangeTestCase[];
  /** What a reader should know: limits that were reached, and contradictions on pages. */
  readonly notes: string[];
}

const strategies = [content, navigation, effects, persistence, forms, validation, repetition, lists, similar];
/** The part of the time in which pages are explored; in the rest, test cases are tried. */
const exploringPart = 0.5;

/**
 * Explores an app from an entry point, and makes test cases of what it finds. Each of them has passed in a session of its own.
 * @param open opens a page of the app in a session of its own.
 * @param report is called with a line for each page that is found, and for each test case that is kept or dropped.
 * @throws Error if the entry point cannot be opened; the signal's reason.
 */
export async function explore(
  open: () => Promise<LivePage>,
  request: ExploreRequest,
  limits: ExploreLimits,
  signal: AbortSignal,
  report: (line: string) => void = () => {},
): Promise<Explored> {
  const start = performance.now();
  const path = request.entryPointUrlPath || '/';
  const notes: string[] = [];
  const { prompt } = request;
  // Its base is known when it has opened.
  const entry = new Visits({ open, prompt, base: '' }, signal);
  const view = await entry.with({ path, steps: [] }, (visit) => visit.look());
  if (view === undefined) throw new Error(`Cannot explore the app: "${path}" does not open.`);
  const exploring = AbortSignal.timeout(Math.round(limits.timeMs * exploringPart));
  const base = baseOf(view.url, path);
  const relevance = relevanceOf(request);
  const app = { open, prompt, base };
  const seen: Seen = { states: [], transitions: [], pathOf: (url) => `/${url.slice(base.length)}` };
  const explorer = new Explorer(new Visits(app, AbortSignal.any([signal, exploring])), seen, {
    ...limits,
    report,
    relevance: ({ url, title }) => relevance(`${url} ${title}`),
  });
  await explorer.explore(path, view).catch((error: unknown) => {
    if (!exploring.aborted || signal.aborted) throw error;
    notes.push(
      'The time was over before everything was explored. Name a page or a feature in the prompt, or allow more time.',
    );
  });
  if (seen.states.length >= limits.pages) notes.push(`Only the first ${limits.pages} pages were explored.`);
  notes.push(...explorer.notes, ...contradictions(seen));
  const left = AbortSignal.timeout(Math.max(Math.round(limits.timeMs - (performance.now() - start)), 0));
  const verifying = new Visits(app, AbortSignal.any([signal, left]));
  const candidates = ranked(seen, relevance);
  report(`Trying ${formatCount(candidates.length, 'test case')}, of which at most ${limits.cases} are kept.`);
  const cases = await verifyAll(candidates, { ...limits, report }, verifying, left);
  signal.throwIfAborted();
  return { cases, notes };
}

/** The URL under test, with a slash at its end: the URL of the entry point without its path. */
function baseOf(url: string, path: string): string {
  const { origin, pathname } = new URL(url);
  const wanted = new URL(path, 'http://app').pathname;
  const isBelow = pathname.endsWith(wanted);
  return `${origin}${isBelow ? pathname.slice(0, pathname.length - wanted.length) : ''}/`;
}

/**
 * How much less a case is worth for each case of its kind before it, so that few cases are of all kinds. One that begins
 * with the same steps is worth 1 less, and one with the same description 3 less.
 */
const repeated = 0.2;

/** The candidates without duplicates, those that fit the request best first. */
function ranked(seen: Seen, relevance: (text: string) => number): Candidate[] {
  const score = ({ worth, about, description }: Candidate) =>
    worth + 4 * relevance(`${about} ${description}`);
  const found = strategies.flatMap((strategy) => {
    const counts = new Map<string, number>();
    const repeats = (key: string) => {
      counts.set(key, (counts.get(key) ?? -1) + 1);
      return counts.get(key) ?? 0;
    };
    const ofKind = strategy(seen).map((candidate) => ({ candidate, score: score(candidate) }));
    ofKind.sort((a, b) => b.score - a.score);
    return ofKind.map(({ candidate, score }, index) => {
      const steps = JSON.stringify(candidate.stages[0]?.steps);
      const sameSteps = steps === '[]' ? 0 : repeats(steps);
      const sameDescription = repeats(candidate.description);
      const last = candidate.trail.steps.findLast(({ interaction }) => interaction != null);
      const after =
        sameDescription > 0 && last !== undefined ? `, after the step: ${describeStep(last)}` : '';
      return {
        candidate: { ...candidate, description: `${candidate.description}${after}` },
        score: score - repeated * index - sameSteps - 3 * sameDescription,
      };
    });
  });
  found.sort((a, b) => b.score - a.score);
  // A part of a page that its URL only names after a `#` may show the same.
  const keyOf = ({ trail, stages }: Candidate) =>
    JSON.stringify([trail.path.replace(/#.*/, ''), trail.steps, stages]);
  return [
    ...new Map(found.reverse().map(({ candidate }) => [keyOf(candidate), candidate])).values(),
  ].reverse();
}

/** Plays candidates in new sessions, in their order, until there are enough cases or the time is over. */
async function verifyAll(
  candidates: readonly Candidate[],
  { cases: max, report }: Pick<Bounds, 'report'> & Pick<ExploreLimits, 'cases'>,
  visits: Visits,
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
  await Promise.all(Array.from({ length: 6 }, work));
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
    const kept = isPlayed ? await keptOf(visit, expected) : [];
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

/** The assertions that hold in this session, too. */
async function keptOf(visit: Visit, expected: readonly Expectation[]): Promise<ExchangeElement[]> {
  const view = await visit.look();
  let left = expected.filter(({ holds }) => holds(view)).map(({ step }) => step);
  const kept: ExchangeElement[] = [];
  // Each that fails takes as long as an assertion waits.
  for (let failures = 0; left.length > 0 && failures < maxFailures; failures += 1) {
    const passed = await visit.played(left);
    kept.push(...left.slice(0, passed));
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
    ...(path === '/' ? {} : { entryPointUrlPath: path }),
    elements,
  };
}

/** Pages whose figures contradict each other. */
function contradictions({ states, transitions }: Seen): string[] {
  const views = [...states.map(({ view }) => view), ...transitions.map(({ after }) => after)];
  const found = views.flatMap((view) => {
    const sum = sumOfRows(view);
    if (sum === undefined || sum.sum === sum.shown) return [];
    return [
      `On ${new URL(view.url).pathname}, the total is ${sum.shown}, but its rows add up to ${sum.sum}.`,
    ];
  });
  return [...new Set(found)];
}
