/**
 * The environment of code in the sandbox, as JavaScript source. It is a function that takes the dynamic variables as JSON.
 * What it returns is called when the code has ended, and reports as JSON: the variables that were set, what the code
 * wrote with `console.error`, and how it ended.
 *
 * It keeps references to the built-ins that it needs and uses objects without a prototype, so that code which changes
 * built-ins only affects itself.
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
      return { __proto__: null, text: 'a value that cannot be converted to text', stack: '' };
    }
  };

  globalThis.setDynamicVariable = (name, value) => {
    const written = text(name);
    const key = withoutDollars(written);
    if (!/^[A-Za-z_]\\w*$/.test(key)) {
      throw new AnyError(
        stringify(written) + ' is not a valid variable name: use letters, digits and _, and do not start with a digit.',
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
  // The engine has no locale data, so these functions would return wrong results.
  const refuse = (type, names) => {
    for (const name of names) {
      const value = () => {
        throw new AnyError(name + ' has no locale data in the sandbox: set execType to "browser"');
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
