import { z } from 'zod';
import type { Shard } from '../../results/run-results.ts';
import { type InputName, inputFacts, inputNames } from './input-table.ts';

export type RawInputs = Readonly<Record<InputName, string>>;

/** Reads every input as text. */
export function rawInputs(env: NodeJS.ProcessEnv): RawInputs {
  const raw: Partial<Record<InputName, string>> = {};
  for (const name of inputNames) {
    const { default: unset, untrimmed } = inputFacts(name);
    const value = env[`INPUT_${name.toUpperCase()}`] ?? '';
    raw[name] = value.trim() === '' ? unset : untrimmed ? value : value.trim();
  }
  return raw as RawInputs;
}

/** Reports a problem of an input; the message continues after the input's name. */
export type ReportProblem = (name: InputName, message: string) => void;

/** A value in quotes for a message: at most 100 characters, and without the password that a URL may hold. */
export function quoted(value: string): string {
  const text = value.replace(/\/\/[^/]*@/g, '//***@');
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** A URL in quotes for a message, even if it cannot be parsed: without what it has before an `@`, and without its query. */
export function quotedUrl(value: string): string {
  const withoutLogin = value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@');
  return quoted(withoutLogin.replace(/[?#].*/s, '?…'));
}

/** The lines of a multi-line input, trimmed, without blank ones. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Splits a line of the input `headers`; name and value are empty if it is not `Name: value`. */
export function splitHeaderLine(line: string): { name: string; value: string } {
  const [, name = '', value = ''] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
  return { name, value };
}

function addIssue(context: z.RefinementCtx, message: string): void {
  context.addIssue({ code: 'custom', message });
}

export const commentTimes = ['always', 'on-failure', 'never'] as const;

export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => `${quoted(String(input))} is not a valid value. Use one of ${values.join(', ')}`,
  });
}

export function wholeNumber(min: number, max: number) {
  return z.string().transform((text, context) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    if (number !== undefined && number >= min && number <= max) return number;
    const problem = number === undefined ? 'is not a whole number' : 'is out of range';
    addIssue(context, `${quoted(text)} ${problem}. Use ${min} to ${max.toLocaleString('en')}`);
    return z.NEVER;
  });
}

/** A value that is `undefined` if the input is empty. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
}

/** A duration from `shortest` to `longest`; its value is in whole ms. */
export function duration(shortest: string, longest: string) {
  const min = parseDuration(shortest) ?? 0;
  const max = parseDuration(longest) ?? Number.POSITIVE_INFINITY;
  return z.string().transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined && ms >= min && ms <= max) return Math.round(ms);
    addIssue(
      context,
      ms === undefined
        ? `${quoted(text)} is not a duration. Write a number and a unit, such as 90s, 30m or 1h`
        : `${quoted(text)} is out of range. Use ${shortest} to ${longest}`,
    );
    return z.NEVER;
  });
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Reads `90s`, `30m` or `1h`. @returns milliseconds, or undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([smh])$/.exec(text) ?? [];
  if (amount === undefined || (unit !== 's' && unit !== 'm' && unit !== 'h')) return undefined;
  return Number(amount) * units[unit];
}

/** A matrix has at most this many jobs. */
const maxShards = 256;

/** The input `shard`: `2/4`, or empty. */
export const shardInput = z.string().transform((text, context): Shard | undefined => {
  if (text === '') return undefined;
  const [, number, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (number !== undefined && total !== undefined && number >= 1 && number <= total && total <= maxShards) {
    return { number, total };
  }
  addIssue(
    context,
    `${quoted(text)} is not a shard. Write its number and the number of shards (at most ${maxShards}), such as 1/4`,
  );
  return z.NEVER;
});

export const variableLine = /^\s*([A-Za-z_]\w*)\s*=([^\r]*)$/;

/** The input `variables`: a `NAME=value` per line. Messages do not quote a line: its value may be secret. */
export const variablesInput = z.string().transform((text, context): Record<string, string> => {
  const variables = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, name, value] = variableLine.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      addIssue(
        context,
        `line ${index + 1} is not NAME=value. Write one variable per line. A name consists of letters, digits and _, and does not start with a digit`,
      );
    } else if (variables.has(name)) {
      addIssue(context, `line ${index + 1} repeats ${name}. Set each variable once`);
    } else {
      variables.set(name, value);
    }
  }
  return Object.fromEntries(variables);
});

export interface CheckInput {
  /** By default, it is named after workflow and job. */
  readonly name?: string;
}

/** Words for true and false in other tools: nobody means them as the name of a check run. */
const switchWord = /^(?:yes|no|on|off|always|never|[01])$/i;

export const checkInput = z.string().transform((text, context) => {
  if (!switchWord.test(text)) return readCheck(text);
  addIssue(context, `${quoted(text)} is not a valid value. Use true, false, or a name for the check run`);
  return z.NEVER;
});

/** Reads the input `check`: `true`, `false`, or the name of the check run. @returns undefined if there is to be none. */
export function readCheck(text: string): CheckInput | undefined {
  const value = text.trim();
  if (/^(false)?$/i.test(value) || switchWord.test(value)) return undefined;
  return /^true$/i.test(value) ? {} : { name: value };
}

const maxFooterCharacters = 1000;
/** The beginning of the hidden line by which the action recognizes its comment. */
const commentMarker = /<!--\s*browser-test-gate:/i;

/** What is wrong with the input `comment-footer`; undefined if nothing is. */
export function commentFooterProblem(footer: string): string | undefined {
  if (footer.length > maxFooterCharacters)
    return `has ${footer.length} characters. Use at most ${maxFooterCharacters.toLocaleString('en')}`;
  return commentMarker.test(footer)
    ? "contains `<!-- browser-test-gate:`, which marks the action's own comment. Remove that line"
    : undefined;
}
