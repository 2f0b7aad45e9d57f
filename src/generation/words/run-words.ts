import { cut } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { LivePage, PageElement, PageView } from '../../runner/live-page.ts';
import { type Clause, shownText, softSplits, splitClauses, splitCondition } from './clause.ts';
import { compileClause, hasStatement, looksLikeStep } from './compile-clause.ts';
import { continueList, ofSameSubject } from './list-continuation.ts';
import type { CompiledStep } from './page/compiled-step.ts';
import { isSameText, shownElement } from './page/element-texts.ts';
import { labelOfRow } from './page/rows.ts';
import { type Context, startContext } from './page/scope.ts';
import { attempt, Unresolved } from './page/unresolved.ts';
import { baseVerb, numberPattern, wordsOf } from './vocabulary.ts';

/** How many earlier pages are remembered. */
const maxViews = 20;
/** How many elements of earlier pages are remembered. */
const maxRememberedElements = 2000;

interface CompiledPrefix {
  readonly compiled: readonly CompiledStep[];
  readonly rest: readonly Clause[];
  /** The words of the beginning, if the rest goes on with its list. */
  readonly words?: readonly string[];
}

/** "Users and Roles are in the menu" does nothing with the first of them. */
const endsSubject = /^(?!(?:the|all|both|no|two|three|\d+) )[^,]*? (?:are|were|have) /i;

/** Compiles a clause, or the longest beginning of it that is one itself. @throws Unresolved */
function compileLongestPrefix(clause: Clause, view: PageView, context: Context): CompiledPrefix {
  const compiled = attempt(() => compileClause(clause, view, context));
  if (!(compiled instanceof Unresolved)) return { compiled: compiled, rest: [] };
  for (const [left, right] of softSplits(clause)) {
    if (endsSubject.test(right.text) && !looksLikeStep(left)) continue;
    // A mere name continues a list: "Select Ada and Bo" does not say that Bo is shown.
    const isOther =
      looksLikeStep(right) ||
      hasStatement(right.text) ||
      isButton(right, view) ||
      clicks(right, view, context);
    const isList = !isOther || /^#\d/.test(right.text);
    const rest = ofSameSubject(left, right) ?? (isList ? continueList(left, right) : right);
    const compiled = attempt(() => compileClause(left, view, context));
    if (compiled instanceof Unresolved) continue;
    if (!isList || !replacesOption(compiled, rest, view, context)) {
      const words = isList ? wordsOf(shownText(left)) : [];
      return { compiled, rest: [rest], words };
    }
  }
  throw compiled;
}

/** "And create the role" names a button by its verb. */
function clicks(clause: Clause, view: PageView, context: Context): boolean {
  const steps = beginsWithVerb(clause) ? attempt(() => compileClause(clause, view, context)) : [];
  const target = steps instanceof Unresolved ? undefined : steps[0]?.target;
  return target?.role === 'button' && wordsOf(target.name)[0] === wordsOf(clause.text)[0];
}

/** "And apply", "and saving" go on with a button, and not with what is named before. */
function isButton({ text }: Clause, { elements }: PageView): boolean {
  if (/^(?:confirm|submit|save|continue|proceed|apply)$/.test(text)) return true;
  const verb = /^\p{Ll}+$/u.test(text) ? (baseVerb(text) ?? text) : undefined;
  const isNamed = ({ role, name }: PageElement) =>
    role === 'button' && (isSameText(name, text) || wordsOf(name)[0] === verb);
  return /^\p{Ll}/u.test(text) && elements.some(isNamed);
}

/** Whether a list goes on with another option of the same field, which holds only one. */
function replacesOption(
  compiled: readonly CompiledStep[],
  rest: Clause,
  view: PageView,
  context: Context,
): boolean {
  const chosen = compiled.at(-1);
  if (chosen?.element.interaction?.action !== 'SELECT_OPTION' || chosen.target?.field?.type !== 'select')
    return false;
  const next = attempt(() => compileLongestPrefix(rest, view, context));
  return !(next instanceof Unresolved) && next.compiled[0]?.target === chosen.target;
}

function nextContext(before: Context, { compiled, words = [] }: CompiledPrefix, view: PageView): Context {
  const target = compiled.at(-1)?.target;
  const acted = compiled.findLast(({ element }) => element.interaction !== undefined)?.target;
  const row = target && labelOfRow(target, view);
  return {
    target: target ?? before.target,
    words,
    row,
    lastRow: row ?? before.lastRow,
    acted: acted ?? before.acted,
    views: [...before.views, view].slice(-maxViews),
    seen: [...before.seen, ...view.elements].slice(-maxRememberedElements),
  };
}

/** What becomes of a text that describes steps. */
interface WordsResult {
  readonly elements: readonly ExchangeElement[];
  /** Why the text was not compiled to its end; undefined if it was. */
  readonly problem: string | undefined;
}

/** Short forms that may be a title, and verbs that begin the description of a change as well as a step. */
const shortForm = new RegExp(`^(?:[^:=>]+(?: (?:=|->|>)|:)|${numberPattern}) `, 'i');
const weakVerb =
  /^(?:[-\w]+,? )?(?:adds?|changes?|updates?|edits?|removes?|replaces?|shows?|uses?|sets?|gives?|provides?|inserts?|opens?|closes?|enables?|disables?|checks?|supports?|allows?|sorts?|filters?|marks?|test|make sure|ensures?) /i;

/**
 * Whether a text describes steps: most of its clauses say something to do or to check.
 * @returns `maybe` if they could as well describe a change of the app.
 */
export function describesSteps(text: string): 'yes' | 'maybe' | 'no' {
  const clauses = linesOf(text).flatMap(splitClauses);
  const steps = clauses.filter((clause) => looksLikeStep(clause) || beginsWithVerb(clause));
  if (steps.length === 0 || steps.length < 0.7 * clauses.length) return 'no';
  const isClear = (clause: Clause) =>
    looksLikeStep(clause) &&
    (clause.text.includes('⟦') || !(weakVerb.test(clause.text) || shortForm.test(clause.text)));
  return steps.some(isClear) ? 'yes' : 'maybe';
}

/** "Delete Tea" may be the name of a button. */
function beginsWithVerb({ text }: Clause): boolean {
  const [first = ''] = wordsOf(text);
  return baseVerb(first) === first;
}

/** Why a text is not run as steps. */
export function describeNonStep(text: string): string {
  const clauses = linesOf(text).flatMap(splitClauses);
  const first = clauses.find((clause) => !looksLikeStep(clause));
  if (first === undefined) return 'The prompt describes no steps.';
  return `${JSON.stringify(cut(shownText(first), 80))} does not read as a step.`;
}

const bullet = /^\s*(?:[-*•+]|\d+[.)]|\[[ x]\])\s+(?:\[[ x]\]\s+)?/i;

/** What may stand before a step: "Step 1:", "Expected result:". */
const label = /^(?:step \d+|expected(?: results?| outcome)?)\s*[:–-]\s+(?=\S+ \S)/i;

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The first line of a text, if a list follows that it is no part of. */
function lineAboveList(text: string): string | undefined {
  const [first = '', second = ''] = filledLines(text);
  return bullet.test(first) || !bullet.test(second) ? undefined : first;
}

/** The title above a list of steps, if it is no step itself. */
export function titleOf(text: string): string | undefined {
  const first = lineAboveList(text);
  if (first === undefined) return undefined;
  const isStep = (clause: Clause) => looksLikeStep(clause) || beginsWithVerb(clause);
  const isSentence = /\b(?:i|we|you|as|is|are|am|has|have|should|must|can)\b/i.test(first);
  return isSentence || splitClauses(first).some(isStep) ? undefined : first.trim();
}

/** "Add a card" above steps that are numbered from 1 is their title, if the page has nothing to do it with. */
function isTitle(clause: Clause, text: string): boolean {
  const [first = '', ...others] = filledLines(text);
  const isNumbered =
    others.length > 1 && others.every((line, index) => line.trim().startsWith(`${index + 1}.`));
  return isNumbered && clause.quotes.length === 0 && first.trim() === clause.text && !/[$\d@]/.test(first);
}

/** "Sort by price" above a list that begins with "Click the Price header" says what the list is for. */
function isRestated(
  { compiled, rest }: CompiledPrefix,
  text: string,
  next: Clause | undefined,
  view: PageView,
): boolean {
  if (lineAboveList(text) === undefined || rest.length > 0 || next === undefined) return false;
  const again = attempt(() => compileLongestPrefix(next, view, startContext));
  const stepsOf = (steps: readonly CompiledStep[]) => JSON.stringify(steps.map(({ element }) => element));
  return !(again instanceof Unresolved) && stepsOf(again.compiled) === stepsOf(compiled);
}

/** The lines of a text, without bullets, numbers and titles. */
export function linesOf(text: string): string[] {
  const title = titleOf(text);
  return text
    .split('\n')
    .filter((line) => line.trim() !== title)
    .map((line) =>
      line
        .replace(bullet, '')
        .replace(/(\*\*|__)(.+?)\1/g, '$2')
        .replace(label, '')
        .trim(),
    )
    .filter(
      (line) =>
        line !== '' && !/^(?:#|scenario|feature|background|test case[ \d]*:|steps?:?$)|:$/i.test(line),
    );
}

const clicking =
  /^(?:(?:given|when|then|and|i|you|we|the user) )*(?:click|press|tapp?|hitt?|choos|select|push)(?:e?s|e|ing)?(?: on)? (?:the )?/i;

/** What the last action was said with, and has become. */
interface Done {
  readonly words: string;
  readonly steps: string;
}

/** What a statement comes after, before the statement. */
function inOrder(clause: Clause): readonly Clause[] {
  const parts = splitCondition(clause);
  return parts?.every(looksLikeStep) ? parts : [clause];
}

/** Compiles a text clause by clause, and runs each step on the page before the next clause is compiled. */
export async function runWords(text: string, page: LivePage, signal: AbortSignal): Promise<WordsResult> {
  const elements: ExchangeElement[] = [];
  const queue = linesOf(text).flatMap(splitClauses).flatMap(inOrder);
  let context = startContext;
  let lastDone: Done = { words: '', steps: '' };
  for (let clause = queue.shift(); clause !== undefined; clause = queue.shift()) {
    signal.throwIfAborted();
    const words = wordsOf(shownText(clause).replace(clicking, '')).join(' ');
    if (clause.isCondition && words === lastDone.words) continue;
    const view = await page.look();
    const beginning = attempt(() => compileLongestPrefix(clause, view, context));
    if (beginning instanceof Unresolved && isTitle(clause, text) && elements.length === 0) continue;
    if (beginning instanceof Unresolved) return { elements, problem: describeUnresolved(clause, beginning) };
    const { compiled, rest } = beginning;
    if (context === startContext && isRestated(beginning, text, queue[0], view)) continue;
    queue.unshift(...rest);
    const steps = JSON.stringify(compiled.map(({ element }) => element));
    if (clause.isCondition && steps === lastDone.steps) continue;
    if (compiled.some(({ element }) => element.interaction !== undefined)) lastDone = { words, steps };
    context = nextContext(context, beginning, view);
    for (const { element, target, hasToChange } of compiled) {
      const failure = await page.run(element);
      if (failure !== undefined) return { elements, problem: `"${shownText(clause)}" failed: ${failure}` };
      if (hasToChange && target && isSamePage(view, await page.look()))
        return {
          elements,
          problem: `"${shownText(clause)}": A click on ${shownElement(target)} changes nothing.`,
        };
      elements.push(element);
    }
  }
  return { elements, problem: undefined };
}

function isSamePage(...views: readonly [PageView, PageView]): boolean {
  // What is in a closed disclosure may have a box, and no text.
  const shown = (each: PageElement) => each.text !== '' || each.name !== '' || each.field !== undefined;
  const [before, after] = views.map(({ url, title, elements }) =>
    JSON.stringify([url, title, elements.filter(shown).map(({ inside, ...each }) => each)]),
  );
  return before === after && views[1].dialogs.length === 0;
}

function describeUnresolved(clause: Clause, { message, candidates }: Unresolved): string {
  const nearest = candidates.length === 0 ? '' : ` Nearest: ${candidates.join(', ')}.`;
  return `"${shownText(clause)}": ${message}.${nearest}`;
}
