import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { FileScope } from './file-scope.ts';
import { locatorCode } from './locator-code.ts';

type Position = Extract<Interaction, { action: 'SCROLL' }>['calledWith'];

/** The next step may not come while the page still glides. */
const atOnce = "behavior: 'instant'";

/**
 * SCROLL as a statement. With a position the page, or the element, is scrolled to it; without one the element comes
 * into view, or the page goes to its end.
 */
export function scrollCode(
  position: Position,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  const { x, y } = position ?? {};
  const to = [...(x === undefined ? [] : [`left: ${x}`]), ...(y === undefined ? [] : [`top: ${y}`])];
  if (selectors.length > 0) {
    const locator = locatorCode(selectors, scope);
    return to.length === 0
      ? `await ${locator}.scrollIntoViewIfNeeded();`
      : `await ${locator}.evaluate((element) => element.scrollTo({ ${to.join(', ')}, ${atOnce} }));`;
  }
  const place = to.length === 0 ? 'top: document.documentElement.scrollHeight' : to.join(', ');
  return `await page.evaluate(() => window.scrollTo({ ${place}, ${atOnce} }));`;
}
