import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { Operation } from './endpoints.ts';
import { dependenciesLeft, issues, problem } from './error-answers.ts';
import { idempotencyKey, idempotencyKeyHeader, idempotencyReplayedHeader } from './idempotency.ts';
import type { JsonSchema } from './json-schema.ts';
import { schemaOf } from './openapi-schemas.ts';

/** The tag of each section; `extension` holds what public clients call beyond the specification. */
export const tagOfSection: Readonly<Record<string, string>> = {
  '4.1': 'Test targets',
  '4.2': 'Environments',
  '4.3': 'Test cases',
  '4.4': 'Test reports',
  '4.5': 'Generation',
  '4.6': 'Pull, push, export, version',
  '4.7': 'Test plans',
  extension: 'Extensions',
};

const refusals: Readonly<Record<number, { readonly name: string; readonly description: string }>> = {
  400: { name: 'Invalid', description: 'The request is not valid: every problem with its place.' },
  401: { name: 'Unauthorized', description: 'X-API-Key is missing or not valid.' },
  403: {
    name: 'Forbidden',
    description: "A web page has sent it, or it was sent to a name that is not the service's own.",
  },
  404: { name: 'NotFound', description: 'What the path or the body names does not exist.' },
  405: { name: 'MethodNotAllowed', description: 'The path does not have this method.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not sent as application/json.' },
  422: { name: 'KeyTaken', description: 'The idempotency key belongs to another request.' },
};
const onlyWithBody = ['413', '415'];

/** The `components/responses` of the OpenAPI document: every way to be refused. */
export function refusalResponses(): object {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { name, description }]) => [
      name,
      { description, content: jsonContent(['400', '422'].includes(status) ? issues : problem) },
    ]),
  );
}

/** What the table of endpoints does not say of an operation. */
interface Particulars {
  readonly parameters?: readonly object[];
  readonly headers?: object;
  readonly refusals?: object;
}

function particularsOf(operation: Operation): Particulars {
  if (operation === 'getTestReport') {
    const schema = { type: 'string' };
    const description =
      '`wait=N`: hold the answer back for up to N seconds, until the run has ended (RFC 7240).';
    return {
      parameters: [{ name: 'Prefer', in: 'header', description, schema, example: 'wait=30' }],
      headers: { 'Preference-Applied': { description: 'The preference that was followed.', schema } },
    };
  }
  if (operation === 'deleteTestCase') {
    const description = 'The request is not valid, or other test cases depend on this one.';
    return { refusals: { 400: { description, content: jsonContent(z.union([issues, dependenciesLeft])) } } };
  }
  return {};
}

/** Every POST may have a key. What it does is done once for each key. */
function particularsOfPost(): Particulars {
  const description =
    'Names this request when it is sent again: what it does is done once, and a repeat within 24 hours gets the same answer. A refused request leaves its key free.';
  return {
    parameters: [
      { name: idempotencyKeyHeader, in: 'header', description, schema: schemaOf(idempotencyKey, 'request') },
    ],
    headers: {
      [idempotencyReplayedHeader]: {
        description: 'The answer is that of an earlier request with the same key.',
        schema: { type: 'string', enum: ['true'] },
      },
    },
  };
}

/** One operation of the table as the OpenAPI document has it. Its `operationId` is its name in the table. */
export function operationObject(operation: Operation, endpoint: Endpoint): object {
  const isExtension = endpoint.section === 'extension';
  const more = endpoint.method === 'POST' ? particularsOfPost() : particularsOf(operation);
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(more.parameters ?? []),
  ];
  const hasBody = !(endpoint.body instanceof z.ZodUndefined);
  return {
    operationId: operation,
    summary: inWords(operation),
    description: isExtension
      ? 'An extension: public clients call it, and the specification lacks it. A service that does not have it answers 404 or 405.'
      : `Section ${endpoint.section} of the service interface.`,
    tags: [tagOfSection[endpoint.section]],
    ...(isExtension ? { 'x-extension': true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'request') } },
          },
        }
      : {}),
    responses: { ...success(endpoint, more.headers), ...refusalsOf(endpoint, hasBody), ...more.refusals },
  };
}

function success({ status, answer, mediaType }: Endpoint, headers: object | undefined): object {
  const response = { description: status === 201 ? 'Created.' : 'Done.', ...(headers && { headers }) };
  // Bytes have no schema in OpenAPI 3.1: the media type says it all.
  if (mediaType === 'application/zip') return { [status]: { ...response, content: { [mediaType]: {} } } };
  // What the answer is, is not shown anywhere.
  if (answer instanceof z.ZodUnknown) return { [status]: response };
  return { [status]: { ...response, content: content(answer, mediaType ?? 'application/json') } };
}

function refusalsOf({ method }: Endpoint, hasBody: boolean): object {
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([status]) => hasBody || !onlyWithBody.includes(status))
      .filter(([status]) => method === 'POST' || status !== '422')
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'request');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest }: JsonSchema = typeof property === 'boolean' ? {} : property;
    return {
      name,
      in: place,
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function jsonContent(schema: z.ZodType): object {
  return content(schema, 'application/json');
}

function content(schema: z.ZodType, mediaType: string): object {
  return { [mediaType]: { schema: schemaOf(schema, 'answer') } };
}

/** `listTestTargets` -> `List test targets`. */
function inWords(operation: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
