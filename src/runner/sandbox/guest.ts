/**
 * What is there for code in the sandbox, in the sandbox's own language: a function that takes the dynamic variables as
 * JSON, and returns one that tells as JSON what was set, what was written with console.error, and how the code ended.
 *
 * It keeps the built-ins that it needs, and objects without a prototype: code that changes built-ins harms itself only.
 */
export const guest = `(given) => {
  const { parse, stringify } = JSON;
  const { Error: AnyError, Date: AnyDate, String: text } = globalThis;
  const known = { __proto__: null, ...parse(given) };
  const changed = { __proto__: null };
  let complaint = null;

  const textOf = (value) => {
    if (value instanceof AnyDate) return parse(stringify(value)) ?? text(value);
    const isObject = typeof value === 'object' && value !== null;
    return isObject && !(value instanceof AnyError) ? stringify(value) ?? text(value) : text(value);
  };

  const withoutDollars = (name) => {
    let key = '';
    for (let i = 0; i < name.length; i += 1) if (key !== '' || name[i] !== '$') key += name[i];
    return key;
  };

  const thrownBy = (reason) => {
    try {
      const isError = reason instanceof AnyError;
      return { __proto__: null, text: textOf(reason), stack: isError ? text(reason.stack) : '' };
    } catch {
      return { __proto__: null, text: 'something that has no text', stack: '' };
    }
  };

  globalThis.setDynamicVariable = (name, value) => {
    const written = text(name);
    const key = withoutDollars(written);
    if (!/^[A-Za-z_]\\w*$/.test(key)) {
      throw new AnyError(
        stringify(written) + ' can\\'t name a variable: take letters, digits and _, and no digit first.',
      );
    }
    known[key] = changed[key] = textOf(value);
  };
  globalThis.getDynamicVariable = (name) => known[withoutDollars(text(name))];
  const silent = () => {};
  const error = (...values) => {
    let line = '';
    for (let i = 0; i < values.length; i += 1) line += (i === 0 ? '' : ' ') + textOf(values[i]);
    complaint = complaint === null ? line : complaint + '\\n' + line;
  };
  // The engine knows no language's numbers, dates and order, and would answer as if it did.
  const refuse = (type, names) => {
    for (const name of names) {
      const value = () => {
        throw new AnyError(name + ' knows no languages in the sandbox: set execType to "browser"');
      };
      Object.defineProperty(type.prototype, name, { value, writable: true, configurable: true });
    }
  };
  for (const type of [Number, BigInt, Array]) refuse(type, ['toLocaleString']);
  refuse(Object.getPrototypeOf(Int8Array), ['toLocaleString']);
  refuse(Date, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);
  refuse(String, ['localeCompare']);
  globalThis.console = { log: silent, info: silent, debug: silent, warn: silent, error };

  return (end, reason) =>
    stringify({ __proto__: null, changed, complaint, end, thrown: end === 'rejected' ? thrownBy(reason) : null });
}`;
