import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { unzipSync, zipSync } from 'fflate';
import { z } from 'zod';
import { type SeenRequest, sendJson, startHttpServer } from './http-server.ts';

/** An artifact that has arrived whole. */
export interface StoredArtifact {
  readonly name: string;
  readonly id: number;
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** ISO 8601, where the request asked for it. */
  readonly expiresAt: string | undefined;
}

export interface ArtifactServerOptions {
  /** Names that other artifacts of the workflow run have. */
  readonly taken?: readonly string[];
  /** Answers in the service's place. @returns true where it has. */
  readonly intercept?: (method: string, response: ServerResponse) => boolean;
  /** The same for the blob store. */
  readonly interceptBlob?: (request: SeenRequest, response: ServerResponse) => boolean;
}

/** GitHub's service for artifacts, and the blob store that it sends the bytes to, on two origins. */
export interface ArtifactServer extends AsyncDisposable {
  /** What the runner sets for them. */
  readonly env: Readonly<Record<string, string>>;
  readonly artifacts: readonly StoredArtifact[];
  /** Adds an artifact of another job of the same run. @returns its id. */
  addArtifact(name: string, files: StoredArtifact['files']): number;
  /** Names that were asked for, in their order. */
  readonly asked: readonly string[];
  readonly serviceRequests: readonly SeenRequest[];
  readonly blobRequests: readonly SeenRequest[];
}

const ids = { workflow_run_backend_id: 'run-1', workflow_job_run_backend_id: 'job-1' };
const ofJob = z.object({
  workflow_run_backend_id: z.literal(ids.workflow_run_backend_id),
  workflow_job_run_backend_id: z.literal(ids.workflow_job_run_backend_id),
});
const createRequest = ofJob.extend({
  name: z.string().regex(/^[^":<>|*?\r\n\\/]+$/),
  version: z.literal(7),
  expires_at: z.string().optional(),
});
const finalizeRequest = createRequest
  .omit({ version: true, expires_at: true })
  .extend({ size: z.string(), hash: z.string() });
const listRequest = ofJob.extend({ id_filter: z.string().optional() });
const addressRequest = ofJob.extend({ name: z.string() });

/** Shaped like the runner's, for run-1 and job-1. */
export const runtimeToken = [
  { alg: 'none' },
  {
    scp: `Actions.Example Actions.Results:${ids.workflow_run_backend_id}:${ids.workflow_job_run_backend_id}`,
  },
  { canary: 'runtime-token' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

/** What signs the address of a blob. */
export const signature = 'signature-of-the-blob';

/** Account and container, where a blob's name stands behind. */
const container = '/account/container/';

/** Starts both. */
export async function startArtifactServer(options: ArtifactServerOptions = {}): Promise<ArtifactServer> {
  await using starting = new AsyncDisposableStack();
  const names = new Set(options.taken);
  const asked: string[] = [];
  const expiring = new Map<string, string | undefined>();
  const artifacts: StoredArtifact[] = [];
  const blobs = starting.use(await startBlobs(options.interceptBlob));
  const addressOf = (name: string) => `${blobs.url}${container}${encodeURIComponent(name)}?sig=${signature}`;

  function store(name: string, zip: Buffer): number {
    const id = 1000 + artifacts.length;
    artifacts.push({ name, id, files: unzipSync(zip), expiresAt: expiring.get(name) });
    return id;
  }

  /** As GitHub lists them; the numbers are texts. */
  function listed(id: string | undefined) {
    return artifacts
      .filter((each) => id === undefined || String(each.id) === id)
      .map((each) => ({
        ...{ ...ids, database_id: String(each.id), name: each.name },
        size: String(blobs.stored.get(each.name)?.length),
        created_at: new Date(1_700_000_000_000 + each.id).toISOString(),
      }));
  }

  const service = starting.use(
    await startHttpServer((request, response) => {
      const method = request.url.split('/').at(-1) ?? '';
      if (request.headers.authorization !== `Bearer ${runtimeToken}`) {
        return sendJson(response, 401, { msg: 'wrong token' });
      }
      const body: unknown = JSON.parse(request.body);
      if (method === 'CreateArtifact') asked.push(createRequest.parse(body).name);
      if (options.intercept?.(method, response)) return;
      if (method === 'CreateArtifact') {
        const { name, expires_at } = createRequest.parse(body);
        if (names.has(name)) {
          const msg = 'an artifact with this name already exists on the workflow run';
          return sendJson(response, 409, { code: 'already_exists', msg });
        }
        names.add(name);
        expiring.set(name, expires_at);
        return sendJson(response, 200, { ok: true, signed_upload_url: addressOf(name) });
      }
      if (method === 'ListArtifacts') {
        return sendJson(response, 200, { artifacts: listed(listRequest.parse(body).id_filter) });
      }
      if (method === 'GetSignedArtifactURL') {
        return sendJson(response, 200, { signed_url: addressOf(addressRequest.parse(body).name) });
      }
      const { name, size, hash } = finalizeRequest.parse(body);
      const zip = blobs.stored.get(name);
      const digest = createHash('sha256')
        .update(zip ?? '')
        .digest('hex');
      if (zip === undefined || Number(size) !== zip.length || hash !== `sha256:${digest}`) {
        return sendJson(response, 400, { msg: 'this is not what was stored' });
      }
      return sendJson(response, 200, { ok: true, artifact_id: String(store(name, zip)) });
    }),
  );
  const started = starting.move();
  return {
    env: {
      ACTIONS_RUNTIME_TOKEN: runtimeToken,
      ACTIONS_RESULTS_URL: service.url,
      // GitHub's package refuses any other that is not GitHub's own.
      GITHUB_SERVER_URL: 'http://github.localhost',
    },
    artifacts,
    addArtifact(name, files) {
      const zip = Buffer.from(zipSync(files));
      names.add(name);
      blobs.stored.set(name, zip);
      return store(name, zip);
    },
    asked,
    serviceRequests: service.requests,
    blobRequests: blobs.requests,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** A store of block blobs: blocks in any order, and a list that puts them together. */
async function startBlobs(intercept: ArtifactServerOptions['interceptBlob']) {
  const blocks = new Map<string, Buffer>();
  const stored = new Map<string, Buffer>();
  const server = await startHttpServer((request, response) => {
    if (intercept?.(request, response)) return;
    const { pathname, searchParams } = new URL(request.url, 'http://blobs');
    const name = decodeURIComponent(pathname.slice(container.length));
    if (searchParams.get('sig') !== signature) return void response.writeHead(403).end();
    if (request.method === 'GET') {
      const zip = stored.get(name);
      response.writeHead(zip === undefined ? 404 : 200, { 'content-type': 'application/zip' });
      return void response.end(zip);
    }
    if (request.method !== 'PUT') return void response.writeHead(405).end();
    if (searchParams.get('comp') === 'block') {
      blocks.set(`${name} ${searchParams.get('blockid')}`, request.bytes);
    } else {
      const order = [...request.body.matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id]) => id);
      stored.set(name, Buffer.concat(order.map((id) => blocks.get(`${name} ${id}`) ?? Buffer.alloc(0))));
    }
    response.writeHead(201).end();
  });
  return { ...server, stored, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
