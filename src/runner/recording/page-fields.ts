import type { ListenerTools } from './page-listener.ts';

/**
 * Reports what is entered and chosen in fields. Runs in the page as its source text, so it may only use what it declares.
 * @returns the files that were selected, by the number of the action.
 */
export function createPageFields(tools: ListenerTools): Map<number, readonly File[]> {
  const { locators, report, reportOn, inputType, targetOf } = tools;
  const files = new Map<number, readonly File[]>();
  const secrets = new WeakSet<Element>();

  tools.listenToAll('click', onClick);
  tools.listen('input', onInput);
  tools.listenToAll('change', onChange);
  return files;

  /** A button that opens the file chooser: the test sets the file instead. */
  function onClick(event: MouseEvent): void {
    const target = targetOf(event);
    if (target !== undefined && inputType(target) === 'file') report({ name: 'fileChooser' });
  }

  function onInput(_: Event, target: Element): void {
    if (target instanceof HTMLSelectElement) reportSelection(target);
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || /^(checkbox|radio|file)$/.test(target.type)) return;
    reportOn(target, {
      name: 'fill',
      locator: locators.locate(target),
      text: target.value,
      ...(isSecret(target) ? { isSecret: true } : {}),
    });
  }

  /** Once a password, always a password: many pages have a button that shows it. */
  function isSecret(field: HTMLInputElement | HTMLTextAreaElement): boolean {
    if (field.type === 'password' || /-password$/.test(field.autocomplete)) secrets.add(field);
    return secrets.has(field);
  }

  function reportSelection(select: HTMLSelectElement): void {
    const names = [...select.selectedOptions].map((option) => {
      const isUnique = [...select.options].filter(({ label }) => label === option.label).length === 1;
      return isUnique && option.label.trim() !== '' ? option.label : option.value;
    });
    reportOn(select, { name: 'select', locator: locators.locate(select), options: names });
  }

  /** Some pages and drivers set files with events of their own, so these count as well. */
  function onChange(event: Event): void {
    const target = targetOf(event);
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return;
    const chosen = [...(target.files ?? [])];
    if (chosen.length === 0) return;
    // Each frame has files of its own.
    const number = Math.floor(Math.random() * 2 ** 40);
    files.set(number, chosen);
    const names = chosen.map(({ name }) => name);
    report({ name: 'setInputFiles', locator: locators.locate(target), files: names, number });
  }
}
