/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

const stars = '***';
/** A shorter value would tear holes into ordinary words, and the runner does not mask it either. */
const minLength = 4;

/**
 * Makes a redactor for secret values and for the forms in which they travel: base64, URL-encoded, escaped for JSON or
 * HTML. Each line of a secret with several is one of its own, as it is for the runner.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const values = new Set(secrets.flatMap((secret) => [secret, ...secret.split(/\r?\n/)]));
  const forms = new Set(
    [...values]
      .filter((value) => value.length >= minLength && value.trim() !== '')
      .flatMap((value) => formsOf(value))
      .filter((form) => form.length >= minLength),
  );
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((redacted, form) => redacted.replaceAll(form, stars), text);
}

function formsOf(value: string): string[] {
  const urlEncoded = [
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams([['', value]]).toString().slice(1),
    encodeURI(value.toWellFormed()),
  ];
  return [
    value,
    value.trim(),
    jsonEscaped(value),
    // JSON is sent as a text inside of JSON, too.
    jsonEscaped(jsonEscaped(value)),
    ...htmlEscaped(value),
    ...urlEncoded,
    ...urlEncoded.map((form) => form.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())),
    ...(['base64', 'base64url'] as const).flatMap((encoding) => [
      Buffer.from(value).toString(encoding),
      ...[0, 1, 2].map((offset) => insideBase64(value, offset, encoding)),
    ]),
  ];
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As a text of a page, and as an attribute of one. */
function htmlEscaped(text: string): string[] {
  const inText = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const inAttribute = inText.replaceAll('"', '&quot;');
  return [inText, inAttribute, inAttribute.replaceAll("'", '&#39;'), inAttribute.replaceAll("'", '&#x27;')];
}

/** The characters that depend on the value alone where it is encoded with others, as in `user:password`. */
function insideBase64(value: string, offset: number, encoding: 'base64' | 'base64url'): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  return bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
