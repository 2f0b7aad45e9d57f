import { mapTexts } from '../common/fields.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';

/** Other values, such as an address or a number, have a form that a suffix may break. */
const plainText = /^\p{L}[\p{L}\p{N} '-]+$/u;

/**
 * For an app that keeps what each play adds: the case with values that are new in each run, in the place of typed texts
 * that it looks for later.
 * @returns undefined if there are none.
 */
export function withNewValues(testCase: ExchangeTestCase): ExchangeTestCase | undefined {
  const values = testCase.elements.flatMap((element, index) => {
    const text = element.interaction?.action === 'ENTER_TEXT' ? element.interaction.calledWith : undefined;
    if (typeof text !== 'string' || !plainText.test(text)) return [];
    return testCase.elements.slice(index + 1).some((later) => looksFor(later, text)) ? [text] : [];
  });
  if (values.length === 0) return undefined;
  const renew = (text: string) => (values.includes(text) ? `${text} ${newValue}` : text);
  return { ...testCase, elements: testCase.elements.map((each) => mapTexts(each, renew)) };
}

/** Eight characters that are new in each run. */
const newValue = '$OCTO_STABLE_UUID_SHORT';

/** Whether an assertion names a text, or finds its element by it. */
function looksFor({ assertion, selectors }: ExchangeElement, text: string): boolean {
  return (
    assertion != null && JSON.stringify([assertion.calledWith, selectors]).includes(JSON.stringify(text))
  );
}
