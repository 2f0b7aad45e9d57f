import type { PageOperators, PageSite, PageTools } from './page-elements.ts';

/** Breaks controls, links, forms and fields. Runs in the page as its source text, so it may only use what it declares. */
export function createControlOperators({
  elements,
  isListenedTo,
  beforeListeners,
}: PageTools): PageOperators {
  const { fieldOf } = elements;
  const buttons =
    'button,summary,input[type=button],input[type=reset],[role=button],[role=tab],[role=switch],[role=checkbox],[role=menuitem]';
  const submits = 'input[type=submit],input[type=image]';
  const fields =
    'input:not([type=hidden],[type=submit],[type=button],[type=reset],[type=image],[type=file]),select,textarea';
  const pressed = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'];
  const constraints = ['required', 'pattern', 'min', 'max', 'minlength', 'step'];
  const missing = '/this-page-does-not-exist';
  /** The element that is broken. */
  let target: HTMLElement | undefined;

  return {
    'dead-control': {
      sites: () => sitesOf(buttonsThatAct()),
      apply: remember,
      install: () => stopEvents(pressed, (event) => event.preventDefault()),
    },
    'handler-throws': {
      sites: () =>
        sitesOf(
          all(`${buttons},${submits}`).filter((each) =>
            submitsForm(each) ? isListenedTo(each, ['submit']) : isListenedTo(each, ['click']),
          ),
        ),
      apply: remember,
      install: () =>
        beforeListeners((event) => {
          const isSubmit = event instanceof SubmitEvent && event.submitter === target;
          const isClick = event.type === 'click' && isAtTarget(event);
          if (isSubmit || isClick) throw new Error('A mutant stops this handler.');
        }),
    },
    'broken-link': {
      sites: () => sitesOf(all('a[href]').filter(isPageLink)),
      apply(site) {
        remember(site);
        if (site.element.getAttribute('href') !== missing) site.element.setAttribute('href', missing);
        return undefined;
      },
      // A router of the app does not read the attribute.
      install: () => stopEvents(['click'], () => {}),
    },
    'submit-lost': {
      sites: () => sitesOf(elements.all('form').filter(isSent)),
      apply: remember,
      install: () => stopEvents(['submit'], (event) => event.preventDefault()),
    },
    'field-dropped': {
      sites: () => sitesOf(all(fields).filter(isRead)),
      apply: remember,
      install() {
        stopEvents(['input', 'change'], () => {});
        addEventListener('formdata', ({ formData }) => formData.delete(fieldOf(target)?.name ?? ''), true);
        addEventListener('submit', clearForNow, true);
        addEventListener('click', clearForNow, true);
      },
    },
    'validation-removed': {
      sites: () => sitesOf(all(fields).filter(isValidated)),
      apply({ element }) {
        for (const name of constraints) element.removeAttribute(name);
        if (element instanceof HTMLInputElement && /^(?:email|url|number)$/.test(element.type)) {
          element.type = 'text';
        }
        return undefined;
      },
    },
    'element-hidden': {
      sites: () =>
        sitesOf(elements.all(`${buttons},${submits},a[href],${fields},h1,h2,h3,img[alt]:not([alt=""])`)),
      apply: ({ element }) => setStyle(element, 'display', 'none'),
    },
    'element-covered': {
      sites: () =>
        sitesOf([
          ...buttonsThatAct(),
          ...all(`button,${submits}`).filter(submitsForm),
          ...all('a[href]').filter((each) => !('href' in each) || each.href !== location.href),
        ]),
      apply: ({ element }) => setStyle(element, 'pointer-events', 'none'),
    },
  };

  /** The visible elements that can be used. A selected tab is where the user is already. */
  function all(selector: string): HTMLElement[] {
    const unusable =
      ':disabled,[aria-disabled=true],[aria-selected=true],[aria-current]:not([aria-current=false])';
    return elements.all(selector).filter((each) => !each.matches(unusable));
  }

  function sitesOf(found: readonly HTMLElement[]): PageSite[] {
    return found.map((each) => elements.site(each)).filter(({ name }) => name !== '');
  }

  function remember({ element }: PageSite): undefined {
    target = element;
  }

  function isAtTarget(event: Event): boolean {
    return target !== undefined && event.composedPath().includes(target);
  }

  /** Events at the broken element do not reach the page. */
  function stopEvents(types: readonly string[], then: (event: Event) => void): void {
    for (const type of types) {
      addEventListener(
        type,
        (event) => {
          if (!isAtTarget(event)) return;
          event.stopImmediatePropagation();
          then(event);
        },
        true,
      );
    }
  }

  /** Buttons that do something themselves. Those that submit a form belong to the form. */
  function buttonsThatAct(): HTMLElement[] {
    return all(buttons).filter(
      (each) =>
        !submitsForm(each) &&
        (isListenedTo(each, pressed) ||
          hasHandler(each) ||
          each.matches('summary,[popovertarget],[commandfor],input[type=reset],button[type=reset]')),
    );
  }

  function submitsForm(element: HTMLElement): boolean {
    return (
      (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
      element.form !== null &&
      /^(?:submit|image)$/.test(element.type)
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

  function isSent(form: HTMLElement): boolean {
    const isNative =
      form instanceof HTMLFormElement && form.method !== 'dialog' && form.hasAttribute('action');
    const isUsable = elements
      .all(`button,${submits}`)
      .some((each) => submitsForm(each) && form.contains(each));
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
    const field = fieldOf(target);
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

  function setStyle(element: HTMLElement, property: string, value: string): undefined {
    if (element.style.getPropertyValue(property) === value) return;
    element.style.setProperty(property, value, 'important');
  }
}
