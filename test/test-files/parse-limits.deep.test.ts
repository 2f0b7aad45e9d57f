import { describe, expect, it } from 'vitest';
import { parseText } from '../../src/test-files/parse-text.ts';
import { cpuMs } from '../support/cpu-time.ts';

const mebibyte = 1024 * 1024;
const fill = (part: string) => part.repeat(Math.floor(mebibyte / part.length));

function firstProblem(text: string, format: 'yaml' | 'json' = 'yaml'): string {
  const parsed = parseText(text, format);
  return 'positionOf' in parsed ? 'none' : (parsed[0]?.message ?? 'none');
}

describe('nesting', () => {
  const deep = 'nested too deeply: the limit is 100 levels';

  it.each(['[', '{', '{a: ', '- ', '? ', '[? ', '- ? '])('of 1 MiB of "%s" is refused', (part) => {
    expect(firstProblem(fill(part))).toBe(deep);
  });

  it('is allowed up to 100 levels', () => {
    expect(firstProblem(`${'['.repeat(100)}x, y${']'.repeat(100)}`)).toBe('none');
    expect(firstProblem(`${'- '.repeat(100)}x`)).toBe('none');
    expect(firstProblem(`${'['.repeat(101)}${']'.repeat(101)}`)).toBe(deep);
    expect(firstProblem(`${'['.repeat(101)}${']'.repeat(101)}`, 'json')).toBe(deep);
  });
});

describe('aliases', () => {
  it('that double each other are refused where they get too many', () => {
    const bomb = ['- &a0 [x, x]'];
    for (let i = 1; i < 40; i += 1) bomb.push(`- &a${i} [*a${i - 1}, *a${i - 1}]`);
    expect(parseText(bomb.join('\n'), 'yaml')).toEqual([
      { line: 14, column: 15, message: 'the aliases up to here repeat more than 50000 values. Use fewer' },
    ]);
  });

  it('of one large value are refused', () => {
    expect(firstProblem(`- &a [${'x, '.repeat(10_000)}]\n${'- *a\n'.repeat(6)}`)).toBe(
      'the aliases up to here repeat more than 50000 values. Use fewer',
    );
  });

  it('are allowed 1000 times in a file', () => {
    expect(firstProblem(`- &a x\n${'- *a\n'.repeat(1000)}`)).toBe('none');
    expect(firstProblem(`- &a x\n${'- *a\n'.repeat(1001)}`)).toBe('too many aliases: the limit is 1000');
  });

  it('are not seen in texts that begin with a star', () => {
    expect(firstProblem('- "*a"\n- |\n  *a\n'.repeat(2000))).toBe('none');
  });
});

describe('a file of 1 MiB', () => {
  const chained = (line: (index: number) => string) => {
    const lines: string[] = [];
    for (let length = 0; length < mebibyte; length += lines.at(-1)?.length ?? 1)
      lines.push(line(lines.length));
    return lines.join('');
  };

  it.each([
    ['nested flow lists', fill('[')],
    ['nested flow maps', fill('{a: ')],
    ['nested keys of 1000 levels', '? '.repeat(1000)],
    ['indentation that grows', chained((index) => `${' '.repeat(index)}a:\n`)],
    ['aliases of aliases', chained((index) => `a${index}: &a${index} *a${index - 1}\n`)],
    ['aliases that double', chained((index) => `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]\n`)],
    ['many anchors of one value', fill('&a ')],
    ['many keys', chained((index) => `key number ${index}: 1\n`)],
    ['many keys in a flow map', `{${chained((index) => `k${index}: 1, `)}}`],
    ['one key again and again', fill('a: 1\n')],
    ['wrong escapes', `"${fill('\\q')}"`],
    ['closing brackets', fill(']')],
    ['brackets that do not fit', fill('[}')],
    ['documents', fill('---\n')],
    ['one long line', fill('a')],
    ['a block text', `a: |\n${fill('  b\n')}`],
    ['a folded text', `a: >\n${fill('  b\n\n')}`],
    ['blank lines in a block text', `a: |\n${fill('\n')}`],
    ['unclosed quotes', fill('"\n')],
  ])('with %s is read or refused in a moment', async (_, text) => {
    // Some of them took minutes before there were limits; usual are 0.1 to 1 s.
    expect(await cpuMs(() => parseText(text, 'yaml'))).toBeLessThan(4000);
    expect(await cpuMs(() => parseText(text, 'json'))).toBeLessThan(4000);
  });

  it('with the smallest test cases is read', () => {
    expect(firstProblem(fill('- description: a\n  elements: []\n'))).toBe('none');
  });
});
