import { z } from 'zod';
import { ClientError, networkCode } from '../../client/client-errors.ts';
import { openNetwork } from '../../client/network.ts';
import { Retries } from '../../client/retries.ts';
import { type HttpAnswer, readRetryAfter } from '../../client/transport.ts';
import { readBody } from '../../common/async.ts';
import { tryParseJson } from '../../common/json.ts';
import { type ModelSettings, modelProblems } from '../../common/model-settings.ts';
import { cut, foldLines } from '../../common/text.ts';

/** Time for one answer, in ms. */
const attemptMs = 60_000;
const maxBytes = 4 * 1024 * 1024;
const maxQuote = 200;
/** How many characters a token has, where the endpoint does not count tokens. */
const charactersPerToken = 4;

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly args: string;
}

/** A message in the form of the endpoint. */
export type Message =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls: readonly object[] }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };

export interface Reply {
  readonly text: string;
  /** The words with which the model refuses to answer. */
  readonly refusal: string | undefined;
  readonly calls: readonly ToolCall[];
  readonly tokens: number;
}

/** The model gave no usable answer. The message says what to do, and never contains the key. */
class ModelFailed extends ClientError {
  constructor(
    url: string,
    what: string,
    nextStep: string,
    details: { transient: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super({ method: 'POST', url }, what, nextStep, { ...details, mayHaveTakenEffect: false });
  }
}

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string().max(200).nullish(),
                function: z.object({
                  name: z.string(),
                  arguments: z.union([z.string(), z.record(z.string(), z.unknown()), z.null()]).optional(),
                }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.unknown().optional(),
});
const usage = z.object({ total_tokens: z.int().min(0) });
const errorBody = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/** A conversation partner behind an OpenAI-compatible endpoint. Disposing of it closes its connections. */
export class Chat implements AsyncDisposable {
  readonly #settings: ModelSettings;
  readonly #url: string;
  /** The URL without its query, which may hold a key. */
  readonly #shownUrl: string;
  readonly #redact: (text: string) => string;
  readonly #network = openNetwork();

  /** @throws Error if the settings are not valid. */
  constructor(settings: ModelSettings, redact: (text: string) => string) {
    const problems = modelProblems(settings).map(([name, message]) => `\`${name}\` ${message}.`);
    if (problems.length > 0) throw new Error(problems.join(' '));
    const url = new URL(settings.url);
    const path = url.pathname.replace(/\/+$/, '');
    url.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
    this.#settings = settings;
    this.#url = url.href;
    this.#shownUrl = `${url.origin}${url.pathname}`;
    this.#redact = redact;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#network[Symbol.asyncDispose]();
  }

  /** @throws ModelFailed, or the signal's reason. */
  async ask(
    messages: readonly Message[],
    tools: readonly object[],
    timeLeftMs: () => number,
    signal: AbortSignal,
  ): Promise<Reply> {
    const body = JSON.stringify({ model: this.#settings.name, messages, tools });
    return new Retries({ timeLeftMs }).run(() => this.#attempt(body, signal), signal);
  }

  async #attempt(body: string, signal: AbortSignal): Promise<Reply> {
    const { key = '' } = this.#settings;
    const timeout = AbortSignal.timeout(attemptMs);
    const done = new AbortController();
    try {
      const answer = await this.#network.fetch(this.#url, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        },
        body,
        signal: AbortSignal.any([signal, timeout, done.signal]),
      });
      this.#checkRedirect(answer);
      const bytes = await readBody(answer.body, maxBytes);
      if (bytes === undefined) {
        throw this.#failed(`answered with more than ${maxBytes / 1024 / 1024} MiB`, checkUrl);
      }
      return this.#read(answer, new TextDecoder().decode(bytes), body.length);
    } catch (error) {
      if (error instanceof ModelFailed) throw error;
      signal.throwIfAborted();
      if (timeout.aborted) throw this.#failed(`gave no answer within ${attemptMs / 1000} s`, retryHint);
      const code = this.#redact(networkCode(error));
      throw this.#failed(`failed (${code})`, checkUrl, { transient: true, cause: error });
    } finally {
      // Closes the connection if the body was not read to its end.
      done.abort();
    }
  }

  #failed(what: string, nextStep: string, details: Partial<ModelFailed> = {}): ModelFailed {
    return new ModelFailed(this.#shownUrl, what, nextStep, { transient: false, ...details });
  }

  #checkRedirect({ status, headers }: HttpAnswer): void {
    if (status < 300 || status > 399) return;
    const target = URL.parse(headers.get('location') ?? '', this.#url)?.origin ?? 'no valid URL';
    throw this.#failed(
      `answered ${status} with a redirect to ${this.#quote(target)}, which is not followed: the key stays with its URL`,
      'Set `model-url` to the address of the endpoint itself.',
    );
  }

  /** @param sentLength the length of the request, in characters. */
  #read({ status, headers }: HttpAnswer, text: string, sentLength: number): Reply {
    const json = tryParseJson(text);
    const stated = errorBody.safeParse(json).data?.error;
    const reason = typeof stated === 'string' ? stated : stated?.message;
    if (status < 200 || status > 299 || reason !== undefined) {
      throw this.#failed(
        `answered ${status}${reason === undefined ? '' : `: ${this.#quote(reason)}`}`,
        nextStepFor(status),
        {
          transient: status === 408 || status === 429 || (status >= 500 && status !== 501),
          retryAfterMs: readRetryAfter(headers.get('retry-after'), new Date()),
        },
      );
    }
    const parsed = completion.safeParse(json);
    const message = parsed.data?.choices[0]?.message;
    if (message === undefined) {
      const type = headers.get('content-type')?.split(';')[0] ?? 'no content type';
      const path = parsed.error?.issues[0]?.path.join('.') || 'the answer';
      const what =
        json === undefined ? `a body that is not JSON (${this.#quote(type)})` : `no valid "${path}"`;
      throw this.#failed(`answered with ${what}: ${this.#quote(text)}`, checkUrl);
    }
    const counted = usage.safeParse(parsed.data?.usage).data?.total_tokens;
    return {
      text: message.content ?? '',
      refusal: message.refusal || undefined,
      calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }, index) => ({
        id: id || `call-${index}`,
        name,
        args: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
      })),
      tokens: counted ?? Math.ceil((sentLength + text.length) / charactersPerToken),
    };
  }

  /** What the endpoint says, for a message: it may repeat what it was sent. */
  #quote(text: string): string {
    return foldLines(cut(this.#redact(text.slice(0, 2000)), maxQuote)) || 'an empty body';
  }
}

const checkUrl =
  'Check that `model-url` is the base URL of an OpenAI-compatible endpoint, that it can be reached from this machine, and that it sends JSON.';
const retryHint = 'The endpoint may be overloaded: try again later.';

function nextStepFor(status: number): string {
  if (status === 401 || status === 403)
    return 'Check that `model-key` is valid and may use the model of `model-name`.';
  if (status === 404) return 'Check `model-url` and `model-name`.';
  if (status === 413)
    return 'The page or the prompt is too long for the model: use one with a larger context.';
  if (status === 429) return 'Its limit for requests or tokens is reached: try again later.';
  if (status >= 500) return retryHint;
  return 'Check that the model of `model-name` supports tool calls.';
}
