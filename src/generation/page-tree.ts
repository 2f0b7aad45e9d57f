import type { PageElement, PageView } from '../runner/live-page.ts';

/** The elements in an element. */
export function elementsIn(outer: PageElement, { elements }: PageView): PageElement[] {
  const index = elements.indexOf(outer);
  return elements.filter(({ inside }) => inside.includes(index));
}

/** The elements around an element, from the outermost in. */
export function elementsAround({ inside }: PageElement, { elements }: PageView): PageElement[] {
  return inside.flatMap((index) => elements[index] ?? []);
}
