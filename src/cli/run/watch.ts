import { watch as watchFolder } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { neededIds } from '../../contract/exchange/test-case.ts';
import { loadTestCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import { type Choose, chooseWhere } from './choose-cases.ts';
import type { LocalRuns } from './run-tests-here.ts';
import type { ReadLine } from './step-debugger.ts';

/** Editors write a file in several steps. */
const settleMs = 30;

interface WatchOptions {
  readonly runs: LocalRuns;
  readonly patterns: readonly string[];
  readonly choose: Choose;
  readonly cancel: AbortSignal;
  readonly readLine: ReadLine;
}

/** Plays test cases, and plays again those that change, until it is cancelled. @returns whether the last run was green. */
export async function watch({ runs, patterns, choose, cancel, readLine }: WatchOptions): Promise<boolean> {
  const { print } = runs.terminal;
  const workspace = process.cwd();
  using changes = watchFiles();
  let played = new Map<string, string>();
  let wanted: Choose = choose;
  let pressing: Promise<'all'> | undefined;
  for (;;) {
    const { cases, files, problems } = await loadTestCases(workspace, patterns);
    await changes.follow([
      ...files.map((file) => dirname(resolve(workspace, file))),
      ...(await folders(patterns)),
    ]);
    const { green } = await runs.play(wanted);
    played = new Map(cases.map((each) => [each.testCase.id, contentOf(each)]));
    if (cancel.aborted) return green;
    print('Waiting for changes. Enter: run all test cases, Ctrl-C: end.', 'dim');
    for (;;) {
      pressing ??= pressed();
      const event = await Promise.race([changes.next(), pressing, aborted(cancel)]);
      if (event === 'cancelled') return green;
      if (event === 'all') {
        pressing = undefined;
        wanted = choose;
        break;
      }
      await sleep(settleMs);
      const loaded = await loadTestCases(workspace, patterns);
      const changed = changedCases(loaded.cases, played);
      // One edit may cause several events.
      const isKnown = JSON.stringify(loaded.problems) === JSON.stringify(problems);
      if (changed.size === 0 && isKnown) continue;
      if (changed.size === 0 && loaded.problems.length === 0) {
        wanted = choose;
        break;
      }
      wanted = (found) =>
        chooseWhere(
          ({ testCase }) => changed.has(testCase.id),
          () => 'No test case that is chosen has changed.',
        )(choose(found));
      break;
    }
  }

  /** At the end of the input there is nobody who presses a key. */
  async function pressed(): Promise<'all'> {
    return (await readLine()) === undefined ? new Promise<never>(() => {}) : 'all';
  }
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

interface FileChanges extends Disposable {
  follow(folders: readonly string[]): Promise<void>;
  /** Resolves when something has changed since the last change that was reported. */
  next(): Promise<'changed'>;
}

function watchFiles(): FileChanges {
  const watchers = new Map<string, Disposable>();
  let changed = Promise.withResolvers<'changed'>();
  return {
    async follow(folders) {
      for (const folder of new Set(folders)) {
        if (watchers.has(folder)) continue;
        const watcher = watchFolder(folder, () => changed.resolve('changed'));
        // A folder that is removed meanwhile.
        watcher.on('error', () => watchers.delete(folder));
        watchers.set(folder, { [Symbol.dispose]: () => watcher.close() });
      }
    },
    async next() {
      const event = await changed.promise;
      changed = Promise.withResolvers();
      return event;
    },
    [Symbol.dispose]: () => {
      for (const watcher of watchers.values()) watcher[Symbol.dispose]();
    },
  };
}
