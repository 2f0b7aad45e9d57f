import type { PageOperators, PageTools } from './page-elements.ts';

/** Breaks controls and links. Runs in the page as its source text, so it may only use what it declares. */
export function createControlOperators({
  elements,
  target,
  isListenedTo,
  beforeListeners,
}: PageTools): PageOperators {
  const { all, usable, namedSites, submitsForm, buttons, submits, fields } = elements;
  const pressed = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'];
  const missing = '/this-page-does-not-exist';

  return {
    'dead-control': {
      sites: () => namedSites(buttonsThatAct()),
      apply: target.remember,
      install: () => target.stopEvents(pressed, (event) => event.preventDefault()),
    },
    'handler-throws': {
      sites: () =>
        namedSites(
          usable(`${buttons},${submits}`).filter((each) =>
            submitsForm(each) ? isListenedTo(each, ['submit']) : isListenedTo(each, ['click']),
          ),
        ),
      apply: target.remember,
      install: () =>
        beforeListeners((event) => {
          const isSubmit = event instanceof SubmitEvent && event.submitter === target.get();
          const isClick = event.type === 'click' && target.isOf(event);
          if (isSubmit || isClick) throw new Error('A mutant stops this handler.');
        }),
    },
    'broken-link': {
      sites: () => namedSites(usable('a[href]').filter(isPageLink)),
      apply(site) {
        target.remember(site);
        if (site.element.getAttribute('href') !== missing) site.element.setAttribute('href', missing);
        return undefined;
      },
      // A router of the app does not read the attribute.
      install: () => target.stopEvents(['click'], () => {}),
    },
    'element-hidden': {
      sites: () => namedSites(all(`${buttons},${submits},a[href],${fields},h1,h2,h3,img[alt]:not([alt=""])`)),
      apply: ({ element }) => setStyle(element, 'display', 'none'),
    },
    'element-covered': {
      sites: () =>
        namedSites([
          ...buttonsThatAct(),
          ...usable(`button,${submits}`).filter(submitsForm),
          ...usable('a[href]').filter((each) => !('href' in each) || each.href !== location.href),
        ]),
      apply: ({ element }) => setStyle(element, 'pointer-events', 'none'),
    },
  };

  /** Buttons that do something themselves. Those that submit a form belong to the form. */
  function buttonsThatAct(): HTMLElement[] {
    return usable(buttons).filter(
      (each) =>
        !submitsForm(each) &&
        (isListenedTo(each, pressed) ||
          hasHandler(each) ||
          each.matches('summary,[popovertarget],[commandfor],input[type=reset],button[type=reset]')),
    );
  }

  function hasHandler(element: HTMLElement | null): boolean {
    if (element === null || element === document.body) return false;
    return element.onclick !== null || hasHandler(element.parentElement);
  }

  /** Whether a link leads to another page of the app. */
  function isPageLink(element: HTMLElement): boolean {
    if (!(element instanceof HTMLAnchorElement) || element.hasAttribute('download')) return false;
    const href = element.getAttribute('href') ?? '';
    return element.origin === location.origin && !/^#(?!!?\/)|^$/.test(href);
  }

  function setStyle(element: HTMLElement, property: string, value: string): undefined {
    if (element.style.getPropertyValue(property) === value) return;
    element.style.setProperty(property, value, 'important');
  }
}

/** Breaks forms and fields. Runs in the page as its source text, so it may only use what it declares. */
export function createFormOperators({ elements, target, isListenedTo }: PageTools): PageOperators {
  const { all, usable, namedSites, submitsForm, submits, fields, fieldOf } = elements;
  const constraints = ['required', 'pattern', 'min', 'max', 'minlength', 'step'];

  return {
    'submit-lost': {
      sites: () => namedSites(all('form').filter(isSent)),
      apply: target.remember,
      install: () => target.stopEvents(['submit'], (event) => event.preventDefault()),
    },
    'field-dropped': {
      sites: () => namedSites(usable(fields).filter(isRead)),
      apply: target.remember,
      install() {
        target.stopEvents(['input', 'change'], () => {});
        const drop = ({ formData }: FormDataEvent) => formData.delete(fieldOf(target.get())?.name ?? '');
        addEventListener('formdata', drop, true);
        addEventListener('submit', clearForNow, true);
        addEventListener('click', clearForNow, true);
      },
    },
    'validation-removed': {
      sites: () => namedSites(usable(fields).filter(isValidated)),
      apply({ element }) {
        for (const name of constraints) element.removeAttribute(name);
        if (element instanceof HTMLInputElement && /^(?:email|url|number)$/.test(element.type)) {
          element.type = 'text';
        }
        return undefined;
      },
    },
  };

  function isSent(form: HTMLElement): boolean {
    const isNative =
      form instanceof HTMLFormElement && form.method !== 'dialog' && form.hasAttribute('action');
    const isUsable = all(`button,${submits}`).some((each) => submitsForm(each) && form.contains(each));
    return (isNative && isUsable) || isListenedTo(form, ['submit']) || form.onsubmit !== null;
  }

  /** Whether a form sends the value of a field, or a script listens to it. */
  function isRead(element: HTMLElement): boolean {
    const field = fieldOf(element);
    if (field === undefined || ('readOnly' in field && field.readOnly)) return false;
    const isNamed = field.name !== '' && field.form !== null && isSent(field.form);
    return isNamed || isListenedTo(field, ['input', 'change', 'keyup']);
  }

  /** Scripts that read the value when something is sent find none. */
  function clearForNow(event: Event): void {
    const field = fieldOf(target.get());
    // Before a form is sent, the browser checks its fields.
    if (field === undefined || (event.type === 'click' && field.form !== null)) return;
    if (field instanceof HTMLSelectElement || /^(?:checkbox|radio)$/.test(field.type)) return;
    const { value } = field;
    field.value = '';
    setTimeout(() => {
      field.value = value;
    });
  }

  function isValidated(element: HTMLElement): boolean {
    const field = fieldOf(element);
    if (field?.form == null || field.form.noValidate || !field.willValidate) return false;
    return constraints.some((name) => field.hasAttribute(name)) || /^(?:email|url|number)$/.test(field.type);
  }
}
