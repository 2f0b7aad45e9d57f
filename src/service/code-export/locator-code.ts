import {
  countsHidden,
  type ExchangeSelector,
  isNarrowing,
  isPick,
  needsVisibleFilter,
} from '../../contract/exchange/selector.ts';
import { printCall } from '../locator-line/print-locator.ts';
import { type FileScope, StepProblem } from './file-scope.ts';
import { textCode } from './text-code.ts';

const visible = 'filter({ visible: true })';

/**
 * The locator of a step, which finds what `runner/locator.ts` finds: the chain is read left to right, and only visible
 * elements count, unless a ROLE says `includeHidden`.
 * @param hiddenToo lets the last selector find hidden elements, and what picks from them too.
 * @throws StepProblem if the chain can't find an element.
 */
export function locatorCode(
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
  { hiddenToo = false } = {},
): string {
  const last = selectors.at(-1);
  if (last === undefined) throw new StepProblem('The step has no selector. Add one for its element.');
  if (last.selectorType === 'FRAME') {
    throw new StepProblem(
      'The selector chain ends with FRAME. Add a selector for the element inside the frame.',
    );
  }
  const links = selectors.map((each, index) =>
    linkCode(each, selectors[index - 1], { scope, hidden: countsHidden(selectors, index, hiddenToo) }),
  );
  return ['page', ...links, ...(!hiddenToo && needsVisibleFilter(selectors) ? [visible] : [])].join('.');
}

function linkCode(
  selector: ExchangeSelector,
  previous: ExchangeSelector | undefined,
  { scope, hidden }: { readonly scope: FileScope; readonly hidden: boolean },
): string {
  const code = textCode(scope);
  if (selector.selectorType === 'FRAME') {
    return `locator(${code.plain(selector.selector)}).${visible}.contentFrame()`;
  }
  if (isNarrowing(selector) && (previous === undefined || previous.selectorType === 'FRAME')) {
    throw new StepProblem(
      `${selector.selectorType} narrows the elements of another selector. Add a selector before it.`,
    );
  }
  const link = printCall(selector, code);
  // Hidden elements may not stand for choice, unless they count.
  return isPick(selector) && !hidden ? `${visible}.${link}` : link;
}
