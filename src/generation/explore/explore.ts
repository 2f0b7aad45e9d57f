import { messageOf } from '../../common/errors.ts';
import { formatCount } from '../../common/text.ts';
import type { ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import type { LivePage, PageView } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/variable-text.ts';
import type { Candidate } from './candidate.ts';
import { nameOf } from './descriptions.ts';
import { sumOfRows } from './expected-changes.ts';
import { Explorer } from './explorer.ts';
import { type RankingRequest, ranked, relevanceOf } from './rank.ts';
import { isUnknownAccount, refusalsIn } from './refusals.ts';
import { withoutDrift, withoutTraces } from './shared-data.ts';
import { goTo } from './steps.ts';
import type { ExplorationRecord } from './transition.ts';
import { baseOf, pathBelow, rootPath } from './url-under-test.ts';
import { verifyAll } from './verify.ts';
import { Visits } from './visit.ts';

export interface ExploreRequest extends RankingRequest {
  /** URL under test. */
  readonly baseUrl: string;
  readonly entryPointUrlPath?: string | undefined;
}

interface ExploreLimits {
  /** Different pages, or different states of one page. */
  readonly pages: number;
  readonly timeMs: number;
  /** How many links, clicks and forms lead from the entry point to a page. */
  readonly depth: number;
  readonly cases: number;
}

interface ExploreOptions extends ExploreLimits {
  /** Called with a line for each page that is found, and for each test case that is kept or dropped. */
  readonly report?: ((line: string) => void) | undefined;
}

export interface Explored {
  readonly cases: ExchangeTestCase[];
  /** What a reader should know: limits that were reached, and contradictions on pages. */
  readonly notes: string[];
}

/** The part of the time in which pages are explored; in the rest, test cases are tried. */
const exploringPart = 0.6;
/** If the time is over before any test case was tried, one is, for as long as this, in ms. */
const lastTryMs = 120_000;

/**
 * Explores an app from an entry point, and makes test cases of what it finds. Each of them has passed in a session of its own.
 * @param open opens a page of the app in a session of its own.
 * @throws Error if the entry point cannot be opened; the signal's reason.
 */
export async function explore(
  open: () => Promise<LivePage>,
  request: ExploreRequest,
  { report = () => {}, ...limits }: ExploreOptions,
  signal: AbortSignal,
): Promise<Explored> {
  const start = performance.now();
  const { prompt, baseUrl, entryPointUrlPath = '' } = request;
  const base = baseOf(baseUrl);
  const path = entryPointUrlPath || rootPath(baseUrl);
  const notes: string[] = [];
  const view = await viewOfEntry(open, path, base).catch((error: unknown) => {
    signal.throwIfAborted();
    const from = entryPointUrlPath === '' ? '' : ` from "${entryPointUrlPath}"`;
    throw new Error(`The app cannot be explored${from}: ${messageOf(error)}`, { cause: error });
  });
  const exploring = AbortSignal.timeout(Math.round(limits.timeMs * exploringPart));
  const relevance = relevanceOf(request);
  const app = { open, prompt, base };
  const record: ExplorationRecord = {
    states: [],
    transitions: [],
    pathOf: (url) => pathBelow(base, url) ?? literalText(url),
  };
  const explorer = new Explorer(new Visits(app, AbortSignal.any([signal, exploring])), record, {
    ...limits,
    report,
    relevance: ({ url, title }) => relevance(`${url} ${title}`),
  });
  await explorer.explore(path, view).catch((error: unknown) => {
    if (!exploring.aborted || signal.aborted) throw error;
    notes.push(
      'The exploration reached its time limit before it had explored everything. Name a page or a feature in the prompt.',
    );
  });
  notes.push(
    ...explorer.notes,
    ...signIns(record),
    ...linksElsewhere(record, base),
    ...contradictions(record),
  );
  const left = AbortSignal.timeout(Math.max(Math.round(limits.timeMs - (performance.now() - start)), 0));
  const { isShared } = explorer;
  const candidates = isShared
    ? withoutDrift(ranked(withoutTraces(record), relevance), record)
    : ranked(record, relevance);
  const verify = (some: readonly Candidate[], over: AbortSignal) =>
    verifyAll(some, new Visits(app, AbortSignal.any([signal, over])), { max: limits.cases, report }, over);
  if (candidates.length === 0)
    throw new Error(
      `Nothing to test was found on ${view.url}: it shows no lasting text, link, button or field. Check the URL and the log of the app.`,
    );
  report(`Trying ${formatCount(candidates.length, 'test case')}, of which at most ${limits.cases} are kept.`);
  let cases = await verify(candidates, left);
  if (cases.length === 0 && left.aborted && !signal.aborted)
    cases = await verify(candidates.slice(0, 1), AbortSignal.timeout(lastTryMs));
  signal.throwIfAborted();
  return { cases, notes };
}

/** @throws Error if the page does not open, does not answer, has an error status, or redirects to another app. */
async function viewOfEntry(open: () => Promise<LivePage>, path: string, base: string): Promise<PageView> {
  await using page = await open();
  const failure = await page.run(goTo(path));
  if (failure !== undefined) throw new Error(failure);
  const view = await page.look();
  if ((view.status ?? 0) >= 400)
    throw new Error(`${view.url} responded with status ${view.status}. Check the URL and the entry point.`);
  if (pathBelow(base, view.url) !== undefined) return view;
  const { origin, pathname } = new URL(view.url);
  throw new Error(
    `it redirects to ${origin}${pathname}, which is not below the URL under test, ${base}. Use a URL that both are below, and an entry point.`,
  );
}

/** A note on the form that hides pages from those who have no account. */
function signIns({ transitions }: ExplorationRecord): string[] {
  const refused = transitions.find((each) => isUnknownAccount(each) && refusalsIn(each).length > 0);
  if (refused === undefined) return [];
  return [
    `The form on ${nameOf(refused.before)} asks for an account, so pages behind it were not explored. \`mode: batch-generation\` explores them if its input \`prerequisite\` names a test case that signs in.`,
  ];
}

/** A note on links to pages of the same host that are not below the URL under test. */
function linksElsewhere({ states }: ExplorationRecord, base: string): string[] {
  const { origin, pathname } = new URL(base);
  const links = states.flatMap(({ view }) => view.elements.flatMap(({ href }) => href ?? []));
  const elsewhere = links.find(
    (href) => href.startsWith(`${origin}/`) && pathBelow(base, href) === undefined,
  );
  if (elsewhere === undefined) return [];
  return [
    `Links to pages that are not below ${pathname}, such as ${new URL(elsewhere).pathname}, were not followed. To explore them, use the URL ${origin} with an entry point.`,
  ];
}

/** Pages whose figures contradict each other. */
function contradictions({ states, transitions }: ExplorationRecord): string[] {
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
