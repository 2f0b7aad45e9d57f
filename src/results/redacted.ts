import { mapTexts, type Redact } from '../common/map-texts.ts';

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
  return mapTexts(value, redact, fixedFields) as Redacted<T>;
}
