import { hasVariables } from './convert-value.ts';
import { is, isTagged, NotImported, type Of, onlyWhenRun, type Value } from './value.ts';

type Collection = Of<'collection'>;

/** The items that a loop or a spread takes of a value; undefined if it has none, or they are not constant. */
export function itemsOf(value: Value): Value[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string' && !hasVariables(value)) return [...value];
  if (is(value, 'reading')) return value.items;
  if (!is(value, 'collection')) return undefined;
  return value.isSet ? [...value.entries.keys()] : [...value.entries];
}

/** `new Map(items)` or `new Set(items)`. @throws NotImported if the items are not constant. */
export function newCollection(kind: 'Map' | 'Set', items: Value): Collection {
  const isSet = kind === 'Set';
  const list = items == null ? [] : itemsOf(items);
  if (list === undefined) throw new NotImported(`the list ${onlyWhenRun}`);
  const entries = list.map((item): [Value, Value] => {
    const [key, value] = isSet || !Array.isArray(item) ? [item, item] : item;
    return [keyOf(key), value];
  });
  return { kind: 'collection', isSet, entries: new Map(entries) };
}

/** What a method of a map or a set does; undefined if it has no such method. */
export function collectionMethod(
  of: Collection,
  name: string,
  run: (callback: Value, args: Value[]) => Value,
): ((args: Value[]) => Value) | undefined {
  const { entries, isSet } = of;
  switch (name) {
    case 'get':
      return ([key]) => entries.get(keyOf(key));
    case 'has':
      return ([key]) => entries.has(keyOf(key));
    case 'set':
    case 'add':
      return ([key, value]) => {
        entries.set(keyOf(key), isSet ? key : value);
        return of;
      };
    case 'delete':
      return ([key]) => entries.delete(keyOf(key));
    case 'clear':
      return () => {
        entries.clear();
        return undefined;
      };
    case 'keys':
    case 'values':
      return () => [...entries[name]()];
    case 'entries':
      return () => [...entries];
    case 'forEach':
      return ([callback]) => {
        for (const [key, value] of [...entries]) run(callback, [value, key, of]);
        return undefined;
      };
  }
  return undefined;
}

/** @throws NotImported if it cannot be compared with other keys. */
function keyOf(key: Value): Value {
  const isConstant = typeof key === 'string' ? !hasVariables(key) : !isTagged(key) || key.kind === 'object';
  if (isConstant) return key;
  throw new NotImported(`the key ${onlyWhenRun}`);
}
