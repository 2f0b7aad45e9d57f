import { parentPort } from 'node:worker_threads';
import { artifactOperation } from './github/artifact-client.ts';
import { artifactRequest } from './github/job-artifacts.ts';

/** The thread for the artifacts of the job: it answers each message with one. Nobody reads its log. */

parentPort?.on('message', (message: unknown) => {
  // If a connection breaks, GitHub's package may never answer: then nothing keeps the thread alive, and its exit says so.
  parentPort?.unref();
  void artifactOperation(artifactRequest.parse(message)).then((answer) => {
    parentPort?.ref();
    parentPort?.postMessage(answer);
  });
});
