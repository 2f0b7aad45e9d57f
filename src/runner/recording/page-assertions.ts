import type { PageLocators } from './page-locators.ts';

export type AssertionMode = 'visible' | 'text' | 'value' | 'style';

/** Says what can be asserted of elements. Runs in the page as its source text, so it may only use what it declares. */
export function createPageAssertions({ locate }: PageLocators) {
  const maxTextLength = 100;
  const properties =
    'color background-color font-weight font-size text-decoration-line display opacity cursor border-color';

  return {
    /** An action that asserts what an element is now; undefined if it has nothing of the kind. */
    of(element: Element, kind: Exclude<AssertionMode, 'style'>): object | undefined {
      if (kind === 'value') return ofValue(element.closest('label')?.control ?? element);
      if (kind === 'visible') return { name: 'assertVisible', locator: locate(element) };
      const text = textIn(element);
      if (text === undefined) return undefined;
      return { name: 'assertText', locator: locate(element, { withoutText: true }), text };
    },
    /** Actions that assert the style of an element, one for each property. */
    ofStyles(element: Element) {
      const styles = getComputedStyle(element);
      const locator = locate(element);
      return properties.split(' ').map((property) => {
        return { name: 'assertStyle', locator, property, value: styles.getPropertyValue(property) };
      });
    },
  };

  /** The first line of a text: it is compared with the content of the document, which has no lines. */
  function textIn(element: Element): string | undefined {
    const normal = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
    const content = normal(element.textContent);
    const lines = element instanceof HTMLElement ? element.innerText.split('\n') : [content];
    const line = lines.map(normal).find((each) => each !== '' && content.includes(each));
    if (line === undefined) return undefined;
    const isLong = line.length > maxTextLength;
    return isLong ? line.slice(0, maxTextLength).replace(/\s+\S*$/, '') : line;
  }

  function ofValue(control: Element): object | undefined {
    const locator = locate(control);
    if (control.matches(':disabled')) return { name: 'assertDisabled', locator };
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      return { name: 'assertChecked', locator, checked: control.checked };
    }
    const isField =
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement;
    if (!isField) return undefined;
    const isSecret = control instanceof HTMLInputElement && control.type === 'password';
    return { name: 'assertValue', locator, value: control.value, ...(isSecret ? { isSecret } : {}) };
  }
}
