import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/runtime/redactor.ts';

const secret = 'p"a\\s/s w+ö?d';

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
const units = (text: string) => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
const bytes = (text: string) => [...Buffer.from(text)];

/**
 * The encodings that pages and logs have: what each makes of one character, which it must escape or only if `all` says so.
 */
const escapes: Readonly<Record<string, (character: string, all: boolean) => string>> = {
  html: (each, all) => (all || /[&<>"']/.test(each) ? `&#x${hex(each.codePointAt(0) ?? 0, 2)};` : each),
  decimal: (each, all) => (all || /[&<>"']/.test(each) ? `&#${each.codePointAt(0)};` : each),
  json: (each, all) =>
    all || /["\\]|[^ -~]/.test(each)
      ? units(each)
          .map((unit) => `\\u${hex(unit, 4)}`)
          .join('')
      : each,
  script: (each, all) => (all || /[\\'"]/.test(each) ? `\\u{${hex(each.codePointAt(0) ?? 0, 1)}}` : each),
  address: (each, all) =>
    all || !/^[\w.-]$/.test(each)
      ? bytes(each)
          .map((byte) => `%${hex(byte, 2)}`)
          .join('')
      : each,
  log: (each, all) =>
    all || !/^[ -[\]-~]$/.test(each)
      ? bytes(each)
          .map((byte) => `\\x${hex(byte, 2).toUpperCase()}`)
          .join('')
      : each,
};

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

describe('a secret', () => {
  it.each([
    ['as it is', secret],
    ['in capitals', secret.toUpperCase()],
    ['in small letters', secret.toLowerCase()],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 for addresses', Buffer.from(secret).toString('base64url')],
    ['as a part of an address', encodeURIComponent(secret)],
    [
      'as a part of an address, with small letters',
      encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
    ],
    ['in a query that a form has sent', new URLSearchParams({ '': secret }).toString().slice(1)],
    ['in an address that was only made valid', encodeURI(secret)],
    ['in JSON', jsonEscaped(secret)],
    ['in JSON inside of JSON', jsonEscaped(jsonEscaped(secret))],
    ['in base64 of its characters', Buffer.from(secret, 'latin1').toString('base64')],
    ['in a field of a CSV file', secret.replaceAll('"', '""')],
    ['in an attribute of a page', secret.replace('"', '&quot;')],
  ])('is taken out %s', (_, form) => {
    expect(createRedactor([secret])(`before ${form} and ${form} after`)).toBe('before *** and *** after');
  });

  it.each(['', 'u', 'us', 'use', 'user'])('can’t be read from the base64 of a login as “%s”', (user) => {
    const header = Buffer.from(`${user}:${secret}`).toString('base64');
    const redacted = createRedactor([secret])(`Basic ${header}`);
    expect(redacted).toContain('***');
    const rest = redacted.replace('***', '').slice('Basic '.length);
    expect(rest.length).toBeLessThan(header.length - Math.floor((Buffer.byteLength(secret) * 4) / 3) + 3);
  });

  it('may be a GitHub token of 520 characters with ., - and _', () => {
    const part = (length: number) => 'aZ0_-9'.repeat(100).slice(0, length);
    const token = `ghs_${part(100)}.${part(300)}.${part(114)}`;
    expect(token).toHaveLength(520);
    const redact = createRedactor([token]);
    const login = Buffer.from(`x-access-token:${token}`).toString('base64');
    expect(redact(`https://x-access-token:${token}@github.com, cut: ${token.slice(0, 400)}…`)).toBe(
      'https://x-access-token:***@github.com, cut: ***…',
    );
    expect(redact(`AUTHORIZATION: basic ${login}`)).toBe('AUTHORIZATION: basic ***');
    expect(redact(encodeURIComponent(token) + JSON.stringify({ token }))).toBe('***{"token":"***"}');
  });

  it('is redacted completely if it starts with another secret', () => {
    expect(createRedactor(['hunter', 'hunter2000'])('hunter2000')).toBe('***');
  });

  it('is taken out of a page, with its markup escaped', () => {
    const redact = createRedactor([`a<b>&'c"d`]);
    expect(redact('a&lt;b&gt;&amp;\'c"d, a&lt;b&gt;&amp;&#39;c&quot;d')).toBe('***, ***');
  });

  it('of several lines is taken out line by line, too', () => {
    const redact = createRedactor(['first line\r\nsecond line\nend']);
    expect(redact('first line, then second line in the end')).toBe('***, then *** in the end');
  });

  it('of fewer than eight characters may be an ordinary word in capitals', () => {
    expect(createRedactor(['admin'])('admin is Admin, and ADMIN')).toBe('*** is Admin, and ADMIN');
  });

  it('of fewer than four characters, or blank, is no secret', () => {
    expect(createRedactor(['abc', '', '      '])('abc is      short')).toBe('abc is      short');
  });

  it('of fewer than four characters is no secret in base64 either, nor is the short middle of blanks', () => {
    expect(createRedactor(['abc', '   a'])('YWJj a')).toBe('YWJj a');
  });

  it('is taken out without the blanks around it, too', () => {
    expect(createRedactor([' hunter2000 '])('<hunter2000>')).toBe('<***>');
  });

  it('is never left in a text, whatever it is made of', () => {
    const secrets = fc.string({ unit: 'binary', minLength: 4, maxLength: 12 });
    fc.assert(
      fc.property(
        secrets.filter((value) => value.trim().length >= 4 && !value.includes('*')),
        fc.string(),
        (value, text) => {
          expect(createRedactor([value])(`${text}${value}${text}`)).not.toContain(value);
        },
      ),
      { numRuns: 2000, seed: 3 },
    );
  });

  it('is never left where any of its characters are escaped in any way, once or twice', () => {
    const secrets = fc.string({ unit: 'binary', minLength: 4, maxLength: 12 });
    const choices = fc.array(fc.nat(), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(
        secrets.filter((value) => value.trim().length >= 4 && value.isWellFormed()),
        fc.subarray(Object.values(escapes), { minLength: 1, maxLength: 2 }),
        choices,
        (value, layers, chosen) => {
          const [first, second] = layers;
          const isChosen = (index: number) => (chosen[index % chosen.length] ?? 0) % 2 === 0;
          const once = [...value].map((each, index) => first?.(each, isChosen(index)) ?? each);
          // What is around another encoding treats all characters alike.
          const twice = [...once.join('')].map((each) => second?.(each, isChosen(0)) ?? each);
          const escaped = twice.join('');
          expect(createRedactor([value])(`{${escaped}}`)).toBe('{***}');
        },
      ),
      { numRuns: 1000, seed: 11 },
    );
  });

  it('with half of a surrogate pair is no reason to fail', () => {
    expect(createRedactor(['\uD800abc'])('x \uD800abc')).toBe('x ***');
  });
});
