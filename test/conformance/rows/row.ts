import type { Assertion, Expectation } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../../src/contract/exchange/exchange-test-case.ts';
import type { Action, Interaction } from '../../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import type { Browser } from '../../../src/contract/values.ts';
import { containsText, css, pattern } from '../../support/steps.ts';

/** One way to use a name of the contract, on a page where it passes and where it fails. */
export interface Row {
  /** The name that the row is about. */
  readonly of: Action | Expectation | ExchangeSelector['selectorType'];
  readonly name: string;
  /** The page that both cases start on. */
  readonly html: string;
  readonly pass: readonly ExchangeElement[];
  /** Fails in its last step. */
  readonly fail: readonly ExchangeElement[];
  /** What the failure says: a part of it, or a pattern. */
  readonly message: RegExp | string;
  /** Why a browser can't do it. */
  readonly exceptIn?: Partial<Record<Browser, string>>;
}

/** A step that acts. */
export function acts(interaction: Interaction, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, interaction };
}

/** A step that expects. */
export function expects(assertion: Assertion, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, assertion };
}

/** Adds the function `report` to a page, whose text `reports` expects. */
export const reporting = `<output></output><script>
  function report(text) { document.querySelector('output').textContent = text; }
</script>`;

/** Expects the page to have reported exactly this text. */
export function reports(text: string): ExchangeElement {
  return containsText(pattern(`^${text}$`), css('output'));
}

/** Runs code in a page a while after it has come. */
export function later(code: string): string {
  return `<script>onload = () => setTimeout(() => { ${code} }, 300)</script>`;
}
