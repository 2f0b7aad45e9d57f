import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { type SeenRequest, sendJson, startHttpServer, type TestServer } from './http-server.ts';

/** What a model is sent. */
const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
});

/** One answer: tool calls, each with its name and arguments, or whatever the endpoint sends. */
export type Turn =
  | readonly (readonly [name: string, args: object | string])[]
  | ((response: ServerResponse, request: SeenRequest) => void);

/** The JSON of an answer with tool calls. */
export function toolCalls(...calls: readonly (readonly [name: string, args: object | string])[]) {
  return {
    choices: [
      {
        message: {
          role: 'assistant',
          content: null,
          tool_calls: calls.map(([name, args], index) => ({
            id: `call-${index}`,
            type: 'function',
            function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
          })),
        },
      },
    ],
    usage: { total_tokens: 100 },
  };
}

export interface ScriptedModel extends TestServer {
  readonly settings: { readonly url: string; readonly name: string; readonly key: string };
  /** The texts of the n-th request, joined. */
  textOf(index: number): string;
}

/** An OpenAI-compatible endpoint that gives one answer after the other; the last one again and again. */
export async function startModel(...turns: readonly Turn[]): Promise<ScriptedModel> {
  let next = 0;
  const server = await startHttpServer((request, response) => {
    const turn = turns[Math.min(next, turns.length - 1)] ?? [];
    next += 1;
    if (typeof turn === 'function') turn(response, request);
    else sendJson(response, 200, toolCalls(...turn));
  });
  return {
    ...server,
    settings: { url: `${server.url}/v1`, name: 'scripted', key: 'sk-model-key-8c41f' },
    textOf: (index) =>
      chatRequest
        .parse(JSON.parse(server.requests[index]?.body ?? ''))
        .messages.map(({ content }) => content)
        .join('\n'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
