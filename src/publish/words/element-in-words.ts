import { textOrPattern } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';

/** Says which element a chain of selectors means, such as: button “Pay”, the first one. */
export function elementInWords(selectors: readonly ExchangeSelector[]): string {
  return selectors
    .map(selectorInWords)
    .filter((words) => words !== '')
    .join(', ');
}

/** A text in quotation marks, or the pattern that stands in its place. */
export function quoted(text: string): string {
  try {
    const found = textOrPattern(text);
    return typeof found === 'string' ? `“${found}”` : String(found);
  } catch {
    // No regular expression: it is said as it was written.
    return `“${text}”`;
  }
}

function selectorInWords({ selectorType, selector, options }: ExchangeSelector): string {
  switch (selectorType) {
    case 'ROLE':
      return options?.name === undefined ? selector : `${selector} ${quoted(options.name)}`;
    case 'TEXT':
      return quoted(selector);
    case 'CSS':
      return selector;
    case 'FIRST':
    case 'LAST':
      return `the ${selectorType.toLowerCase()} one`;
    case 'NTH':
      return nthInWords(Number(selector));
    case 'FILTER':
      return [
        options?.hasText === undefined ? '' : `with ${quoted(options.hasText)}`,
        options?.hasNotText === undefined ? '' : `without ${quoted(options.hasNotText)}`,
      ]
        .filter((part) => part !== '')
        .join(' and ');
    default:
      return `${selectorType.toLowerCase().replaceAll('_', ' ')} ${quoted(selector)}`;
  }
}

/** Counts from one; a negative number counts from the end. */
function nthInWords(index: number): string {
  if (index >= 0) return `number ${index + 1}`;
  return index === -1 ? 'the last one' : `number ${-index} from the end`;
}
