import { z } from 'zod';
import { defined } from '../../common/object-fields.ts';
import type { AppAccess, ExecutionSettings } from '../../connection/connection.ts';
import type { InputName } from './input-table.ts';
import {
  choice,
  duration,
  optional,
  type RawInputs,
  type ReportProblem,
  splitHeaderLine,
  splitLines,
  wholeNumber,
} from './input-values.ts';

/** How the embedded service runs test cases. */
export const executionInput = z
  .object({
    workers: optional(wholeNumber(1, 64)),
    retries: wholeNumber(0, 10),
    'max-failures': wholeNumber(0, 10_000),
    'timeout-per-step': duration('5s', '30s'),
    'expect-timeout': duration('1s', '30s'),
    trace: choice(['always', 'on-failure', 'never']),
    'reuse-login': choice(['true', 'false']),
    'browser-endpoints': z.string().transform(readEndpoints),
    'mail-port': wholeNumber(1024, 65_535),
  })
  .refine((inputs) => inputs['expect-timeout'] <= inputs['timeout-per-step'], {
    path: ['expect-timeout'],
    message:
      'is longer than `timeout-per-step`, which limits assertions too. Lower it, or raise `timeout-per-step`',
  })
  .transform(
    ({ workers, retries, trace, ...rest }): ExecutionSettings => ({
      ...defined({ workers }),
      retries,
      maxFailures: rest['max-failures'],
      trace,
      timeoutPerStepMs: rest['timeout-per-step'],
      expectTimeoutMs: rest['expect-timeout'],
      reuseLogin: rest['reuse-login'] === 'true',
      ...(rest['browser-endpoints'].length === 0 ? {} : { endpoints: rest['browser-endpoints'] }),
      mailPort: rest['mail-port'],
    }),
  );

function readEndpoints(text: string, context: z.RefinementCtx): string[] {
  const endpoints = splitLines(text);
  for (const [index, endpoint] of endpoints.entries()) {
    if (/^(?:ws|http)s?:$/.test(URL.parse(endpoint)?.protocol ?? '')) continue;
    // The address is not quoted: it may hold a token.
    context.addIssue({
      code: 'custom',
      message: `address ${index + 1} is not a URL that starts with ws://, wss://, http:// or https://. Write the full URL, such as ws://localhost:3000`,
    });
  }
  return endpoints;
}

/**
 * Reads what gives the embedded service access to the app. Messages quote no values; if a problem is reported, the
 * result must not be used.
 */
export function readAppAccess(raw: RawInputs, problem: ReportProblem): AppAccess {
  checkAccount(raw, 'test-account-username', 'test-account-password', problem);
  checkAccount(raw, 'basic-auth-username', 'basic-auth-password', problem);
  if (raw['basic-auth-username'].includes(':')) {
    problem('basic-auth-username', 'contains a colon, which HTTP basic authentication does not allow');
  }
  const { 'test-account-username': username, 'test-account-password': password } = raw;
  const otpInitializerKey = raw['test-account-otp-key'];
  if (otpInitializerKey !== '' && !/^(?:otpauth:\/\/totp\/|[a-z2-7\s-]+=*$)/i.test(otpInitializerKey)) {
    problem(
      'test-account-otp-key',
      'is neither a base32 key (letters and the digits 2 to 7) nor an otpauth://totp/ address. Copy it from where the second factor was set up',
    );
  }
  const testAccount = {
    ...(username === '' ? {} : { username, password }),
    ...(otpInitializerKey === '' ? {} : { otpInitializerKey }),
  };
  const headers = readHeaders(raw.headers, problem);
  return {
    ...(Object.keys(testAccount).length === 0 ? {} : { testAccount }),
    ...(raw['basic-auth-username'] === ''
      ? {}
      : { basicAuth: { username: raw['basic-auth-username'], password: raw['basic-auth-password'] } }),
    ...(Object.keys(headers).length === 0 ? {} : { additionalHeaderFields: headers }),
  };
}

function checkAccount(raw: RawInputs, user: InputName, password: InputName, problem: ReportProblem): void {
  if (raw[user] === '' && raw[password] !== '') {
    problem(user, `is missing, but \`${password}\` is set. Set both or neither`);
  } else if (raw[user] !== '' && raw[password] === '') {
    problem(
      password,
      `is missing, but \`${user}\` is set. Set both or neither. Secrets are empty on pull requests from forks`,
    );
  }
  if (/[\r\n]/.test(raw[password])) {
    problem(password, 'contains a line break. Store the secret again without it');
  }
}

/** What a header name may consist of (RFC 9110). */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ISO 8859-1 characters and tabs. */
const headerValue = /^[\t\x20-\x7e\xa0-\xff]+$/;
/** The browser sets these for the connection, and refuses to have them set. */
const connectionHeaders = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
];

function readHeaders(text: string, problem: ReportProblem): Record<string, string> {
  const headers = new Map<string, string>();
  const names = new Set<string>();
  for (const [index, line] of splitLines(text).entries()) {
    const { name, value } = splitHeaderLine(line);
    const message = headerProblem(name, value, names);
    if (message !== undefined) problem('headers', `field ${index + 1} ${message}`);
    names.add(name.toLowerCase());
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function headerProblem(name: string, value: string, earlier: ReadonlySet<string>): string | undefined {
  if (!headerName.test(name)) return 'is not Name: value. Write one field per line, such as x-key: abc';
  if (earlier.has(name.toLowerCase())) return `repeats ${name}. Set each field once`;
  if (connectionHeaders.includes(name.toLowerCase())) {
    return `is ${name}, which the browser sets by itself. Remove it`;
  }
  if (value === '') {
    return `has no value for ${name}. Set one. Secrets are empty on pull requests from forks`;
  }
  if (!headerValue.test(value)) {
    return `has a character in the value of ${name} that HTTP does not allow in header fields. Remove it`;
  }
  return undefined;
}
