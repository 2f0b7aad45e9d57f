import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Writes zod schemas as JSON Schema 2020-12.
 * @param named the schemas by name: where one of them stands in another, there is a `$ref` to it.
 * @param refs what a `$ref` begins with, such as `#/$defs/`.
 * @param io requests are written as they are sent, answers as they are received: what has a default is optional in
 *   the one and always there in the other.
 * @throws where zod has no JSON Schema for a part.
 */
export function toJsonSchemas(
  named: ReadonlyMap<string, z.ZodType>,
  refs: string,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  // A registry of its own: ids in zod's global one would be everybody's.
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

/** Takes out what says nothing, and says in words which values an open enumeration has so far. */
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
