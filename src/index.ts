import { basename, dirname } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * The entry of the bundle. The main step, the post step and the thread for artifacts share one bundle, so that no package is
 * in it twice, and each loads its own part.
 */
if (!isMainThread) {
  await import('./artifact-thread.ts');
} else if (basename(dirname(process.argv[1] ?? '')) === 'post') {
  await import('./post.ts');
} else {
  await import('./main.ts');
}
