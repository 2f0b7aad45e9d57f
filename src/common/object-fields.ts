/** An object, as its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Changes every string in a value, at any depth.
 * @param fixedFields names of fields that stay as they are.
 */
export function mapTexts<T>(value: T, change: (text: string) => string, fixedFields?: ReadonlySet<string>): T;
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  fixedFields: ReadonlySet<string> = new Set(),
): unknown {
  const changed = (part: unknown) => mapTexts(part, change, fixedFields);
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return mapItems(value, changed);
  if (!isFields(value)) return value;
  return mapFields(value, (part, name) => (fixedFields.has(name) ? part : changed(part)));
}

/** Changes the items of a list. It is the same list if none changes: the copies of many results would take long. */
export function mapItems(items: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  const changed = items.map((item) => change(item));
  return changed.every((item, index) => item === items[index]) ? items : changed;
}

/** Changes the fields of an object. It is the same object if none changes. */
export function mapFields(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  let copy: Record<string, unknown> | undefined;
  // `Object.entries` takes twice the time.
  for (const name of Object.keys(fields)) {
    const changed = change(fields[name], name);
    if (changed === fields[name]) continue;
    copy ??= { ...fields };
    copy[name] = changed;
  }
  return copy ?? fields;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** The fields of an object that have a value: null and undefined are left out. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> };
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
