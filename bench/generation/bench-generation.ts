import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { type MutationOutcome, mutate } from '../../src/mutation/mutation-run.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { loadTestCases } from '../../src/test-files/load.ts';
import { startShopWith } from './faulty-shop.ts';
import { formStates, notingRules } from './form-states.ts';
import { generateSuite } from './generate-suite.ts';
import { type FaultScore, openSuiteRunner, runOnFaults, runOnHealthyApp, suitePlan } from './suite-score.ts';

export interface GenerationOptions {
  /** Folder of the test files that are measured. Default: a suite is generated. */
  readonly suite?: string | undefined;
  /** URL of the app. Default: the example shop. */
  readonly url?: string | undefined;
  /** Number of mutants to run against. */
  readonly mutants: number;
  /** The names of the shop's faults to run against. */
  readonly faults: readonly string[];
  /** How often the suite runs on the healthy app. */
  readonly runs: number;
  readonly onProgress: (activity: string) => void;
}

interface Row {
  readonly what: string;
  readonly result: string;
  readonly goal?: string;
}

/**
 * Measures a suite: whether it is always green on the healthy app, which mutants it notices, and on the example shop also
 * which faults of the server and how many states of its forms it reaches.
 * @returns Markdown.
 */
export async function benchGeneration(options: GenerationOptions): Promise<string> {
  const { url, mutants, runs, onProgress } = options;
  const reached = new Set<string>();
  await using shop = await startShopWith({ sentence: '', rules: notingRules(reached) });
  const appUrl = url ?? shop.url;
  const { cases, rows, notes } = await suiteOf(options, appUrl);
  // What exploring has reached does not count: the test cases have to.
  reached.clear();
  await using runner = await openSuiteRunner();
  const healthy = await runOnHealthyApp(runner, suitePlan(appUrl, cases), runs, onProgress);
  rows.push({
    ...{ what: 'green runs on the healthy app', result: `${healthy.greenRuns} of ${runs}` },
    goal: `${runs} of ${runs}`,
  });
  for (const [name, message] of healthy.failures) notes.push(`Unstable: ${name}: ${message.split('\n')[0]}`);
  const stable = cases.filter(({ description }) => !healthy.failures.has(description));
  if (stable.length === 0) return [table(rows), list(notes)].join('\n\n');
  const tables: string[] = [];
  if (url === undefined && options.faults.length > 0) {
    rows.push(shareOf('states of forms reached', reached.size, formStates.length, 80));
    const missed = formStates.filter((state) => !reached.has(state));
    if (missed.length > 0) notes.push(`States of forms that no test case reaches: ${missed.join('; ')}.`);
    const faults = await runOnFaults(runner, stable, options.faults, onProgress);
    const noticed = faults.filter(({ killedBy }) => killedBy !== undefined).length;
    rows.push(shareOf("faults of the app's server noticed", noticed, faults.length, 80));
    tables.push(faultTable(faults));
  }
  if (mutants > 0) {
    const outcome = await runOnMutants(runner, suitePlan(appUrl, stable), options);
    const killed = outcome.mutants.filter(({ status }) => status === 'killed').length;
    rows.push(shareOf('mutants noticed', killed, outcome.mutants.length, url === undefined ? 80 : 60));
    tables.push(mutantTable(outcome));
  }
  return [table(rows), list(notes), ...tables].join('\n\n');
}

async function suiteOf({ suite, onProgress }: GenerationOptions, url: string) {
  if (suite !== undefined) {
    const cases = await casesOf(suite);
    return {
      cases,
      rows: [{ what: 'test cases', result: String(cases.length) }] as Row[],
      notes: [] as string[],
    };
  }
  onProgress('generating');
  const { cases, notes, ms } = await generateSuite(url);
  const rows: Row[] = [
    { what: 'test cases', result: String(cases.length) },
    { what: 'time to generate', result: `${Math.round(ms / 1000)} s`, goal: 'at most 90 s' },
  ];
  return { cases, rows, notes: [...notes] };
}

async function casesOf(folder: string): Promise<ExchangeTestCase[]> {
  const { cases, problems } = await loadTestCases(folder, ['.']);
  const [problem] = problems;
  if (problem !== undefined) throw new Error(problem.message);
  return cases.map(({ testCase }) => testCase);
}

function runOnMutants(
  runner: Runner,
  plan: ReturnType<typeof suitePlan>,
  { mutants: count, onProgress }: GenerationOptions,
): Promise<MutationOutcome> {
  return mutate({
    ...{ runner, plan, count, seed: 'bench', signal: new AbortController().signal },
    onMutant: ({ description }, number) => onProgress(`mutant ${number} of ${count}: ${description}`),
  });
}

function shareOf(what: string, part: number, total: number, goal: number): Row {
  const result = `${part} of ${total} (${Math.round((100 * part) / total)} %)`;
  return { what, result, goal: `at least ${goal} %` };
}

function table(rows: readonly Row[]): string {
  return markdownTable(
    ['what', 'result', 'goal'],
    rows.map(({ what, result, goal = '' }) => [what, result, goal]),
  );
}

function faultTable(scores: readonly FaultScore[]): string {
  return markdownTable(
    ['fault', 'noticed by'],
    scores.map(({ sentence, killedBy = '**no test case**' }) => [sentence, killedBy]),
  );
}

function mutantTable({ mutants }: MutationOutcome): string {
  return markdownTable(
    ['page', 'mutant', 'noticed by'],
    mutants.map(({ page, description, killedBy = '**no test case**' }) => [page, description, killedBy]),
  );
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function list(notes: readonly string[]): string {
  return notes.map((note) => `- ${note}`).join('\n');
}
