/** The forms in which a secret value travels, itself among them; some may be alike. */
export function formsOf(value: string): string[] {
  return [
    value,
    value.trim(),
    ...inOtherCase(value),
    ...inCode(value),
    ...inHtml(value),
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

/** In JSON and in the literals of languages that are much like it. */
function inCode(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  return [
    json,
    // JSON is sent as a text inside of JSON, too.
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    json.replaceAll('\\"', '"').replaceAll("'", "\\'"),
    value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
    ...codeUnits(json, /[^ -~]/g),
    ...codeUnits(json.replaceAll('\\"', '"'), /[^ -~]|["<>&'+`]/g),
    ...codeUnits(value, /[\s\S]/g),
  ];
}

/** With the numbers of some characters in their place, in small and in capital letters. */
function codeUnits(text: string, which: RegExp): string[] {
  const number = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');
  return [
    text.replace(which, (unit) => `\\u${number(unit)}`),
    text.replace(which, (unit) => `\\u${number(unit).toUpperCase()}`),
  ];
}

/** As a text of a page, and as an attribute of one. */
function inHtml(value: string): string[] {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return ['"', '&quot;', '&#34;', '&#x22;'].flatMap((quote) =>
    ["'", '&#39;', '&#x27;', '&#039;', '&apos;'].map((apostrophe) =>
      text.replaceAll('"', quote).replaceAll("'", apostrophe),
    ),
  );
}

/** In an address, by those who encode everything, and by those who encode what they must. */
function inAddress(value: string): string[] {
  const component = encodeURIComponent(value.toWellFormed());
  const every = [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const url = new URL('http://host');
  url.password = value;
  url.pathname = `/${value}`;
  url.search = value;
  url.hash = value;
  return [
    component,
    component.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`),
    component.replaceAll('%2F', '/'),
    encodeURIComponent(component),
    encodeURI(value.toWellFormed()),
    new URLSearchParams([['', value]]).toString().slice(1),
    every.toUpperCase(),
    url.password,
    url.pathname.slice(1),
    url.search.slice(1),
    url.hash.slice(1),
  ].flatMap((form) => [form, form.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())]);
}

function inBase64(value: string): string[] {
  return (['base64', 'base64url'] as const).flatMap((encoding) => [
    Buffer.from(value).toString(encoding),
    ...[0, 1, 2].map((offset) => insideBase64(value, offset, encoding)),
  ]);
}

/** The characters that depend on the value alone where it is encoded with others, as in `user:password`. */
function insideBase64(value: string, offset: number, encoding: 'base64' | 'base64url'): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  return bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
}
