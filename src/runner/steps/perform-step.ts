import type { Locator } from 'playwright-core';
import { messageOf } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { Action, CalledWith } from '../../contract/exchange/interaction.ts';
import type { ExpectedDialog } from '../dialogs.ts';
import { InvalidStep, isAmbiguous, UnexpectedResult } from '../failure/reason.ts';
import { showMail } from '../mail/mail.ts';
import { hasMoved, haveLeft } from '../motion.ts';
import { readMatcher } from '../variables/variable-text.ts';
import { isTimeout, pollUntil } from '../wait.ts';
import { check } from './check.ts';
import { download } from './download.ts';
import { enterText, extract, keyPress, selectOption, typeText } from './fields.ts';
import { javaScript } from './javascript.ts';
import type { DriverLimits, StepScope } from './step-scope.ts';
import { upload } from './upload.ts';
import { waitFor } from './wait-for.ts';

/** Runs one step. @throws Error if it fails, mostly Playwright's. */
export async function perform(element: ExchangeElement, scope: StepScope): Promise<void> {
  try {
    await performOnce(element, scope);
  } catch (error) {
    // Some of the matching elements may be about to leave, such as those of a dialog that closes.
    const isDrag = element.interaction?.action === 'DRAG_AND_DROP';
    if (!isAmbiguous(messageOf(error)) || isDrag || !(await haveLeft(scope.locator(), scope.remainingMs)))
      throw error;
    await performOnce(element, scope);
  }
}

async function performOnce(element: ExchangeElement, scope: StepScope): Promise<void> {
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
async function goTo({ url, open }: StepScope, calledWith: string): Promise<void> {
  await open(url(calledWith));
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

/** CLICK: with a button, `double`, or without waiting for the element to be clickable (`force`). */
async function click(scope: StepScope, calledWith: CalledWith<'CLICK'>): Promise<void> {
  const { button = 'left', double = false, force = false } = calledWith ?? {};
  // The driver scrolls if it cannot click at once. In a menu that is still opening, that would move it away from the mouse.
  if (scope.isAfterHover && !force) {
    await scope.control().waitFor(scope.limits());
    await hasMoved(scope.control(), scope.remainingMs);
  }
  const options = { button, force, ...scope.limits() };
  const { page } = scope;
  const clicked = double ? scope.locator().dblclick(options) : scope.control().click(options);
  await clicked.catch((error: unknown) => {
    if (!page.isClosed() || !hasClicked(error)) throw error;
  });
}

/** A click may close its window before the driver has seen its end. The log in the error says how far it has come. */
function hasClicked(error: unknown): boolean {
  return error instanceof Error && /performing \w+ action/.test(error.message);
}

async function hover(scope: StepScope): Promise<void> {
  await scope.locator().hover(scope.limits());
}

const dragSteps = 10;
/** Selects an element and what is beside it, also if it is inside an item of a list. */
const itemsAround = 'xpath=ancestor-or-self::*[position() <= 3]/../*';

/** DRAG_AND_DROP: drags the element onto the target of other selectors. */
async function dragAndDrop(
  scope: StepScope,
  { selectors, options }: CalledWith<'DRAG_AND_DROP'>,
): Promise<void> {
  const target = scope.locate(selectors);
  const { targetPosition, angularWorkaround = false } = options ?? {};
  const { mouse } = scope.page;
  // Not by hovering: the driver's message must differ from that about the dragged element.
  const positions = { sourcePosition: targetPosition, targetPosition };
  if (!angularWorkaround)
    await target.dragTo(target, { trial: true, ...defined(positions), ...scope.limits() });
  await scope.locator().hover(scope.limits());
  await mouse.down();
  try {
    await target.scrollIntoViewIfNeeded(scope.limits());
    const { x, y } = await dropPoint(target, targetPosition, scope.limits());
    // Many libraries ignore a drag without moves in between.
    await mouse.move(x - 1, y - 1, { steps: dragSteps });
    await mouse.move(x, y, { steps: angularWorkaround ? 5 : 1 });
    // Lists ignore the mouse while an item makes room.
    await hasMoved(target.locator(itemsAround), scope.remainingMs);
    await mouse.move(x - 1, y - 1);
    await mouse.move(x, y);
  } finally {
    // After a failed drag, the button must not stay down for the next steps.
    await mouse.up();
  }
}

/** @param position in the target; undefined means its middle. */
async function dropPoint(target: Locator, position: Point | undefined, limits: DriverLimits): Promise<Point> {
  const box = await target.boundingBox(limits);
  if (box !== null)
    return { x: box.x + (position?.x ?? box.width / 2), y: box.y + (position?.y ?? box.height / 2) };
  const clause = 'the drop target is not visible';
  throw new UnexpectedResult(() => ({ clause }), [`Locator: ${target}`]);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * SCROLL: scrolls the page or the element to a position. Without a position, the element is scrolled into view, or the
 * page to its end.
 */
async function scroll(scope: StepScope, calledWith: CalledWith<'SCROLL'>): Promise<void> {
  const position = scrollPosition(calledWith);
  if (scope.selectors.length === 0) return scrollPage(scope, position);
  if (position === undefined) return scope.locator().scrollIntoViewIfNeeded(scope.limits());
  const element = scope.locator();
  let isFound = false;
  const hasScrolled = async () => {
    const isThere = await element.evaluate(scrollElement, position, scope.limits());
    isFound = true;
    return isThere;
  };
  // A list may still be loading. The last look may be too late.
  const isDone = await pollUntil(hasScrolled, scope.remainingMs).catch((error: unknown) => {
    if (!isFound || !isTimeout(error)) throw error;
    return false;
  });
  if (isDone) return;
  throw new UnexpectedResult(
    () => ({
      clause: 'it cannot be scrolled in this direction',
      advice: 'Select the element that has the scroll bar. Without selectors, SCROLL scrolls the page.',
    }),
    [`Locator: ${element}`],
  );
}

/** In the page. @returns false if the element has nothing to scroll in this direction. */
function scrollElement(element: Element, to: ScrollToOptions): boolean {
  element.scrollTo(to);
  const { left = 0, top = 0 } = to;
  return (left <= 0 || element.scrollLeft !== 0) && (top <= 0 || element.scrollTop !== 0);
}

/** Without animation: the next step must not start while the page is still scrolling. */
function scrollPosition(calledWith: CalledWith<'SCROLL'>): ScrollToOptions | undefined {
  const { x, y } = calledWith ?? {};
  if (x === undefined && y === undefined) return undefined;
  return { ...defined({ left: x, top: y }), behavior: 'instant' };
}

function scrollPage({ page }: StepScope, position: ScrollToOptions | undefined): Promise<void> {
  return page.evaluate((to) => {
    window.scrollTo(to ?? { top: document.documentElement.scrollHeight, behavior: 'instant' });
  }, position);
}
