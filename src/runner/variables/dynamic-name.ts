/**
 * The name of a dynamic variable that a step sets; it may be written as it is used, `$$name`.
 * @throws Error where no text could use it.
 */
export function dynamicName(written: string): string {
  const name = written.replace(/^\$+/, '');
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  throw new Error(
    `${JSON.stringify(written)} can't name a variable, as no text could use it: take letters, digits and _, and no digit first.`,
  );
}
