import { setImmediate } from 'node:timers/promises';

/** A long list as an answer: it is read and sent batch by batch, so that it neither fills the memory nor blocks others. */
export class StreamedList<T> {
  readonly batches: Iterator<readonly T[]>;

  private constructor(batches: Iterator<readonly T[]>) {
    this.batches = batches;
  }

  /** @param convert makes the items of a batch: as many as it has, or fewer. */
  static of<Stored, T>(batches: Iterable<Stored>, convert: (batch: Stored) => readonly T[]): StreamedList<T> {
    return new StreamedList(converted(batches, convert));
  }
}

function* converted<Stored, T>(batches: Iterable<Stored>, convert: (batch: Stored) => readonly T[]) {
  for (const batch of batches) yield convert(batch);
}

/** The list as JSON. A batch is read when the client has taken the one before; an error in it breaks the connection. */
export function listBody({ batches }: StreamedList<unknown>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let separator = '[';
  return new ReadableStream(
    {
      async pull(controller) {
        const batch = await nextBatch(batches);
        if (batch === undefined) {
          controller.enqueue(encoder.encode(separator === '[' ? '[]' : ']'));
          return controller.close();
        }
        const items = batch.map((item) => JSON.stringify(item)).join(',');
        controller.enqueue(encoder.encode(separator + items));
        separator = ',';
      },
    },
    { highWaterMark: 0 },
  );
}

/** The next batch that has an item: a stream must enqueue something each time that it is pulled. */
async function nextBatch(batches: Iterator<readonly unknown[]>): Promise<readonly unknown[] | undefined> {
  for (;;) {
    // Other requests have their turn between two batches.
    await setImmediate();
    const { done, value } = batches.next();
    if (done === true) return undefined;
    if (value.length > 0) return value;
  }
}
