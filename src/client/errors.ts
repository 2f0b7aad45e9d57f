/** What every client error knows. */
export interface Call {
  readonly method: string;
  readonly url: string;
}

/** What an error knows besides its message. */
interface Facts {
  /** Whether the service may have acted on the request. */
  readonly maybeDone: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A call that gave no usable answer. The three families are different members, because they call for different
 * reactions: ask again, change the request, or tell the service's operator.
 */
export abstract class ClientError extends Error {
  /** True where the same call may succeed a moment later. */
  abstract readonly transient: boolean;
  /**
   * True where the service may have done what was asked all the same: look before it is asked again. Never true of a
   * GET, which changes nothing.
   */
  readonly ambiguous: boolean;
  /** How long the service wants to be left alone (`Retry-After`), in ms; undefined where it did not say. */
  readonly retryAfterMs: number | undefined;
  readonly method: string;
  readonly url: string;

  constructor(call: Call, what: string, nextStep: string, facts: Facts) {
    super(`${call.method} ${call.url} ${what}. ${nextStep}`, { cause: facts.cause });
    this.name = new.target.name;
    this.method = call.method;
    this.url = call.url;
    this.ambiguous = facts.maybeDone && call.method !== 'GET';
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The service answered, and said no. */
export class ServiceRefused extends ClientError {
  readonly transient: boolean;
  readonly status: number;

  constructor(call: Call, status: number, detail: string, retryAfterMs?: number) {
    super(call, `answered ${status}${detail === '' ? '' : `: ${detail}`}`, nextStepFor(status, call.url), {
      maybeDone: maybeDoneAt(status, retryAfterMs !== undefined),
      retryAfterMs,
    });
    this.status = status;
    this.transient = status === 408 || status === 429 || (status >= 500 && status !== 501);
  }
}

/** A gateway's 502 or 504 says nothing about the service behind it. A 503 that names a time has done nothing. */
function maybeDoneAt(status: number, namesTime: boolean): boolean {
  return status === 408 || (status >= 500 && status !== 501 && !(status === 503 && namesTime));
}

/** True where a service says that it does not have an operation: extensions are not everywhere. */
export function lacksOperation(error: unknown): boolean {
  return error instanceof ServiceRefused && [404, 405, 501].includes(error.status);
}

/** The service answered with something that is not what the interface promises. */
export class ContractBroken extends ClientError {
  /** A proxy's error page in place of JSON passes; what breaks the schema does so each time, but costs little to ask again. */
  readonly transient: boolean;

  constructor(call: Call, what: string, facts: { readonly transient: boolean; readonly maybeDone: boolean }) {
    super(
      call,
      what,
      'Check that `service-url` names the service itself, and that no proxy answers for it.',
      facts,
    );
    this.transient = facts.transient;
  }
}

/** No answer came: name not found, connection refused or lost, or out of time. */
export class NoAnswer extends ClientError {
  /** False where the certificate is at fault: it will be so the next time. */
  readonly transient: boolean;

  constructor(
    call: Call,
    what: string,
    nextStep: string,
    facts: { readonly transient: boolean; readonly maybeDone: boolean; readonly cause: unknown },
  ) {
    super(call, what, nextStep, facts);
    this.transient = facts.transient;
  }
}

function nextStepFor(status: number, url: string): string {
  if (status === 400 || status === 422)
    return 'The service does not accept the request: change what it names.';
  if (status === 401 || status === 403) {
    return 'Check that `api-key` is a valid key of this service, and that it may reach this test target.';
  }
  if (status === 404 && url.includes('/api/api/')) {
    return 'Leave `/api` at the end of `service-url` out: it is added behind it.';
  }
  if (status === 404) return 'Check `service-url` and `test-target-id`: nothing is known under this address.';
  if (status === 405) return 'The service does not have this operation: check `service-url`.';
  if (status === 409) return 'Something else stands in the way, such as another run: try again later.';
  if (status === 413) return 'The request is too large: push fewer test cases at once.';
  if (status === 429) return 'Too many requests: try again later.';
  if (status >= 500) return "This is the service's own fault: try again, or tell its operator.";
  return 'Check `service-url`.';
}
