import { basename, dirname } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * The entry of the bundle. The main step, the post step, the command and the thread for artifacts share one bundle, so that
 * no package is in it twice, and each loads its own part.
 */
const folder = basename(dirname(process.argv[1] ?? ''));
if (!isMainThread) {
  await import('./github/artifact-thread.ts');
} else if (folder === 'post') {
  await import('./post.ts');
} else if (folder === 'cli') {
  await import('./cli/main.ts');
} else {
  // First, before anything else is loaded or can go wrong.
  await import('./runtime/cancellation.ts');
  await import('./main.ts');
}
