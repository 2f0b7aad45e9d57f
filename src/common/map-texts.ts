/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/**
 * Changes every string in a value, at any depth. Copies only what changes: that of many results is nearly nothing.
 * @param fixedFields names of fields that stay as they are.
 */
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  fixedFields: ReadonlySet<string>,
): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapTexts(item, change, fixedFields));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(value)) {
    const changed = fixedFields.has(key) ? part : mapTexts(part, change, fixedFields);
    if (changed === part) continue;
    copy ??= { ...value };
    copy[key] = changed;
  }
  return copy ?? value;
}
