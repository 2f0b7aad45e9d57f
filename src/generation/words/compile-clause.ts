import { onlyOne } from '../../common/lists.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { buttonsCalled, clickByVerb, clickByWholeClause } from './actions/click.ts';
import { compileAction, exception, looksLikeAction } from './actions/compile-action.ts';
import { compileAssertion, looksLikeStatement } from './assertions/compile-assertion.ts';
import { statedText, withText } from './assertions/shown-text.ts';
import type { Clause } from './clause.ts';
import { check, withoutOpening } from './imperative.ts';
import { type CompiledStep, expects, repeated } from './page/compiled-step.ts';
import { isCheckable, isControl } from './page/control-types.ts';
import { shownElement } from './page/element-texts.ts';
import type { Context, Scope } from './page/scope.ts';
import { attempt, NotFound, optionally, Unresolved } from './page/unresolved.ts';
import { withPossessive } from './possessive.ts';
import { baseVerb, numberOf, numberPattern, sayingVerbs, withDigits, wordsOf } from './vocabulary.ts';

const waiting = /^wait (?:until|for)\s+/i;

/** "Push notifications should be on" begins with a name, not with a verb. */
const state = /^(?!scroll )\S.* (?:should|must|is|are) (?:be )?(?:on|off|shown|visible|\w+ed)$/i;

/** "Click Members to close the menu" says what the click is for. */
const purpose =
  /(?<=^(?:click|press|tap|hit|push) \S.*?)(?: once more| again)? (?:in order )?to (?:open|close|see|show|hide|view|start|finish|get|expand|collapse) .+$/i;

const repetition = new RegExp(`^(.+) (?:twice|(${numberPattern}) times)$`, 'i');

/** "Dune can be reserved", "INV-7 cannot be marked as paid": the button for that is enabled, or disabled. */
const possibility =
  /^(.+?) (can|could|can ?not|can['’]t|could not|can no longer) (?:now |still |again |not |also )*be (\p{L}+(?:ed|en|t|d)(?: (?:in|out|up|off|on))?)((?: (?:as|to|for|from) .+?)?)(?: yet)?$/iu;

/** "I can't send the request" */
const inability = /^can(?: ?not|['’]t|not yet) (\p{Ll}+) ((?:the|this|my|an?) .+?)(?: yet)?$/u;

function isPossibleNow(text: string, scope: Scope): CompiledStep | undefined {
  const [, done = '', object] = inability.exec(text) ?? [];
  const [, what = object ?? '', modal = '', participle = done, rest = ''] = possibility.exec(text) ?? [];
  const isNegative = done !== '' || /n[o'’]?t|no longer/i.test(modal) || / not be /i.test(text);
  const [verbed = '', ...particle] = participle.split(' ');
  const stem = verbed.replace(/e?d$/, '');
  const verbs = new Set([baseVerb(verbed) ?? stem, stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')]);
  const targets = [...verbs].flatMap((verb) => {
    const steps = attempt(() => compileAction([verb, ...particle, what].join(' ') + rest, scope));
    const [step] = what === '' || steps instanceof Unresolved ? [] : steps;
    return step?.element.interaction?.action === 'CLICK' && step.target?.role === 'button'
      ? [step.target]
      : [];
  });
  const target = onlyOne(new Set(targets));
  return target && expects({ expectation: isNegative ? 'DISABLED' : 'ENABLED' }, target);
}

/** Whether a text says something of what it names, as in "Ada is active", whether or not the grammar knows it. */
export function hasStatement(text: string): boolean {
  return /\S (?:is|are|has|have|shows?|says?|contains?) \S/i.test(text);
}

/** Whether a clause says something to do or to check, whatever it is about. */
export function looksLikeStep(clause: Clause): boolean {
  const { text: plain } = withoutOpening(clause);
  return check.test(plain) || looksLikeAction(plain) || looksLikeStatement(plain);
}

/** "If the cart is empty", but not "check if the cart is empty". */
const conditional =
  /^(?:and |but )?(if|unless) |(?<!\b(?:check|verify|validate|confirm|see|assert|expect|ensure|sure)) (if) (?!\S*$)/i;

/** Whether the page is the one that the first clause was about. */
function onHomePage({ url }: PageView, { views: [first] }: Context): boolean {
  return first === undefined || first.url === url;
}

const home = '(?:home ?page|landing page|start page|front page)';

const onHome = new RegExp(`^(.*?\\b)?on the ${home}, `, 'i');

const homeSays = new RegExp(`\\bthe ${home} (?=(?:${sayingVerbs}|shows?|displays?|has|contains?) )`, 'i');

/** "On the home page, Save is shown" and "the home page shows Save" say no more than "the page" there. */
function withoutHome(text: string): string {
  return text.replace(onHome, '$1').replace(homeSays, 'the page ');
}

/**
 * Compiles a clause against a page.
 * @throws Unresolved if it names nothing on the page, or more than one thing.
 */
export function compileClause(clause: Clause, view: PageView, context: Context): readonly CompiledStep[] {
  const opened = withoutOpening(
    onHomePage(view, context) ? { ...clause, text: withoutHome(clause.text) } : clause,
  );
  const {
    text: statement,
    places,
    quotes,
  } = withPossessive(opened, { view, context, quotes: clause.quotes });
  const condition = conditional.exec(clause.text)?.[1];
  if (condition !== undefined)
    throw new Unresolved(
      `A test does the same each time, so "${condition.toLowerCase()}" is not understood. Write one test case for each case`,
    );
  if (/^(?:for|of|with|or|except|unless|to) /i.test(statement))
    throw new Unresolved('The clause has no verb');
  const [, text = statement, times] = repetition.exec(statement) ?? [];
  const steps = compileOnce(text, { view, quotes, places, context });
  return repeated(steps, text === statement ? 1 : (numberOf(times ?? 'two') ?? 0));
}

function compileOnce(text: string, scope: Scope): readonly CompiledStep[] {
  const compiled = attempt(() => compileByGrammar(text, scope));
  if (!(compiled instanceof Unresolved)) return compiled;
  // "Get tickets for Hamlet" is no statement if a button is called "Get tickets".
  const isClick = !hasStatement(text) && !exception.test(text);
  const click = isClick ? optionally(() => clickByWholeClause(text, scope), Unresolved) : undefined;
  if (click !== undefined) return [click];
  const only = clickByVerb(text, scope);
  if (only !== undefined) return [only];
  const shown = reportedText(text, scope);
  if (shown !== undefined) return [shown];
  const withoutPurpose = text
    .replace(purpose, '')
    .replace(/^((?:there is|\p{L}+) an?) new (?=\p{Ll})/iu, '$1 ');
  const plain = looksLikeAction(text) ? withoutPurpose : withDigits(withoutPurpose);
  const simpler = plain === text ? compiled : attempt(() => compileByGrammar(plain, scope));
  if (simpler instanceof Unresolved) throw compiled;
  return simpler;
}

/** "The page says that there is nothing left", "The heading reads You are signed out". */
const report = new RegExp(
  `^(?:i am|we are|you are|the user is|it|(?:an?|the) (?:\\p{L}+ )?(?:message|confirmation|dialog|note|notice|notification|toast|banner|alert|page|screen|app|hint|warning|error|text|heading|headline)) (?:told|informed|notified|warned|${sayingVerbs}|complains?|tells me|tells us|shows?|displays?|is)(?: that)? (?:there (?:is|are) )?(\\S+ .+)$`,
  'iu',
);

/** The element that shows a reported text word for word, if the text has three words or more. */
function reportedText(text: string, scope: Scope): CompiledStep | undefined {
  const [, reported = ''] = report.exec(text) ?? [];
  const wanted = reported.replace(/\bcan(?:['’]t| not)\b/i, 'cannot');
  if (wanted.includes('⟦') || wanted.split(' ').length < 3) return undefined;
  const isHeading = / head(?:ing|line) /i.test(text);
  const isPossible = (each: PageElement) =>
    !isControl(each) && each.field === undefined && (!isHeading || each.role === 'heading');
  const step = withText(wanted, scope, isPossible);
  if (step?.target !== undefined) return step;
  // The page may show "Mail sent" for "The mail was sent".
  const stated = statedText(wanted, scope);
  return stated?.target && isPossible(stated.target) ? stated : undefined;
}

function compileByGrammar(text: string, scope: Scope): readonly CompiledStep[] {
  const stated = text.replace(check, '');
  // "Check the terms" and "Confirm the booking" may be actions.
  const mayBeAction = /^(?:check|confirm|validate) (?!that|if|whether|to see)/i.test(text);
  if (stated !== text && (!mayBeAction || looksLikeStatement(stated))) return statement(stated, scope);
  const possible = isPossibleNow(stated, scope);
  if (possible !== undefined) return [possible];
  const isAction = looksLikeAction(text);
  // "Get tickets" is not what somebody gets.
  if (buttonsCalled(text, scope).length > 0) return compileAction(text, scope);
  const waited = text.replace(waiting, '');
  if (waited !== text && !isAction) return statement(waited, scope);
  if (looksLikeStatement(text) && (!isAction || state.test(text))) return compileAssertion(text, scope);
  if (isAction && stated === text && !looksLikeStatement(text)) return compileAction(text, scope);
  // "Confirm the booking of Ada" uses a button of the page, even if it is not clear which one.
  const hasButton = scope.view.elements.some(
    ({ role, name }) => role === 'button' && wordsOf(name)[0] === wordsOf(text)[0],
  );
  if (mayBeAction && hasButton) return compileAction(text, scope);
  return firstResolved(
    () => compileAction(text, scope),
    () => compileAssertion(stated, scope),
  );
}

/** A statement, or something that is to be there. */
function statement(text: string, scope: Scope): readonly CompiledStep[] {
  const plain = text.replace(/^(?:i|we|you) /i, '');
  if (looksLikeStatement(plain)) return compileAssertion(plain, scope);
  const steps = firstResolved(
    () => compileAssertion(`${plain} is visible`, scope),
    () => compileAssertion(plain, scope),
  );
  const [target] = steps.flatMap((step) => step.target ?? []);
  // "Confirm that I am of age"
  if (plain !== text && target !== undefined && isCheckable(target))
    throw new Unresolved('It could be checked or shown. Write "Check …", or that it is checked', [
      shownElement(target),
    ]);
  return steps;
}

/** @throws Unresolved of the first way, if neither is resolved, unless the other one finds what the page shows instead. */
function firstResolved<T>(first: () => T, second: () => T): T {
  const found = attempt(first);
  const other = found instanceof Unresolved ? attempt(second) : found;
  if (other instanceof Unresolved) throw other instanceof NotFound ? found : other;
  return other;
}
