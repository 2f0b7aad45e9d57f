import type { z } from 'zod';

export const variableLine = /^\s*([A-Za-z_]\w*)\s*=([^\r]*)$/;

/** Reads `NAME=value` lines. */
export function readVariables(text: string, context: z.RefinementCtx): Record<string, string> {
  const variables = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, name, value] = variableLine.exec(line) ?? [];
    // The line itself is not shown: its value may be secret.
    if (name === undefined || value === undefined) {
      context.addIssue({
        code: 'custom',
        message: `line ${index + 1} is not NAME=value. Write one variable a line; a name has letters, digits and _, and begins with no digit`,
      });
    } else if (variables.has(name)) {
      context.addIssue({
        code: 'custom',
        message: `line ${index + 1} gives ${name} a second time. Give it once`,
      });
    } else {
      variables.set(name, value);
    }
  }
  return Object.fromEntries(variables);
}
