import type { Endpoint } from './endpoint.ts';
import { endpoints, type Operation } from './endpoints.ts';
import { operationObject, refusalResponses, tagOfSection } from './openapi-operation.ts';
import { componentSchemas } from './openapi-schemas.ts';

/**
 * The OpenAPI 3.1 document of the service interface, made from the table of endpoints: all of section 4, and the
 * extensions, each marked with `x-extension`. Requests are described as the service reads them (unknown keys are
 * allowed, because they are stripped), answers as it gives them.
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
    servers: [{ url: '/', description: 'Where this document comes from.' }],
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
  for (const [operation, endpoint] of table()) {
    found[endpoint.path] = {
      ...found[endpoint.path],
      [endpoint.method.toLowerCase()]: operationObject(operation, endpoint),
    };
  }
  return found;
}

function table(): [Operation, Endpoint][] {
  const isOperation = (name: string): name is Operation => Object.hasOwn(endpoints, name);
  return Object.keys(endpoints)
    .filter(isOperation)
    .map((operation) => [operation, endpoints[operation]]);
}
