import { z } from 'zod';
import { parseDuration } from '../duration.ts';
import { shown } from './raw-inputs.ts';

/** One of fixed values. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => `${shown(String(input))} is not one of its values. Use ${values.join(', ')}`,
  });
}

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number) {
  return z.string().transform((text, context) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    if (number !== undefined && number >= least && number <= most) return number;
    const problem = number === undefined ? 'is no whole number' : 'is out of range';
    context.addIssue({
      code: 'custom',
      message: `${shown(text)} ${problem}. Use ${least} to ${most.toLocaleString('en')}`,
    });
    return z.NEVER;
  });
}

/** What may be left out: `undefined` then. */
export function ifGiven<T extends z.ZodType>(schema: T) {
  return z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
}

/** A duration from `shortest` to `longest`; the value is in whole ms. */
export function duration(shortest: string, longest: string) {
  const least = parseDuration(shortest) ?? 0;
  const most = parseDuration(longest) ?? Number.POSITIVE_INFINITY;
  return z.string().transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined && ms >= least && ms <= most) return Math.round(ms);
    context.addIssue({
      code: 'custom',
      message:
        ms === undefined
          ? `${shown(text)} is no duration. Write a number and a unit, such as 90s, 30m or 1h`
          : `${shown(text)} is out of range. Use ${shortest} to ${longest}`,
    });
    return z.NEVER;
  });
}
