import { UserError } from '../../common/errors.ts';
import { andMore, formatCount } from '../../common/text.ts';
import { persistedDataAdvice, splitMessage } from '../../contract/error-message.ts';
import { runEnvironment } from '../../contract/test-target.ts';
import { variableLists } from '../../contract/values.ts';
import { mutate, UnhealthyApp } from '../../mutation/mutation-run.ts';
import { greenWithoutTests, notGreen } from '../../results/cases.ts';
import type { MutantResult, MutationResults } from '../../results/mode-results.ts';
import type { Verdict } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { expectedCases } from '../cases/select-cases.ts';
import type { ModeRequest } from '../run-request.ts';

/** Named test cases that fail without a mutant. */
const maxNames = 10;

/**
 * Breaks the app in many ways, one at a time, and finds out which of them the test cases notice.
 * @throws UserError if nothing can be broken; the signal's reason.
 */
export async function mutateApp(request: ModeRequest<'mutate'>): Promise<Verdict> {
  const { mode, connection, host, signal } = request;
  const { runner } = connection;
  if (runner === undefined) throw new Error('`mode: mutate` runs with the embedded service only.');
  const plan = planOf(request, await connection.url());
  host.info(`Running ${formatCount(plan.cases.length, 'test case')} on the healthy app`);
  const onMutant = (mutant: MutantResult, number: number) =>
    host.info(`${number}/${mode.mutants} ${describeMutant(mutant)}`);
  try {
    const outcome = await mutate({ runner, plan, count: mode.mutants, seed: mode.seed, onMutant, signal });
    if (outcome.leftOut.length > 0) {
      host.warning(
        `${formatCount(outcome.leftOut.length, 'test case')} passed only once, so a failure would say nothing. Left out: ${listNames(outcome.leftOut)}. ${persistedDataAdvice}`,
      );
    }
    if (outcome.leftOut.length === plan.cases.length) {
      return notGreen('failed', 'No test case passed a second time, so no fault was injected.');
    }
    if (outcome.mutants.length === 0) {
      throw new UserError(
        'No fault could be injected: the test cases reach nothing that can be broken on the pages of `url`. Check that they open pages of this origin.',
      );
    }
    const mutants = outcome.mutants.toSorted(
      (a, b) => Number(a.status === 'killed') - Number(b.status === 'killed'),
    );
    return judge({ ...outcome, mutants, ...scoreOf(mutants), threshold: mode.threshold });
  } catch (error) {
    if (!(error instanceof UnhealthyApp)) throw error;
    return notGreen('failed', describeUnhealthy(error, plan.cases.length));
  }
}

/** @param url of the app. */
function planOf({ cases, inputs }: ModeRequest<'mutate'>, url: string) {
  return {
    cases: expectedCases(cases, inputs).map(({ testCase }) => testCase),
    library: new Map(cases.map(({ testCase }) => [testCase.id, testCase])),
    executionUrl: url,
    browser: inputs.browser,
    breakpoint: inputs.breakpoint,
    variables: variableLists(inputs.variables),
    timeoutPerStepMs: inputs.execution.timeoutPerStepMs,
    testIdAttribute: null,
    environment: runEnvironment(inputs.access),
  };
}

function scoreOf(mutants: readonly MutantResult[]) {
  const killed = mutants.filter(({ status }) => status === 'killed').length;
  return { made: mutants.length, killed, score: Math.floor((100 * killed) / mutants.length) };
}

function judge(mutation: MutationResults): Verdict {
  const { score, killed, made, threshold } = mutation;
  const result = `Mutation score ${score} %: the test cases detected ${killed} of ${formatCount(made, 'fault')}.`;
  if (score >= threshold) return { ...greenWithoutTests('done', result, 'mutation-score'), mutation };
  const reason = `${result} The input \`mutation-threshold\` requires ${threshold} %. Add test cases for the faults that none of them detected.`;
  return { ...notGreen('failed', reason), mutation };
}

function describeUnhealthy({ failures }: UnhealthyApp, total: number): string {
  const lines = failures
    .slice(0, maxNames)
    .map(({ name, message }) => `- ${oneLine(name)}: ${oneLine(splitMessage(message).sentence)}`);
  const summary = `${failures.length} of ${formatCount(total, 'test case')} did not pass on the healthy app, so no fault was injected. Make them pass first.`;
  return [summary, ...lines, persistedDataAdvice].join('\n');
}

function describeMutant({ page, description, status, killedBy = '' }: MutantResult): string {
  const how = status === 'killed' ? `detected by "${oneLine(killedBy)}"` : 'no test case detects';
  return `${oneLine(page)}: ${oneLine(description)} (${how})`;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `"${oneLine(name)}"`);
  return `${shown.join(', ')}${andMore(names.length - maxNames)}`;
}
