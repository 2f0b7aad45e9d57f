import type { z } from 'zod';

/** An error answer. Handlers throw it; the app turns it into a response. */
export class HttpProblem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 417 | 422 | 431;
  readonly body: unknown;
  /** Headers besides the content type. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: HttpProblem['status'], body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** The body of a 400 or 422 is a top-level array of issues. */
  static invalid(path: readonly (string | number)[], message: string, status: 400 | 422 = 400): HttpProblem {
    return new HttpProblem(status, [
      { code: 'custom', expected: 'valid', received: 'invalid', path, message },
    ]);
  }

  static fromZod(error: z.ZodError, prefix: readonly (string | number)[] = []): HttpProblem {
    return new HttpProblem(
      400,
      error.issues.map((issue) => ({
        code: issue.code,
        expected: expectedOf(issue),
        received: kindOf(issue.input),
        path: [...prefix, ...issue.path],
        message: messageOfIssue(issue),
      })),
    );
  }
}

/** @throws HttpProblem 404 if what was looked up does not exist. */
export function found<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value;
  throw new HttpProblem(404, { message: `${what} does not exist` });
}

/** What is wrong with the key of a record is said inside of its issue. */
function messageOfIssue(issue: z.core.$ZodIssue): string {
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return inner ?? issue.message;
}

function expectedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_format') return issue.format;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' | ');
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  return 'valid';
}

/** The type of a value, because the value itself may be a secret. */
function kindOf(input: unknown): string {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

/**
 * An unexpected error as one line of a log: its type and where it was thrown. The message is omitted because it may quote
 * the request: a parser's error shows a part of its text, which may be a password.
 */
export function describeInternalError(error: Error): string {
  const location = /\n\s+at (.+)/.exec(error.stack ?? '')?.[1] ?? 'an unknown location';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const reason = 'errstr' in error && typeof error.errstr === 'string' ? ` (${error.errstr})` : '';
  return `${error.name}${code}${reason} at ${location}`.replaceAll(/\s+/g, ' ');
}
