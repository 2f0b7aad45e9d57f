import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from '../../src/common/errors.ts';
import type { Connection } from '../../src/connection/connection.ts';
import { buildContext } from '../../src/gate/context/context.ts';
import { readInputs } from '../../src/gate/inputs/read-inputs.ts';
import type { RunRequest } from '../../src/gate/run-request.ts';
import { runTests } from '../../src/gate/run-tests.ts';
import type { Runner } from '../../src/runner/runner.ts';
import type { Generate } from '../../src/service/generation-jobs.ts';
import { createRecordingHost } from './recording-host.ts';
import type { Workspace } from './run-action.ts';
import { openService, type ServiceUnderTest } from './service.ts';
import { createStubRunner, type StubRun } from './stub-runner.ts';

/** Two test files, with one test case each. */
export const twoCases = {
  'browser-tests/a.yaml': 'description: Pay\nelements: [{interaction: {action: GO_TO, calledWith: /}}]\n',
  'browser-tests/b.yaml': 'description: Search\nelements: [{interaction: {action: GO_TO, calledWith: /}}]\n',
};
/** The commit that is tested. */
export const sha = 'a'.repeat(40);

interface RunOptions extends Partial<Omit<RunRequest, 'inputs'>> {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs in a workspace; the app is `http://app.test`, and there is no service unless the test connects to one. */
export async function runIn(workspace: Workspace, { inputs = {}, timeoutMs, ...options }: RunOptions = {}) {
  const env = Object.entries({ url: 'http://app.test', ...inputs });
  const read = readInputs(
    Object.fromEntries(env.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  );
  const host = createRecordingHost();
  const verdict = await runTests({
    inputs: { ...read, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    context: buildContext({ GITHUB_WORKSPACE: workspace.path, GITHUB_SHA: sha }, undefined),
    evidenceFolder: join(workspace.path, 'evidence'),
    host,
    clock: { now: () => performance.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
    connect: async () => {
      throw new UserError('The test does not connect to a service.');
    },
    onProgress: () => {},
    cancel: new AbortController().signal,
    ...options,
  });
  return { ...verdict, host };
}

/** The embedded service, whose runs end as `endRun` says. `open` is the number of its open connections. */
export async function openRunningService(endRun: (run: StubRun) => void, generate?: Generate) {
  const stub = createStubRunner();
  const runner: Runner = {
    ...stub,
    run(plan, events, signal) {
      const ended = stub.run(plan, events, signal);
      endRun(stub.latest());
      return ended;
    },
  };
  const service = await openService(undefined, runner, generate);
  let open = 0;
  const connect = async (): Promise<Connection> => {
    open += 1;
    return {
      ...connectionTo(service),
      async [Symbol.asyncDispose]() {
        open -= 1;
      },
    };
  };
  return { ...service, connect, open: () => open };
}

/** A connection to the service, for the app `http://app.test`. */
export function connectionTo({
  client,
  testTargetId,
}: Pick<ServiceUnderTest, 'client' | 'testTargetId'>): Connection {
  return { client, testTargetId, url: async () => 'http://app.test', async [Symbol.asyncDispose]() {} };
}
