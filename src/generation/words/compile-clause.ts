import type { PageView } from '../../runner/live-page.ts';
import type { Clause } from './clause.ts';
import { compileAction, looksLikeAction } from './compile-action.ts';
import { compileAssertion, looksLikeStatement } from './compile-assertion.ts';
import { Unresolved } from './find-element.ts';
import type { CompiledStep, Context, Scope } from './scope.ts';

const introduction =
  /^(?:(?:given|when|then|and|but|also|next,|now|finally,?|first,|please|afterwards,?)\s+)+/i;
const subject =
  /^(?:(?:i|we|you|he|she|they|(?:the|a|an) (?:user|customer|visitor|shopper|guest|admin))\s+(?:can now|can|will|would|want to|(?:am|are|is) able to)?\s*)(?!(?:am|are|is)\b)/i;
const check =
  /^(?:check|verify|verifies|ensure|ensures|make sure|makes sure|confirm|confirms|assert|asserts|expect|expects|validate|validates)(?: to see| that| if| whether)?\s+/i;
const waiting = /^waits? (?:until|for)\s+/i;
const place = /^((?:in|inside|within|under|on|at) [^,]+),\s*(.+)$/i;

/** The clause without what does not say what to do. */
function withoutOpening(text: string): string {
  const plain = text.replace(introduction, '').replace(/[.!]+$/, '');
  const moved = place.exec(plain);
  const ordered = moved === null ? plain : `${moved[2]} ${moved[1]}`;
  return ordered
    .replace(/^(?:(?:i|we|you) (?:should|must|can)|should) (?=(?:not |be able to |now )?see )/i, 'should ')
    .replace(subject, '')
    .trim();
}

/** Whether a clause says something to do or to check, whatever it is about. */
export function looksLikeStep({ text }: Clause): boolean {
  const plain = withoutOpening(text);
  return check.test(plain) || looksLikeAction(plain) || looksLikeStatement(plain);
}

/**
 * Compiles a clause against a page.
 * @throws Unresolved if it names nothing on the page, or more than one thing.
 */
export function compileClause(clause: Clause, view: PageView, context: Context): readonly CompiledStep[] {
  const scope: Scope = { view, quotes: clause.quotes, context };
  const text = withoutOpening(clause.text);
  const waited = text.replace(waiting, '');
  const stated = text.replace(check, '');
  if (stated !== text && !/^check (?!that|if|whether)/i.test(text)) return statement(stated, scope);
  if (waited !== text && !looksLikeWait(text)) return statement(waited, scope);
  if (looksLikeStatement(text) && !looksLikeAction(text)) return compileAssertion(text, scope);
  try {
    return compileAction(text, scope);
  } catch (error) {
    if (!(error instanceof Unresolved) || (looksLikeAction(text) && stated === text)) throw error;
    return statementOr(error, stated, scope);
  }
}

function looksLikeWait(text: string): boolean {
  return /^waits? (?:for )?\S+ ?(?:ms|milliseconds?|s|seconds?|minutes?)$|\bpage (?:to load|has loaded|is loaded|loads)$/i.test(
    text,
  );
}

/** A statement, or something that is to be there. */
function statement(text: string, scope: Scope): readonly CompiledStep[] {
  const plain = text
    .replace(/^(?:i|we|you) /i, '')
    .replace(/ to (?=(?:be|have|show|contain|appear|disappear|say|read)\b)/i, ' should ');
  if (looksLikeStatement(plain)) return compileAssertion(plain, scope);
  try {
    return compileAssertion(`${plain} is visible`, scope);
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    return statementOr(error, plain, scope);
  }
}

function statementOr(first: Unresolved, text: string, scope: Scope): readonly CompiledStep[] {
  try {
    return compileAssertion(text, scope);
  } catch (error) {
    throw error instanceof Unresolved ? first : error;
  }
}
