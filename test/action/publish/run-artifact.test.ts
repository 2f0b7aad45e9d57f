import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8 } from 'fflate';
import { expect, it } from 'vitest';
import { buildContext, type RunContext } from '../../../src/action/context/context.ts';
import { emptyFolder, evidenceFolder } from '../../../src/action/context/evidence-folder.ts';
import { openRunArtifact, type RunArtifactOptions } from '../../../src/action/publish/run-artifact.ts';
import { createRedactor } from '../../../src/publish/redact/redact.ts';
import {
  type ArtifactServer,
  type ArtifactServerOptions,
  runtimeToken,
  signature,
  startArtifactServer,
} from '../../support/artifact-server.ts';
import { sendJson } from '../../support/http-server.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { makeWorkspace } from '../../support/run-action.ts';

/** The thread as it is written; the end-to-end tests have it as it is built. */
const script = join(import.meta.dirname, '../../../src/upload.ts');

interface Setup extends Partial<Pick<RunArtifactOptions, 'name' | 'retentionDays' | 'cancel'>> {
  readonly service?: ArtifactServerOptions;
  readonly context?: Partial<RunContext>;
  /** Variables of the runner that are other than usual; an empty one is not there. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called before the upload. */
  readonly before?: (server: ArtifactServer, folder: string) => Promise<void>;
}

/** Uploads results and a picture. */
async function upload({ service, context: more, env: other, before, ...options }: Setup = {}) {
  await using server = await startArtifactServer(service);
  await using temp = await makeWorkspace();
  const env = { ...server.env, ...other };
  const known = { GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '100', GITHUB_RUN_ATTEMPT: '1' };
  const context = { ...buildContext({ ...known, ...env, RUNNER_TEMP: temp.path }, undefined), ...more };
  const evidence = evidenceFolder(context);
  await emptyFolder(evidence);
  const results = join(evidence, 'results.json');
  await writeFile(results, '{"status":"failed"}\n');
  await writeFile(join(evidence, 'a-1.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]));
  const host = createRecordingHost();
  await before?.(server, evidence);
  const artifact = openRunArtifact({
    name: 'gate',
    retentionDays: undefined,
    cancel: new AbortController().signal,
    ...options,
    context,
    host,
    redact: createRedactor(['hunter2000', runtimeToken]),
    script,
    env,
  });
  const uploaded = await artifact.upload([results]);
  const { artifacts, asked, serviceRequests, blobRequests } = server;
  return { uploaded, lines: host.lines, artifacts, asked, serviceRequests, blobRequests };
}

it('uploads results and evidence side by side, byte for byte, and says where they are', async () => {
  const { uploaded, lines, artifacts, blobRequests } = await upload();
  const url = 'http://github.localhost/acme/shop/actions/runs/100/artifacts/1000';
  expect(uploaded).toEqual({ name: 'gate', id: 1000, url });
  expect(lines).toEqual([`Artifact gate: 2 files, ${url}`]);
  expect(artifacts).toEqual([{ name: 'gate', id: 1000, files: expect.anything(), expiresAt: undefined }]);
  const files = artifacts[0]?.files ?? {};
  expect(Object.keys(files).sort()).toEqual(['a-1.png', 'results.json']);
  expect([...(files['a-1.png'] ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47, 0, 255]);
  expect(strFromU8(files['results.json'] ?? new Uint8Array())).toBe('{"status":"failed"}\n');
  // The store belongs to another origin.
  expect(JSON.stringify(blobRequests.map(({ url, headers }) => [url, headers]))).not.toContain(runtimeToken);
});

it('sends what is larger than a block in several, and they come out as one', async () => {
  const bytes = randomBytes(20 * 1024 ** 2);
  const { artifacts, blobRequests } = await upload({
    before: (_, folder) => writeFile(join(folder, 'b-1.zip'), bytes),
  });
  expect(blobRequests.length).toBeGreaterThan(2);
  expect(Buffer.compare(artifacts[0]?.files['b-1.zip'] ?? new Uint8Array(), bytes)).toBe(0);
});

it('has a name of its own in a matrix and at a later attempt, without secrets and what GitHub forbids', async () => {
  const { uploaded, lines } = await upload({
    name: 'e2e: shop/gate',
    context: { part: 'firefox, hunter2000, 2/4', run: { runId: 100, attempt: 3 } },
  });
  expect(uploaded?.name).toBe('e2e-shop-gate-firefox-2-4-attempt-3');
  expect(lines.join()).not.toContain('hunter2000');
});

it('takes the next name where another step has been faster', async () => {
  const { uploaded, asked } = await upload({ service: { taken: ['gate'] } });
  expect(uploaded?.name).toMatch(/^gate-job-[0-9a-f]{8}$/);
  expect(asked).toEqual(['gate', uploaded?.name]);
  const again = await upload({ service: { taken: ['gate', uploaded?.name ?? ''] } });
  expect(again.uploaded?.name).toBe(`${uploaded?.name}-2`);
});

it('asks for the days that the artifact shall be kept', async () => {
  const { artifacts } = await upload({ retentionDays: 5, env: { GITHUB_RETENTION_DAYS: '90' } });
  const days = (Date.parse(artifacts[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(4.9);
  expect(days).toBeLessThan(5.1);
});

it('goes on after an answer that only failed for the moment', async () => {
  let failures = 0;
  const { uploaded, lines } = await upload({
    service: {
      intercept(method, response) {
        if (method !== 'CreateArtifact' || failures > 0) return false;
        failures += 1;
        sendJson(response, 503, { msg: 'try again' });
        return true;
      },
    },
  });
  expect(uploaded?.name).toBe('gate');
  expect(lines).toHaveLength(1);
});

it.each<[string, Setup, string]>([
  ['no name', { name: '' }, ''],
  ['no token', { env: { ACTIONS_RUNTIME_TOKEN: '' } }, 'ACTIONS_RUNTIME_TOKEN'],
  ['a service that is not there', { env: { ACTIONS_RESULTS_URL: 'http://127.0.0.1:9' } }, 'ECONNREFUSED'],
  ['a used-up quota', refusing(403, 'insufficient usage to create artifact'), 'Delete old artifacts'],
  ['a refusal', refusing(403, 'no hunter2000 here'), 'no *** here'],
  ['a name that is always taken', refusing(409, 'exists'), 'another one'],
  [
    'a blob store that refuses',
    { service: { interceptBlob: refuseBlob } },
    'RestError (403). GitHub does not let',
  ],
])('%s is one warning at most, and no artifact', async (_, setup, words) => {
  const { uploaded, lines, artifacts } = await upload(setup);
  expect(uploaded).toBeUndefined();
  expect(artifacts).toEqual([]);
  expect(lines).toHaveLength(words === '' ? 0 : 1);
  expect(lines.join()).toContain(words);
  for (const secret of ['hunter2000', runtimeToken, signature]) expect(lines.join()).not.toContain(secret);
});

function refusing(status: number, msg: string): Setup {
  const intercept: ArtifactServerOptions['intercept'] = (_, response) => {
    sendJson(response, status, { msg });
    return true;
  };
  return { service: { intercept } };
}

function refuseBlob(
  ...[, response]: Parameters<NonNullable<ArtifactServerOptions['interceptBlob']>>
): boolean {
  response.writeHead(403).end();
  return true;
}

it('ends at once when the job is cancelled while the blob store hangs', async () => {
  const job = new AbortController();
  const { uploaded, lines } = await upload({
    cancel: job.signal,
    service: {
      interceptBlob() {
        job.abort();
        return true;
      },
    },
  });
  expect(uploaded).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining('the job was cancelled')]);
});

it('asks for nothing where the job is cancelled already', async () => {
  const { lines, serviceRequests } = await upload({ cancel: AbortSignal.abort() });
  expect(lines).toEqual(['No artifact: the job was cancelled.']);
  expect(serviceRequests).toEqual([]);
});
