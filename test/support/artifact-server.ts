import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { unzipSync, zipSync } from 'fflate';
import { z } from 'zod';
import { type SeenRequest, sendJson, startHttpServer } from './http-server.ts';

/** An artifact that has arrived whole. */
export interface StoredArtifact {
  readonly name: string;
  readonly id: number;
  /** Of an unzipped one: the file itself, under the name of the artifact. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** What browsers take it for. */
  readonly mimeType: string;
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
  readonly requestedNames: readonly string[];
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
  mime_type: z.string(),
  expires_at: z.string().optional(),
});
const finalizeRequest = createRequest
  .omit({ version: true, mime_type: true, expires_at: true })
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

const zipType = 'application/zip';

/** Starts both. */
export async function startArtifactServer(options: ArtifactServerOptions = {}): Promise<ArtifactServer> {
  await using starting = new AsyncDisposableStack();
  const names = new Set(options.taken);
  const requestedNames: string[] = [];
  const created = new Map<string, z.infer<typeof createRequest>>();
  const artifacts: StoredArtifact[] = [];
  const blobs = starting.use(await startBlobs(options.interceptBlob));
  const addressOf = (name: string) => `${blobs.url}${container}${encodeURIComponent(name)}?sig=${signature}`;

  function store(name: string, bytes: Buffer): number {
    const id = 1000 + artifacts.length;
    const { mime_type: mimeType = zipType, expires_at: expiresAt } = created.get(name) ?? {};
    const files = mimeType === zipType ? unzipSync(bytes) : { [name]: bytes };
    artifacts.push({ name, id, files, mimeType, expiresAt });
    return id;
  }

  /** As GitHub lists them; the numbers are texts. */
  function listed(id: string | undefined) {
    return artifacts
      .filter((each) => id === undefined || String(each.id) === id)
      .map((each) => ({
        ...{ ...ids, database_id: String(each.id), name: each.name },
        size: String(blobs.stored.get(each.name)?.bytes.length),
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
      if (method === 'CreateArtifact') requestedNames.push(createRequest.parse(body).name);
      if (options.intercept?.(method, response)) return;
      if (method === 'CreateArtifact') {
        const request = createRequest.parse(body);
        const { name } = request;
        if (names.has(name)) {
          const msg = 'an artifact with this name already exists on the workflow run';
          return sendJson(response, 409, { code: 'already_exists', msg });
        }
        names.add(name);
        created.set(name, request);
        return sendJson(response, 200, { ok: true, signed_upload_url: addressOf(name) });
      }
      if (method === 'ListArtifacts') {
        return sendJson(response, 200, { artifacts: listed(listRequest.parse(body).id_filter) });
      }
      if (method === 'GetSignedArtifactURL') {
        return sendJson(response, 200, { signed_url: addressOf(addressRequest.parse(body).name) });
      }
      const { name, size, hash } = finalizeRequest.parse(body);
      const blob = blobs.stored.get(name);
      const digest = createHash('sha256')
        .update(blob?.bytes ?? '')
        .digest('hex');
      const isStored =
        Number(size) === blob?.bytes.length &&
        hash === `sha256:${digest}` &&
        blob.type === created.get(name)?.mime_type;
      if (blob === undefined || !isStored) {
        return sendJson(response, 400, { msg: 'this is not what was stored' });
      }
      return sendJson(response, 200, { ok: true, artifact_id: String(store(name, blob.bytes)) });
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
      blobs.stored.set(name, { bytes: zip, type: zipType });
      return store(name, zip);
    },
    requestedNames: requestedNames,
    serviceRequests: service.requests,
    blobRequests: blobs.requests,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** A store of block blobs: blocks in any order, and a list that puts them together. */
async function startBlobs(intercept: ArtifactServerOptions['interceptBlob']) {
  const blocks = new Map<string, Buffer>();
  const stored = new Map<string, { bytes: Buffer; type: string }>();
  const server = await startHttpServer((request, response) => {
    if (intercept?.(request, response)) return;
    const { pathname, searchParams } = new URL(request.url, 'http://blobs');
    const name = decodeURIComponent(pathname.slice(container.length));
    if (searchParams.get('sig') !== signature) return void response.writeHead(403).end();
    if (request.method === 'GET') {
      const blob = stored.get(name);
      response.writeHead(blob === undefined ? 404 : 200, { 'content-type': blob?.type ?? 'text/plain' });
      return void response.end(blob?.bytes);
    }
    if (request.method !== 'PUT') return void response.writeHead(405).end();
    if (searchParams.get('comp') === 'block') {
      blocks.set(`${name} ${searchParams.get('blockid')}`, request.bytes);
    } else {
      const order = [...request.body.matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id]) => id);
      const bytes = Buffer.concat(order.map((id) => blocks.get(`${name} ${id}`) ?? Buffer.alloc(0)));
      stored.set(name, { bytes, type: String(request.headers['x-ms-blob-content-type']) });
    }
    response.writeHead(201).end();
  });
  return { ...server, stored, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
