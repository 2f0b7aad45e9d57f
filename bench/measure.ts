import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startShop } from '../test/support/shop.ts';
import { chromiumPath } from '../test/support/test-runner.ts';
import { startBrokenShop } from './broken-shop.ts';
import { kindCount, timeoutPerStepMs } from './cases.ts';
import { compilePlayers } from './compile.ts';
import { type Player, type PlayerTask, players, taskFolder } from './players.ts';
import { type Measured, runOnce } from './run-player.ts';

export type PlayerName = keyof typeof players;
export const playerNames = ['runner', 'service', 'script', 'playwrightTest'] as const satisfies PlayerName[];

/** The task of the players, apart from the number of cases. */
export type Setting = Omit<PlayerTask, 'folder' | 'count'>;

/** Where Debian installs its Chromium, a full one. */
const fullChromium = '/usr/bin/chromium';

/** A browser in which the players are compared. */
export interface BenchBrowser {
  readonly title: string;
  readonly setting: Setting;
}

/** A headless shell, and full Chrome if it is installed. */
export function inEachBrowser(setting: Setting): BenchBrowser[] {
  return [
    { title: 'headless shell', setting },
    ...(existsSync(fullChromium)
      ? [{ title: 'full Chrome', setting: { ...setting, chromium: fullChromium } }]
      : []),
  ];
}

/** The results of one round of all players. */
export type Round = Readonly<Record<PlayerName, Measured>>;

/** Compiles the players and starts the shop. There are as many workers as processors. */
export async function openSetting(): Promise<AsyncDisposable & { readonly setting: Setting }> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await taskFolder());
  const compiled = await compilePlayers(folder.path);
  const chromium = await chromiumPath();
  const { url } = opening.use(await startShop());
  const opened = opening.move();
  return {
    setting: { url, workers: availableParallelism(), timeoutPerStepMs, chromium, compiled },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The minimum step timeout of the service, in ms. */
const selfCheckStepMs = 5000;

/**
 * Has every player run one case of each kind on a broken shop.
 * @throws Error with the player for which a case passed.
 */
export async function selfCheck(setting: Setting): Promise<void> {
  await using broken = await startBrokenShop(setting.url);
  const task = { ...setting, url: broken.url, timeoutPerStepMs: selfCheckStepMs, count: kindCount };
  for (const player of Object.values(players)) {
    const { passed, failed } = await runOnce(player, task);
    if (passed > 0 || failed !== kindCount) {
      throw new Error(
        `${player.title}: ${failed} of ${kindCount} cases failed on the broken shop, but all must. Its checks do not work.`,
      );
    }
  }
}

/** Runs once with every player, with `backwards` in reverse order, with `watch` with measured memory. */
export async function runRound(
  setting: Setting,
  count: number,
  { backwards = false, watch = false } = {},
): Promise<Round> {
  const measured = new Map<PlayerName, Measured>();
  for (const name of backwards ? playerNames.toReversed() : playerNames) {
    measured.set(name, await runGreen(players[name], setting, count, watch));
  }
  const of = (name: PlayerName): Measured => {
    const found = measured.get(name);
    if (found === undefined) throw new Error(`${name} has no result`);
    return found;
  };
  return {
    runner: of('runner'),
    service: of('service'),
    script: of('script'),
    playwrightTest: of('playwrightTest'),
  };
}

/** @throws Error if a case did not pass: its time would be meaningless. */
export async function runGreen(
  player: Player,
  setting: Setting,
  count: number,
  watch = false,
): Promise<Measured> {
  const measured = await runOnce(player, { ...setting, count }, watch);
  if (measured.passed === count && measured.failed === 0) return measured;
  throw new Error(`${player.title}: ${measured.passed} of ${count} cases passed, but all must.`);
}
