import { z } from 'zod';

/**
 * RFC 9562 UUID; the all-zero and the all-f UUID are allowed (section 2.4). It is normalized to lower case first, because
 * zod knows the all-f UUID in lower case only.
 */
export const uuid = z
  .string()
  .toLowerCase()
  .check(z.uuid({ error: 'must be a UUID' }));

/** An address of the app: http or https. */
export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });

/** ISO 8601 date-time: in UTC with a `Z`, as this service answers it, or with an offset from it. */
export const timestamp = z.iso.datetime({ offset: true });

export const notBlank = z.string().regex(/\S/, 'must not be blank');

/**
 * An enumeration in an answer. A hosted service may use other values than this contract, so every string is
 * accepted; `known` documents the values of the specification.
 */
export const openEnum = (known: readonly string[]) => z.string().meta({ known });

/** Version of a test case's format in an answer: `"1"`, or 1. */
export const answeredVersion = z.union([openEnum(['1']), z.int()]);

/** A field of an answer that some services write as null where it is empty: it is read as if it were missing. */
export const nullAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema);

export const browsers = ['CHROMIUM', 'FIREFOX', 'SAFARI'] as const;
export const breakpoints = ['MOBILE', 'TABLET', 'DESKTOP'] as const;

/** Browser of a run (section 2.6). */
export type Browser = (typeof browsers)[number];
/** Screen size of a run (section 2.6). */
export type Breakpoint = (typeof breakpoints)[number];

/** Variables as `execute` takes them: each with a list of values. */
export function variableLists(values: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
}

/** The error of a discriminated union: it lists the allowed values, where zod only says that the input is invalid. */
export function oneOf(field: string, values: readonly string[]) {
  return {
    error: (issue: { code?: string; input?: unknown }) => {
      if (issue.code !== 'invalid_union') return undefined;
      const input = z.record(z.string(), z.unknown()).safeParse(issue.input);
      const given = input.success ? JSON.stringify(input.data[field]) : undefined;
      return `${given === undefined ? 'is missing' : `${given} is unknown`}: use one of ${values.join(', ')}`;
    },
  };
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Writes zod schemas as JSON Schema 2020-12.
 * @param named the schemas by name. If one contains another, it has a `$ref` to it.
 * @param refs the prefix of a `$ref`, such as `#/$defs/`.
 * @param io `input` for requests, `output` for answers: a field with a default is optional in the one and required in
 *   the other.
 * @throws Error if a part has no JSON Schema.
 */
export function toJsonSchemas(
  named: ReadonlyMap<string, z.ZodType>,
  refs: string,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  // A separate registry: zod's global one is shared by the whole process.
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of named) names.add(schema, { id });
  const { schemas } = z.toJSONSchema(names, {
    io,
    uri: (id) => refs + id,
    unrepresentable: ({ zodSchema }) => (zodSchema._zod.def.type === 'undefined' ? { not: {} } : 'throw'),
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}

/** Removes keywords without meaning, and documents the known values of open enumerations. */
function tidy(schema: JsonSchema): void {
  const { additionalProperties, known, minimum, maximum } = schema;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0) {
    delete schema.additionalProperties;
  }
  if (minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (!Array.isArray(known)) return;
  delete schema.known;
  schema.description = `${known.join(', ')}; a service may know more values.`;
  schema.examples = [...known];
}
