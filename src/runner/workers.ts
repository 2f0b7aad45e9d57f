/**
 * Works on items, at most `workers` at the same time.
 * @param next takes the next item; undefined if none is left.
 * @throws what `work` throws.
 */
export async function workInParallel<T>(
  workers: number,
  next: () => T | undefined,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for (let item = next(); item !== undefined; item = next()) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
