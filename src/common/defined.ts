/** The fields of an object that have a value: null and undefined are left out. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> };
export function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
