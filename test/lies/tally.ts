import type { Workspace } from '../support/run-action.ts';
import { type Harmless, harmless } from './harmless.ts';
import { type Lie, liesAbout, nameOf } from './lie.ts';
import { type Flow, type RunWithLies, runWithLies } from './run-with-lies.ts';

/** The outcomes of all changed runs. */
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
      // A lasting lie about the last answer is the same as a single one.
      liesAbout(answer, nth).filter(({ lasting }) => !lasting || nth < all.length - 1),
    ),
  );
}

/** Runs the gate with lies, and adds the outcome to a tally. */
export async function tallyRun(
  repository: Workspace,
  flow: Flow,
  lies: readonly Lie[],
  tally: Tally,
): Promise<void> {
  const run = await runWithLies(repository, flow, lies);
  if (run.applied.length === 0) return;
  tally.runs += 1;
  const key = `${flow}: ${lies.length === 1 ? (lies[0]?.kind ?? '') : `${lies.length} changes`}`;
  const count = tally.kinds.get(key) ?? { runs: 0, green: 0 };
  tally.kinds.set(key, count);
  count.runs += 1;
  if (!run.verdict.green) return;
  count.green += 1;
  const rules = new Map(run.applied.map((lie) => [lie, ruleFor(flow, lie, run)]));
  for (const rule of rules.values()) if (rule !== undefined) tally.reasons.add(rule.reason);
  const unexplained = run.applied.filter((lie) => rules.get(lie) === undefined && !isMasked(lie, run));
  if (unexplained.length > 0) tally.falseGreens.push(`${flow}: ${run.applied.map(nameOf).join(' and ')}`);
}

const unreadableAnswer: Harmless = { reason: 'unreadable', lies: /./ };

function ruleFor(flow: Flow, lie: Lie, { unreadable, verdict }: RunWithLies): Harmless | undefined {
  if (unreadable.includes(lie)) return unreadableAnswer;
  const isFlaky = verdict.results.some(({ flaky }) => flaky);
  return harmless.find(
    ({ lies, flows, flaky }) =>
      lies.test(nameOf(lie)) && (flows?.includes(flow) ?? true) && (flaky !== true || isFlaky),
  );
}

/** Whether another lie leaves nothing of this one: it has made the answer unreadable, or a rule says so. */
function isMasked(lie: Lie, { applied, unreadable }: RunWithLies): boolean {
  const isSameAnswer = (other: Lie) =>
    other.operation === lie.operation && (other.lasting || (!lie.lasting && other.nth === lie.nth));
  const masking = harmless.filter(({ masks }) => masks?.test(nameOf(lie)));
  return (
    unreadable.some(isSameAnswer) ||
    masking.some(({ lies }) => applied.some((other) => other !== lie && lies.test(nameOf(other))))
  );
}

/** Whether one of two lies is about a part of what the other is about: then only the second has an effect. */
export function overlap(a: Lie, b: Lie): boolean {
  const isPart = a.path.every((key, index) => b.path[index] === undefined || b.path[index] === key);
  return a.operation === b.operation && isPart;
}

/** The table of changed runs, by flow and kind of change. */
export function formatTally({ kinds, runs, falseGreens }: Tally): string {
  const rows = [...kinds].map(([kind, { runs: all, green }]) => [kind, all, green].join('\t'));
  return ['change\truns\tgreen', ...rows.sort(), `all\t${runs}\tfalse greens: ${falseGreens.length}`].join(
    '\n',
  );
}
