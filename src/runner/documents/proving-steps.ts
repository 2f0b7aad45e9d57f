import { type Expectation, findsNone } from '../../contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { preparesDialog } from '../../contract/exchange/interaction.ts';
import { acceptsEmptyText } from '../../contract/exchange/pattern.ts';
import { findsRoot } from '../../contract/exchange/root.ts';
import { type ExchangeSelector, isPick } from '../../contract/exchange/selector.ts';

/** Whether steps only send requests of their own, whatever the page shows. */
function onlySendRequests(elements: readonly ExchangeElement[]): boolean {
  const others = elements.filter(({ assertion }) => assertion?.expectation !== 'RESPONSE_OK');
  return (
    others.length < elements.length && others.every(({ interaction }) => interaction?.action === 'GO_TO')
  );
}

/**
 * Whether a step, if it succeeds, shows that the page has what the test case expects: an assertion about an element that
 * is there. The root of a page is always there, so only its text counts.
 */
export function provesPage({ assertion, selectors }: ExchangeElement): boolean {
  if (assertion == null || provesNothing.has(assertion.expectation) || findsNone(assertion)) return false;
  return !findsRoot(selectors) || findsText({ assertion });
}

/** Whether a step only expects that some element of a kind is visible, such as a heading, which most pages have. */
export function seesAnyOfKind({ assertion, selectors }: ExchangeElement): boolean {
  const isKind = (each: ExchangeSelector) =>
    isPick(each) ||
    (each.selectorType === 'CSS' && /^[a-z]+[1-6]?$/i.test(each.selector)) ||
    (each.selectorType === 'ROLE' && each.options?.name === undefined);
  return assertion?.expectation === 'VISIBLE' && selectors.every(isKind);
}

/** Whether all that a test case expects to be on its pages may be on any other page as well. */
export function provesAnyPage(elements: readonly ExchangeElement[]): boolean {
  return elements.filter(provesPage).every(seesAnyOfKind);
}

/** Assertions that an error page may meet, too: they are not about what an element shows. */
const provesNothing: ReadonlySet<string> = new Set<Expectation>([
  'RESPONSE_OK',
  'TO_HAVE_URL',
  'TO_HAVE_TITLE',
  'NOT_TO_CONTAIN_TEXT',
]);

/** Whether a step finds a text that is not empty. */
export function findsText({ assertion }: Pick<ExchangeElement, 'assertion'>): boolean {
  if (assertion == null) return false;
  const { expectation, calledWith } = assertion;
  if (expectation !== 'TO_CONTAIN_TEXT' && expectation !== 'TO_HAVE_TEXT') return false;
  return !acceptsEmptyText(calledWith);
}

/** Whether a step says which text it finds, such as the message of an alert. */
export function namesText(element: Pick<ExchangeElement, 'assertion' | 'selectors'>): boolean {
  const isText = ({ selectorType, options }: ExchangeSelector) =>
    selectorType === 'TEXT' || options?.hasText !== undefined;
  return findsText(element) || element.selectors.some(isText);
}

/** How a page says that there is nothing to see. */
const missing =
  /\b4\d\d\b|not? (?:be )?(?:found|exist|authori[sz]ed)|n['’]t (?:be )?(?:found|exist)|no such|no longer|missing|unauthori|forbidden|denied|expired|\bgone\b/i;

/** Whether steps expect that a page is not there or not for everybody, before any of them leaves it. */
export function expectMissing(elements: readonly ExchangeElement[]): boolean {
  const end = elements.findIndex(actsOnPage);
  return elements
    .slice(0, end < 0 ? undefined : end)
    .some((each) => provesPage(each) && missing.test(JSON.stringify([each.selectors, each.assertion])));
}

/**
 * The index of the step after the last one that proves its page. If that is the last step, it is the number of steps. An
 * optional step may fail.
 */
export function firstStepAfterProof(elements: readonly ExchangeElement[]): number {
  if (onlySendRequests(elements)) return elements.length;
  return elements.findLastIndex((each) => each.ignoreFailure !== true && provesPage(each)) + 1;
}

/** Whether steps that no assertion about their page follows assert its URL; all steps, if such assertions prove nothing. */
export function expectsUrl(elements: readonly ExchangeElement[]): boolean {
  return elements
    .slice(provesAnyPage(elements) ? 0 : firstStepAfterProof(elements))
    .some(({ assertion }) => assertion?.expectation === 'TO_HAVE_URL');
}

/** Whether a step asserts a title that not every page has. */
export function expectsTitle(elements: readonly ExchangeElement[]): boolean {
  return elements.some(
    ({ assertion }) => assertion?.expectation === 'TO_HAVE_TITLE' && !acceptsEmptyText(assertion.calledWith),
  );
}

/** Whether a step may show something that was not visible before, or prove that its page is as it should be. */
export function mayShow(element: ExchangeElement): boolean {
  return element.assertion == null ? actsOnPage(element) : provesPage(element);
}

/** Whether a step does more than look at its page. */
export function actsOnPage({ assertion, interaction }: ExchangeElement): boolean {
  return assertion == null && !['WAIT_FOR', 'SCROLL', 'EXTRACT'].includes(interaction?.action ?? '');
}

/** Whether a step, if it succeeds, has found something on its page: a blank page does not have it. */
export function findsSomething({ assertion, selectors }: ExchangeElement): boolean {
  if (assertion == null) return selectors.length > 0 && !findsRoot(selectors);
  return !succeedsOnBlankPage({ assertion, selectors }) && assertion.expectation !== 'RESPONSE_OK';
}

/** Whether an assertion about a page is met even if the page is blank, without saying so. */
export function succeedsOnBlankPage({ assertion, selectors }: ExchangeElement): boolean {
  if (assertion == null) return false;
  const { expectation } = assertion;
  if (findsNone(assertion) || expectation === 'TO_HAVE_URL' || expectation === 'TO_HAVE_TITLE') return true;
  return findsRoot(selectors) && expectation !== 'TO_HAVE_STYLE' && !findsText({ assertion });
}

/**
 * Whether the driver does not wait for a navigation that the step starts. After a click, and after a key on an element, it
 * does.
 */
export function mayNavigateLater({ interaction, selectors }: ExchangeElement): boolean {
  switch (interaction?.action) {
    case 'CLICK':
      return interaction.calledWith?.double === true;
    case 'KEY_PRESS':
      return selectors.length === 0;
    case 'JAVASCRIPT':
      return interaction.calledWith.execType === 'browser';
    case 'SELECT_OPTION':
    case 'TYPE_TEXT':
    case 'DRAG_AND_DROP':
    case 'UPLOAD':
      return true;
    default:
      return false;
  }
}

/** Whether a step can be run while the page shows the browser's error page: it may leave that page. */
export function canLeaveErrorPage(element: ExchangeElement): boolean {
  if (canLeaveClosedPage(element)) return true;
  return ['GO_TO', 'JAVASCRIPT'].includes(element.interaction?.action ?? '');
}

/** Whether a step can be run after its page has closed: it leaves that page, or needs none. */
export function canLeaveClosedPage(element: ExchangeElement): boolean {
  return preparesDialog(element) || ['SWITCH_PAGE', 'CLOSE_PAGE'].includes(element.interaction?.action ?? '');
}

/** Whether a step waits for something of the page, which does not come once the page is replaced by an error page. */
export function waitsForPage({ assertion, interaction }: ExchangeElement): boolean {
  return assertion != null || interaction?.action === 'WAIT_FOR';
}
