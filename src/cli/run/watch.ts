import { existsSync, statSync, watch as watchFolder } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, matchesGlob, normalize, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from '../../connection/app-ready.ts';
import { neededIds } from '../../contract/exchange/test-case.ts';
import { type LoadedCases, loadTestCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { type Choose, chooseLastFailed, chooseWhere, isToRepeat } from './choose-cases.ts';
import { WrongArguments } from './input-options.ts';
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

type Results = Awaited<ReturnType<LocalRuns['run']>>;

/** What was read last, and which of it was to be run. */
interface LastRun {
  readonly loaded: LoadedCases;
  readonly wanted: Choose;
}

/** What is run next, if anything is. */
type Next = Choose | 'quit' | undefined;

class Watching implements Disposable {
  readonly #options: WatchOptions;
  readonly #changes = watchFiles();
  readonly #appChanges = watchFiles();
  readonly #history = new History();
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
        return choiceOfChange(last.loaded, await this.#load(), this.#history.lastRun, choose);
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

/** What has become of the test cases, over all runs. */
class History {
  readonly #lastRun = new Map<string, string>();
  #results: Results['results'] = [];

  /** The contents of the test cases when they could be run last, by id. */
  get lastRun(): ReadonlyMap<string, string> {
    return this.#lastRun;
  }

  /** The last result of each test case. */
  get results(): Results['results'] {
    return this.#results;
  }

  add({ cases, files }: LoadedCases, { results }: Results): void {
    const contents = contentsOf(cases);
    for (const id of this.#lastRun.keys()) {
      if (!contents.has(id)) this.#lastRun.delete(id);
    }
    // If another file has a problem, or the app does not answer, a change is still to be run.
    if (results.length === 0) return;
    for (const [id, content] of contents) this.#lastRun.set(id, content);
    const ids = new Set(results.map(({ testCaseId }) => testCaseId));
    const places = new Set(results.map(({ place }) => JSON.stringify(place)));
    const earlier = this.#results.filter(
      ({ testCaseId, place }) =>
        !ids.has(testCaseId) &&
        !places.has(JSON.stringify(place)) &&
        (place === undefined || files.includes(place.file)),
    );
    this.#results = [...earlier, ...results];
  }
}

/**
 * Chooses the test cases that differ from what was run, among those that are read when they are run: a further change may
 * come before.
 * @returns undefined if nothing differs from what was read last: one edit may cause several events.
 */
function choiceOfChange(
  before: LoadedCases,
  after: LoadedCases,
  lastRun: ReadonlyMap<string, string>,
  choose: Choose,
): Choose | undefined {
  const isKnown = JSON.stringify(after.problems) === JSON.stringify(before.problems);
  if (isKnown && changedCases(after.cases, contentsOf(before.cases)).size === 0) return undefined;
  let changed: ReadonlySet<string> | undefined;
  return (cases) => {
    // The same ones when they are run again.
    changed ??= changedCases(cases, lastRun);
    const ids = changed;
    if (ids.size === 0) return choose(cases);
    const isChanged = ({ testCase }: LoadedCase) => ids.has(testCase.id);
    return chooseWhere(isChanged, () => 'No selected test case has changed.')(choose(cases));
  };
}

function both(first: Choose, second: Choose): Choose {
  return (cases) => second(first(cases));
}

/** At the end of the input there is nobody who presses a key. */
async function pressed(keyboard: Keyboard): Promise<string> {
  return (await keyboard.key()) ?? new Promise<never>(() => {});
}

function contentsOf(cases: readonly LoadedCase[]): Map<string, string> {
  return new Map(cases.map((each) => [each.testCase.id, contentOf(each)]));
}

function contentOf({ testCase }: LoadedCase): string {
  return JSON.stringify(testCase);
}

/** The ids of the cases whose content is not the one that was run, and of those that refer to them. */
function changedCases(cases: readonly LoadedCase[], lastRun: ReadonlyMap<string, string>): Set<string> {
  const changed = new Set(
    cases
      .filter((each) => lastRun.get(each.testCase.id) !== contentOf(each))
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

/** The folders in which patterns may find new files. */
async function foldersOf(patterns: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    patterns.map(async (pattern) => {
      const base = resolve(globBase(pattern));
      // A glob without a folder may stand for the whole repository.
      return pattern.startsWith('!') ? [] : base === process.cwd() ? [base] : await withSubfolders(base);
    }),
  );
  return found.flat();
}

/** The part of a glob pattern before its first wildcard; all of any other pattern. */
function globBase(pattern: string): string {
  const [base = ''] = pattern.split(/[^/]*[*?[{]/, 1);
  return base;
}

async function withSubfolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const subfolders = entries.filter((each) => each.isDirectory() && !ofTools.test(each.name));
  const below = await Promise.all(subfolders.map(({ name }) => withSubfolders(join(path, name))));
  return [path, ...below.flat()];
}

/** @returns the path if it is a folder that exists; otherwise the nearest one that it is in. */
function nearestFolder(path: string): string {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? path : nearestFolder(dirname(path));
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
  let watchers = new Map<string, Disposable>();
  let hasChanged = false;
  let changed = Promise.withResolvers<void>();
  const notice = () => {
    hasChanged = true;
    changed.resolve();
  };
  const open = (folder: string, options: { recursive: boolean }, isWatched: (path: string) => boolean) => {
    const watcher = watchFolder(folder, options, (_, name) => {
      if (name === null || isWatched(join(folder, name))) notice();
    });
    // A folder that is removed meanwhile.
    watcher.on('error', notice);
    return { [Symbol.dispose]: () => watcher.close() };
  };
  const replaceWatchers = (next: Map<string, Disposable>) => {
    const before = watchers;
    watchers = next;
    for (const watcher of before.values()) watcher[Symbol.dispose]();
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
    /**
     * Watches these folders only, without those below them. Where one does not exist, the nearest above it is watched.
     * All are opened anew: one that was removed and made again, as by git, is another folder.
     */
    follow(folders: readonly string[]): void {
      const opened = new Map<string, Disposable>();
      for (const folder of new Set(folders.map(nearestFolder))) {
        // A file may have been written before its folder was watched.
        if (!watchers.has(folder)) notice();
        try {
          opened.set(
            folder,
            open(folder, { recursive: false }, () => true),
          );
        } catch {
          // It was removed meanwhile.
          notice();
        }
      }
      replaceWatchers(opened);
    },
    /** Watches a folder with all below it, or the files of a glob pattern. */
    followAll(pattern: string): void {
      const base = globBase(pattern);
      const isGlob = base !== pattern;
      const matches = (path: string) =>
        !isGlob || matchesGlob(relative(process.cwd(), path), normalize(pattern));
      const folder = resolve(base);
      if (!existsSync(folder))
        throw new WrongArguments(`--watch-app ${JSON.stringify(pattern)}: there is no folder ${base || '.'}`);
      const isWatched = (path: string) => !ofTools.test(path) && matches(path);
      replaceWatchers(new Map([[folder, open(folder, { recursive: true }, isWatched)]]));
    },
    [Symbol.dispose]: () => replaceWatchers(new Map()),
  };
}
