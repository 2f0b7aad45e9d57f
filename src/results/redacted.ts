/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

declare const redacted: unique symbol;

/** A value whose texts contain no secret any more. Only `redactDeep` makes one: whatever is published takes this type. */
export type Redacted<T> = T & { readonly [redacted]: true };

/** Fields with words of our own or plain numbers as text: a secret that happens to equal one must not destroy it. */
const fixedFields = new Set(['status', 'startedAt', 'check']);

/**
 * Redacts every string in a value, at any depth, including fields that are added later. Redact before anything is
 * rendered: escaped or cut, a secret is no longer recognized, and asterisks inserted into finished Markdown would be markup.
 */
export function redactDeep<T>(value: T, redact: Redact): Redacted<T> {
  return walk(value, redact) as Redacted<T>;
}

/** Copies only what changes: that of many results is nearly nothing. */
function walk(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, redact));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(value)) {
    const walked = fixedFields.has(key) ? part : walk(part, redact);
    if (walked === part) continue;
    copy ??= { ...value };
    copy[key] = walked;
  }
  return copy ?? value;
}
