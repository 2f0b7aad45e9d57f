import { type ExchangeSelector, isPick } from './selector.ts';

/** Elements that every page has, such as `html > body:visible` and `:is(body)`. */
const isRoot =
  /^((html|:root)[\s>]*)?(html|body|\*|)(:(visible|root|scope|defined|hover|empty|(first|last|only)-(child|of-type)))*$/i;

/** Whether any part of a CSS selector may find the root of a page. */
function mayFindRoot(selector: string): boolean {
  const plain = selector
    .replace(/^\s*css=|>>\s*visible=true\s*$|\/\*.*?\*\//g, '')
    .replace(/:(?:not|nth-[\w-]+|lang|dir)\([^()]*\)/gi, '')
    .replace(/:(?:is|where)\(([^()]*)\)/gi, '$1');
  // A list is met by any of its parts.
  return plain.split(',').some((part) => isRoot.test(part.trim()));
}

/** Whether selectors find the root of a page or frame. */
export function findsRoot(selectors: readonly ExchangeSelector[]): boolean {
  const last = selectors.findLast((each) => !isPick(each) && !excludesOnly(each));
  if (last?.selectorType === 'ROLE') return last.selector === 'document' && last.options?.name === undefined;
  return last?.selectorType === 'CSS' && mayFindRoot(last.selector);
}

/** Whether a selector only says what its element does not have. */
function excludesOnly({ selectorType, options }: ExchangeSelector): boolean {
  return selectorType === 'FILTER' && options?.hasText === undefined;
}
