import type { Locator } from 'playwright-core';
import { messageOf } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { describeElement } from '../../contract/exchange/describe-step.ts';
import {
  type CalledWith,
  defaultTypingDelayMs,
  type SelectedOption,
} from '../../contract/exchange/interaction.ts';
import { findsRoot } from '../../contract/exchange/root.ts';
import { inspectTimeoutMs } from '../documents/blank-page.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import { dynamicName } from '../variables/variables.ts';
import { TimedOut, unlessLate } from '../wait.ts';
import type { StepScope } from './step-scope.ts';

/** ENTER_TEXT: replaces the field's value. */
export async function enterText(scope: StepScope, calledWith: string): Promise<void> {
  const text = scope.fill(calledWith);
  try {
    await scope.locator().fill(text, scope.limits());
  } catch (error) {
    // The driver cannot fill fields in some frames of Firefox.
    if (!messageOf(error).includes('__pw_bidiInsertText')) throw error;
    await replaceByKeys(scope, text);
  }
}

async function replaceByKeys(scope: StepScope, text: string): Promise<void> {
  const locator = scope.locator();
  await locator.press('ControlOrMeta+a', scope.limits());
  await locator.press('Delete', scope.limits());
  await locator.pressSequentially(text, scope.limits());
}

/** The element that receives keys. The root of a page does so even if nothing in it gives it a height. */
function keyTarget(scope: StepScope): Locator {
  return scope.locator({ includeHidden: findsRoot(scope.selectors) });
}

/** TYPE_TEXT: types character by character into the element; without selectors, into the focused element. */
export async function typeText(
  scope: StepScope,
  { text, delay = defaultTypingDelayMs }: CalledWith<'TYPE_TEXT'>,
): Promise<void> {
  const filled = scope.fill(text);
  if (scope.selectors.length === 0) return typeAtFocus(scope, filled, delay);
  const target = keyTarget(scope);
  const keys = findsRoot(scope.selectors)
    ? undefined
    : await target.evaluateHandle(watchKeys, undefined, scope.limits());
  await target.pressSequentially(filled, { delay, ...scope.limits() });
  // A page that is being replaced has used the keys.
  const reason = await unlessLate(
    Promise.resolve(keys?.evaluate(({ unused }, text) => unused(text), filled)),
    inspectTimeoutMs,
  );
  if (reason === undefined) return;
  const element = describeElement(scope.selectors);
  scope.warn(`Nothing was typed into ${element}: it ${reason}. Name the field itself.`);
}

/**
 * Evaluated in a page: gives an element the focus, as typing does, and watches what becomes of the keys. Those of an element that
 * does not take the focus go elsewhere, and a button has no text. A page may use them nevertheless, such as for a shortcut.
 * @returns `unused` says why the keys were for nothing.
 */
function watchKeys(element: Element): { unused(text: string): string | undefined } {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus();
  if (!element.matches(':focus-within')) return { unused: () => 'is disabled, or takes no keys' };
  let focused = element.ownerDocument.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  const noText =
    'button, a[href], area, summary, select, input:is([type=button], [type=checkbox], [type=color], [type=file], [type=image], [type=radio], [type=range], [type=reset], [type=submit])';
  const choosing = '[role=combobox], [aria-haspopup], [contenteditable]';
  if (focused === null || !focused.matches(noText) || focused.matches(choosing))
    return { unused: () => undefined };
  let isUsed = false;
  const use = () => {
    isUsed = true;
  };
  const observer = new MutationObserver(use);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  const listening = new AbortController();
  for (const event of ['click', 'focusin', 'input']) addEventListener(event, use, listening);
  addEventListener('keydown', (event) => event.defaultPrevented && use(), listening);
  return {
    unused(text) {
      observer.disconnect();
      listening.abort();
      const chosen = focused instanceof HTMLSelectElement ? focused.selectedOptions[0]?.label : undefined;
      const isChosen = chosen?.toLowerCase().startsWith(text.toLowerCase()) === true;
      return isUsed || isChosen ? undefined : 'takes no text';
    },
  };
}

/** The driver's keyboard has no time limit, so the time is checked before each character. */
async function typeAtFocus(scope: StepScope, text: string, delay: number): Promise<void> {
  const limitMs = scope.remainingMs();
  const characters = [...text];
  for (const [typed, character] of characters.entries()) {
    if (scope.remainingMs() <= 1) {
      throw new TimedOut(
        `keyboard.type: Timeout ${limitMs}ms exceeded.\nCall log:\n  - typed ${typed} of ${characters.length} characters`,
      );
    }
    await scope.page.keyboard.type(character, { delay });
  }
}

/** KEY_PRESS: presses a key on the element; without selectors, on the focused element. */
export async function keyPress(scope: StepScope, calledWith: CalledWith<'KEY_PRESS'>): Promise<void> {
  const key = scope.fill(calledWith);
  if (scope.selectors.length === 0) return scope.page.keyboard.press(key);
  const target = keyTarget(scope);
  // Afterwards, the page may have disabled it because of the key.
  const isDisabled = await unlessLate(
    target.evaluateAll(([element]) => element?.matches(':disabled') === true),
    inspectTimeoutMs,
  );
  await target.press(key, scope.limits());
  if (isDisabled === true)
    scope.warn(
      `The key was not pressed in ${describeElement(scope.selectors)}: it is disabled. Wait for it with the assertion ENABLED.`,
    );
}

/** SELECT_OPTION: selects options by value, label or index. Null selects none. */
export async function selectOption(scope: StepScope, calledWith: CalledWith<'SELECT_OPTION'>): Promise<void> {
  const chosen = await scope.locator().selectOption(choice(calledWith, scope), scope.limits());
  if (Array.isArray(calledWith) && calledWith.length > 1 && chosen.length === 1)
    scope.warn(
      `Only one of the options was chosen in ${describeElement(scope.selectors)}, because it takes no more than one.`,
    );
}

function choice(selected: CalledWith<'SELECT_OPTION'>, scope: StepScope) {
  if (selected == null) return null;
  if (typeof selected === 'string') return scope.fill(selected);
  if (!Array.isArray(selected)) return oneOption(selected, scope);
  // The driver only accepts lists of one kind, and so does the contract.
  const texts = selected.filter((each) => typeof each === 'string');
  if (texts.length > 0) return texts.map((text) => scope.fill(text));
  return selected.filter((each) => typeof each !== 'string').map((each) => oneOption(each, scope));
}

function oneOption({ value, label, index }: SelectedOption, scope: StepScope) {
  const fill = (text: string | undefined) => (text === undefined ? undefined : scope.fill(text));
  return defined({ value: fill(value), label: fill(label), index });
}

/** EXTRACT: sets a dynamic variable to the element's visible text or to one of its attributes, which must exist. */
export async function extract(scope: StepScope, extraction: CalledWith<'EXTRACT'>): Promise<void> {
  const name = dynamicName(extraction.variableName);
  scope.setVariable(name, await extractedText(scope, extraction));
}

async function extractedText(scope: StepScope, extraction: CalledWith<'EXTRACT'>): Promise<string> {
  if (extraction.type === 'TEXT') return (await currentValue(scope, 'text')) ?? '';
  const attributeName = scope.fill(extraction.attributeName);
  // The `value` attribute of a field is its initial value.
  const value = await (/^value$/i.test(attributeName)
    ? currentValue(scope, 'attribute')
    : scope.locator().getAttribute(attributeName, scope.limits()));
  if (value !== null) return value;
  throw new UnexpectedResult(() => ({ clause: 'it has no such attribute' }), [`Locator: ${scope.locator()}`]);
}

/** The current value of a field; for any other element its visible text or its `value` attribute. */
function currentValue(scope: StepScope, fallback: 'text' | 'attribute'): Promise<string | null> {
  const limits = scope.limits();
  return scope.locator().evaluate(
    (node, fallback) => {
      const isField =
        node instanceof HTMLInputElement ||
        node instanceof HTMLTextAreaElement ||
        node instanceof HTMLSelectElement;
      if (isField) return node.value;
      if (fallback === 'attribute') return node.getAttribute('value');
      return node instanceof HTMLElement ? node.innerText : node.textContent;
    },
    fallback,
    limits,
  );
}
