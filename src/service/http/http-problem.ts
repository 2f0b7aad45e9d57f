import type { z } from 'zod';

/** A request that gets no success. Handlers throw it; the app turns it into the answer. */
export class HttpProblem extends Error {
  readonly status: 400 | 401 | 404 | 405 | 409 | 413 | 415 | 503;
  readonly body: unknown;
  /** Headers of the answer besides its content type. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: HttpProblem['status'], body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  static notFound(what: string): HttpProblem {
    return new HttpProblem(404, { message: `${what} does not exist` });
  }

  /** A 400 has a top-level array of issues as its body. */
  static invalid(path: readonly (string | number)[], message: string): HttpProblem {
    return new HttpProblem(400, [{ code: 'custom', path, message }]);
  }

  static fromZod(error: z.ZodError, prefix: readonly (string | number)[] = []): HttpProblem {
    return new HttpProblem(
      400,
      error.issues.map((issue) => ({
        code: issue.code,
        ...('expected' in issue ? { expected: issue.expected } : {}),
        path: [...prefix, ...issue.path],
        message: issue.message,
      })),
    );
  }
}
