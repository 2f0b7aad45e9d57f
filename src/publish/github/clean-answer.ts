import { Response } from 'undici';
import { z } from 'zod';
import { jsonOrNothing } from '../../contract/json-or-nothing.ts';
import { GitHubFailure } from './github-failure.ts';
import type { WholeAnswer } from './whole-answer.ts';

const quotedCharacters = 100;

/** What of an answer GitHub's client needs besides its body. */
const keptHeaders = ['link'];

/**
 * Reads a success through its schema. GitHub's own client takes an answer that it can't read for an empty or another one.
 * @param schema `undefined`: the body does not matter.
 * @returns an answer without anything that the schema does not name.
 * @throws GitHubFailure
 */
export function readSuccess(
  { status, headers, text }: WholeAnswer,
  schema: z.ZodType | undefined,
  method: string,
  url: string,
): Response {
  const what = `answered ${status} with what GitHub never says: ${quote(text)}`;
  if (status > 299) throw new GitHubFailure(method, url, what, { transient: true });
  if (schema === undefined) return new Response(null, { status: 204 });
  const parsed = schema.safeParse(jsonOrNothing(text));
  if (!parsed.success) throw new GitHubFailure(method, url, what, { transient: true });
  const kept = keptHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return Response.json(parsed.data, { status: 200, headers: Object.fromEntries(kept) });
}

const refusal = z.object({
  message: z.string(),
  errors: z.array(z.union([z.string(), z.object({ message: z.string() })])).optional(),
});

/** A refusal with GitHub's own words alone: its client would show the whole body. */
export function readRefusal({ status, text }: WholeAnswer): Response {
  const told = refusal.safeParse(jsonOrNothing(text)).data;
  const words = [told?.message, ...(told?.errors ?? []).map(messageOf)].filter((each) => each !== undefined);
  const message =
    told === undefined ? `GitHub answered ${status}: ${quote(text)}` : short(words.join(': '), 300);
  // The greatest that can be handed on.
  return Response.json({ message }, { status: Math.min(status, 599) });
}

function messageOf(error: string | { readonly message: string }): string {
  return typeof error === 'string' ? error : error.message;
}

function quote(text: string): string {
  const line = short(text.slice(0, 1000), quotedCharacters);
  return line === '' ? 'an empty body' : line;
}

function short(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > characters ? `${line.slice(0, characters)}…` : line;
}
