import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from '../../connection/app-ready.ts';
import { type LoadedCases, loadTestCases } from '../../test-files/load.ts';
import { chooseChanged, RunHistory } from './changed-cases.ts';
import { type Choose, chooseLastFailed, isToRepeat } from './choose-cases.ts';
import { FileWatcher, foldersOf } from './file-watcher.ts';
import type { Keyboard } from './keyboard.ts';
import type { LocalRuns } from './local-runs.ts';

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

/** Runs test cases, and runs again those that change, until it is cancelled. @returns whether the last run was green. */
export async function watch(options: WatchOptions): Promise<boolean> {
  using watching = new Watching(options);
  return await watching.run();
}

/** What was read last, and which of it was to be run. */
interface LastRun {
  readonly loaded: LoadedCases;
  readonly wanted: Choose;
}

/** What is run next, if anything is. */
type Next = Choose | 'quit' | undefined;

class Watching implements Disposable {
  readonly #options: WatchOptions;
  readonly #changes = new FileWatcher();
  readonly #appChanges = new FileWatcher();
  readonly #history = new RunHistory();
  /** The next key, which may be pressed while test cases are run. */
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
    const { runs, choose, cancel } = this.#options;
    for (let wanted = choose; ; ) {
      const loaded = await this.#load();
      const results = await runs.run(wanted);
      this.#history.add(loaded, results);
      const next = cancel.aborted ? 'quit' : await this.#wait({ loaded, wanted });
      if (next === 'quit') return results.green;
      wanted = next;
    }
  }

  /** Reads the test cases, and follows the folders that they may be in from now on. */
  async #load(): Promise<LoadedCases> {
    const { patterns } = this.#options;
    const loaded = await loadTestCases(process.cwd(), patterns, { withReferenced: true });
    const ofFiles = loaded.files.map((file) => dirname(resolve(file)));
    this.#changes.follow([...ofFiles, ...(await foldersOf(patterns))]);
    return loaded;
  }

  async #wait(last: LastRun): Promise<Choose | 'quit'> {
    const { runs, keyboard } = this.#options;
    this.#key ??= pressed(keyboard);
    runs.terminal.print(runs.startsApp ? `${keys}\n${restartKey}` : keys, 'dim');
    for (;;) {
      const next = await this.#afterEvent(last);
      if (next !== undefined) return next;
    }
  }

  async #afterEvent(last: LastRun): Promise<Next> {
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
        return chooseChanged(last.loaded, await this.#load(), this.#history.contents, choose);
      case 'app':
        await this.#untilAppIsReady();
        return choose;
      default:
        this.#key = undefined;
        return this.#afterKey(event, last);
    }
  }

  #afterKey(key: string, { wanted }: LastRun): Next {
    const { runs, choose } = this.#options;
    const { results } = this.#history;
    switch (key) {
      case 'q':
        return 'quit';
      case 'a':
        return choose;
      case '':
        return wanted;
      case 'f':
        if (results.some(isToRepeat)) return both(choose, chooseLastFailed({ results }));
        runs.terminal.print('No test case failed when it last ran.', 'dim');
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

function both(first: Choose, second: Choose): Choose {
  return (cases) => second(first(cases));
}

/** At the end of the input there is nobody who presses a key. */
async function pressed(keyboard: Keyboard): Promise<string> {
  return (await keyboard.key()) ?? new Promise<never>(() => {});
}

async function aborted(signal: AbortSignal): Promise<'cancelled'> {
  if (signal.aborted) return 'cancelled';
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve('cancelled'), { once: true }),
  );
}
