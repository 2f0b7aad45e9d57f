import { existsSync, watch as watchFolder } from 'node:fs';
import { join, matchesGlob, normalize, relative, resolve } from 'node:path';
import { WrongArguments } from '../wrong-arguments.ts';

/** Files that are not the app's own. */
const ofTools = /(?:^|[/\\])(?:node_modules|\.git|\.browser-test-gate)(?:[/\\]|$)/;

/** Watches folders, until it is disposed of. */
export function watchFiles() {
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
