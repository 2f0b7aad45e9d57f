import type { BrowserContext } from 'playwright-core';
import { driverVersion } from '../browser/driver.ts';

/**
 * What the driver's own recorder chooses selectors with, as `window.playwright` of each page. The driver has it for the
 * console of its developers; the function that installs it is private.
 */
export interface DriverLocators {
  /** A selector of the driver that finds only this element. */
  selector(element: Element): string;
  /** The same as a locator of a language; `jsonl` is JSON. */
  generateLocator(element: Element, language: 'jsonl'): string;
  /** The elements that a selector of the driver finds, in the document and in open shadow roots. */
  $$(selector: string): Element[];
  /** The element in the accessibility tree, such as `- button "Save"`, followed by what is in it. */
  ariaSnapshot(element: Element): string;
}

declare global {
  interface Window {
    readonly playwright?: DriverLocators;
  }
}

/**
 * Installs `window.playwright` in all pages and frames of a context, also in those that open later.
 * @throws Error if the driver does not have the private function: it comes from another version.
 */
export async function installDriverLocators(context: BrowserContext): Promise<void> {
  if (!('_exposeConsoleApi' in context) || typeof context._exposeConsoleApi !== 'function') {
    throw new Error(
      `Cannot record: playwright-core has no \`_exposeConsoleApi\`. Recording needs version ${driverVersion}.`,
    );
  }
  await context._exposeConsoleApi();
}
