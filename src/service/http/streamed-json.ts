import { setImmediate } from 'node:timers/promises';
import { Batches } from '../store/batches.ts';

/** An answer in which long lists may be batches. */
export type Streamable<T> = T extends readonly (infer Item)[]
  ? readonly Streamable<Item>[] | Batches<Item>
  : T extends Uint8Array
    ? T
    : T extends object
      ? { [Key in keyof T]: Streamable<T[Key]> }
      : T;

/** Batches are at most the results of the reports in a list. */
const maxDepth = 3;

/** The JSON of a value, batch by batch. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (value instanceof Batches) yield* piecesOfBatches(value);
  else if (!hasBatches(value)) yield JSON.stringify(value);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* jsonPieces(item);
    }
    yield ']';
  } else if (typeof value === 'object' && value !== null) {
    let separator = '{';
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${separator}${JSON.stringify(key)}:`;
      yield* jsonPieces(item);
      separator = ',';
    }
    yield '}';
  }
}

function hasBatches(value: unknown, levels = maxDepth): boolean {
  if (value instanceof Batches) return true;
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => hasBatches(item, levels - 1));
}

function* piecesOfBatches(batches: Batches<unknown>): Generator<string> {
  let start = '[';
  for (const batch of batches) {
    if (batch.length > 0) yield start + batch.map((item) => JSON.stringify(item)).join(',');
    else yield '';
    if (batch.length > 0) start = ',';
  }
  yield start === '[' ? '[]' : ']';
}

/** So many characters are sent at once. */
const minCharacters = 1000;

/** A text as a body. Its pieces are read as the client takes them; an error in one breaks the connection. */
export function streamedBody(
  start: string,
  pieces: Iterator<string>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = start;
  return new ReadableStream(
    {
      async pull(controller) {
        while (text.length < minCharacters) {
          const { done, value } = pieces.next();
          if (done === true) break;
          text += value;
          // Other requests have their turn between two batches.
          if (text.length >= minCharacters || value === '') await setImmediate();
        }
        if (text === '') controller.close();
        else controller.enqueue(encoder.encode(text));
        text = '';
      },
    },
    { highWaterMark: 0 },
  );
}
