import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { type Document, OpenAPIBackend, type Request } from 'openapi-backend';
import { z } from 'zod';
import type { SeenRequest } from '../http-server.ts';
import { completed } from './completed.ts';
import type { Call, Reply } from './resource.ts';

/** A request, held against GitHub's description of its API. */
export type ReadCall =
  | { readonly kind: 'valid'; readonly operation: string; readonly call: Call }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  /** None of the operations that the description's cut has. */
  | { readonly kind: 'unknown' };

/** GitHub's description, read by a validator that is not ours. */
export interface Description {
  /** @param origin the address that the request came to, without path. */
  readCall(request: SeenRequest, origin: string): ReadCall;
  /**
   * Fills in what GitHub's answer has besides.
   * @returns `problems`: why GitHub could not answer so; empty where it could.
   */
  completeReply(operation: string, reply: Reply): { reply: Reply; problems: readonly string[] };
}

const file = join(import.meta.dirname, '../github-openapi.json');
const withContent = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }),
});

let opened: Promise<Description> | undefined;

/** Opens the description, once for all servers of a process. */
export function openDescription(): Promise<Description> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Description> {
  const definition: Document = JSON.parse(readFileSync(file, 'utf8'));
  // `quick`: validators are made where they are needed.
  const api = new OpenAPIBackend({
    definition,
    quick: true,
    ajvOpts: { allErrors: true, strict: false },
    customizeAjv: (ajv) => addFormats.default(ajv),
  });
  await api.init();
  return {
    readCall(request, origin) {
      const standardRequest = asRequest(request);
      const operation = api.router.matchOperation(standardRequest);
      if (operation?.operationId === undefined) return { kind: 'unknown' };
      const { errors } = api.validator.validateRequest(standardRequest, operation);
      const problems =
        errors?.map((error) => `${request.method} ${request.url}: ${describeError(error)}`) ?? [];
      if (problems.length > 0) return { kind: 'invalid', problems };
      const { params, requestBody } = api.router.parseRequest(standardRequest, operation);
      const query = new URL(request.url, origin).searchParams;
      const call = {
        params: z.record(z.string(), z.string()).parse(params),
        query,
        body: requestBody,
        request,
        origin,
      };
      return { kind: 'valid', operation: operation.operationId, call };
    },
    completeReply(operation, reply) {
      const responses = api.router.getOperation(operation)?.responses ?? {};
      const described = withContent.safeParse(responses[reply.status]);
      if (!described.success || reply.status > 299) return { reply, problems: [] };
      const body = completed(described.data.content['application/json'].schema, reply.body);
      const { errors } = api.validator.validateResponse(body, operation, reply.status);
      const problems = errors?.map(
        (error) => `the stand-in's own answer to ${operation}: ${describeError(error)}`,
      );
      return { reply: { ...reply, body }, problems: problems ?? [] };
    },
  };
}

function asRequest({ method, url, headers, body }: SeenRequest): Request {
  const [path = '', query = ''] = url.split('?');
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
  return {
    method,
    path,
    query,
    headers: Object.fromEntries(sent) as Request['headers'],
    body: body === '' ? undefined : body,
  };
}

function describeError({ instancePath, message = '', params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`.trim();
}
