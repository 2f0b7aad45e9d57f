import type { ListenerTools } from './page-listener.ts';

/** Reports keys that do more than change a field. Runs in the page as its source text, so it may only use what it declares. */
export function createPageKeyboard(tools: ListenerTools): void {
  const { locators, report, inputType, modifierBits } = tools;
  const steppers = ['number', 'date', 'time', 'month', 'week', 'datetime-local', 'range', 'color'];
  /** Fields with several parts, such as day and month: Tab may only go to the next one. */
  const ofParts = ['date', 'time', 'month', 'week', 'datetime-local'];
  let lastKey = '';
  /** The field whose suggestions a test already waits for. */
  let suggestedTo: Element | undefined;
  /** Reports a key that the page takes, once it is known whether it does. */
  let reportTaken = () => {};

  tools.listen('keydown', onKeyDown);
  tools.listen('beforeinput', onBeforeInput);
  tools.listen('paste', onPaste);
  tools.listen('input', () => {
    suggestedTo = undefined;
  });

  function isEditable(element: Element): element is HTMLElement {
    return element instanceof HTMLElement && element.isContentEditable;
  }

  function onKeyDown(event: KeyboardEvent, target: Element): void {
    // The choice of a suggestion comes as an event without a key.
    if (!(event instanceof KeyboardEvent) || event.isComposing) return;
    reportTaken();
    lastKey = event.key;
    if (['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'Process', 'Dead', 'CapsLock'].includes(event.key))
      return;
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
    if (isOfBrowser(event)) return;
    if (isEditable(target)) {
      if (isPasting(event)) return;
      const locator = locators.locate(target);
      if (isText) report({ name: 'type', locator, text: event.key });
      else report({ name: 'press', locator, key: event.key, modifiers: modifierBits(event) });
    } else if (isPressed(target, event, isText)) {
      const isPage = target === document.body || target === document.documentElement;
      const locator = isPage ? {} : { locator: locators.locate(target) };
      const modifiers = isText ? 0 : modifierBits(event);
      if (event.key.startsWith('Arrow')) waitForSuggestion(target);
      const press = { name: 'press', ...locator, key: event.key, modifiers };
      if (event.key === 'Tab' && ofParts.includes(inputType(target) ?? '')) expectLeft(press, target);
      else report(press);
    } else if (target instanceof HTMLInputElement && (isText || event.key === 'Backspace')) {
      expectTaken(event, target);
    }
  }

  /**
   * A key that changes no text, but the page: a comma that ends an entry, Backspace that removes the entry before, any
   * key in a field that writes its text itself.
   */
  function expectTaken(event: KeyboardEvent, field: HTMLInputElement): void {
    if (event.repeat || field.type === 'password' || /-password$/.test(field.autocomplete)) return;
    const { value } = field;
    if (event.key === 'Backspace' && value !== '') return;
    const locator = locators.locate(field);
    let hasEffect = false;
    const observer = new MutationObserver(() => {
      hasEffect = true;
    });
    observer.observe(field.ownerDocument, { childList: true, characterData: true, subtree: true });
    reportTaken = () => {
      reportTaken = () => {};
      const isTaken = event.defaultPrevented || event.key === 'Backspace';
      hasEffect ||= field.value !== value || observer.takeRecords().length > 0;
      observer.disconnect();
      if (isTaken && hasEffect) report({ name: 'press', locator, key: event.key, modifiers: 0 });
    };
    setTimeout(() => reportTaken());
  }

  /** Reports Tab if it leaves a field. */
  function expectLeft(press: object, field: Element): void {
    reportTaken = () => {
      reportTaken = () => {};
      const root = field.getRootNode();
      const scope = root instanceof ShadowRoot ? root : document;
      // `:focus` does not match a field whose picker has the focus.
      if (scope.activeElement !== field) report(press);
    };
    setTimeout(() => reportTaken());
  }

  /** Suggestions often come a while after the text. A test that presses a key before them chooses none. */
  function waitForSuggestion(field: Element): void {
    if (!field.matches('input,textarea') || field === suggestedTo) return;
    const options = [...document.querySelectorAll('[role=option]')];
    const [first] = options.filter((each) => each.checkVisibility());
    if (first === undefined) return;
    suggestedTo = field;
    report({ name: 'assertVisible', locator: locators.locate(first) });
  }

  /** Whether a key does more than change the value of its field, which is recorded itself. */
  function isPressed(
    target: Element,
    { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
    isText: boolean,
  ): boolean {
    if (target instanceof HTMLSelectElement) return key === 'Tab' || key === 'Escape';
    const type = target instanceof HTMLTextAreaElement ? 'textarea' : inputType(target);
    const hasValue = type !== undefined && !['checkbox', 'radio', 'button', 'submit', 'reset'].includes(type);
    // Outside of fields, Control+z is a key of the app.
    if (!hasValue) return !((ctrlKey || metaKey) && /^[acvx]$/i.test(key));
    if (isText || /^(Backspace|Delete|Home|End|ArrowLeft|ArrowRight|Insert)$/.test(key)) return false;
    if ((ctrlKey || metaKey || altKey) && key.length === 1) return !/^[acvxyz]$/i.test(key);
    if (type === 'textarea') return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey;
    return !(/^(Arrow|Page)/.test(key) && steppers.includes(type));
  }

  /** Keys that browsers keep for themselves. */
  function isOfBrowser({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
    if (/^F(5|6|11|12)$/.test(key)) return true;
    if (altKey) return key === 'ArrowLeft' || key === 'ArrowRight';
    return (ctrlKey || metaKey) && (/^[rtwnl0+-]$/i.test(key) || (shiftKey && /^[cij]$/i.test(key)));
  }

  function isPasting({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    return ((ctrlKey || metaKey) && key.toLowerCase() === 'v') || (shiftKey && key === 'Insert');
  }

  /** Text that comes without a key: of an input method, or of a picker of characters. */
  function onBeforeInput(event: InputEvent, target: Element): void {
    if (!isEditable(target)) return;
    const isComposed = event.inputType === 'insertText' && event.data !== null && event.data !== lastKey;
    if (isComposed) report({ name: 'type', locator: locators.locate(target), text: event.data });
  }

  function onPaste(event: ClipboardEvent, target: Element): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isEditable(target) && text !== '') report({ name: 'type', locator: locators.locate(target), text });
  }
}

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
      // A step selects the first option that has the text as its label or as its value.
      const isMeant = ({ label, value }: HTMLOptionElement) =>
        label === option.label || value === option.label;
      const isUnique = [...select.options].filter(isMeant).length === 1;
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
