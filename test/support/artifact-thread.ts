import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** The thread for artifacts, which reads before each operation where the service is now: starting one takes a second. */
parentPort?.on('message', () => {
  Object.assign(process.env, JSON.parse(readFileSync(process.env.SERVICE_FILE ?? '', 'utf8')));
});
await import('../../src/github/artifact-thread.ts');
