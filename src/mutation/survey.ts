import { createHash } from 'node:crypto';
import type { PageAnswer, PageChanges, PageRequest } from '../runner/page-changes.ts';
import {
  describeSite,
  type Mutant,
  pageMessage,
  pageOperators,
  pagePath,
  type ReportedSite,
  type RequestChange,
} from './mutant.ts';
import { mutationScript } from './page-mutation.ts';

export interface Candidate {
  readonly mutant: Mutant;
  /** Ids of test cases: first those that have met the very element or request. */
  readonly cases: readonly string[];
}

/** A site, and the values that each test case has seen there. */
interface ObservedSite {
  readonly page: string;
  readonly site: ReportedSite;
  readonly values: Map<string, string[]>;
}

/** A request, the paths of the pages that have sent it, and the test cases that have opened them. */
interface ObservedRequest {
  readonly seen: Omit<ObservedResponse, 'page'>;
  readonly pages: Set<string>;
  readonly cases: Set<string>;
}

/** Notes what can be broken on the pages that test cases reach. */
export class Survey {
  readonly #origin: string;
  readonly #sites = new Map<string, ObservedSite>();
  readonly #answers = new Map<string, ObservedRequest>();
  /** The test cases that have reached a page, by its path. */
  readonly #pages = new Map<string, Set<string>>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Looks at the pages of a test case; it changes nothing of them. */
  readonly changePages = (testCaseId: string): PageChanges => ({
    script: mutationScript({ origin: this.#origin }),
    onMessage: (message) => {
      const parsed = pageMessage.safeParse(message);
      if (!parsed.success || !('sites' in parsed.data)) return;
      const { page, sites } = parsed.data;
      this.#reached(page, testCaseId);
      for (const site of sites) this.#addSite(page, site, testCaseId);
    },
    onAnswer: async (request, answer, readBody) => {
      if (URL.parse(request.url)?.origin !== this.#origin) return;
      const key = JSON.stringify([request.method, pagePath(request.url), answer.status]);
      const isNew = !this.#answers.has(key);
      const body = isNew && isBodyNeeded(request, answer) ? await readBody() : '';
      const seen = { request, ...answer, body };
      const known = this.#answers.get(key) ?? { seen, pages: new Set(), cases: new Set() };
      const { pageUrl, url } = request;
      known.pages.add(pagePath(URL.canParse(pageUrl) ? pageUrl : url));
      known.cases.add(testCaseId);
      this.#answers.set(key, known);
    },
  });

  #reached(page: string, testCaseId: string): void {
    this.#pages.set(page, (this.#pages.get(page) ?? new Set()).add(testCaseId));
  }

  #addSite(page: string, site: ReportedSite, testCaseId: string): void {
    const key = JSON.stringify([page, site.operator, site.role, site.name, site.number]);
    const seen = this.#sites.get(key) ?? { page, site, values: new Map<string, string[]>() };
    seen.values.set(testCaseId, [...(seen.values.get(testCaseId) ?? []), site.detail ?? '']);
    this.#sites.set(key, seen);
  }

  /** The paths of the pages that were reached. */
  get pages(): string[] {
    return [...this.#pages.keys()].sort();
  }

  /**
   * All mutants in the order in which they are tried: one of each operator in turn, in an order that only depends on the
   * seed and the app.
   */
  candidates(seed: string): Candidate[] {
    const ranked = [...this.#ofPages(), ...this.#ofRequests()]
      .map((candidate) => ({ candidate, rank: rankOf(seed, candidate.mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1));
    const ofOperators = Map.groupBy(ranked, ({ candidate }) => candidate.mutant.operator);
    const inTurn = [...ofOperators.values()].flatMap((same) => same.map((each, turn) => ({ ...each, turn })));
    return inTurn
      .sort((a, b) => a.turn - b.turn || (a.rank < b.rank ? -1 : 1))
      .map(({ candidate }) => candidate);
  }

  #ofPages(): Candidate[] {
    return [...this.#sites.values()].flatMap(({ page, site, values }) => {
      const operator = Object.hasOwn(pageOperators, site.operator) ? pageOperators[site.operator] : undefined;
      const { needsChange = () => true } = operator ?? {};
      if (operator === undefined || ![...values.values()].some(needsChange)) return [];
      const { role, name, number } = site;
      const description = operator.describe(describeSite(site), site);
      const mutant: Mutant = {
        operator: site.operator,
        page,
        description,
        change: { kind: 'element', role, name, number },
      };
      return [{ mutant, cases: [...new Set([...values.keys(), ...(this.#pages.get(page) ?? [])])] }];
    });
  }

  #ofRequests(): Candidate[] {
    return [...this.#answers.values()].flatMap(({ seen, pages, cases }) => {
      const [page = ''] = [...pages].sort();
      return requestMutants({ ...seen, page }, this.pages).map((mutant) => ({ mutant, cases: [...cases] }));
    });
  }
}

function rankOf(seed: string, { operator, page, change }: Mutant): string {
  const { kind } = change;
  const what =
    kind === 'element'
      ? [change.role, change.name, change.number]
      : [change.method, change.path, change.status];
  return createHash('sha256')
    .update(JSON.stringify([seed, operator, page, ...what]))
    .digest('hex');
}

/** An answer with its body, as far as that is known. */
type ObservedResponse = PageAnswer & { readonly request: PageRequest; readonly page: string };

/** Larger bodies are not kept. */
const maxBodyBytes = 200_000;

/** Whether a body may be needed to answer in place of the server. */
function isBodyNeeded({ method, isDocument }: PageRequest, { status }: Omit<PageAnswer, 'body'>): boolean {
  return method !== 'GET' && !(isDocument && isRedirect(status));
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * The mutants of an answer of the app's server.
 * @param pages the paths of all pages, in order.
 */
function requestMutants(seen: ObservedResponse, pages: readonly string[]): Mutant[] {
  return [serverError(seen), requestIgnored(seen), wrongRedirect(seen, pages)].filter(
    (each) => each !== undefined,
  );
}

/** What a page shows after a form, or the data that its scripts show. */
function serverError(seen: ObservedResponse): Mutant | undefined {
  const { request, status, headers } = seen;
  const isForm = request.isDocument && request.method !== 'GET';
  const isData = request.isFromScript && /\b(?:json|html|xml)\b/.test(headers['content-type'] ?? '');
  if (status >= 400 || !(isForm || isData)) return undefined;
  const type = isForm ? 'text/html' : 'application/json';
  const body = isForm ? '<h1>Internal Server Error</h1>' : '{"error":"Internal Server Error"}';
  return mutant('server-error', seen, 'fails with the status 500.', {
    status: 500,
    headers: { 'content-type': type },
    body,
    isSent: false,
  });
}

/**
 * The page goes on as if the server had stored something. A search or a refused login stores nothing: only an answer
 * that says otherwise counts, by a redirect, a cookie, a method or a status.
 */
function requestIgnored(seen: ObservedResponse): Mutant | undefined {
  const { request, status, headers, body } = seen;
  if (status >= 400 || request.method === 'GET' || Buffer.byteLength(body) > maxBodyBytes) return undefined;
  const isStored =
    (request.isDocument && isRedirect(status)) ||
    headers['set-cookie'] !== undefined ||
    /^(?:PUT|PATCH|DELETE)$/.test(request.method) ||
    status === 201 ||
    status === 204;
  if (!isStored || !(request.isDocument || request.isFromScript)) return undefined;
  const kept = ['content-type', 'location'].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return mutant('request-ignored', seen, 'changes nothing on the server.', {
    status,
    headers: Object.fromEntries(kept),
    body,
    isSent: false,
  });
}

function wrongRedirect(seen: ObservedResponse, pages: readonly string[]): Mutant | undefined {
  const { request, status, headers } = seen;
  const right = URL.parse(headers.location ?? '', request.url);
  if (!request.isDocument || !isRedirect(status) || right === null) return undefined;
  const wrong = pages.find((page) => page !== pagePath(right.href) && !/:id|[#]/.test(page));
  if (wrong === undefined) return undefined;
  return mutant('wrong-redirect', seen, `leads to ${wrong} instead of ${right.pathname}.`, {
    status,
    headers: { location: wrong },
    body: '',
    isSent: true,
  });
}

function mutant(
  operator: string,
  { request: { method, url }, page }: ObservedResponse,
  what: string,
  change: Omit<RequestChange, 'kind' | 'method' | 'path'>,
): Mutant {
  const path = pagePath(url);
  return {
    operator,
    page,
    description: `${method} ${path} ${what}`,
    change: { kind: 'request', method, path, ...change },
  };
}
