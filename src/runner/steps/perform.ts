import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { InvalidStep } from '../invalid-step.ts';
import { check } from './check.ts';
import { acceptDialog, dismissDialog } from './dialogs.ts';
import { download } from './download.ts';
import { extract } from './extract.ts';
import { enterText, keyPress, selectOption, typeText } from './fields.ts';
import { javaScript } from './javascript.ts';
import { click, dragAndDrop, hover, scroll } from './mouse.ts';
import { closePage, goTo, openEmail, switchPage } from './navigation.ts';
import type { StepScope } from './step-scope.ts';
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
