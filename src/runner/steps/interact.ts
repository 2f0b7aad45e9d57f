import type { Interaction } from '../../contract/exchange/interaction.ts';
import { click } from './click.ts';
import { closePage } from './close-page.ts';
import { download } from './download.ts';
import { dragAndDrop } from './drag-and-drop.ts';
import { enterText } from './enter-text.ts';
import { extract } from './extract.ts';
import { goTo } from './go-to.ts';
import { hover } from './hover.ts';
import { javaScript } from './javascript.ts';
import { keyPress } from './key-press.ts';
import { openEmail } from './open-email.ts';
import { scroll } from './scroll.ts';
import { selectOption } from './select-option.ts';
import type { StepScope } from './step-scope.ts';
import { typeText } from './type-text.ts';
import { upload } from './upload.ts';
import { waitFor } from './wait-for.ts';

/** Plays one action. @throws what Playwright throws when it fails. */
export function interact(interaction: Interaction, scope: StepScope): Promise<void> {
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
  }
}
