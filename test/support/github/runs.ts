import type { ServerResponse } from 'node:http';
import { type SeenRequest, startHttpServer, type TestServer } from '../http-server.ts';
import { type Handlers, notFound, page } from './resource.ts';

/** A run of a workflow as GitHub stores it. */
export interface StoredRun {
  readonly id: number;
  readonly run_attempt: number;
  readonly name: string;
  readonly event: string;
  readonly status: string;
  readonly conclusion: string;
  readonly head_sha: string;
  readonly head_branch: string;
  readonly head_repository: { readonly full_name: string };
  readonly html_url: string;
}

export interface StoredArtifact {
  readonly id: number;
  readonly name: string;
  readonly expired: boolean;
  readonly size_in_bytes: number;
  readonly workflow_run: { readonly id: number; readonly head_sha: string };
}

/** A job of a run as GitHub stores it. */
export interface StoredJob {
  readonly id: number;
  readonly run_id: number;
  readonly run_attempt: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
}

export interface Runs extends AsyncDisposable {
  readonly stored: StoredRun[];
  readonly artifacts: StoredArtifact[];
  readonly jobs: StoredJob[];
  /** Where the bytes of artifacts lie: another origin. It refuses GitHub's token, as the real one does. */
  readonly blobs: TestServer;
  readonly addRun: (overrides?: Partial<StoredRun>) => StoredRun;
  readonly addArtifact: (
    name: string,
    zip: Uint8Array,
    overrides?: Partial<StoredArtifact>,
  ) => StoredArtifact;
  readonly handlers: Handlers;
}

/** @param blob sees each request for an artifact's bytes, and may answer it itself: then it returns true. */
export async function startRuns(
  blob: (request: SeenRequest, response: ServerResponse) => boolean = () => false,
): Promise<Runs> {
  const stored: StoredRun[] = [];
  const artifacts: StoredArtifact[] = [];
  const jobs: StoredJob[] = [];
  const bytes = new Map<string, Uint8Array>();
  const blobs = await startHttpServer((request, response) => {
    if (blob(request, response)) return;
    if (request.headers.authorization !== undefined) return void response.writeHead(401).end();
    const found = bytes.get(new URL(request.url, 'http://blobs').pathname);
    if (found === undefined) return void response.writeHead(404).end();
    sendBlob(request, response, found);
  });

  const addRun = (overrides: Partial<StoredRun> = {}): StoredRun => {
    const id = overrides.id ?? 200 + stored.length;
    const run = {
      id,
      run_attempt: 1,
      name: 'Checks',
      event: 'pull_request',
      status: 'completed',
      conclusion: 'success',
      head_sha: 'a'.repeat(40),
      head_branch: 'feature',
      head_repository: { full_name: 'eve/shop' },
      html_url: `https://github.example/acme/shop/actions/runs/${id}`,
      ...overrides,
    };
    stored.push(run);
    return run;
  };
  const addArtifact: Runs['addArtifact'] = (name, zip, overrides = {}) => {
    const { id: runId, head_sha } = stored.at(-1) ?? addRun();
    const artifact = {
      id: 3000 + artifacts.length,
      name,
      expired: false,
      size_in_bytes: zip.byteLength,
      workflow_run: { id: runId, head_sha },
      ...overrides,
    };
    artifacts.push(artifact);
    bytes.set(`/${artifact.id}.zip`, zip);
    return artifact;
  };

  const handlers: Handlers = {
    'actions/get-workflow-run': ({ params }) => {
      const run = stored.find(({ id }) => String(id) === params.run_id);
      return run === undefined ? notFound : { status: 200, body: run };
    },
    'actions/list-jobs-for-workflow-run-attempt': (call) => {
      const ofAttempt = jobs.filter(
        ({ run_id, run_attempt }) =>
          String(run_id) === call.params.run_id && String(run_attempt) === call.params.attempt_number,
      );
      const { items, headers } = page(call, ofAttempt);
      return { status: 200, body: { total_count: ofAttempt.length, jobs: items }, headers };
    },
    'actions/list-workflow-run-artifacts': (call) => {
      const name = call.query.get('name');
      const ofRun = artifacts.filter(
        (each) =>
          String(each.workflow_run.id) === call.params.run_id && (name === null || each.name === name),
      );
      const { items, headers } = page(call, ofRun);
      return { status: 200, body: { total_count: ofRun.length, artifacts: items }, headers };
    },
    'actions/download-artifact': ({ params }) => {
      const artifact = artifacts.find(({ id }) => String(id) === params.artifact_id);
      if (artifact === undefined) return notFound;
      if (artifact.expired) return { status: 410, body: { message: 'Artifact has expired' } };
      return { status: 302, headers: { location: `${blobs.url}/${artifact.id}.zip?sig=a-signature` } };
    },
  };
  return {
    stored,
    artifacts,
    jobs,
    blobs,
    addRun,
    addArtifact,
    handlers,
    [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose](),
  };
}

/** Sends bytes, or the range of them that is asked for. */
function sendBlob({ headers }: SeenRequest, response: ServerResponse, bytes: Uint8Array): void {
  response.setHeader('content-type', 'application/zip');
  const [, from, to] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).map(Number);
  if (from === undefined || to === undefined) {
    response.writeHead(200, { 'content-length': bytes.byteLength }).end(bytes);
  } else if (from >= bytes.byteLength) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.byteLength}` }).end();
  } else {
    const piece = bytes.subarray(from, to + 1);
    const range = `bytes ${from}-${from + piece.byteLength - 1}/${bytes.byteLength}`;
    response.writeHead(206, { 'content-length': piece.byteLength, 'content-range': range }).end(piece);
  }
}
