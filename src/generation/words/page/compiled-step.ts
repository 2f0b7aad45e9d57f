import { escapeRegExp } from '../../../common/text.ts';
import type { Assertion } from '../../../contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../../contract/exchange/interaction.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import { isCustomList } from './control-types.ts';
import { isSameText } from './element-texts.ts';
import { Unresolved } from './unresolved.ts';

export interface CompiledStep {
  readonly element: ExchangeElement;
  readonly target: PageElement | undefined;
  /** Whether the step is refused if it changes nothing on the page, because nothing marks its element as a control. */
  readonly hasToChange?: true;
}

export function act(interaction: Interaction, target?: PageElement): CompiledStep {
  return { element: { selectors: [...(target?.selectors ?? [])], interaction }, target };
}

/** How often a step may be repeated: more would be a loop. */
const maxRepeats = 10;

/** Steps that are done several times. @throws Unresolved */
export function repeated(steps: readonly CompiledStep[], count: number): CompiledStep[] {
  if (count < 1 || count > maxRepeats) throw new Unresolved(`A step can run 1 to ${maxRepeats} times`);
  return Array.from({ length: count }, () => steps).flat();
}

export function expects(
  assertion: Assertion,
  target?: PageElement,
  selectors: readonly ExchangeSelector[] = target?.selectors ?? [],
): CompiledStep {
  return { element: { selectors: [...selectors], assertion }, target };
}

/** Expects that there are so many elements. */
export function hasCount(calledWith: number, selectors: readonly ExchangeSelector[]): CompiledStep {
  return expects({ expectation: 'TO_HAVE_COUNT', calledWith }, undefined, selectors);
}

/** Expects that an element is visible. */
export function isVisible(selectors: readonly ExchangeSelector[]): CompiledStep {
  return expects({ expectation: 'VISIBLE' }, undefined, selectors);
}

/** Expects that no such element is visible. */
export function isAbsent(selectors: readonly ExchangeSelector[]): CompiledStep {
  return expects({ expectation: 'NOT_VISIBLE' }, undefined, selectors);
}

/** Expects the value of a field; of a list, that of the option with this label. */
export function holds(found: PageElement, calledWith: string): CompiledStep {
  if (isCustomList(found)) return expects({ expectation: 'TO_HAVE_TEXT', calledWith }, found);
  const { options = [], optionValues = [] } = found.field ?? {};
  const value = optionValues[options.findIndex((each) => isSameText(each, calledWith))];
  return expects({ expectation: 'TO_HAVE_VALUE', calledWith: value ?? calledWith }, found);
}

/** That a box, an option or a toggle button is chosen or not. */
export function isSetTo(found: PageElement, isChosen: boolean): CompiledStep {
  const attribute = { button: 'aria-pressed', tab: 'aria-selected', option: 'aria-selected' }[found.role];
  if (attribute === undefined)
    return expects({ expectation: isChosen ? 'TO_BE_CHECKED' : 'NOT_TO_BE_CHECKED' }, found);
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: [attribute, String(isChosen)] }, found);
}

export function containing(part: string): string {
  return patternText(`.*${escapeRegExp(part)}.*`);
}

/** An expectation of an element whose text may change. */
export function expectsOf(assertion: Assertion, found: PageElement): CompiledStep {
  return expects(assertion, found, found.selectorsWithoutText ?? found.selectors);
}
