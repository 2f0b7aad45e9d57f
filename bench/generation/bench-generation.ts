import type { ExchangeTestCase } from '../../src/contract/exchange/test-case.ts';
import { loadTestCases } from '../../src/test-files/load.ts';
import { startShopWith } from './faulty-shop.ts';
import {
  type FaultScore,
  type HealthyScore,
  healthyRuns,
  openSuiteRunner,
  playFaults,
  playHealthy,
  suitePlan,
} from './suite-score.ts';

/**
 * Measures a suite for the example shop: whether it is always green on the healthy shop, and which faults it notices.
 * @param folder of the test files.
 * @returns Markdown.
 */
export async function benchGeneration(
  folder: string,
  onProgress: (activity: string) => void,
): Promise<string> {
  return scoreSuite(await casesOf(folder), onProgress);
}

async function scoreSuite(
  cases: readonly ExchangeTestCase[],
  onProgress: (activity: string) => void,
): Promise<string> {
  await using runner = await openSuiteRunner();
  await using shop = await startShopWith({ sentence: '' });
  const healthy = await playHealthy(runner, suitePlan(shop.url, cases), onProgress);
  if (healthy.greenRuns === 0) return healthyTable(healthy);
  return [healthyTable(healthy), faultTable(await playFaults(runner, cases, onProgress))].join('\n\n');
}

async function casesOf(folder: string): Promise<ExchangeTestCase[]> {
  const { cases, problems } = await loadTestCases(folder, ['.']);
  const [problem] = problems;
  if (problem !== undefined) throw new Error(problem.message);
  return cases.map(({ testCase }) => testCase);
}

function healthyTable({ cases, greenRuns, failures, runMs }: HealthyScore): string {
  return [
    `${cases} test cases, green in ${greenRuns} of ${healthyRuns} runs of ${(runMs / 1000).toFixed(1)} s.`,
    ...[...failures].map(([name, message]) => `- ${name}: ${message.split('\n')[0]}`),
  ].join('\n');
}

function faultTable(scores: readonly FaultScore[]): string {
  const killed = scores.filter(({ killedBy }) => killedBy !== undefined).length;
  return [
    '| fault | noticed by |',
    '|---|---|',
    ...scores.map(
      ({ sentence, killedBy = '**no test case**' }) => `| ${sentence} | ${killedBy.replaceAll('|', '\\|')} |`,
    ),
    '',
    `${killed} of ${scores.length} faults are noticed (${Math.round((100 * killed) / scores.length)} %).`,
  ].join('\n');
}
