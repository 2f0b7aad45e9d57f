import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/runtime/redactor.ts';

const secret = 'p"a\\s/s w+ö?d';

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
    expect(redact(`AUTHORIZATION: basic ${login}`)).toMatch(/^AUTHORIZATION: basic .{20,25}\*\*\*.{0,4}$/);
    expect(redact(encodeURIComponent(token) + JSON.stringify({ token }))).toBe('***{"token":"***"}');
  });

  it('is taken out whole where another one is its beginning', () => {
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

  it('with half of a surrogate pair is no reason to fail', () => {
    expect(createRedactor(['\uD800abc'])('x \uD800abc')).toBe('x ***');
  });
});
