import type { PageElement, PageView } from '../../runner/live-page.ts';
import { variableNames } from '../../runner/variables/variable-text.ts';
import { containerOf, isForPayment } from '../explore/page-forms.ts';
import { dangerOf, isPaymentField, wishForPayment } from '../explore/safety.ts';
import { elementsAround, elementsIn } from '../page-tree.ts';
import { isControl, isField } from '../words/page/control-types.ts';
import { shownElement } from '../words/page/element-texts.ts';
import { Unresolved } from '../words/page/unresolved.ts';

/** What a model may do, whatever it or a page says. */
export interface Rules {
  readonly prompt: string;
  readonly executionUrl: string;
  /** Replaces secrets: a proposal that it changes contains one. */
  readonly redact: (text: string) => string;
}

/** Whether a URL belongs to the app. */
function isOfApp(url: string, { executionUrl }: Rules): boolean {
  return URL.parse(url)?.origin === new URL(executionUrl).origin;
}

/** @throws Unresolved if an element is dangerous to use and the prompt does not ask for it, or leads elsewhere. */
export function checkUse(element: PageElement, view: PageView, rules: Rules): void {
  if (element.isDisabled) throw new Unresolved(`${shownElement(element)} is disabled`);
  if (element.field?.type === 'file') throw new Unresolved('Files cannot be chosen');
  const others = [...elementsAround(element, view), ...elementsIn(element, view)];
  // A click on what is around or in a control may use that one.
  for (const each of [element, ...others.filter(isControl)]) {
    if (!isField(each) && isDangerous(each, rules.prompt)) {
      throw new Unresolved(
        `${shownElement(each)} may delete something, pay, sign out or the like. It is only used if the goal asks for it`,
      );
    }
    const { href } = each;
    if (href !== undefined && /^https?:/.test(href) && !isOfApp(href, rules)) {
      throw new Unresolved(`${shownElement(each)} leads to another origin, which is not visited`);
    }
  }
  const pays = isPaymentField(element) || (element.field === undefined && isForPayment(view, element));
  if (pays && wishForPayment(rules.prompt) !== 'asked') {
    throw new Unresolved(
      'The form asks for the data of a payment. It is only used if the goal asks for paying',
    );
  }
}

/** Whether the name of a control is dangerous, or that of the form or dialog that it is in. */
function isDangerous(element: PageElement, prompt: string): boolean {
  const around = element.within.filter((each) => /^(?:form|dialog|alertdialog)\b/i.test(each));
  return [element.name, ...around].some((name) => dangerOf({ ...element, name }, prompt) !== 'none');
}

/** Checks what an address does when it is opened. @throws Unresolved */
export function checkPath(path: string, { prompt }: Rules): void {
  const name = path.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const link = {
    role: 'link',
    tag: 'a',
    name,
    text: '',
    selectors: [],
    isDisabled: false,
    within: [],
    inside: [],
  };
  if (!isDangerous(link, prompt)) return;
  throw new Unresolved(
    `${path} may delete something, pay, sign out or the like. It is only opened if the goal asks for it`,
  );
}

/** Checks what the Enter key would submit or use. @throws Unresolved */
export function checkEnter(element: PageElement, view: PageView, rules: Rules): void {
  checkUse(element, view, rules);
  const form = containerOf(element);
  if (form === '') return;
  const buttons = view.elements.filter((each) => each.role === 'button' && containerOf(each) === form);
  for (const button of buttons.filter((each) => !each.isDisabled)) checkUse(button, view, rules);
}

/**
 * Reads a text that a model wants to enter or to find.
 * @throws Unresolved if it contains a secret, a pattern, or a variable that the prompt does not name.
 */
export function readText(text: string, { prompt, redact }: Rules): string {
  if (text.includes('OCTOREGEX')) throw new Unresolved('Patterns cannot be used');
  if (text.includes('***')) {
    throw new Unresolved('*** stands for a hidden secret. Use the text before or after it');
  }
  if (redact(text) !== text)
    throw new Unresolved('The text contains a secret. Write the name of its variable');
  const named = variableNames(prompt);
  const unnamed = variableNames(text).filter((name) => !named.includes(name));
  if (unnamed.length > 0) {
    throw new Unresolved(`The goal does not name the variable $${unnamed.join(', $')}, so it cannot be used`);
  }
  return text;
}

/**
 * Reads the address of a page of the app.
 * @returns its path below the URL of the app, with its query and fragment.
 * @throws Unresolved for other addresses.
 */
export function readPath(text: string, rules: Rules): string {
  const base = new URL(rules.executionUrl);
  const root = base.pathname.replace(/\/+$/, '');
  const written = text.trim();
  const isBelowRoot = !written.startsWith('/') || written.startsWith(`${root}/`);
  const url = URL.parse(isBelowRoot ? written : root + written, `${base.origin}${root}/`);
  const isBelow = url !== null && `${url.pathname}/`.startsWith(`${root}/`);
  if (url === null || url.origin !== base.origin || !isBelow || url.username + url.password !== '') {
    throw new Unresolved('Only pages of the app can be opened. Write a path, such as /cart');
  }
  const path = (url.pathname.slice(root.length) || '/') + url.search + url.hash;
  if (variableNames(path).length > 0) throw new Unresolved('An address cannot contain a variable');
  return readText(path, rules);
}
