import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSafe } from '../../src/runtime/log-text.ts';

describe('a text in the log', () => {
  it.each([
    ['plain text as it is', 'Käse: 5 €\n  next: ::here\n\tend', 'Käse: 5 €\n  next: ::here\n\tend'],
    ['a command', '::error::x', ': :error::x'],
    ['a command on a later line', 'a\n::add-mask::x', 'a\n: :add-mask::x'],
    ['a command behind blanks', ' \t::stop-commands::x', ' \t: :stop-commands::x'],
    ['a command behind a wide blank', '\u3000\u00a0::error::x', '\u3000\u00a0: :error::x'],
    ['a command behind a lone carriage return', 'a\r::error::x', 'a\n: :error::x'],
    ['a command behind Windows line ends', 'a\r\n::error::x', 'a\n: :error::x'],
    ['three colons', ':::x', ': ::x'],
    ['a command of the old kind', 'a ##[error]x', 'a # #[error]x'],
    ['a command of another CI', 'a ##vso[task.x]y ##teamCity[z]', 'a # #vso[task.x]y # #teamCity[z]'],
    ['several of the old kind', '###[a]##[b]', '## #[a]# #[b]'],
    ['a colour', '\u001b[31mred', '\\u001b[31mred'],
    ['text that turns around', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['a line break of its own kind', 'a\u0085::error::\u2028::x', 'a\\u0085::error::\\u2028::x'],
  ])('shows %s', (_, text, shown) => {
    expect(logSafe(text)).toBe(shown);
  });

  it('has no command, whatever it is', () => {
    const pieces = fc.constantFrom(
      ':',
      '::',
      '#',
      '##[',
      '[',
      ']',
      ' ',
      '\t',
      '\r',
      '\n',
      '\v',
      '\f',
      '\u0085',
      '\u2028',
      '\ufeff',
      'a',
      '%0A',
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const shown = logSafe(parts.join(''));
        expect(shown).not.toContain('##[');
        for (const line of shown.split(/[\n\r\v\f\u0085\u2028\u2029]/))
          expect(line.trimStart()).not.toMatch(/^::/);
      }),
      { numRuns: 2000 },
    );
  });
});
