import { createHash } from 'node:crypto';
import type { PageChanges } from '../runner/page-changes.ts';
import {
  describeSite,
  type Mutant,
  pageMessage,
  pageOperators,
  pagePath,
  type ReportedSite,
} from './mutant.ts';
import { mutationScript } from './page-script.ts';
import { isBodyNeeded, requestMutants, type SeenAnswer } from './request-mutants.ts';

/** A mutant, and the test cases that reach it. */
export interface Candidate {
  readonly mutant: Mutant;
  /** Ids of test cases: first those that have met the very element or request. */
  readonly cases: readonly string[];
}

/** A site, and the values that each test case has seen there. */
interface SeenSite {
  readonly page: string;
  readonly site: ReportedSite;
  readonly values: Map<string, string[]>;
}

/** Notes what can be broken on the pages that test cases reach. */
export class Survey {
  readonly #origin: string;
  readonly #sites = new Map<string, SeenSite>();
  readonly #answers = new Map<string, { readonly seen: SeenAnswer; readonly cases: Set<string> }>();
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
      const known = this.#answers.get(key);
      if (known !== undefined) return void known.cases.add(testCaseId);
      const seen = { request, ...answer, body: isBodyNeeded(request, answer) ? await readBody() : '' };
      this.#answers.set(key, {
        seen,
        cases: new Set([testCaseId, ...(this.#answers.get(key)?.cases ?? [])]),
      });
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
    return [...this.#answers.values()].flatMap(({ seen, cases }) =>
      requestMutants(seen, this.pages).map((mutant) => ({ mutant, cases: [...cases] })),
    );
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
