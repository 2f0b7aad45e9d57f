import type { Locator } from 'playwright-core';
import { pageFunction } from '../common/page-function.ts';

const engine = 'gate-file-input';

/** The selector engine of `fileInputsOf`, by its name. */
export const fileInputEngine: readonly [name: string, source: string] = [
  engine,
  `({ queryAll: ${pageFunction(fileInputs, [])} })`,
];

/** The file inputs that the elements of a locator are, have inside them, or are the labels of. */
export function fileInputsOf(elements: Locator): Locator {
  return elements.locator(`${engine}=true`).describe(`${elements}`);
}

/** In the page. */
function fileInputs(element: Element): Element[] {
  const control = element.closest('label')?.control ?? element;
  const inputs = new Set([control, ...element.querySelectorAll('input')]);
  return [...inputs].filter((each) => each instanceof HTMLInputElement && each.type === 'file');
}

/** In the page: the type of an input, or of the input of a label. Null if a click on the element may open a file chooser. */
export function fieldType(element: Element): string | null {
  const control = element.closest('label')?.control ?? element;
  const isField = control instanceof HTMLInputElement && !/^(?:button|submit|image)$/.test(control.type);
  return isField ? control.type : null;
}
