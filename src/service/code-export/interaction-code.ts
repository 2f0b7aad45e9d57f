import { messageOf } from '../../common/errors.ts';
import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { CodeSyntaxError, javaScriptBody } from '../../runner/sandbox/strip-types.ts';
import { dynamicName } from '../../runner/variables/variables.ts';
import { stringLiteral, type TextCode } from '../locator-line/print-locator.ts';
import {
  dialogs,
  dynamicVariables,
  type FileScope,
  helper,
  StepNotExported,
  StepProblem,
} from './file-scope.ts';
import { locatorCode } from './locator-code.ts';
import { containedCode, requestCode, scriptCode, textCode } from './text-code.ts';

/** What the interaction of an action is called with. */
type Argument<A extends Interaction['action']> = Extract<Interaction, { action: A }>['calledWith'];

/** Between two characters of TYPE_TEXT, in ms. */
const typingDelayMs = 10;

/** A fixed wait without a time, in ms. */
const defaultWaitMs = 1000;

/** The page may not still be scrolling when the next step begins. */
const instantly = "behavior: 'instant'";

/**
 * One interaction as a statement.
 * @throws StepProblem if it can't work as it is, StepNotExported if Playwright has no equivalent.
 */
export function interactionCode(
  interaction: Interaction,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  const text = textCode(scope);
  const locator = () => locatorCode(selectors, scope);
  switch (interaction.action) {
    case 'GO_TO':
      return `await page.goto(${helper(scope, 'address')}(${text.plain(interaction.calledWith)}));`;
    case 'CLICK':
      return `await ${locator()}.${clickCall(interaction.calledWith)};`;
    case 'ENTER_TEXT':
      return `await ${locator()}.fill(${text.plain(interaction.calledWith)});`;
    case 'KEY_PRESS':
      return keyPress(text.plain(interaction.calledWith), selectors, scope);
    case 'TYPE_TEXT':
      return typeText(interaction.calledWith, selectors, scope);
    case 'SELECT_OPTION':
      return `await ${locator()}.selectOption(${selectOptionCode(interaction.calledWith, text)});`;
    case 'HOVER':
      return `await ${locator()}.hover();`;
    case 'UPLOAD':
      return uploadCode(interaction.calledWith, selectors, scope);
    case 'DOWNLOAD':
      return downloadCode(interaction.calledWith, locator(), scope);
    case 'DRAG_AND_DROP':
      return dragCode(interaction.calledWith, locator(), scope);
    case 'EXTRACT':
      return extractCode(interaction.calledWith, locator(), scope);
    case 'WAIT_FOR':
      return waitForCode(interaction.calledWith, scope);
    case 'SCROLL':
      return scrollCode(interaction.calledWith, selectors, scope);
    case 'CLOSE_PAGE':
      scope.changesPage = true;
      return `page = await ${helper(scope, 'closePage')}(visited, page);`;
    case 'SWITCH_PAGE':
      scope.changesPage = true;
      return `page = await ${helper(scope, 'switchPage')}(visited, page, ${stringLiteral(interaction.calledWith)});`;
    case 'ACCEPT_DIALOG':
      return dialogCode({ ...interaction.calledWith, accept: true }, scope);
    case 'DISMISS_DIALOG':
      return dialogCode({ ...interaction.calledWith, accept: false }, scope);
    case 'JAVASCRIPT':
      return javaScriptCode(interaction.calledWith, scope);
    case 'OPEN_EMAIL':
      throw new StepNotExported('OPEN_EMAIL has no equivalent in Playwright, which has no mailbox.');
  }
}

function clickCall(options: Argument<'CLICK'>): string {
  const { button = 'left', double = false, force = false } = options ?? {};
  const members = [
    ...(button === 'left' ? [] : [`button: ${stringLiteral(button)}`]),
    ...(force ? ['force: true'] : []),
  ];
  return `${double ? 'dblclick' : 'click'}(${members.length === 0 ? '' : `{ ${members.join(', ')} }`})`;
}

/** Without selectors the focused element receives the key. */
function keyPress(key: string, selectors: readonly ExchangeSelector[], scope: FileScope): string {
  return selectors.length === 0
    ? `await page.keyboard.press(${key});`
    : `await ${locatorCode(selectors, scope)}.press(${key});`;
}

function typeText(
  { text, delay = typingDelayMs }: Argument<'TYPE_TEXT'>,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  const values = `${textCode(scope).plain(text)}, { delay: ${delay} }`;
  return selectors.length === 0
    ? `await page.keyboard.type(${values});`
    : `await ${locatorCode(selectors, scope)}.pressSequentially(${values});`;
}

type SelectedOption = Extract<NonNullable<Argument<'SELECT_OPTION'>>, { index?: unknown }>;

/** The value that `selectOption` takes; null selects nothing. */
function selectOptionCode(selected: Argument<'SELECT_OPTION'>, text: TextCode): string {
  if (selected == null) return 'null';
  if (Array.isArray(selected)) return `[${selected.map((each) => optionCode(each, text)).join(', ')}]`;
  return optionCode(selected, text);
}

function optionCode(option: string | SelectedOption, text: TextCode): string {
  if (typeof option === 'string') return text.plain(option);
  const { value, label, index } = option;
  const members = [
    ...(value === undefined ? [] : [`value: ${text.plain(value)}`]),
    ...(label === undefined ? [] : [`label: ${text.plain(label)}`]),
    ...(index === undefined ? [] : [`index: ${index}`]),
  ];
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Says how the dialog is answered that the next step opens. */
function dialogCode(
  { accept, ...given }: { accept: boolean } & NonNullable<Argument<'ACCEPT_DIALOG'>>,
  scope: FileScope,
): string {
  const { messageContaining, promptText } = given;
  const text = textCode(scope);
  const members = [
    `accept: ${accept}`,
    ...(messageContaining === undefined ? [] : [`message: ${containedCode(messageContaining, scope)}`]),
    ...(promptText === undefined ? [] : [`promptText: ${text.plain(promptText)}`]),
  ];
  return `${dialogs(scope)}.next({ ${members.join(', ')} });`;
}

function uploadCode(
  address: Argument<'UPLOAD'>,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  // Most apps hide the input behind a button.
  const input = locatorCode(selectors, scope, { hiddenToo: true });
  if (typeof address !== 'string') {
    const paths = [address.file].flat().map((path) => stringLiteral(path));
    return `await ${helper(scope, 'uploadFiles')}(${input}, [${paths.join(', ')}]);`;
  }
  return `await ${helper(scope, 'upload')}(${input}, async () => ${requestCode(address, scope)});`;
}

function downloadCode(name: Argument<'DOWNLOAD'>, locator: string, scope: FileScope): string {
  const expected = textCode(scope).orPattern(name);
  const matcher = /^(?:\/|new )/.test(expected) ? 'toMatch' : 'toBe';
  return `expect(await ${helper(scope, 'downloadedName')}(page, ${locator})).${matcher}(${expected});`;
}

function dragCode(
  { selectors, options }: Argument<'DRAG_AND_DROP'>,
  source: string,
  scope: FileScope,
): string {
  const target = locatorCode(selectors, scope);
  const { targetPosition, angularWorkaround = false } = options ?? {};
  const position =
    targetPosition === undefined ? undefined : `{ x: ${targetPosition.x}, y: ${targetPosition.y} }`;
  if (angularWorkaround) {
    const values = ['page', source, target, ...(position === undefined ? [] : [position])];
    return `await ${helper(scope, 'dragByMouse')}(${values.join(', ')});`;
  }
  const values = [target, ...(position === undefined ? [] : [`{ targetPosition: ${position} }`])];
  return `await ${source}.dragTo(${values.join(', ')});`;
}

/** Sets a dynamic variable to the text that the element shows, or to an attribute. */
function extractCode(extraction: Argument<'EXTRACT'>, locator: string, scope: FileScope): string {
  const name = stringLiteral(validName(extraction.variableName));
  const value =
    extraction.type === 'TEXT'
      ? `${helper(scope, 'textOf')}(${locator})`
      : `${helper(scope, 'attributeOf')}(${locator}, ${textCode(scope).plain(extraction.attributeName)})`;
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
function waitForCode(waitedFor: Argument<'WAIT_FOR'>, scope: FileScope): string {
  const given = waitedFor ?? { type: 'load' };
  switch (given.type) {
    case 'load':
    case 'domContentLoaded':
    case 'networkIdle':
      return `await page.waitForLoadState('${given.type.toLowerCase()}');`;
    case 'fixedTime':
      return fixedWait(given.timeMilliseconds ?? defaultWaitMs, scope);
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
function scrollCode(
  position: Argument<'SCROLL'>,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  const { x, y } = position ?? {};
  const to = [...(x === undefined ? [] : [`left: ${x}`]), ...(y === undefined ? [] : [`top: ${y}`])];
  if (selectors.length > 0) {
    const locator = locatorCode(selectors, scope);
    return to.length === 0
      ? `await ${locator}.scrollIntoViewIfNeeded();`
      : `await ${locator}.evaluate((element) => element.scrollTo({ ${to.join(', ')}, ${instantly} }));`;
  }
  const target = to.length === 0 ? 'top: document.documentElement.scrollHeight' : to.join(', ');
  return `await page.evaluate(() => window.scrollTo({ ${target}, ${instantly} }));`;
}

function javaScriptCode({ code, execType }: Argument<'JAVASCRIPT'>, scope: FileScope): string {
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
