import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { jsonOrNothing } from '../contract/json-or-nothing.ts';
import { type Call, ContractBroken, ServiceRefused } from './errors.ts';
import type { ReadAnswer } from './transport.ts';

const quotedCharacters = 200;
const issuesTold = 10;

/** A success that can't be read may be one all the same. */
const garbled = { transient: true, maybeDone: true };

/** Takes out of a text what must not be shown. */
type Hide = (text: string) => string;

/**
 * Reads an answer through the schema of its operation.
 * @param hide is applied to everything of the answer that a message quotes.
 * @throws ServiceRefused or ContractBroken.
 */
export function readAnswer<A extends z.ZodType>(
  call: Call,
  schema: A,
  mediaType: Endpoint['mediaType'],
  answer: ReadAnswer,
  hide: Hide,
): z.output<A> {
  if (answer.status < 200 || answer.status > 299) {
    throw new ServiceRefused(call, answer.status, refusalDetail(answer, hide), answer.retryAfterMs);
  }
  const parsed = schema.safeParse(content(call, schema, mediaType, answer, hide));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.join('.');
  throw new ContractBroken(
    call,
    `answered what the interface does not allow: ${where}: ${issue?.message}`,
    garbled,
  );
}

/** Some operations answer a success with nothing, such as a 204. */
function mayBeEmpty(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

function content(
  call: Call,
  schema: z.ZodType,
  mediaType: Endpoint['mediaType'],
  answer: ReadAnswer,
  hide: Hide,
): unknown {
  if (mediaType === 'application/zip') return answer.bytes;
  if (mediaType === 'text/plain') return textOf(answer);
  if (answer.bytes.length === 0 && mayBeEmpty(schema)) return undefined;
  return parseJson(call, answer, hide);
}

/** Unlike Buffer's, this decoder drops a byte order mark, which JSON.parse would refuse. */
function textOf({ bytes }: ReadAnswer): string {
  return new TextDecoder().decode(bytes);
}

function parseJson(call: Call, answer: ReadAnswer, hide: Hide): unknown {
  const text = textOf(answer);
  try {
    return JSON.parse(text);
  } catch {
    throw new ContractBroken(call, `answered ${answer.status} with no JSON: ${quote(hide(text))}`, garbled);
  }
}

/** Clients of this interface show a refusal's body only where the content type says JSON. */
function refusalDetail(answer: ReadAnswer, hide: Hide): string {
  if (!answer.contentType.includes('json')) return '';
  // A body that claims to be JSON and is not has no issues: it is quoted as it is.
  const issues = issueList.safeParse(jsonOrNothing(textOf(answer)));
  if (!issues.success) return quote(hide(textOf(answer)));
  const told = issues.data
    .slice(0, issuesTold)
    .map(({ path, message }) => quote(hide(`${path?.join('.') || 'body'}: ${message}`)));
  const more = issues.data.length - told.length;
  return `${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** The body of a 400 is a top-level array of issues. */
const issueList = z
  .array(z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).optional() }))
  .min(1);

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'an empty body';
  return line.length > quotedCharacters ? `${line.slice(0, quotedCharacters)}…` : line;
}
