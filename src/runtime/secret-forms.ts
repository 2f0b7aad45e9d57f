/**
 * The forms in which a secret value travels, itself among them; some may be alike. Those in which only single characters are
 * escaped are found by `decodeText`.
 */
export function formsOf(value: string): string[] {
  return [
    value,
    value.trim(),
    ...inOtherCase(value),
    ...inAddress(value),
    ...inBase64(value),
    Buffer.from(value).toString('hex'),
    Buffer.from(value).toString('hex').toUpperCase(),
  ];
}

/** A shorter value in capitals may be an ordinary word. */
const minCaseLength = 8;

/** As a page shows a text with the style `text-transform`. */
function inOtherCase(value: string): string[] {
  return value.length < minCaseLength ? [] : [value.toUpperCase(), value.toLowerCase()];
}

/** In a query that a form has sent, and in an address that a browser has made valid. */
function inAddress(value: string): string[] {
  const url = new URL('http://host');
  url.password = value;
  url.pathname = `/${value}`;
  url.search = value;
  url.hash = value;
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  return [form, url.password, url.pathname.slice(1), url.search.slice(1), url.hash.slice(1)];
}

function inBase64(value: string): string[] {
  return (['base64', 'base64url'] as const).flatMap((encoding) => [
    Buffer.from(value).toString(encoding),
    // As `btoa` in a page encodes it.
    ...(/^[\0-\xff]*$/.test(value) ? [Buffer.from(value, 'latin1').toString(encoding)] : []),
    ...[0, 1, 2].map((offset) => insideBase64(value, offset, encoding)),
  ]);
}

/** The characters that depend on the value alone where it is encoded with others, as in `user:password`. */
function insideBase64(value: string, offset: number, encoding: 'base64' | 'base64url'): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  return bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
