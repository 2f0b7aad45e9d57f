import fc from 'fast-check';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { pattern } from '../../support/steps.ts';

const text = fc.oneof(hostileText, fc.string({ unit: 'binary' })).filter((each) => each !== '');

/** Sources of regular expressions, with what is hard to write as a literal. */
export const patternSource: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(
      '^Order \\d+$',
      'a/b',
      'a\\/b',
      '[/]',
      '',
      '[\\]/]',
      'a\nb',
      '\\\n',
      "it's",
      '"',
      `\`\${x}\``,
      '\u2028',
    ),
    fc.string({ unit: 'grapheme-ascii' }),
    hostileText,
  )
  .filter(isPattern);

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}

const textOrPattern = fc.oneof(text, patternSource.map(pattern));

/** Options, each there or not; undefined where none is. */
function options<T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record(model, { requiredKeys: [] });
}

function link<T extends object>(
  selectorType: ExchangeSelector['selectorType'],
  selector: fc.Arbitrary<string>,
  given: fc.Arbitrary<T>,
): fc.Arbitrary<ExchangeSelector> {
  return fc.tuple(selector, given).map(([value, chosen]) => ({
    selectorType,
    selector: value,
    ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }),
  }));
}

const flag = fc.boolean();
const exact = options({ exact: flag });
const none = fc.constant({});
const roleOptions = options({
  name: textOrPattern,
  exact: flag,
  checked: flag,
  disabled: flag,
  expanded: flag,
  includeHidden: flag,
  level: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  pressed: flag,
  selected: flag,
});

const finder = fc.oneof(
  link('CSS', text, none),
  link('ROLE', fc.constantFrom('button', 'LINK', '$ROLE'), roleOptions),
  link('TEST_ID', textOrPattern, none),
  ...(['TEXT', 'ALT_TEXT', 'LABEL', 'TITLE', 'PLACEHOLDER'] as const).map((type) =>
    link(type, textOrPattern, exact),
  ),
);
const frame = link('FRAME', text, none);
const narrower = fc.oneof(
  link('FILTER', fc.constant(''), options({ hasText: textOrPattern, hasNotText: textOrPattern })),
  link('FIRST', fc.constant(''), none),
  link('LAST', fc.constant(''), none),
  link('NTH', fc.oneof(fc.integer(), fc.bigInt()).map(String), none),
);

const found = fc.tuple(finder, fc.array(narrower, { maxLength: 3 })).map(([first, rest]) => [first, ...rest]);

/** Any chain that finds something: frames and finders, each narrowed or not, and a finder at the end. */
export const selectorChain: fc.Arbitrary<ExchangeSelector[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        found,
        frame.map((each) => [each]),
      ),
      { maxLength: 4 },
    ),
    found,
  )
  .map(([before, last]) => [...before.flat(), ...last]);
