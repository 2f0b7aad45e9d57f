import { z } from 'zod';

/** A column that holds JSON text, read through a schema. */
export function jsonColumn<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}
