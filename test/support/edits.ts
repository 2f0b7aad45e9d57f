import fc from 'fast-check';
import { someText } from './arbitrary-cases.ts';

/** One change to a JSON value, somewhere inside it. */
export interface Edit {
  /** The way to the place: which of the entries, level by level. */
  readonly way: readonly number[];
  readonly change: { readonly put: unknown } | { readonly add: readonly [string, unknown] } | 'remove';
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  someText,
  fc.uuid(),
  fc.constantFrom<unknown>(null, [], {}),
);

export const someEdit: fc.Arbitrary<Edit> = fc.record({
  way: fc.array(fc.nat({ max: 20 }), { maxLength: 6 }),
  change: fc.oneof(
    anything.map((put) => ({ put })),
    fc
      .tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'id', 'status')), anything)
      .map((add) => ({ add })),
    fc.constant('remove' as const),
  ),
});

/** The value with the change made; the way may end early, where there are no entries. */
export function edited(value: unknown, { way, change }: Edit): unknown {
  const [step, ...rest] = way;
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (step === undefined || entries.length === 0) {
    if (change === 'remove') return undefined;
    if ('put' in change) return change.put;
    return fromEntries(value, [...entries, change.add]);
  }
  const at = step % entries.length;
  const changed = entries.flatMap(([key, inner]: [string, unknown], index): [string, unknown][] => {
    if (index !== at) return [[key, inner]];
    const next = edited(inner, { way: rest, change });
    return next === undefined ? [] : [[key, next]];
  });
  return fromEntries(value, changed);
}

function fromEntries(like: unknown, entries: (readonly [string, unknown])[]): unknown {
  return Array.isArray(like) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
