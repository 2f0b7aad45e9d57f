import { randomUUID } from 'node:crypto';
import type { ExchangeElement, ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';

/** A valid test case; say only what matters to the test. */
export function aCase(overrides: Partial<ExchangeTestCase> = {}): ExchangeTestCase {
  return {
    version: '1',
    id: randomUUID(),
    runStatus: 'ON',
    description: 'A case',
    prompt: '',
    elements: [],
    ...overrides,
  };
}

/** A step that goes to a URL or path. */
export function goTo(calledWith: string): ExchangeElement {
  return { selectors: [], interaction: { action: 'GO_TO', calledWith } };
}

/** A step that expects an element, found by CSS, to be visible. */
export function seesCss(selector: string): ExchangeElement {
  return { selectors: [{ selectorType: 'CSS', selector }], assertion: { expectation: 'VISIBLE' } };
}
