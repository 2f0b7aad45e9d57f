/** A text without its escapes, and where each of its characters comes from. */
interface DecodedText {
  readonly text: string;
  /** The index in the source at which each character begins, and the length of the source. */
  readonly starts: Uint32Array;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * One table for all encodings that write a character of its own: HTML and XML, literals of JSON and programming languages,
 * addresses, and quotation marks that are doubled or escaped for a shell. Runs of bytes are UTF-8.
 */
const escapes = new RegExp(
  [
    String.raw`(?<bytes>(?:%[0-9a-f]{2}|\\x[0-9a-f]{2}|\\[0-3][0-7]{2})+)`,
    String.raw`&#x(?<entity>[0-9a-f]{1,8});|&#(?<number>\d{1,8});|&(?<name>amp|lt|gt|quot|apos|nbsp);`,
    String.raw`\\u(?<unit>[0-9a-f]{4})|\\u\{(?<point>[0-9a-f]{1,6})\}|'\\(?<shell>')'|\\(?<character>[nrt\W])`,
    `(?<doubled>["'])\\k<doubled>`,
    // Where a text was cut within an escape.
    String.raw`(?:&#?\w{0,8}|%[0-9a-f]?|\\(?:x[0-9a-f]?|u\{?[0-9a-f]{0,6})?)(?=…)`,
  ].join('|'),
  'gi',
);

/** Decodes every escape of a text once. @returns undefined if it has none. */
export function decodeText(source: string): DecodedText | undefined {
  if (source.search(escapes) === -1) return undefined;
  const starts = new Uint32Array(source.length + 1);
  const parts: string[] = [];
  let [length, from] = [0, 0];
  const copyTo = (end: number) => {
    parts.push(source.slice(from, end));
    for (; from < end; from += 1, length += 1) starts[length] = from;
  };
  for (const { index, 0: found, groups = {} } of source.matchAll(escapes)) {
    const decoded = characterOf(groups);
    copyTo(index);
    parts.push(decoded);
    starts.fill(index, length, length + decoded.length);
    length += decoded.length;
    from = index + found.length;
  }
  copyTo(source.length);
  starts[length] = source.length;
  return { text: parts.join(''), starts: starts.subarray(0, length + 1) };
}

function characterOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { bytes, entity, number, name, unit, point, shell, character, doubled = '' } = groups;
  if (bytes !== undefined) return textOfBytes(bytes);
  if (name !== undefined) return named[name.toLowerCase()] ?? '';
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  const code = entity ?? point;
  if (code !== undefined) return characterOfCode(Number.parseInt(code, 16));
  if (number !== undefined) return characterOfCode(Number(number));
  if (character !== undefined) return named[character] ?? character;
  return shell ?? doubled;
}

const maxCode = 0x10_ff_ff;

function characterOfCode(code: number): string {
  return code <= maxCode ? String.fromCodePoint(code) : '';
}

/** A run of bytes as UTF-8. If it is not valid, each byte is a character, as `\xf6` is in JavaScript. */
function textOfBytes(escaped: string): string {
  const bytes = [...escaped.matchAll(/%(..)|\\x(..)|\\(\d{3})/g)].map(([, percent, hex, octal]) =>
    octal === undefined ? Number.parseInt(percent ?? hex ?? '', 16) : Number.parseInt(octal, 8),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return String.fromCharCode(...bytes);
  }
}
