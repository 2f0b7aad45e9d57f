import { messageOf } from '../../common/errors.ts';
import { CodeSyntaxError, javaScriptBody } from '../../common/strip-types.ts';
import { joinFilled } from '../../common/text.ts';
import { type Assertion, findsNone } from '../../contract/exchange/assertion.ts';
import {
  type Action,
  type CalledWith,
  defaultFixedWaitMs,
  defaultTypingDelayMs,
  type Interaction,
  type SelectedOption,
} from '../../contract/exchange/interaction.ts';
import { patternSource } from '../../contract/exchange/pattern.ts';
import {
  byTextOfUnnamed,
  type ExchangeSelector,
  needsVisibleFilter,
} from '../../contract/exchange/selector.ts';
import { dynamicName } from '../../runner/variables/variables.ts';
import { objectCode, stringLiteral, type TextCode } from '../locator-line/print-locator.ts';
import {
  containedCode,
  dialogs,
  dynamicVariables,
  type FileScope,
  helper,
  locatorCode,
  requestCode,
  StepNotExported,
  StepProblem,
  scriptCode,
  textCode,
} from './text-code.ts';

interface Step {
  readonly scope: FileScope;
  readonly text: TextCode;
  readonly hasSelectors: boolean;
  /** Whether the element may be a control that a style sheet hides. */
  readonly mayBeDrawn: boolean;
  /** The code of the element. @throws StepProblem if the selectors can't find one. */
  locator(options?: { readonly hiddenToo: boolean }): string;
}

/**
 * One interaction as a statement.
 * @throws StepProblem if it can't work as it is, StepNotExported if Playwright has no equivalent.
 */
export function interactionCode(
  { action, calledWith }: Interaction,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  return codeOf(action, calledWith, {
    scope,
    text: textCode(scope),
    hasSelectors: selectors.length > 0,
    mayBeDrawn: mayBeDrawn(selectors),
    locator: (options) => locatorCode(selectors, scope, options),
  });
}

/** Whether a chain finds a checkbox, radio button or switch, visible or not. */
function mayBeDrawn(selectors: readonly ExchangeSelector[]): boolean {
  const last = selectors.at(-1);
  const isControl = last?.selectorType === 'ROLE' && /^(?:checkbox|radio|switch)$/i.test(last.selector);
  return isControl && needsVisibleFilter(selectors);
}

function codeOf<A extends Action>(action: A, calledWith: CalledWith<A>, step: Step): string {
  return codes[action](calledWith, step);
}

const codes: { readonly [A in Action]: (calledWith: CalledWith<A>, step: Step) => string } = {
  GO_TO: (url, { scope, text }) => `await page.goto(${helper(scope, 'address')}(${text.plain(url)}));`,
  CLICK(options, { locator, mayBeDrawn: isControl, scope }) {
    const call = clickCall(options);
    if (!isControl || call !== 'click()') return `await ${locator()}.${call};`;
    return `await ${helper(scope, 'clickControl')}(${locator({ hiddenToo: true })});`;
  },
  ENTER_TEXT: (value, { locator, text }) => `await ${locator()}.fill(${text.plain(value)});`,
  // Without selectors, the focused element receives keys.
  KEY_PRESS: (key, { hasSelectors, locator, text }) =>
    `await ${hasSelectors ? locator() : 'page.keyboard'}.press(${text.plain(key)});`,
  TYPE_TEXT: ({ text: typed, delay = defaultTypingDelayMs }, { hasSelectors, locator, text }) =>
    `await ${hasSelectors ? `${locator()}.pressSequentially` : 'page.keyboard.type'}(${text.plain(typed)}, { delay: ${delay} });`,
  SELECT_OPTION: (selected, { locator, text }) =>
    `await ${locator()}.selectOption(${selectOptionCode(selected, text)});`,
  HOVER: (_, { locator }) => `await ${locator()}.hover();`,
  UPLOAD: uploadCode,
  DOWNLOAD: downloadCode,
  DRAG_AND_DROP: dragCode,
  EXTRACT: extractCode,
  WAIT_FOR: waitForCode,
  SCROLL: scrollCode,
  CLOSE_PAGE(_, { scope }) {
    scope.changesPage = true;
    return `page = await ${helper(scope, 'closePage')}(visited, page);`;
  },
  SWITCH_PAGE(to, { scope }) {
    scope.changesPage = true;
    return `page = await ${helper(scope, 'switchPage')}(visited, page, ${stringLiteral(to)});`;
  },
  ACCEPT_DIALOG: (expected, step) => dialogCode({ ...expected, accept: true }, step),
  DISMISS_DIALOG: (expected, step) => dialogCode({ ...expected, accept: false }, step),
  JAVASCRIPT: javaScriptCode,
  OPEN_EMAIL() {
    throw new StepNotExported('OPEN_EMAIL has no equivalent in Playwright, which has no mailbox.');
  },
};

function clickCall(options: CalledWith<'CLICK'>): string {
  const { button = 'left', double = false, force = false } = options ?? {};
  const changed = objectCode({
    button: button === 'left' ? undefined : stringLiteral(button),
    force: force ? 'true' : undefined,
  });
  return `${double ? 'dblclick' : 'click'}(${changed})`;
}

/** The value that `selectOption` takes; null selects nothing. */
function selectOptionCode(selected: CalledWith<'SELECT_OPTION'>, text: TextCode): string {
  if (selected == null) return 'null';
  if (Array.isArray(selected)) return `[${selected.map((each) => optionCode(each, text)).join(', ')}]`;
  return optionCode(selected, text);
}

function optionCode(option: string | SelectedOption, text: TextCode): string {
  if (typeof option === 'string') return text.plain(option);
  const plain = (given: string | undefined) => (given === undefined ? undefined : text.plain(given));
  const { value, label, index } = option;
  return objectCode({ value: plain(value), label: plain(label), index: index?.toString() }) || '{}';
}

/** Says how the dialog is answered that the next step opens. */
function dialogCode(
  { accept, messageContaining, promptText }: { accept: boolean } & NonNullable<CalledWith<'ACCEPT_DIALOG'>>,
  { scope, text }: Step,
): string {
  const expected = objectCode({
    accept: String(accept),
    message: messageContaining === undefined ? undefined : containedCode(messageContaining, scope),
    promptText: promptText === undefined ? undefined : text.plain(promptText),
  });
  return `${dialogs(scope)}.next(${expected});`;
}

function uploadCode(from: CalledWith<'UPLOAD'>, { locator, scope }: Step): string {
  // Most apps hide the input behind a button.
  const input = locator({ hiddenToo: true });
  helper(scope, 'setFiles');
  if (typeof from === 'string')
    return `await ${helper(scope, 'upload')}(${input}, async () => ${requestCode(from, scope)});`;
  const paths = [from.file].flat().map((path) => stringLiteral(path));
  return `await ${helper(scope, 'uploadFiles')}(${input}, [${paths.join(', ')}]);`;
}

function downloadCode(name: CalledWith<'DOWNLOAD'>, { locator, scope, text }: Step): string {
  const expected = text.orPattern(name);
  const matcher = /^(?:\/|new )/.test(expected) ? 'toMatch' : 'toBe';
  return `expect(await ${helper(scope, 'downloadedName')}(page, ${locator()})).${matcher}(${expected});`;
}

function dragCode({ selectors, options }: CalledWith<'DRAG_AND_DROP'>, { locator, scope }: Step): string {
  const source = locator();
  const target = locatorCode(selectors, scope);
  const { targetPosition, angularWorkaround = false } = options ?? {};
  const position = targetPosition && `{ x: ${targetPosition.x}, y: ${targetPosition.y} }`;
  if (angularWorkaround) {
    const values = joinFilled(['page', source, target, position], ', ');
    return `await ${helper(scope, 'dragByMouse')}(${values});`;
  }
  return `await ${source}.dragTo(${joinFilled([target, objectCode({ targetPosition: position, steps: '10' })], ', ')});`;
}

/** Sets a dynamic variable to the text that the element shows, or to an attribute. */
function extractCode(extraction: CalledWith<'EXTRACT'>, { locator, scope, text }: Step): string {
  const element = locator();
  const name = stringLiteral(validName(extraction.variableName));
  const value =
    extraction.type === 'TEXT'
      ? `${helper(scope, 'textOf')}(${element})`
      : `${helper(scope, 'attributeOf')}(${element}, ${text.plain(extraction.attributeName)})`;
  return `${dynamicVariables(scope)}.set(${name}, await ${value});`;
}

function validName(written: string): string {
  try {
    return dynamicName(written);
  } catch (error) {
    throw new StepProblem(messageOf(error));
  }
}

/** Without a type it waits for the page to load, as every step does. */
function waitForCode(waitedFor: CalledWith<'WAIT_FOR'>, { scope }: Step): string {
  const given = waitedFor ?? { type: 'load' };
  switch (given.type) {
    case 'load':
    case 'domContentLoaded':
    case 'networkIdle':
      return `await page.waitForLoadState('${given.type.toLowerCase()}');`;
    case 'fixedTime':
      return fixedWait(given.timeMilliseconds ?? defaultFixedWaitMs, scope);
    case 'code':
      if (given.code === undefined)
        throw new StepProblem('WAIT_FOR with type `code` has no code. Add it as `code`.');
      return `await ${helper(scope, 'untilTrue')}(page, ${scriptCode(withoutTypes(given.code), scope)}, ${dynamicVariables(scope)});`;
    default:
      throw new StepNotExported(`WAIT_FOR ${given.type} has no equivalent in Playwright.`);
  }
}

function fixedWait(ms: number, scope: FileScope): string {
  scope.fixedWaitMs += ms;
  return `await page.waitForTimeout(${ms});`;
}

/**
 * With a position the page or the element is scrolled to it; without one the element is scrolled into view, or the page
 * to its end.
 */
function scrollCode(position: CalledWith<'SCROLL'>, { hasSelectors, locator }: Step): string {
  const { x, y } = position ?? {};
  const hasPosition = x !== undefined || y !== undefined;
  if (hasSelectors && !hasPosition) return `await ${locator()}.scrollIntoViewIfNeeded();`;
  const to = objectCode({
    left: x?.toString(),
    top: hasPosition ? y?.toString() : 'document.documentElement.scrollHeight',
    // The page may not still be scrolling when the next step begins.
    behavior: "'instant'",
  });
  return hasSelectors
    ? `await ${locator()}.evaluate((element) => element.scrollTo(${to}));`
    : `await page.evaluate(() => window.scrollTo(${to}));`;
}

function javaScriptCode({ code, execType }: CalledWith<'JAVASCRIPT'>, { scope }: Step): string {
  if (execType !== 'browser') {
    throw new StepNotExported('JAVASCRIPT in the sandbox has no equivalent in Playwright.');
  }
  return `await ${helper(scope, 'runInPage')}(page, ${scriptCode(withoutTypes(code), scope)}, ${dynamicVariables(scope)});`;
}

/** Removes the types from a function body, because the page runs JavaScript. Code with a syntax error stays as it is and fails there. */
function withoutTypes(code: string): string {
  try {
    return javaScriptBody(code).code;
  } catch (error) {
    if (error instanceof CodeSyntaxError) return code;
    throw error;
  }
}

/**
 * One expectation as a statement.
 * @throws StepProblem if it can't work as it is.
 */
export function assertionCode(
  assertion: Assertion,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  const text = textCode(scope);
  switch (assertion.expectation) {
    case 'RESPONSE_OK':
      return `await expect(await ${requestCode(assertion.calledWith, scope)}).toBeOK();`;
    case 'TO_HAVE_URL':
      return `await expect(page).toHaveURL(${urlCode(assertion.calledWith, scope)});`;
    case 'TO_HAVE_TITLE':
      return `await expect(page).toHaveTitle(${text.orPattern(assertion.calledWith)});`;
    case 'NOT_VISIBLE': {
      // Whatever the chain finds: what is hidden is not visible, and two that are visible are no less so than one.
      const locator = locatorCode(selectors, scope);
      const visible = needsVisibleFilter(selectors) ? locator : `${locator}.filter({ visible: true })`;
      return `await expect(${visible}${orByText(selectors, scope)}).toHaveCount(0);`;
    }
    default: {
      const isState = /CHECKED|ABLED/.test(assertion.expectation);
      const locator = locatorCode(selectors, scope, { hiddenToo: isState && mayBeDrawn(selectors) });
      const byText = findsNone(assertion) ? orByText(selectors, scope) : '';
      return `await expect(${locator}${byText}).${matcherCode(assertion, scope)};`;
    }
  }
}

/** Elements such as list items are not named by their text, so they are also found by it. Empty for other elements. */
function orByText(selectors: readonly ExchangeSelector[], scope: FileScope): string {
  const byText = byTextOfUnnamed(selectors);
  return byText === undefined ? '' : `.or(${locatorCode(byText, scope)})`;
}

type OfElement = Exclude<
  Assertion,
  { expectation: 'RESPONSE_OK' | 'TO_HAVE_URL' | 'TO_HAVE_TITLE' | 'NOT_VISIBLE' }
>;

/** The matcher for an expectation of an element, as a call. */
function matcherCode(assertion: OfElement, scope: FileScope): string {
  const text = textCode(scope);
  switch (assertion.expectation) {
    case 'TO_HAVE_VALUE':
      return `toHaveValue(${text.orPattern(assertion.calledWith)})`;
    case 'TO_CONTAIN_TEXT':
      return `toContainText(${containedCode(assertion.calledWith, scope)})`;
    case 'NOT_TO_CONTAIN_TEXT':
      return `not.toContainText(${containedCode(assertion.calledWith, scope)})`;
    case 'TO_HAVE_TEXT':
      return `toHaveText(${text.orPattern(assertion.calledWith)})`;
    case 'TO_HAVE_COUNT':
      return `toHaveCount(${assertion.calledWith})`;
    case 'TO_HAVE_ATTRIBUTE': {
      const [name, value] = assertion.calledWith;
      return `toHaveAttribute(${text.plain(name)}, ${text.orPattern(value)})`;
    }
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return `toHaveCSS(${text.plain(property)}, ${text.orPattern(value)})`;
    }
    default:
      return stateMatchers[assertion.expectation];
  }
}

const stateMatchers = {
  VISIBLE: 'toBeVisible()',
  ENABLED: 'toBeEnabled()',
  DISABLED: 'toBeDisabled()',
  TO_BE_CHECKED: 'toBeChecked()',
  NOT_TO_BE_CHECKED: 'not.toBeChecked()',
  FOCUSED: 'toBeFocused()',
};

/** The whole URL, or a pattern of it. */
function urlCode(expected: string, scope: FileScope): string {
  const code = textCode(scope).orPattern(expected);
  return patternSource(expected) === undefined ? `${helper(scope, 'address')}(${code})` : code;
}
