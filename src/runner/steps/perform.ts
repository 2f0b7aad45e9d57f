import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { InvalidStep } from '../invalid-step.ts';
import { joinUrl } from '../join-url.ts';
import { showMail } from '../mail/mail.ts';
import { readMatcher } from '../variables/text.ts';
import { check } from './check.ts';
import { download } from './download.ts';
import { extract } from './extract.ts';
import { enterText, keyPress, selectOption, typeText } from './fields.ts';
import { javaScript } from './javascript.ts';
import { click, dragAndDrop, hover, scroll } from './mouse.ts';
import type { CalledWith, StepScope } from './step-scope.ts';
import { upload } from './upload.ts';
import { waitFor } from './wait-for.ts';

/** Plays one step. @throws Error if it fails, mostly Playwright's. */
export async function perform(element: ExchangeElement, scope: StepScope): Promise<void> {
  if (element.interaction != null) return interact(element.interaction, scope);
  if (element.assertion != null) return check(element.assertion, scope);
  throw new InvalidStep(
    'The step has neither an interaction nor an assertion. Add one of them to the test case.',
  );
}

function interact(interaction: Interaction, scope: StepScope): Promise<void> {
  switch (interaction.action) {
    case 'CLICK':
      return click(scope, interaction.calledWith);
    case 'ENTER_TEXT':
      return enterText(scope, interaction.calledWith);
    case 'GO_TO':
      return goTo(scope, interaction.calledWith);
    case 'TYPE_TEXT':
      return typeText(scope, interaction.calledWith);
    case 'KEY_PRESS':
      return keyPress(scope, interaction.calledWith);
    case 'SELECT_OPTION':
      return selectOption(scope, interaction.calledWith);
    case 'HOVER':
      return hover(scope);
    case 'UPLOAD':
      return upload(scope, interaction.calledWith);
    case 'DOWNLOAD':
      return download(scope, interaction.calledWith);
    case 'DRAG_AND_DROP':
      return dragAndDrop(scope, interaction.calledWith);
    case 'EXTRACT':
      return extract(scope, interaction.calledWith);
    case 'JAVASCRIPT':
      return javaScript(scope, interaction.calledWith);
    case 'OPEN_EMAIL':
      return openEmail(scope, interaction.calledWith);
    case 'CLOSE_PAGE':
      return closePage(scope);
    case 'WAIT_FOR':
      return waitFor(scope, interaction.calledWith);
    case 'SCROLL':
      return scroll(scope, interaction.calledWith);
    case 'SWITCH_PAGE':
      return switchPage(scope, interaction.calledWith);
    case 'ACCEPT_DIALOG':
      return acceptDialog(scope, interaction.calledWith);
    case 'DISMISS_DIALOG':
      return dismissDialog(scope, interaction.calledWith);
  }
}

/** ACCEPT_DIALOG: has the dialog accepted that the following step opens. */
async function acceptDialog(scope: StepScope, calledWith: CalledWith<'ACCEPT_DIALOG'>): Promise<void> {
  const { messageContaining, promptText } = calledWith ?? {};
  scope.dialogs.expect({
    answer: 'accept',
    message: readMessage(scope, messageContaining),
    promptText: promptText === undefined ? undefined : scope.fill(promptText),
  });
}

/** DISMISS_DIALOG: has the dialog dismissed that the following step opens. */
async function dismissDialog(scope: StepScope, calledWith: CalledWith<'DISMISS_DIALOG'>): Promise<void> {
  const message = readMessage(scope, calledWith?.messageContaining);
  scope.dialogs.expect({ answer: 'dismiss', message, promptText: undefined });
}

function readMessage({ fill }: StepScope, text: string | undefined): string | RegExp | undefined {
  return text === undefined ? undefined : readMatcher(text, 'messageContaining', fill);
}

/** GO_TO: opens a URL. A path is joined with the execution URL. */
async function goTo(scope: StepScope, calledWith: string): Promise<void> {
  await scope.page.goto(joinUrl(scope.executionUrl, scope.fill(calledWith)), {
    timeout: scope.remainingMs(),
  });
}

/** OPEN_EMAIL: shows the latest matching mail in a new page, which the next steps use. */
async function openEmail(scope: StepScope, calledWith: CalledWith<'OPEN_EMAIL'>): Promise<void> {
  const { subjectContaining, subAddress } = calledWith ?? {};
  const filter = {
    subjectContaining: scope.fill(subjectContaining ?? ''),
    subAddress: scope.fill(subAddress ?? ''),
  };
  const mail = await scope.mail.open(filter, scope.remainingMs());
  const page = await scope.page.context().newPage();
  scope.tabs.open(page);
  await showMail(page, mail, scope.remainingMs());
}

/** CLOSE_PAGE: closes the current page and returns to the previous one. */
async function closePage({ tabs }: StepScope): Promise<void> {
  await tabs.close();
}

/** SWITCH_PAGE: continues in a page that has opened, or in one that steps have been in. */
async function switchPage(
  { tabs, remainingMs }: StepScope,
  calledWith: CalledWith<'SWITCH_PAGE'>,
): Promise<void> {
  await (calledWith === 'new' ? tabs.switchToNew(remainingMs()) : tabs.switchTo(calledWith));
}
