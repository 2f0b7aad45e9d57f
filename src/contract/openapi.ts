import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { assertion } from './exchange/assertion.ts';
import {
  answeredTestCase,
  exchangeElement,
  exchangeTestCase,
  pushAnswer,
  pushBody,
} from './exchange/exchange-test-case.ts';
import { interaction } from './exchange/interaction.ts';
import { exchangeSelector } from './exchange/selector.ts';
import { discoveryAnswer, discoveryBody } from './generation.ts';
import { answeredContext, reportContext } from './report-context.ts';
import {
  dependenciesLeft,
  type Endpoint,
  idempotencyKey,
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
  issues,
  type Operation,
  operations,
  problem,
} from './routes.ts';
import { testCase, testCaseElement } from './test-case.ts';
import { executeBody, testPlan, testReport, testResult } from './test-report.ts';
import { environment, environmentBody, testTarget } from './test-target.ts';
import { type JsonSchema, timestamp, toJsonSchemas, uuid } from './values.ts';

const tagOfSection: Readonly<Record<string, string>> = {
  '4.1': 'Test targets',
  '4.2': 'Environments',
  '4.3': 'Test cases',
  '4.4': 'Test reports',
  '4.5': 'Generation',
  '4.6': 'Pull, push, export, version',
  '4.7': 'Test plans',
  extension: 'Extensions',
};

/**
 * The OpenAPI 3.1 document of the service interface, generated from the table of endpoints: section 4, and the
 * extensions, each marked with `x-extension`. Requests allow unknown keys, because the service strips them.
 */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Test automation service',
      version: '1.0.0',
      description:
        'Manages automated browser tests of web applications: test targets, environments, test cases, runs and their reports.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server of this document.' }],
    security: [{ apiKey: [] }],
    tags: Object.values(tagOfSection).map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      responses: refusalResponses(),
      schemas: componentSchemas(),
    },
  };
}

function paths(): object {
  const found: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const endpoint: Endpoint = endpoints[operation];
    found[endpoint.path] = {
      ...found[endpoint.path],
      [endpoint.method.toLowerCase()]: operationObject(operation, endpoint),
    };
  }
  return found;
}

const refusals: Readonly<Record<number, { readonly name: string; readonly description: string }>> = {
  400: {
    name: 'Invalid',
    description: 'The request is not valid, or not HTTP. Lists every problem with its path.',
  },
  401: { name: 'Unauthorized', description: 'X-API-Key is missing or not valid.' },
  403: {
    name: 'Forbidden',
    description: 'The request comes from a web page, or its Host is not a name of the service.',
  },
  404: { name: 'NotFound', description: 'An object that the path or the body names does not exist.' },
  405: { name: 'MethodNotAllowed', description: 'The path does not support this method.' },
  408: { name: 'RequestTimeout', description: 'The request did not arrive completely in time.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'The body is not sent as application/json.' },
  417: { name: 'ExpectationFailed', description: 'The Expect header is not `100-continue`.' },
  422: { name: 'KeyTaken', description: 'The idempotency key belongs to another request.' },
  431: { name: 'HeadersTooLarge', description: 'The header fields are too large.' },
  500: { name: 'InternalError', description: 'The service failed. Its log has the reason.' },
};
const onlyWithBody = ['413', '415'];

/** The `components/responses` of the document: every error answer. */
function refusalResponses(): object {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { name, description }]) => [
      name,
      { description, content: jsonContent(['400', '422'].includes(status) ? issues : problem) },
    ]),
  );
}

/** Details of an operation that the table of endpoints does not have. */
interface OperationDetails {
  readonly parameters?: readonly object[];
  readonly headers?: object;
  readonly refusals?: object;
}

function detailsOf(operation: Operation): OperationDetails {
  if (operation === 'getTestReport') {
    const schema = { type: 'string' };
    const description = '`wait=N`: delay the answer for up to N seconds, until the run has ended (RFC 7240).';
    return {
      parameters: [{ name: 'Prefer', in: 'header', description, schema, example: 'wait=30' }],
      headers: { 'Preference-Applied': { description: 'The preference that was applied.', schema } },
    };
  }
  if (operation === 'push') {
    const description = 'The list is empty, the test target has test cases, and `allowEmpty` is not `true`.';
    return { refusals: { 409: { description, content: jsonContent(problem) } } };
  }
  if (operation === 'deleteTestCase') {
    const description = 'The request is not valid, or other test cases depend on this one.';
    return { refusals: { 400: { description, content: jsonContent(z.union([issues, dependenciesLeft])) } } };
  }
  return {};
}

function postDetails(operation: Operation): OperationDetails {
  const description =
    'Identifies the request: it takes effect once, and a retry within 24 hours gets the same answer. The key of a rejected request can be used again.';
  return {
    parameters: [
      { name: idempotencyKeyHeader, in: 'header', description, schema: schemaOf(idempotencyKey, 'request') },
    ],
    headers: {
      [idempotencyReplayedHeader]: {
        description: 'The answer repeats that of an earlier request with the same key.',
        schema: { type: 'string', enum: ['true'] },
      },
    },
    ...detailsOf(operation),
  };
}

/** The operation object of an endpoint. Its `operationId` is the name in the table. */
function operationObject(operation: Operation, endpoint: Endpoint): object {
  const isExtension = endpoint.section === 'extension';
  const more = endpoint.method === 'POST' ? postDetails(operation) : detailsOf(operation);
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(more.parameters ?? []),
  ];
  const hasBody = !(endpoint.body instanceof z.ZodUndefined);
  return {
    operationId: operation,
    summary: titleOf(operation),
    description: isExtension
      ? 'An extension that public clients call. A service without it answers 404 or 405.'
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
  // OpenAPI 3.1 describes binary content by its media type alone.
  if (mediaType === 'application/zip') return { [status]: { ...response, content: { [mediaType]: {} } } };
  // The content of the answer is undocumented.
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

function parametersOf(schema: z.ZodType, location: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'request');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest }: JsonSchema = typeof property === 'boolean' ? {} : property;
    return {
      name,
      in: location,
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
function titleOf(operation: string): string {
  const words = operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a schema describes a request or an answer. */
type Direction = 'request' | 'answer';

type Named = ReadonlyMap<string, z.ZodType>;

const refs = '#/components/schemas/';
const values: [string, z.ZodType][] = [
  ['Uuid', uuid],
  ['Timestamp', timestamp],
];

/** The schemas that are components of the document, by name. */
const named: Readonly<Record<Direction, Named>> = {
  request: new Map([
    ...values,
    ['DiscoveryRequest', discoveryBody],
    ['EnvironmentRequest', environmentBody],
    ['ExchangeAssertion', assertion],
    ['ExchangeElement', exchangeElement],
    ['ExchangeInteraction', interaction],
    ['ExchangeSelector', exchangeSelector],
    ['ExchangeTestCase', exchangeTestCase],
    ['ExecuteRequest', executeBody],
    ['PushRequest', pushBody],
    ['ReportContext', reportContext],
  ]),
  answer: new Map<string, z.ZodType>([
    ...values,
    ['AnsweredContext', answeredContext],
    ['AnsweredTestCase', answeredTestCase],
    ['DependenciesLeft', dependenciesLeft],
    ['DiscoveryAnswer', discoveryAnswer],
    ['Environment', environment],
    ['Issues', issues],
    ['Problem', problem],
    ['PushAnswer', pushAnswer],
    ['TestCase', testCase],
    ['TestCaseElement', testCaseElement],
    ['TestPlan', testPlan],
    ['TestReport', testReport],
    ['TestResult', testResult],
    ['TestTarget', testTarget],
  ]),
};
const io = { request: 'input', answer: 'output' } as const;

/** The `components/schemas` of the OpenAPI document. */
function componentSchemas(): Record<string, JsonSchema> {
  const all = {
    ...toJsonSchemas(named.request, refs, io.request),
    ...toJsonSchemas(named.answer, refs, io.answer),
  };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A schema in the document: a reference if it is a component, else inline. */
function schemaOf(schema: z.ZodType, direction: Direction): JsonSchema {
  for (const [name, each] of named[direction]) if (each === schema) return { $ref: refs + name };
  const inline = '(inline)';
  return toJsonSchemas(new Map([...named[direction], [inline, schema]]), refs, io[direction])[inline] ?? {};
}
