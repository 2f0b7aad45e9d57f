import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { openApiDocument } from '../../src/contract/openapi.ts';
import type { Operation } from '../../src/contract/routes.ts';

const schema = z.record(z.string(), z.unknown());
const response = z.object({
  content: z.record(z.string(), z.object({ schema: schema.optional() })).optional(),
});
const reference = z.object({ $ref: z.string() });
const document = z
  .object({
    paths: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          operationId: z.string(),
          responses: z.record(z.string(), z.union([reference, response])),
        }),
      ),
    ),
    components: z.object({ responses: z.record(z.string(), response), schemas: schema }),
  })
  .parse(openApiDocument());

const operations = new Map(
  Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .map((each) => [each.operationId, each.responses]),
);
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const validators = new Map<object, ValidateFunction>();

/**
 * Says whether an answer is one that the OpenAPI document promises.
 * @param mediaType the `content-type` of the answer; its parameters don't count. Undefined where there is none.
 * @param body the parsed JSON of a JSON answer; what else an answer holds is not looked at. Undefined where it is empty.
 * @returns what is wrong, in words; empty where nothing is.
 */
export function validateAnswer(
  operation: Operation,
  status: number,
  mediaType: string | undefined,
  body: unknown,
): string[] {
  const given = operations.get(operation)?.[status];
  if (given === undefined) return [`${operation} does not answer ${status}`];
  const { content } = '$ref' in given ? referred(given.$ref) : given;
  if (content === undefined) {
    return status === 204 && body !== undefined ? [`${operation} ${status} has no body`] : [];
  }
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? 'nothing';
  const promised = content[type];
  if (promised === undefined) {
    return [`${operation} ${status} is ${Object.keys(content).join(', ')}, not ${type}`];
  }
  if (promised.schema === undefined) return [];
  const validate = validatorOf(promised.schema);
  return validate(body) ? [] : (validate.errors ?? []).map(describeError);
}

function referred(ref: string): z.infer<typeof response> {
  const found = document.components.responses[ref.replace('#/components/responses/', '')];
  if (found === undefined) throw new Error(`the document has no ${ref}`);
  return found;
}

function validatorOf(promised: Record<string, unknown>): ValidateFunction {
  const known = validators.get(promised);
  if (known !== undefined) return known;
  // The references lead to the document's components: they go along.
  const validate = ajv.compile({ ...promised, components: document.components });
  validators.set(promised, validate);
  return validate;
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
}
