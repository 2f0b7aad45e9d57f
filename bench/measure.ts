import { availableParallelism } from 'node:os';
import { chromiumPath } from '../test/support/play.ts';
import { startShop } from '../test/support/shop.ts';
import { kindCount, timeoutPerStepMs } from './cases.ts';
import { compilePlayers } from './compile.ts';
import { type Played, playOnce } from './play.ts';
import { type Player, type PlayerTask, players, taskFolder } from './players.ts';
import { startSpoiltShop } from './spoilt-shop.ts';

export type PlayerName = keyof typeof players;
export const playerNames = ['runner', 'service', 'script', 'playwrightTest'] as const satisfies PlayerName[];

/** Everything that the players are asked but the count of cases. */
export type Setting = Omit<PlayerTask, 'folder' | 'count'>;

/** How one round of all players went. */
export type Round = Readonly<Record<PlayerName, Played>>;

/** The compiled players, the shop, and so many workers as there are processors. */
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

/** The least that the service lets a step take, in ms. */
const selfCheckStepMs = 5000;

/**
 * Lets every player play one case of each kind on a shop that shows other texts.
 * @throws Error that names the player for which one of them passed.
 */
export async function selfCheck(setting: Setting): Promise<void> {
  await using spoilt = await startSpoiltShop(setting.url);
  const task = { ...setting, url: spoilt.url, timeoutPerStepMs: selfCheckStepMs, count: kindCount };
  for (const player of Object.values(players)) {
    const { passed, failed } = await playOnce(player, task);
    if (passed > 0 || failed !== kindCount) {
      throw new Error(
        `${player.title} saw ${failed} of ${kindCount} cases fail on a shop where all must: it does not check what it should.`,
      );
    }
  }
}

/** Plays with every player, once. `backwards`: in the opposite order. `watch`: their memory is measured too. */
export async function playRound(
  setting: Setting,
  count: number,
  { backwards = false, watch = false } = {},
): Promise<Round> {
  const played = new Map<PlayerName, Played>();
  for (const name of backwards ? playerNames.toReversed() : playerNames) {
    played.set(name, await playGreen(players[name], setting, count, watch));
  }
  const of = (name: PlayerName): Played => {
    const found = played.get(name);
    if (found === undefined) throw new Error(`${name} did not play`);
    return found;
  };
  return {
    runner: of('runner'),
    service: of('service'),
    script: of('script'),
    playwrightTest: of('playwrightTest'),
  };
}

/** @throws Error where a case did not pass: such a time says nothing. */
export async function playGreen(
  player: Player,
  setting: Setting,
  count: number,
  watch = false,
): Promise<Played> {
  const played = await playOnce(player, { ...setting, count }, watch);
  if (played.passed === count && played.failed === 0) return played;
  throw new Error(`${player.title}: ${played.passed} of ${count} cases passed; all should.`);
}
