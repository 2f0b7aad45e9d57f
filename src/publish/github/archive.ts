/** An archive whose bytes can be asked for piece by piece. */
export interface Archive {
  readonly bytes: number;
  /**
   * Its bytes from `start` to before `end`, which must lie in it.
   * @throws what keeps them from being had.
   */
  read(start: number, end: number): Promise<Buffer>;
}

/** An archive that is here as a whole. */
export function inMemory(content: Buffer): Archive {
  return { bytes: content.length, read: async (start, end) => content.subarray(start, end) };
}
