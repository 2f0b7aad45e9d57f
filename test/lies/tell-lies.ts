import type { Workspace } from '../support/run-action.ts';
import { harmless } from './harmless.ts';
import { type Lie, liesAbout, nameOf } from './lie.ts';
import { type Flow, runWithLies, type Told } from './run-with-lies.ts';

/** What came of all changed runs. */
export interface Tally {
  /** Number of runs by flow and kind of change: all, and those that were green. */
  readonly kinds: Map<string, { runs: number; green: number }>;
  /** The runs that were green, and must not be. */
  readonly falseGreens: string[];
  /** The reasons of the list that were needed. */
  readonly reasons: Set<string>;
  runs: number;
}

export function newTally(): Tally {
  return { kinds: new Map(), falseGreens: [], reasons: new Set(), runs: 0 };
}

/** All single changes of the answers of an honest run. */
export async function singleLies(repository: Workspace, flow: Flow): Promise<Lie[]> {
  const { verdict, answers } = await runWithLies(repository, flow, []);
  if (!verdict.green) throw new Error(`The honest run (${flow}) is not green: ${verdict.reason}`);
  const byOperation = Map.groupBy(answers, ({ operation }) => operation);
  return [...byOperation.values()].flatMap((all) =>
    all.flatMap((answer, nth) =>
      // Of the last answer, a lasting lie is the same again.
      liesAbout(answer, nth).filter(({ lasting }) => !lasting || nth < all.length - 1),
    ),
  );
}

/** Runs the gate with lies, and counts what came of it. */
export async function tell(
  repository: Workspace,
  flow: Flow,
  lies: readonly Lie[],
  tally: Tally,
): Promise<void> {
  const run = await runWithLies(repository, flow, lies);
  if (run.told.length === 0) return;
  tally.runs += 1;
  const key = `${flow}: ${lies.length === 1 ? (lies[0]?.kind ?? '') : `${lies.length} changes`}`;
  const count = tally.kinds.get(key) ?? { runs: 0, green: 0 };
  tally.kinds.set(key, count);
  count.runs += 1;
  if (!run.verdict.green) return;
  count.green += 1;
  const reasons = run.told.map((lie) => reasonFor(flow, lie, run));
  for (const reason of reasons) if (reason !== undefined) tally.reasons.add(reason);
  if (reasons.some((reason) => reason === undefined) && !isMasked(reasons, run)) {
    tally.falseGreens.push(`${flow}: ${run.told.map(nameOf).join(' and ')}`);
  }
}

function reasonFor(flow: Flow, lie: Lie, { unreadable, verdict }: Told): string | undefined {
  if (unreadable.includes(lie)) return 'unreadable';
  const isFlaky = verdict.results.some(({ flaky }) => flaky);
  return harmless.find(
    ({ lies, flows, flaky }) =>
      lies.test(nameOf(lie)) && (flows?.includes(flow) ?? true) && (flaky !== true || isFlaky),
  )?.reason;
}

/** A lie that is not harmless is, in an answer that another lie has made unreadable. */
function isMasked(reasons: readonly (string | undefined)[], { told, unreadable }: Told): boolean {
  return told.every(
    (lie, index) =>
      reasons[index] !== undefined ||
      unreadable.some(
        (other) =>
          other.operation === lie.operation && (other.lasting || (!lie.lasting && other.nth === lie.nth)),
      ),
  );
}

/** The table of changed runs, by flow and kind of change. */
export function formatTally({ kinds, runs, falseGreens }: Tally): string {
  const rows = [...kinds].map(([kind, { runs: all, green }]) => [kind, all, green].join('\t'));
  return ['change\truns\tgreen', ...rows.sort(), `all\t${runs}\tfalse greens: ${falseGreens.length}`].join(
    '\n',
  );
}
