import { type InputName, inputFacts, inputNames } from './input-table.ts';

export type RawInputs = Readonly<Record<InputName, string>>;

/** The runner's variables: `INPUT_URL`, `INPUT_SERVICE-URL`, … */
export type Env = Readonly<Record<string, string | undefined>>;

/** Reads every input as text. */
export function rawInputs(env: Env): RawInputs {
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
