import { z } from 'zod';
import { repeatedKey, tryParseJson } from '../common/json.ts';
import { cut, foldLines, type Redact } from '../common/text.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Call, ContractBroken, ServiceRefused } from './errors.ts';
import type { ReadAnswer } from './transport.ts';

const maxQuoteLength = 200;
const maxIssues = 10;

/** The service may have acted on the request even if its answer cannot be read. */
const unreadable = { transient: true, mayHaveActed: true };

type ExpectedAnswer = Pick<Endpoint, 'answer' | 'mediaType'>;

/**
 * Reads an answer through the schema of its operation.
 * @param redact is applied to every part of the answer that a message quotes.
 * @throws ServiceRefused or ContractBroken.
 */
export function readAnswer(
  call: Call,
  expected: ExpectedAnswer,
  answer: ReadAnswer,
  redact: Redact,
): unknown {
  if (answer.status < 200 || answer.status > 299) {
    throw new ServiceRefused(call, answer.status, refusalDetail(answer, redact), answer.retryAfterMs);
  }
  if (answer.status === 206) {
    throw new ContractBroken(
      call,
      'answered 206 with a part of the body, which was not requested',
      unreadable,
    );
  }
  const parsed = expected.answer.safeParse(content(call, expected, answer, redact));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.join('.');
  throw new ContractBroken(
    call,
    `sent an answer that does not match the interface: ${where}: ${issue?.message}`,
    unreadable,
  );
}

/** Some operations answer with an empty body, such as a 204. */
function mayBeEmpty(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

function content(
  call: Call,
  { answer: schema, mediaType }: ExpectedAnswer,
  answer: ReadAnswer,
  redact: Redact,
): unknown {
  if (mediaType === 'application/zip') return answer.bytes;
  if (mediaType === 'text/plain') return textOf(answer);
  if (answer.bytes.length === 0 && mayBeEmpty(schema)) return undefined;
  return parseJson(call, answer, redact);
}

/** Unlike Buffer's, this decoder drops a byte order mark, which JSON.parse would refuse. */
function textOf({ bytes }: ReadAnswer): string {
  return new TextDecoder().decode(bytes);
}

function parseJson(call: Call, answer: ReadAnswer, redact: Redact): unknown {
  const text = textOf(answer);
  const broken = (problem: string) =>
    new ContractBroken(call, `answered ${answer.status} with ${problem}`, unreadable);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw broken(`a body that is not JSON: ${quote(redact(text))}`);
  }
  const key = repeatedKey(text);
  if (key === undefined) return parsed;
  throw broken(
    `a body that contradicts itself: ${quote(redact(JSON.stringify(key)))} occurs twice in one object`,
  );
}

/** Clients of this interface show an error's body only if its content type says JSON. */
function refusalDetail(answer: ReadAnswer, redact: Redact): string {
  if (!answer.contentType.includes('json')) return '';
  // A body that is not JSON despite its content type is quoted as it is.
  const issues = issueList.safeParse(tryParseJson(textOf(answer)));
  if (!issues.success) return quote(redact(textOf(answer)));
  const shown = issues.data
    .slice(0, maxIssues)
    .map(({ path, message }) => quote(redact(`${path?.join('.') || 'body'}: ${message}`)));
  const more = issues.data.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** The body of a 400 is a top-level array of issues. */
const issueList = z
  .array(z.looseObject({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).optional() }))
  .min(1);

function quote(text: string): string {
  return cut(foldLines(text), maxQuoteLength) || 'an empty body';
}
