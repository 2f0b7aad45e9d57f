import { cut, joinFilled, showInvisible } from '../../common/text.ts';
import { textOrPattern } from './pattern.ts';
import { type ExchangeSelector, isPick } from './selector.ts';

/**
 * Describes the element that a chain of selectors finds, as a person would say it:
 * `the 2nd button "Delete" in the row with "Tea"`.
 * @returns an empty text if there are no selectors.
 */
export function describeElement(selectors: readonly ExchangeSelector[]): string {
  const elements: string[] = [];
  for (const selector of selectors) {
    const element = elements.pop();
    if (element === undefined) elements.push(`the ${nounOf(selector)}`);
    else if (selector.selectorType === 'FILTER')
      elements.push(joinFilled([element, condition(selector)], ' '));
    else if (isPick(selector)) elements.push(element.replace(/^the /, `the ${ordinal(selector)} `));
    else elements.push(element, `the ${nounOf(selector)}`);
  }
  return elements.reverse().join(' in ');
}

const maxCharacters = 200;

/** A text in quotation marks, or a pattern as it is: one line of at most 200 characters. */
export function quoted(text: string): string {
  const shown = (each: string) => cut(showInvisible(each.replace(/\s*[\r\n]+\s*/g, ' ')), maxCharacters);
  try {
    const found = textOrPattern(text);
    return typeof found === 'string' ? `"${shown(found)}"` : shown(String(found));
  } catch {
    // Not a valid regular expression: show it as it was written.
    return `"${shown(text)}"`;
  }
}

function nounOf({ selectorType, selector, options }: ExchangeSelector): string {
  switch (selectorType) {
    case 'ROLE':
      return joinFilled([...states(options ?? {}), selector, options?.name && quoted(options.name)], ' ');
    case 'TEXT':
      return `text ${quoted(selector)}`;
    case 'LABEL':
      return `field ${quoted(selector)}`;
    case 'FRAME':
      return `frame ${quoted(selector)}`;
    case 'ALT_TEXT':
      return `image ${quoted(selector)}`;
    case 'PLACEHOLDER':
      return `field with the placeholder ${quoted(selector)}`;
    case 'TITLE':
      return `element with the title ${quoted(selector)}`;
    case 'TEST_ID':
      return `element with the test ID ${quoted(selector)}`;
    default:
      return joinFilled(['element', selector && quoted(selector)], ' ');
  }
}

/** What the options of a ROLE selector ask for, and the opposite. */
const stateNames = {
  checked: ['checked', 'unchecked'],
  disabled: ['disabled', 'enabled'],
  expanded: ['expanded', 'collapsed'],
  pressed: ['pressed', 'unpressed'],
  selected: ['selected', 'unselected'],
} as const;

function states(options: NonNullable<ExchangeSelector['options']>): string[] {
  const names = (['checked', 'disabled', 'expanded', 'pressed', 'selected'] as const).flatMap((state) => {
    const [yes, no] = stateNames[state];
    return options[state] === undefined ? [] : [options[state] ? yes : no];
  });
  return options.level === undefined ? names : [...names, `level ${options.level}`];
}

function condition({ options }: ExchangeSelector): string {
  const { hasText, hasNotText } = options ?? {};
  return joinFilled(
    [hasText && `with ${quoted(hasText)}`, hasNotText && `without ${quoted(hasNotText)}`],
    ' and ',
  );
}

const ordinalSuffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });

/** `first`, `2nd`, `last`, `2nd to last`: a negative index counts from the end. */
function ordinal({ selectorType, selector }: ExchangeSelector): string {
  const index = selectorType === 'FIRST' ? 0 : selectorType === 'LAST' ? -1 : Number(selector);
  if (index === 0) return 'first';
  if (index === -1) return 'last';
  const number = index > 0 ? index + 1 : -index;
  const name = `${number}${ordinalSuffixes[ordinalRules.select(number)] ?? 'th'}`;
  return index > 0 ? name : `${name} to last`;
}
