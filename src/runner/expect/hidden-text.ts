import { pageFunction } from '../../common/page-function.ts';

/** The source of `showsText`. */
export const textShown = pageFunction(showsText, [isRendered]);

/** An expected text or pattern as the argument of `showsText`. */
export function shownTextArgument(expected: string | RegExp): string {
  const parts = typeof expected === 'string' ? [expected] : [expected.source, expected.flags];
  // Quotation marks and brackets would mean something in a selector.
  return encodeURIComponent(JSON.stringify(parts)).replaceAll("'", '%27');
}

/**
 * In the page: false if an element contains a text only together with what is not rendered, which the driver compares as well.
 * @param argument that of `shownTextArgument`.
 */
function showsText(target: Element, argument: string): boolean {
  const [expected, flags]: [string, string?] = JSON.parse(decodeURIComponent(argument));
  const normalize = (text: string) =>
    text
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const isIn = (text: string) =>
    flags === undefined
      ? normalize(text).includes(normalize(expected))
      : new RegExp(expected, flags).test(text);
  const texts = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
  let [all, shown] = ['', ''];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { parentElement, nodeValue } = node;
    if (parentElement === null || parentElement.matches('script, style, noscript')) continue;
    all += nodeValue;
    if (isRendered(parentElement)) shown += nodeValue;
  }
  return isIn(shown) || !isIn(all);
}

/** Options and titles are shown in another way, and so is what a shadow root may show: it has no style of its own. */
function isRendered(element: Element): boolean {
  if (element.checkVisibility({ visibilityProperty: true })) return true;
  return element.closest('option, title, desc') !== null || getComputedStyle(element).display === '';
}
