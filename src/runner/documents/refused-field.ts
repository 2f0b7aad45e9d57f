import type { TimerOptions } from './pending-timers.ts';

/**
 * Evaluated in a page: what the browser says of a field because of which it did not send a form. A page may also check its fields
 * by itself, which does not make them `:user-invalid`.
 */
export function refusedField({ key }: TimerOptions): string | undefined {
  const refused: Iterable<unknown> = Reflect.get(window, Symbol.for(key))?.refused ?? [];
  for (const field of refused) {
    if (!(field instanceof HTMLElement) || !field.matches(':user-invalid') || !field.checkVisibility())
      continue;
    if (!('labels' in field) || !('validationMessage' in field)) continue;
    const [label] = field.labels instanceof NodeList ? field.labels : [];
    const name =
      label?.textContent?.trim() || field.getAttribute('placeholder') || field.getAttribute('name');
    return `${name ?? field.localName}: ${field.validationMessage}`;
  }
  return undefined;
}
