import { join } from 'node:path';
import { expect, it } from 'vitest';
import { uploadInThread } from '../../../src/publish/artifact/upload-in-thread.ts';
import { makeWorkspace } from '../../support/run-action.ts';

const never = new AbortController().signal;

/** Uploads with a script that does what `code` says. */
async function uploadBy(code: string, limitMs = 60_000, cancel = never) {
  await using workspace = await makeWorkspace({
    'script.mjs': `import { parentPort, workerData } from 'node:worker_threads';\n${code}`,
  });
  const request = { names: ['gate'], folder: workspace.path, paths: [] };
  const script = join(workspace.path, 'script.mjs');
  return await uploadInThread(request, { script, env: { GIVEN: 'yes' }, limitMs, cancel });
}

const hang = 'setInterval(() => {}, 1000);';

it('hands the request over, and the answer back', async () => {
  const answer = await uploadBy(
    `parentPort.postMessage({ kind: 'uploaded', name: workerData.names[0] + process.env.GIVEN + Object.keys(process.env).length, id: 5 });`,
  );
  expect(answer).toEqual({ kind: 'uploaded', name: 'gateyes1', id: 5 });
});

it.each([
  ['an error', `throw new Error('no disk');`, 'no disk'],
  ['an end without a word', '', 'the connection broke'],
  ['an end of the process', 'process.exit(0);', 'the connection broke'],
  ['an unreadable answer', `parentPort.postMessage({ kind: 'uploaded' });`, 'its answer can’t be read'],
  ['no script at all', `import './not-there.mjs';`, 'not-there.mjs'],
])('%s is a reason', async (_, code, reason) => {
  expect(await uploadBy(code)).toEqual({ kind: 'failed', reason: expect.stringContaining(reason) });
});

it('an upload that hangs is given up in time', async () => {
  expect(await uploadBy(hang, 300)).toEqual({ kind: 'failed', reason: 'it took longer than 0.3 s' });
});

it('an upload that keeps its thread busy is given up, too', async () => {
  expect(await uploadBy('while (true);', 300)).toMatchObject({ kind: 'failed' });
});

it('an upload ends with the job', async () => {
  const job = new AbortController();
  const uploading = uploadBy(hang, 60_000, job.signal);
  job.abort();
  expect(await uploading).toEqual({ kind: 'failed', reason: 'the job was cancelled' });
  expect(await uploadBy(hang, 60_000, job.signal)).toEqual({
    kind: 'failed',
    reason: 'the job was cancelled',
  });
});
