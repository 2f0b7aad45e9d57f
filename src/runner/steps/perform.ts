import type { Action, CalledWith } from '../../contract/exchange/interaction.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { ExpectedDialog } from '../dialogs.ts';
import { InvalidStep } from '../failure/reason.ts';
import { showMail } from '../mail/mail.ts';
import { openPage } from '../tabs.ts';
import { readMatcher } from '../variables/text.ts';
import { check } from './check.ts';
import { download } from './download.ts';
import { enterText, extract, keyPress, selectOption, typeText } from './fields.ts';
import { javaScript } from './javascript.ts';
import { click, dragAndDrop, hover, scroll } from './mouse.ts';
import type { StepScope } from './step-scope.ts';
import { upload } from './upload.ts';
import { waitFor } from './wait-for.ts';

/** Plays one step. @throws Error if it fails, mostly Playwright's. */
export async function perform(element: ExchangeElement, scope: StepScope): Promise<void> {
  const { interaction, assertion } = element;
  if (interaction != null) return interact(scope, interaction.action, interaction.calledWith);
  if (assertion != null) return check(assertion, scope);
  throw new InvalidStep(
    'The step has neither an interaction nor an assertion. Add one of them to the test case.',
  );
}

function interact<A extends Action>(scope: StepScope, action: A, calledWith: CalledWith<A>): Promise<void> {
  return actions[action](scope, calledWith);
}

/** ACCEPT_DIALOG and DISMISS_DIALOG: has the dialog answered that the following step opens. */
async function expectDialog(
  { dialogs, fill }: StepScope,
  answer: ExpectedDialog['answer'],
  calledWith: CalledWith<'ACCEPT_DIALOG'>,
): Promise<void> {
  const { messageContaining: message, promptText } = calledWith ?? {};
  dialogs.expect({
    answer,
    message: message === undefined ? undefined : readMatcher(message, 'messageContaining', fill),
    promptText: promptText === undefined ? undefined : fill(promptText),
  });
}

/** GO_TO: opens a URL. A path is joined with the execution URL. */
async function goTo({ page, url, remainingMs }: StepScope, calledWith: string): Promise<void> {
  await openPage(page, url(calledWith), remainingMs);
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

/** SWITCH_PAGE: continues in a page that has opened, or in one that steps have been in. */
async function switchPage(
  { tabs, remainingMs }: StepScope,
  calledWith: CalledWith<'SWITCH_PAGE'>,
): Promise<void> {
  await (calledWith === 'new' ? tabs.switchToNew(remainingMs()) : tabs.switchTo(calledWith));
}

const actions: {
  readonly [A in Action]: (scope: StepScope, calledWith: CalledWith<A>) => Promise<void>;
} = {
  CLICK: click,
  ENTER_TEXT: enterText,
  GO_TO: goTo,
  TYPE_TEXT: typeText,
  KEY_PRESS: keyPress,
  SELECT_OPTION: selectOption,
  HOVER: hover,
  UPLOAD: upload,
  DOWNLOAD: download,
  DRAG_AND_DROP: dragAndDrop,
  EXTRACT: extract,
  JAVASCRIPT: javaScript,
  OPEN_EMAIL: openEmail,
  CLOSE_PAGE: ({ tabs }) => tabs.close(),
  WAIT_FOR: waitFor,
  SCROLL: scroll,
  SWITCH_PAGE: switchPage,
  ACCEPT_DIALOG: (scope, calledWith) => expectDialog(scope, 'accept', calledWith),
  DISMISS_DIALOG: (scope, calledWith) => expectDialog(scope, 'dismiss', calledWith),
};
