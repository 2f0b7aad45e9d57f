import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setting } from './measure.ts';
import { type Player, playwrightTestArgs, scriptPlayer } from './players.ts';
import { type RedSuiteName, redConfig, redSuiteNames, redSuites, redTestFile } from './red-suites.ts';
import { seconds, table } from './report.ts';
import { runOnce } from './run-player.ts';

/**
 * Measures how long it takes until failures are known.
 * @returns a Markdown table.
 * @throws Error if a test case does not end as it must.
 */
export async function benchRed(setting: Setting, progress: (activity: string) => void): Promise<string> {
  const rows: string[][] = [];
  for (const name of redSuiteNames) {
    const { title, goal } = redSuites[name];
    progress(title);
    const ours = await timeOf(scriptPlayer('runner', 'red'), name, setting);
    const player = playwrightPlayer(name);
    const theirs = player === undefined ? '' : seconds(await timeOf(player, name, setting));
    rows.push([title, seconds(ours), `≤ ${goal} s`, ours <= goal * 1000 ? 'met' : 'missed', theirs]);
  }
  return table(['suite', 'runner', 'goal', '', 'Playwright Test'], rows);
}

/** @returns the time of a player's process, in ms. */
async function timeOf(player: Player, suite: RedSuiteName, setting: Setting): Promise<number> {
  const { count, passes } = redSuites[suite];
  const { passed, failed, ms } = await runOnce(player, { ...setting, count, suite });
  if (passed + failed === count && passed === (passes ? count : 0)) return ms;
  throw new Error(`${player.title}, ${suite}: ${passed} passed and ${failed} failed of ${count}.`);
}

/** @returns undefined if Playwright has nothing like it with its defaults. */
function playwrightPlayer(name: RedSuiteName): Player | undefined {
  const suite = redSuites[name];
  if (!('statements' in suite)) return undefined;
  return {
    title: 'Playwright Test',
    prepare: async ({ url, workers, folder }) => {
      await writeFile(join(folder, 'red.spec.ts'), redTestFile(suite.statements, suite.count));
      await writeFile(join(folder, 'playwright.config.ts'), redConfig(url));
      return { args: playwrightTestArgs(workers), cwd: folder };
    },
  };
}
