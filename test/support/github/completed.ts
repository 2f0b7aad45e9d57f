import { z } from 'zod';

/** The parts of a schema that say what a value must have. References are resolved before. */
const node = z.looseObject({
  type: z.string().optional(),
  format: z.string().optional(),
  nullable: z.boolean().default(false),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  allOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});
type Node = z.infer<typeof node>;

/** Values that are valid, and say nothing. */
const plainTexts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  email: 'someone@github.example',
  uri: 'https://github.example/',
};

/** Adds to a value what its schema requires besides: empty and zero wherever that is allowed. */
export function completed(schema: unknown, given: unknown): unknown {
  const read = node.parse(schema ?? {});
  const choice = read.oneOf ?? read.anyOf;
  if (choice !== undefined) return completed(choice[0], given);
  if (read.allOf !== undefined) return read.allOf.reduce((value, each) => completed(each, value), given);
  if (given === null || (given === undefined && read.nullable)) return null;
  if (read.type === 'array')
    return Array.isArray(given) ? given.map((each) => completed(read.items, each)) : [];
  if (read.type === 'object' || read.properties !== undefined) return completedObject(read, given);
  return given ?? plainValue(read);
}

function completedObject({ required, properties = {} }: Node, given: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...z.looseObject({}).optional().parse(given) };
  const names = new Set([...required, ...Object.keys(fields)]);
  return Object.fromEntries([...names].map((name) => [name, completed(properties[name], fields[name])]));
}

function plainValue({ type, format = '', enum: values }: Node): unknown {
  if (values !== undefined) return values[0];
  if (type === 'string') return plainTexts[format] ?? '';
  if (type === 'boolean') return false;
  return type === 'integer' || type === 'number' ? 0 : null;
}
