import type { PageView } from '../../runner/live-page.ts';
import type { Clause } from './clause.ts';
import { compileAction, looksLikeAction } from './compile-action.ts';
import { compileAssertion, looksLikeStatement } from './compile-assertion.ts';
import { Unresolved } from './find-element.ts';
import { type Place, readPlaces } from './phrase.ts';
import type { CompiledStep, Context, Scope } from './scope.ts';
import { baseVerb } from './vocabulary.ts';

const introduction =
  /^(?:(?:given|when|then|and|but|also|next,|now|finally,?|first,|please|afterwards,?|as an? [^,]+,)\s+)+/i;
const subject =
  /^(?:i|we|you|he|she|they|(?:the|a|an) (?:user|customer|visitor|shopper|guest|admin|member))\s+(?:(?:can now|can(?!not|'t|’t| not)|will|would|want to|has|have|(?:am|are|is) able to)\s+)?(?!(?:am|are|is)\b)/i;
const check =
  /^(?:check|verify|ensure|make sure|confirm|assert|expect|validate)(?: to see| that| if| whether)?\s+/i;
const waiting = /^wait (?:until|for)\s+/i;
const place = /^((?:in|inside|within|under|on|at) [^,]+?),\s*(.+)$/i;
const passive =
  /^(.+?) (?:is|are|was|were|has been|have been) (clicked|entered|typed|uploaded|attached)(?: on)?( .+)?$/i;
/** The action that another one is done by: "Confirm it by clicking Delete". */
const means = /^.+? by (?=[a-z]+ing )/i;
const repeated = /^(.+) (?:twice|two times)$/i;

interface Opened {
  /** The clause in the imperative or as a statement, without what does not say what to do. */
  readonly text: string;
  /** Where the clause begins to say that it is about. */
  readonly places: readonly Place[];
}

function withoutOpening({ text, quotes }: Clause): Opened {
  const plain = text.replace(introduction, '').replace(/[.!]+$/, '');
  const [where = '', rest = plain] = splitPlace(plain);
  const places = where === '' ? [] : readPlaces(where, quotes);
  const said = (where !== '' && places.length === 0 ? `${rest} ${where}` : rest).replace(
    /^(?:(?:i|we|you) (?:should|must|can)|should) (?=(?:not |be able to |now )?see )/i,
    'should ',
  );
  return { text: imperative(said.replace(subject, '').trim(), subject.test(said)), places };
}

/** "In the row of Ada click Edit": the place ends at the comma, or where a verb begins. */
function splitPlace(text: string): readonly string[] {
  const ended = place.exec(text)?.slice(1);
  if (ended !== undefined || !/^(?:in|inside|within|under) /i.test(text)) return ended ?? [];
  const verb = [...text.matchAll(/\s(?:i |the user )?([a-z-]+)(?= )/g)].find(
    ([, word = ''], index) =>
      index > 0 &&
      /^(?:click|press|tap|open|type|enter|fill|select|choose|check|tick)$/.test(baseVerb(word) ?? ''),
  );
  return verb === undefined ? [] : [text.slice(0, verb.index), text.slice(verb.index + 1)];
}

/** Brings the verb to its base form: "clicks Save", "has entered Ada", "Save is clicked". */
function imperative(text: string, hasSubject: boolean): string {
  const [, object = '', participle = '', rest = ''] = passive.exec(text) ?? [];
  if (participle !== '') return `${baseVerb(participle) ?? participle} ${object}${rest}`;
  const [verb = '', after = ''] = /^([a-z]+)(.*)$/i.exec(text.replace(means, ''))?.slice(1) ?? [];
  const isVerb =
    hasSubject || (/(?:s|ing)$/i.test(verb) && !/^ (?:is|are|was|were|should|must|has|have)\b/i.test(after));
  const base = isVerb ? baseVerb(verb) : undefined;
  return base === undefined || base === verb.toLowerCase() ? text : base + after;
}

/** Whether a clause says something to do or to check, whatever it is about. */
export function looksLikeStep(clause: Clause): boolean {
  const { text: plain } = withoutOpening(clause);
  return check.test(plain) || looksLikeAction(plain) || looksLikeStatement(plain);
}

/**
 * Compiles a clause against a page.
 * @throws Unresolved if it names nothing on the page, or more than one thing.
 */
export function compileClause(clause: Clause, view: PageView, context: Context): readonly CompiledStep[] {
  const { text: whole, places } = withoutOpening(clause);
  if (/^(?:for|of|with|or|except|unless|to) /i.test(whole)) throw new Unresolved('The clause has no verb');
  const text = repeated.exec(whole)?.[1] ?? whole;
  const steps = compileOnce(text, { view, quotes: clause.quotes, places, context });
  return text === whole ? steps : [...steps, ...steps];
}

function compileOnce(text: string, scope: Scope): readonly CompiledStep[] {
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
  return /^wait (?:for )?\S+ ?(?:ms|milliseconds?|s|seconds?|minutes?)$|\bpage (?:to load|has loaded|is loaded|loads)$/i.test(
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
