/** So long may a name be before its ending, in characters. */
const maxLength = 80;

/** What Windows takes for a device, whatever its ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Gives names that are safe everywhere, and each only once. */
export class FileNames {
  readonly #taken = new Set<string>();

  /** A file name made of a description: lower-case words with hyphens, `.spec.ts` at its end. */
  next(description: string): string {
    const words = kebab(description);
    for (let count = 1; ; count += 1) {
      const name = `${count === 1 ? words : `${words}-${count}`}.spec.ts`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

function kebab(description: string): string {
  const words = description
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLength)
    .replace(/-$/, '');
  if (words === '') return 'test-case';
  return reserved.test(words) ? `test-${words}` : words;
}
