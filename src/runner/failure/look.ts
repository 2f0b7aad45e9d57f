/** What a person sees of a document at first. */
export interface Look {
  /** The heading, or else the first line of text. */
  readonly shown: string;
  readonly alert: string;
  /** The status of the response; 0 if it is not known. */
  readonly status: number;
}

/** Evaluated in the root element of a page or frame. */
export function look(root: Element): Look {
  const maxCharacters = 1000;
  const textOf = (element: Element) =>
    element instanceof HTMLElement && element.checkVisibility?.({ visibilityProperty: true }) !== false
      ? element.innerText.trim().slice(0, maxCharacters)
      : '';
  const textIn = (selector: string) =>
    [...root.querySelectorAll(selector)].map(textOf).find((text) => text !== '') ?? '';
  const firstLine = (text: string) => text.split('\n')[0]?.trim() ?? '';
  const [navigation] = performance.getEntriesByType('navigation');
  const status = navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0;
  const heading = textIn('h1, [role=heading]') || textIn('h2, h3, legend');
  const alert = textIn('[role=alert]');
  return { shown: heading || firstLine(textOf(root)), alert: alert === heading ? '' : alert, status };
}
