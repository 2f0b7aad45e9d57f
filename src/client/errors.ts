/** The request that an error is about. */
export interface Call {
  readonly method: string;
  readonly url: string;
}

interface Details {
  /** Whether the service may have acted on the request. */
  readonly mayHaveActed: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A call without a usable answer. There are three subclasses because they call for different reactions: retry, change
 * the request, or contact the service's operator.
 */
export abstract class ClientError extends Error {
  /** Whether the same call may succeed when it is repeated. */
  abstract readonly transient: boolean;
  /**
   * Whether the service may have acted on the request all the same: check before repeating it. Never true of a GET,
   * which changes nothing.
   */
  readonly ambiguous: boolean;
  /** The pause that the service requests (`Retry-After`), in ms. */
  readonly retryAfterMs: number | undefined;
  readonly method: string;
  readonly url: string;

  constructor(call: Call, what: string, nextStep: string, details: Details) {
    super(`${call.method} ${call.url} ${what}. ${nextStep}`, { cause: details.cause });
    this.name = new.target.name;
    this.method = call.method;
    this.url = call.url;
    this.ambiguous = details.mayHaveActed && call.method !== 'GET';
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The service answered with an error status. */
export class ServiceRefused extends ClientError {
  readonly transient: boolean;
  readonly status: number;

  constructor(call: Call, status: number, detail: string, retryAfterMs?: number) {
    super(call, `answered ${status}${detail === '' ? '' : `: ${detail}`}`, nextStepFor(status, call.url), {
      mayHaveActed: mayHaveActedAt(status, retryAfterMs !== undefined),
      retryAfterMs,
    });
    this.status = status;
    this.transient = status === 408 || status === 429 || (status >= 500 && status !== 501);
  }
}

/** A 502 or 504 of a gateway says nothing about the service behind it. A 503 with `Retry-After` has done nothing. */
function mayHaveActedAt(status: number, hasRetryAfter: boolean): boolean {
  return status === 408 || (status >= 500 && status !== 501 && !(status === 503 && hasRetryAfter));
}

/** Whether the service lacks the operation: not every service has the extensions. */
export function lacksOperation(error: unknown): boolean {
  return error instanceof ServiceRefused && [404, 405, 501].includes(error.status);
}

/** The service's answer does not follow the interface. */
export class ContractBroken extends ClientError {
  /** A proxy's error page in place of JSON is temporary; other answers are not, but a retry costs little. */
  readonly transient: boolean;

  constructor(
    call: Call,
    what: string,
    details: { readonly transient: boolean; readonly mayHaveActed: boolean },
  ) {
    super(
      call,
      what,
      'Check that `service-url` is the URL of the service itself and that no proxy answers in its place.',
      details,
    );
    this.transient = details.transient;
  }
}

/** No answer arrived: host not found, connection refused or lost, or timeout. */
export class NoAnswer extends ClientError {
  /** False if the certificate is the cause, because that persists. */
  readonly transient: boolean;

  constructor(
    call: Call,
    what: string,
    nextStep: string,
    details: { readonly transient: boolean; readonly mayHaveActed: boolean; readonly cause: unknown },
  ) {
    super(call, what, nextStep, details);
    this.transient = details.transient;
  }
}

function nextStepFor(status: number, url: string): string {
  if (status === 400 || status === 422) return 'Correct the fields that the service names.';
  if (status === 401 || status === 403) {
    return 'Check that `api-key` is a valid key for this service and has access to this test target.';
  }
  if (status === 404 && url.includes('/api/api/')) {
    return 'Remove `/api` from the end of `service-url`: it is added automatically.';
  }
  if (status === 404) return 'Check `service-url` and `test-target-id`.';
  if (status === 405) return 'The service does not support this operation: check `service-url`.';
  if (status === 409)
    return 'The request conflicts with something else, such as another run: try again later.';
  if (status === 413) return 'The request is too large: push fewer test cases at once.';
  if (status === 429) return 'Too many requests: try again later.';
  if (status >= 500) return 'The service failed: try again, or contact its operator.';
  return 'Check `service-url`.';
}

/** A shorter key would redact parts of ordinary words. */
const minKeyLength = 4;

/** Redacts the API key in a text from elsewhere: a service may repeat what it was sent. */
export function hideKey(text: string, apiKey: string): string {
  // HTTP drops white space around a header's value, so the service knows the key without it.
  const key = apiKey.trim();
  return key.length < minKeyLength ? text : text.replaceAll(key, '***');
}
