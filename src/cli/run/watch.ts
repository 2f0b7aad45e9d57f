import { existsSync, watch as watchFolder } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, matchesGlob, normalize, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from '../../connection/app-ready.ts';
import { neededIds } from '../../contract/exchange/test-case.ts';
import { type LoadedCases, loadTestCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { type Choose, chooseLastFailed, chooseWhere } from './choose-cases.ts';
import { WrongArguments } from './input-options.ts';
import type { Keyboard } from './keyboard.ts';
import type { LocalRuns } from './run-tests-here.ts';

/** Editors write a file in several steps. */
const saveMs = 30;
/** Tools that build or restart an app do so, too, and take longer. */
const rebuildMs = 200;

interface WatchOptions {
  readonly runs: LocalRuns;
  readonly patterns: readonly string[];
  readonly choose: Choose;
  readonly cancel: AbortSignal;
  readonly keyboard: Keyboard;
  /** The app's own files, and its address. */
  readonly app: { readonly folder: string | undefined; readonly url: string };
}

const keys = 'Waiting for changes. a: run all, Enter: run again, f: run what failed, q: quit.';
const restartKey = 'r: restart the app and run all.';

/** Plays test cases, and plays again those that change, until it is cancelled. @returns whether the last run was green. */
export async function watch(options: WatchOptions): Promise<boolean> {
  using watching = new Watching(options);
  return await watching.run();
}

/** What was played last. */
interface Played {
  readonly loaded: LoadedCases;
  readonly results: Awaited<ReturnType<LocalRuns['play']>>;
  readonly wanted: Choose;
}

/** What is played next, if anything is. */
type Next = Choose | 'quit' | undefined;

class Watching implements Disposable {
  readonly #options: WatchOptions;
  readonly #changes = watchFiles();
  readonly #appChanges = watchFiles();
  /** The next key, which may be pressed while test cases are played. */
  #key: Promise<string> | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
    if (options.app.folder !== undefined) this.#appChanges.followAll(options.app.folder);
  }

  [Symbol.dispose](): void {
    this.#changes[Symbol.dispose]();
    this.#appChanges[Symbol.dispose]();
  }

  async run(): Promise<boolean> {
    const { runs, patterns, choose, cancel } = this.#options;
    for (let wanted = choose; ; ) {
      const loaded = await loadTestCases(process.cwd(), patterns);
      const testFolders = loaded.files.map((file) => dirname(resolve(file)));
      this.#changes.follow([...testFolders, ...(await folders(patterns))]);
      const results = await runs.play(wanted);
      const next = cancel.aborted ? 'quit' : await this.#wait({ loaded, results, wanted });
      if (next === 'quit') return results.green;
      wanted = next;
    }
  }

  async #wait(played: Played): Promise<Choose | 'quit'> {
    const { runs, keyboard } = this.#options;
    this.#key ??= pressed(keyboard);
    runs.terminal.print(runs.startsApp ? `${keys}\n${restartKey}` : keys, 'dim');
    for (;;) {
      const next = await this.#afterEvent(played);
      if (next !== undefined) return next;
    }
  }

  async #afterEvent(played: Played): Promise<Next> {
    const { choose, cancel, keyboard } = this.#options;
    this.#key ??= pressed(keyboard);
    const file = this.#changes.next().then(() => 'file');
    const app = this.#appChanges.next().then(() => 'app');
    const event = await Promise.race([file, app, this.#key, aborted(cancel)]);
    switch (event) {
      case 'cancelled':
        return 'quit';
      case 'file':
        await sleep(saveMs);
        this.#changes.drain();
        return choiceOfChange(
          played.loaded,
          await loadTestCases(process.cwd(), this.#options.patterns),
          choose,
        );
      case 'app':
        await this.#untilAppIsReady();
        return choose;
      default:
        this.#key = undefined;
        return this.#afterKey(event, played);
    }
  }

  #afterKey(key: string, { results, wanted }: Played): Next {
    const { runs, choose } = this.#options;
    switch (key) {
      case 'q':
        return 'quit';
      case 'a':
        return choose;
      case '':
        return wanted;
      case 'f':
        if (!results.green) return both(choose, chooseLastFailed(results));
        runs.terminal.print('Nothing failed in the last run.', 'dim');
        return undefined;
      case 'r':
        if (!runs.startsApp) return undefined;
        runs.restartApp();
        return choose;
      default:
        return undefined;
    }
  }

  /** Waits until an app that has changed is ready, and its files stay as they are: it may be building, or starting anew. */
  async #untilAppIsReady(): Promise<void> {
    const { runs, cancel, app } = this.#options;
    runs.terminal.print('The app has changed. Waiting until it answers.', 'dim');
    // The next run starts an app that has failed.
    const isReady = async () => runs.appHasFailed() || (await answers(app.url, cancel));
    for (let isStable = false; !isStable && !cancel.aborted; ) {
      await sleep(rebuildMs);
      isStable = !this.#appChanges.drain() && (await isReady().catch(() => false));
    }
  }
}

/** @returns the test cases that differ from what was played; undefined if nothing does: one edit may cause several events. */
async function choiceOfChange(
  before: LoadedCases,
  after: LoadedCases,
  choose: Choose,
): Promise<Choose | undefined> {
  const played = new Map(before.cases.map((each) => [each.testCase.id, contentOf(each)]));
  const changed = changedCases(after.cases, played);
  const isKnown = JSON.stringify(after.problems) === JSON.stringify(before.problems);
  if (changed.size === 0) return isKnown ? undefined : choose;
  const isChanged = ({ testCase }: LoadedCase) => changed.has(testCase.id);
  return both(
    choose,
    chooseWhere(isChanged, () => 'No test case that is chosen has changed.'),
  );
}

function both(first: Choose, second: Choose): Choose {
  return (cases) => second(first(cases));
}

/** At the end of the input there is nobody who presses a key. */
async function pressed(keyboard: Keyboard): Promise<string> {
  return (await keyboard.key()) ?? new Promise<never>(() => {});
}

function contentOf({ testCase }: LoadedCase): string {
  return JSON.stringify(testCase);
}

/** The ids of the cases whose content is not the one that was played, and of those that refer to them. */
function changedCases(cases: readonly LoadedCase[], played: ReadonlyMap<string, string>): Set<string> {
  const changed = new Set(
    cases
      .filter((each) => played.get(each.testCase.id) !== contentOf(each))
      .map(({ testCase }) => testCase.id),
  );
  for (let size = 0; size < changed.size; ) {
    size = changed.size;
    for (const { testCase } of cases) {
      if (neededIds(testCase).some((id) => changed.has(id))) changed.add(testCase.id);
    }
  }
  return changed;
}

/** The patterns that are folders: new files in them are found. */
async function folders(patterns: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    patterns.map(async (pattern) => {
      const stats = await stat(pattern).catch(() => undefined);
      return stats?.isDirectory() === true ? [resolve(pattern)] : [];
    }),
  );
  return found.flat();
}

async function aborted(signal: AbortSignal): Promise<'cancelled'> {
  if (signal.aborted) return 'cancelled';
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve('cancelled'), { once: true }),
  );
}

/** Files that are not the app's own. */
const ofTools = /(?:^|[/\\])(?:node_modules|\.git|\.browser-test-gate)(?:[/\\]|$)/;

/** Watches folders, until it is disposed of. */
function watchFiles() {
  const watchers = new Map<string, Disposable>();
  let hasChanged = false;
  let changed = Promise.withResolvers<void>();
  const add = (folder: string, options: { recursive: boolean }, isWatched: (path: string) => boolean) => {
    if (watchers.has(folder)) return;
    const watcher = watchFolder(folder, options, (_, name) => {
      if (name !== null && !isWatched(join(folder, name))) return;
      hasChanged = true;
      changed.resolve();
    });
    // A folder that is removed meanwhile.
    watcher.on('error', () => watchers.delete(folder));
    watchers.set(folder, { [Symbol.dispose]: () => watcher.close() });
  };
  return {
    /** Resolves when something has changed since the last `drain`. */
    next: () => changed.promise,
    /** @returns whether something has changed since the last `drain`. */
    drain(): boolean {
      const had = hasChanged;
      hasChanged = false;
      if (had) changed = Promise.withResolvers();
      return had;
    },
    /** Watches folders, without those below them. */
    follow(folders: readonly string[]): void {
      for (const folder of folders) add(folder, { recursive: false }, () => true);
    },
    /** Watches a folder with all below it, or the files of a glob pattern. */
    followAll(pattern: string): void {
      const [base = ''] = pattern.split(/[^/]*[*?[{]/, 1);
      const isGlob = base !== pattern;
      const matches = (path: string) =>
        !isGlob || matchesGlob(relative(process.cwd(), path), normalize(pattern));
      if (!existsSync(resolve(base)))
        throw new WrongArguments(`--watch-app ${JSON.stringify(pattern)}: there is no folder ${base || '.'}`);
      add(resolve(base), { recursive: true }, (path) => !ofTools.test(path) && matches(path));
    },
    [Symbol.dispose]: () => {
      for (const watcher of watchers.values()) watcher[Symbol.dispose]();
    },
  };
}
