import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { stringLiteral } from '../locator-line/string-literal.ts';
import { dragCode } from './drag-code.ts';
import { extractCode } from './extract-code.ts';
import { dynamicVariables, type FileScope, helper } from './file-scope.ts';
import { locatorCode } from './locator-code.ts';
import { requestCode } from './request-code.ts';
import { scrollCode } from './scroll-code.ts';
import { selectOptionCode } from './select-option-code.ts';
import { StepNotExported } from './step-problem.ts';
import { scriptCode, textCode } from './text-code.ts';
import { waitForCode } from './wait-for-code.ts';
import { withoutTypes } from './without-types.ts';

type Of<A extends Interaction['action']> = Extract<Interaction, { action: A }>;

/** Between two characters of TYPE_TEXT, in ms. */
const typingDelayMs = 10;

/**
 * One interaction as a statement.
 * @throws StepProblem where it can't work as it stands, StepNotExported where Playwright has no equivalent.
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
      return `await ${locator()}.${clickCall(interaction)};`;
    case 'ENTER_TEXT':
      return `await ${locator()}.fill(${text.plain(interaction.calledWith)});`;
    case 'KEY_PRESS':
      return keyPress(text.plain(interaction.calledWith), selectors, scope);
    case 'TYPE_TEXT':
      return typeText(interaction, selectors, scope);
    case 'SELECT_OPTION':
      return `await ${locator()}.selectOption(${selectOptionCode(interaction.calledWith, text)});`;
    case 'HOVER':
      return `await ${locator()}.hover();`;
    case 'UPLOAD':
      return uploadCode(interaction, selectors, scope);
    case 'DOWNLOAD':
      return downloadCode(interaction, locator(), scope);
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
      return `page = await ${helper(scope, 'closePage')}(page);`;
    case 'JAVASCRIPT':
      return javaScriptCode(interaction, scope);
    case 'OPEN_EMAIL':
      throw new StepNotExported('OPEN_EMAIL has no equivalent in Playwright: a mailbox is not at hand here.');
  }
}

function clickCall({ calledWith }: Of<'CLICK'>): string {
  const { button = 'left', double = false, force = false } = calledWith ?? {};
  const options = [
    ...(button === 'left' ? [] : [`button: ${stringLiteral(button)}`]),
    ...(force ? ['force: true'] : []),
  ];
  return `${double ? 'dblclick' : 'click'}(${options.length === 0 ? '' : `{ ${options.join(', ')} }`})`;
}

/** Without selectors the key goes to what has the focus. */
function keyPress(key: string, selectors: readonly ExchangeSelector[], scope: FileScope): string {
  return selectors.length === 0
    ? `await page.keyboard.press(${key});`
    : `await ${locatorCode(selectors, scope)}.press(${key});`;
}

function typeText(
  { calledWith }: Of<'TYPE_TEXT'>,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  const values = `${textCode(scope).plain(calledWith.text)}, { delay: ${calledWith.delay ?? typingDelayMs} }`;
  return selectors.length === 0
    ? `await page.keyboard.type(${values});`
    : `await ${locatorCode(selectors, scope)}.pressSequentially(${values});`;
}

function uploadCode(
  { calledWith }: Of<'UPLOAD'>,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  // Apps hide the input behind a button of their own more often than not.
  const input = locatorCode(selectors, scope, { hiddenToo: true });
  return `await ${helper(scope, 'upload')}(${input}, async () => ${requestCode(calledWith, scope)});`;
}

function downloadCode({ calledWith }: Of<'DOWNLOAD'>, locator: string, scope: FileScope): string {
  const expected = textCode(scope).orPattern(calledWith);
  const matcher = /^(?:\/|new )/.test(expected) ? 'toMatch' : 'toBe';
  return `expect(await ${helper(scope, 'downloadedName')}(page, ${locator})).${matcher}(${expected});`;
}

function javaScriptCode({ calledWith: { code, execType } }: Of<'JAVASCRIPT'>, scope: FileScope): string {
  if (execType !== 'browser') {
    throw new StepNotExported('JAVASCRIPT in the sandbox has no equivalent in Playwright.');
  }
  return `await ${helper(scope, 'runInPage')}(page, ${scriptCode(withoutTypes(code), scope)}, ${dynamicVariables(scope)});`;
}
