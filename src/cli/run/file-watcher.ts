import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, matchesGlob, normalize, relative, resolve } from 'node:path';
import { WrongArguments } from './input-options.ts';

/** Files that are not the app's own. */
const ofTools = /(?:^|[/\\])(?:node_modules|\.git|\.browser-test-gate)(?:[/\\]|$)/;

/** Watches folders, until it is disposed of. */
export class FileWatcher implements Disposable {
  #watchers = new Map<string, FSWatcher>();
  #hasChanged = false;
  #changed = Promise.withResolvers<void>();

  /** Resolves when something has changed since the last `drain`. */
  next(): Promise<void> {
    return this.#changed.promise;
  }

  /** @returns whether something has changed since the last `drain`. */
  drain(): boolean {
    const had = this.#hasChanged;
    this.#hasChanged = false;
    if (had) this.#changed = Promise.withResolvers();
    return had;
  }

  /**
   * Watches these folders only, without those below them. Where one does not exist, the nearest above it is watched.
   * All are opened anew: one that was removed and made again, as by git, is another folder.
   */
  follow(folders: readonly string[]): void {
    const opened = new Map<string, FSWatcher>();
    for (const folder of new Set(folders.map(nearestFolder))) {
      // A file may have been written before its folder was watched.
      if (!this.#watchers.has(folder)) this.#notice();
      try {
        opened.set(folder, this.#open(folder, { recursive: false }));
      } catch {
        // It was removed meanwhile.
        this.#notice();
      }
    }
    this.#replace(opened);
  }

  /** Watches a folder with all below it, or the files of a glob pattern. */
  followAll(pattern: string): void {
    const base = globBase(pattern);
    const folder = resolve(base);
    if (!existsSync(folder))
      throw new WrongArguments(`--watch-app ${JSON.stringify(pattern)}: there is no folder ${base || '.'}`);
    const matches = (path: string) =>
      base === pattern || matchesGlob(relative(process.cwd(), path), normalize(pattern));
    const isWatched = (path: string) => !ofTools.test(path) && matches(path);
    this.#replace(new Map([[folder, this.#open(folder, { recursive: true }, isWatched)]]));
  }

  [Symbol.dispose](): void {
    this.#replace(new Map());
  }

  #notice(): void {
    this.#hasChanged = true;
    this.#changed.resolve();
  }

  #open(folder: string, options: { recursive: boolean }, isWatched = (_: string) => true): FSWatcher {
    const watcher = watch(folder, options, (_, name) => {
      if (name === null || isWatched(join(folder, name))) this.#notice();
    });
    // A folder that is removed meanwhile.
    return watcher.on('error', () => this.#notice());
  }

  #replace(watchers: Map<string, FSWatcher>): void {
    const before = this.#watchers;
    this.#watchers = watchers;
    for (const watcher of before.values()) watcher.close();
  }
}

/** The folders in which patterns may find new files. */
export async function foldersOf(patterns: readonly string[]): Promise<string[]> {
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
