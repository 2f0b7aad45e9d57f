import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { canaries, encodings } from './canaries.ts';

const all = Object.values(canaries);

describe('a secret that is hard to take out', () => {
  it.each(Object.entries(canaries))('(%s) is taken out in every encoding, and all of it', (_, secret) => {
    const redact = createRedactor([secret]);
    for (const form of encodings(secret)) {
      const stars = redact(`<${form}>`).slice(1, -1);
      // Of a value with a line break each line may be found by itself.
      expect(stars, form).toMatch(/^\*{3}(\n\*{3})?$/);
    }
  });

  it('is taken out with small and capital digits, and twice encoded', () => {
    const redact = createRedactor(['päss/word+"1"']);
    const url = encodeURIComponent('päss/word+"1"');
    const json = JSON.stringify(JSON.stringify('päss/word+"1"').slice(1, -1)).slice(1, -1);
    const forms = [url.toLowerCase(), encodeURIComponent(url), json, 'p\\u00e4ss/word+\\"1\\"'];
    for (const form of forms) expect(redact(form), form).toBe('***');
    const address = new URL(`http://a.b/?${'päss/word+"1"'}#x`).href;
    expect(redact(address)).toBe('http://a.b/?***#x');
  });

  it('is taken out whatever the case of its letters, and however its white space is folded', () => {
    const redact = createRedactor(['correct-horse  battery']);
    const forms = ['Correct-Horse Battery', 'cORRECT-hORSE\n    bATTERY', 'correct-horse\u00a0battery'];
    for (const form of forms) expect(redact(`<${form}>`), form).toBe('<***>');
    // A short one may be a word.
    expect(createRedactor(['shop'])('The Shop, the shop')).toBe('The Shop, the ***');
  });

  it('is taken out where base64 or hexadecimal digits encode it with its escapes', () => {
    const secret = 'p"äss\\w&rd';
    const redact = createRedactor([secret]);
    const json = Buffer.from(JSON.stringify({ user: 'ann', secret }));
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      const form = json.toString(encoding);
      expect(redact(`cookie=${form}; path=/`), form).toBe('cookie=***; path=/');
      expect(redact(`/session/?${encodeURIComponent(form)}#x`), form).toBe('/session/?***#x');
      const twice = Buffer.from(form).toString('base64');
      expect(redact(`<${twice}>`), twice).toBe('<***>');
    }
    const others = [
      'addEventListenerOfEveryNode',
      btoa('no secret in here'),
      '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
    ];
    expect(redact(others.join(' '))).toBe(others.join(' '));
  });

  it.each([64, 76])('is taken out where a line is broken after %i characters', (width) => {
    const secret = Array.from({ length: 20 }, (_, n) => `pass-${n}`).join('+');
    const redact = createRedactor([secret]);
    const wrap = (text: string, lineBreak: string) =>
      text.replaceAll(new RegExp(`.{${width}}`, 'g'), `$&${lineBreak}`);
    const forms = (['utf8', 'base64', 'base64url', 'hex'] as const).map((each) =>
      Buffer.from(secret).toString(each),
    );
    for (const form of forms) {
      expect(redact(wrap(form, '\n')), form).toBe('***');
      expect(redact(`key: ${JSON.stringify(wrap(form, '\r\n  '))}`), form).toBe('key: "***"');
    }
    expect(redact(`${'a word '.repeat(9)}\nand more`)).toBe(`${'a word '.repeat(9)}\nand more`);
  });

  it('is taken out where two of them overlap', () => {
    const redact = createRedactor(['first-middle', 'middle-last']);
    expect(redact('<first-middle-last>')).toBe('<***>');
    expect(redact('<first-middle><middle-last>')).toBe('<***><***>');
  });

  it('is taken out where a text was cut within it', () => {
    const redact = createRedactor(['s3cret-of-the-run']);
    const hex = Buffer.from('s3cret-of-the-run').toString('hex');
    expect(redact('a s3cret-of…, a s3cret-of-the-ru…')).toBe('a ***…, a ***…');
    expect(redact(`${hex.slice(0, 20)}…`)).toBe('***…');
    expect(redact('a s3cret-of, a s3c…')).toBe('a s3cret-of, a s3c…');
    const parse = () => JSON.parse('s3cret-of-the-run and all that follows it in the text');
    expect(parse).toThrow('"s3cret-of-"... is not valid JSON');
    expect(redact('Unexpected token, "s3cret-of-"... is not')).toBe('Unexpected token, "***"... is not');
  });

  it('is taken out however long it is, and however many lines it has', () => {
    const long = 'ab"\\c'.repeat(2000);
    expect(createRedactor([long])(`<${long}> <${JSON.stringify(long)}>`)).toBe('<***> <"***">');
    const lines = Array.from({ length: 400 }, (_, n) => `line ${n} of the key`);
    expect(createRedactor([lines.join('\n')])(`<${lines[300]}>`)).toBe('<***>');
  });
});

it('50 secrets are taken out of 1 MB in less than a second', async () => {
  const secrets = Array.from({ length: 50 }, (_, n) => `${all[n % all.length]}-${n}`);
  const redact = createRedactor(secrets);
  const words = 'the <button> "waits" at http://app.test/?a=b&c=d… '.repeat(20_000);
  let redacted = '';
  const ms = await cpuMs(() => {
    redacted = redact(`${words}${secrets.join(' ')}`);
  });
  expect(redacted.length).toBe(words.length + 50 * 4 - 1);
  expect(ms).toBeLessThan(1000);
});
