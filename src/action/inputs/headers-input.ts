import { type ReportProblem, splitLines } from './raw-inputs.ts';

const headerLine = /^([^:\s]+)\s*:\s*(.*)$/;
/** What a name may consist of (RFC 9110). */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** No control characters, and nothing that has no place in the one byte that a character gets. */
const headerValue = /^[\t\x20-\x7e\xa0-\xff]+$/;
/** The connection's own: the browser sets them, and refuses to have them set. */
const ofConnection = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
];

/** Reads `Name: value` lines. What is wrong is told to `problem`; values are secret, and not repeated. */
export function readHeaders(text: string, problem: ReportProblem): Record<string, string> {
  const headers = new Map<string, string>();
  const given = new Set<string>();
  for (const [index, line] of splitLines(text).entries()) {
    const [, name = '', value = ''] = headerLine.exec(line) ?? [];
    const wrong = problemOf(name, value, given);
    if (wrong !== undefined) problem('headers', `field ${index + 1} ${wrong}`);
    given.add(name.toLowerCase());
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function problemOf(name: string, value: string, given: ReadonlySet<string>): string | undefined {
  if (!headerName.test(name)) return 'is not Name: value. Write one field a line, such as x-key: abc';
  if (given.has(name.toLowerCase())) return `gives ${name} a second time. Give it once`;
  if (ofConnection.includes(name.toLowerCase())) {
    return `is ${name}, which the browser sets by itself. Leave it out`;
  }
  if (value === '') {
    return `has no value for ${name}. Give it one; on pull requests from forks secrets are empty`;
  }
  if (!headerValue.test(value)) return `has a character in the value of ${name} that no header can hold`;
  return undefined;
}

/** The values, and what follows a word like `Bearer` in them. */
export function headerSecrets(text: string): string[] {
  return splitLines(text).flatMap((line) => {
    const [, , value = ''] = headerLine.exec(line) ?? [];
    return [value, value.replace(/^\w+ +/, '')];
  });
}
