import type { BrowserContext } from 'playwright-core';
import { driverVersion } from '../browser/driver.ts';

/**
 * What the driver's own recorder chooses selectors with, as `window.playwright` of each page. The driver has it for the
 * console of its developers; the function that installs it is private.
 */
interface DriverLocators {
  /** A selector of the driver that finds only this element. */
  selector(element: Element): string;
  /** The same as a locator of a language; `jsonl` is JSON. */
  generateLocator(element: Element, language: 'jsonl'): string;
  /** The elements that a selector of the driver finds, in the document and in open shadow roots. */
  $$(selector: string): Element[];
  /** The element in the accessibility tree, such as `- button "Save"`, followed by what is in it. */
  ariaSnapshot(element: Element, options?: { readonly mode: 'ai' }): string;
}

export interface RoleAndName {
  readonly role: string;
  /** Without characters of an icon font at its ends. */
  readonly name: string;
  /** Whether the name has such characters for the driver. */
  readonly hasIcon: boolean;
}

declare global {
  interface Window {
    readonly playwright?: DriverLocators;
  }
}

/**
 * Installs `window.playwright` in all pages and frames of a context, also in those that open later. Once is enough: the
 * driver remembers it.
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

/** An expression for a page: a function that gives the role and the name of each of its present elements. */
export const rolesAndNames = `(${readRolesAndNames})(${withoutIcon})`;

/**
 * Finds out the roles and names of all visible elements of a document at once: the driver notes them in the elements while it makes
 * a snapshot with references. Runs in the page as its source text, so it may only use what it declares.
 * @returns a function of an element; its result is undefined if the element has no role.
 */
function readRolesAndNames(
  nameWithoutIcon: (name: string) => string,
): (element: Element) => RoleAndName | undefined {
  window.playwright?.ariaSnapshot(document.documentElement, { mode: 'ai' });
  return (element) => {
    const noted: { role?: string; name?: string } | undefined = Reflect.get(element, '_ariaRef');
    if (element.closest('[aria-hidden=true]') !== null) return undefined;
    if (noted?.role !== undefined) {
      return noted.role === 'generic' ? undefined : roleAndName(noted.role, noted.name ?? '');
    }
    // The snapshot leaves out what the mouse cannot reach, such as a disabled button of some themes.
    if (!element.matches('button,a[href],input,select,textarea,[role]')) return undefined;
    const snapshot = window.playwright?.ariaSnapshot(element) ?? '';
    const [, role, name] = /^- '?([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(snapshot) ?? [];
    if (role === undefined || role === 'text' || role === 'generic') return undefined;
    return roleAndName(role, name === undefined ? '' : String(JSON.parse(name.replaceAll("''", "'"))));
  };

  function roleAndName(role: string, fullName: string): RoleAndName {
    const name = nameWithoutIcon(fullName);
    return { role, name, hasIcon: name !== fullName };
  }
}

/**
 * An accessible name without the characters of an icon font at its ends: nobody can read or type them. Runs in the page as
 * its source text.
 */
export function withoutIcon(name: string): string {
  return name.replace(/^[\s\ue000-\uf8ff]+|[\s\ue000-\uf8ff]+$/g, '');
}
