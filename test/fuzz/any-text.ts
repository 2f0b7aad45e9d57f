import fc from 'fast-check';
import { hostileText } from '../support/hostile-text.ts';

/** What the runner would obey, and what would hide it. */
const forTheRunner = [
  '::',
  '::error::x',
  '::error file=a,line=1::x',
  '::add-mask::e',
  '::stop-commands::z',
  '::z::',
  '::set-output name=a::b',
  '::ERROR::x',
  '##[error]x',
  '##[add-mask]e',
  '##[',
  '##',
  '#',
  '[',
  ']',
  'error]',
  'error::',
  'group::x',
  '%0A::error::x',
  '%0D%0A',
  '%25',
  '\v',
  '\f',
  '\u0085',
  '\u2029',
  '\u00AD',
  '\u200C',
  '\u034F',
  '\uFE0F',
  '\u001B]8;;https://evil.example\u0007x\u001B]8;;\u0007',
  '\u009B2J',
  '\b\b\b',
];

/** What GitHub would make more of than text. */
const forGitHub = [
  'acme/shop@0123456',
  '@acme/team-name',
  'mailto:a@b.example',
  '[x]: <https://evil.example> "t"',
  '![](data:image/png;base64,AAAA)',
  '[![x](https://a.b/x.png)](https://a.b)',
  '<a href="https://evil.example">x</a>',
  '<details open>',
  '</summary>',
  '<svg onload=alert(1)>',
  '<!-- browser-test-gate -->',
  '&#x40;octocat',
  '&commat;octocat',
  '&NewLine;',
  'Title\n===',
  'Title\n---',
  '\n\n    code',
  '\n```mermaid\ngraph TD\n```\n',
  '\n```math\nx\n```\n',
  '$`x`$',
  '$$x$$',
  '\\(x\\)',
  '> [!WARNING]\n> x',
  '[[wiki]]',
  ':octocat:',
  '#fff',
  '`#ffffff`',
  'SHA: 0123456789abcdef0123456789abcdef01234567',
  'https://github.com/acme/shop/issues/1',
  'gist.github.com/x',
  '\u202Dtxt.exe',
  '\u2067x\u2069',
  '\uFF20octocat',
  '\u{E0001}',
];

/** Some are far longer than anything is shown. */
const long = ['x', '`', '[', '#', '@a ', '::', '<', '\u202E', '&#', '| ', '\\', '$', '*'].map((each) =>
  each.repeat(Math.ceil(100_000 / each.length)),
);

const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...forTheRunner) },
  { weight: 3, arbitrary: fc.constantFrom(...forGitHub) },
  { weight: 1, arbitrary: fc.constantFrom(' ', '\t', '\n', '\r', '\r\n', '\u00A0', '') },
  { weight: 4, arbitrary: hostileText },
);

/** A text of a hostile page, test or service. */
export const anyText: fc.Arbitrary<string> = fc
  .array(pieces, { maxLength: 8 })
  .map((parts) => parts.join(''));

/** The same, one in a hundred with a line of 100 kB. */
export const anyLength: fc.Arbitrary<string> = fc.oneof(
  { weight: 99, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc.tuple(anyText, fc.constantFrom(...long), anyText).map((parts) => parts.join('')),
  },
);
