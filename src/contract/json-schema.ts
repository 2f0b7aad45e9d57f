import { z } from 'zod';

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
