import { z } from 'zod';
import { tryParseJson } from '../common/json.ts';
import { cut, foldLines, type Redact } from '../common/text.ts';
import type { ReadAnswer } from './transport.ts';

type Body = Pick<ReadAnswer, 'contentType' | 'bytes'>;

/** Unlike Buffer's, this decoder drops a byte order mark, which JSON.parse would refuse. */
export function textOf({ bytes }: Body): string {
  return new TextDecoder().decode(bytes);
}

/**
 * What an answer that refuses a request says, in one line: its messages, or its body if it is in none of the usual forms.
 * Empty if it says nothing.
 * @param redact is applied to every part before it is cut.
 */
export function refusalDetail(body: Body, redact: Redact): string {
  const text = textOf(body);
  // Some services send JSON as another type.
  const messages = messagesOf(tryParseJson(text), redact);
  if (messages !== undefined) return messages;
  const page = webPage(body, redact);
  if (page !== undefined)
    return `${page}, so a proxy or a firewall may have answered in place of the service`;
  return /json|^text\//.test(body.contentType) ? quote(redact(text)) : '';
}

/** What an answer has in place of JSON, such as the login page of a proxy. */
export function notJson(body: Body, redact: Redact): string {
  const text = textOf(body);
  if (text.trim() === '') return 'an empty body in place of JSON';
  const page = webPage(body, redact);
  return page === undefined ? `a body that is not JSON: ${quote(redact(text))}` : `${page} in place of JSON`;
}

const startOfPage = /^\s*<(?:!doctype html|html)\b/i;
/** A title stands near the start. */
const maxHeadLength = 10_000;

/** Describes the web page in a body by its title. @returns undefined if the body is not a web page. */
export function webPage(body: Body, redact: Redact): string | undefined {
  const text = textOf(body);
  const head = text.slice(0, maxHeadLength);
  const hasTags = body.contentType.includes('html') && /<[a-z]/i.test(head);
  if (!hasTags && !startOfPage.test(head)) return undefined;
  // Redacted as a whole: the end of the head could cut a secret.
  const title = foldLines(/<title[^>]*>([^<]+)/i.exec(redact(text).slice(0, maxHeadLength))?.[1] ?? '');
  return title === '' ? 'a web page' : `a web page with the title "${cut(title, 80)}"`;
}

const maxMessages = 10;
/** No service puts its message deeper. */
const maxDepth = 6;

/**
 * The messages of an error body, in one line: lists of issues (section 4), problem details (RFC 9457), and what the usual
 * frameworks send.
 * @returns undefined if the body contains no message.
 */
export function messagesOf(body: unknown, redact: Redact): string | undefined {
  const messages = [...new Set(messagesIn(body, Array.isArray(body) ? 'body' : '', maxDepth))];
  if (messages.length === 0) return undefined;
  const shown = messages.slice(0, maxMessages).map((each) => quote(redact(each)));
  const more = messages.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** Where the message of an object stands: the first one that there is counts. */
const messageFields = ['detail', 'message', 'msg', 'error_description', 'error', 'title', 'reason'];
/** What an object with a message may list besides. */
const listFields = ['errors', 'issues'];
/** Where an object says which field of the request its message is about. */
const locationFields = ['path', 'loc', 'pointer', 'field'];

const fields = z.record(z.string(), z.unknown());
const locations = z.union([
  z.string().transform((text) => [text]),
  z.array(z.union([z.string(), z.number()])),
]);

/** @param location what the messages are about. */
function messagesIn(value: unknown, location: string, depth: number): string[] {
  if (depth === 0) return [];
  if (typeof value === 'string')
    return value.trim() === '' ? [] : [location === '' ? value : `${location}: ${value}`];
  if (Array.isArray(value)) return value.flatMap((each) => messagesIn(each, location, depth - 1));
  const { data } = fields.safeParse(value);
  if (data === undefined) return [];
  const where = locationOf(data) ?? location;
  const own = messageFields.map((name) => messagesIn(data[name], where, depth - 1));
  const listed = listFields.flatMap((name) => listedMessages(data[name], depth - 1));
  return [...(own.find(({ length }) => length > 0) ?? []), ...listed];
}

/** Those of a list, or of an object with an entry for each field of the request. */
function listedMessages(list: unknown, depth: number): string[] {
  if (Array.isArray(list)) return messagesIn(list, '', depth);
  return Object.entries(fields.safeParse(list).data ?? {}).flatMap(([name, each]) =>
    messagesIn(each, name, depth),
  );
}

function locationOf(data: Readonly<Record<string, unknown>>): string | undefined {
  const found = locationFields.flatMap((name) => locations.safeParse(data[name]).data ?? []);
  return found.join('.') || undefined;
}

const maxQuoteLength = 200;

export function quote(text: string): string {
  return cut(foldLines(text), maxQuoteLength);
}
