import type { Assertion } from '../../../contract/exchange/assertion.ts';
import { canonicalOf } from '../canonical-wording.ts';
import { listItems, plainText } from '../clause.ts';
import { Grammar, type Rule } from '../grammar.ts';
import { type CompiledStep, expects } from '../page/compiled-step.ts';
import { nearest } from '../page/find-element.ts';
import { find, phraseIn, type Scope } from '../page/scope.ts';
import { NotFound, optionally } from '../page/unresolved.ts';
import { areas, numberPattern } from '../vocabulary.ts';
import { hasTitle, hasUrl, isOnPage } from './current-page.ts';
import { hasNoRows, isNotShown, isNotShownIn, lacksText, rowLacks } from './element-not-shown.ts';
import { counts, isAtPosition, isShown, isShownIn, rowHas, showsLabelled } from './element-shown.ts';
import {
  areIn,
  areListed,
  everyRowHas,
  hasOnlyRows,
  hasRowWith,
  isBelow,
  isInOrder,
  noNewRow,
  noRowHas,
  offers,
  rowsWithText,
  showsError,
} from './listed.ts';
import { readSaying } from './saying.ts';
import { statedText } from './shown-text.ts';
import { optionIsChosen, showsValue } from './shown-value.ts';
import {
  areEmpty,
  hasFocus,
  hasPlaceholder,
  hasState,
  isCurrent,
  isSorted,
  isTaken,
  pointsTo,
  showsProgress,
  states,
} from './state.ts';

const quoted = '⟦\\d+⟧';

const shown =
  '(visible|shown|displayed|present|there|on the page|on the screen|listed|in the list|in the table)';

const gone = '(gone|hidden|invisible|absent|removed)';

const pronouns = '[i|we|you|they|the browser]';

const title = '[the] [(?<page>page|browser)] title|tab [(?<of>of the page)]';

const address = '[the] [page|current] url|address|path [of the page]';

/** What a row has, which a clause may say that it has or lacks. */
const ofRow = '(?:button|link|checkbox|switch|toggle|field|dropdown)';

/** Where something is, which stands after what is said of it. */
const where = '[(?<where>(?:in|on|at|for|under|below|beneath|inside|within|next to) .+)]';

const inPart = `{where:(?:in|inside|within|under|on) .*\\b(?:${[...areas.keys()].join('|')})\\b.*}`;

/** "The fields From and To" */
const several = '[the] [buttons|fields|boxes|options|tabs|links] {items:.+(?:,| and ).+}';

/** Compiles a rule for each of several elements. The rule does not apply if one of them is not found. */
function ofEach(compile: Rule[1]): Rule[1] {
  return ({ items = '', ...parts }, scope) => {
    const steps = listItems(items).map((what) => optionally(() => compile({ ...parts, what }, scope)));
    return steps.every((step) => step !== undefined) ? steps.flat() : undefined;
  };
}

/** The rules for a state of one element, or of several. */
function stateRules(verb: string, words: string, assertion: Assertion): Rule[] {
  const compile: Rule[1] = (parts, scope) => hasState(parts, assertion, scope);
  return [
    [`{what} ${verb} {state:${words}} ${where}`, compile],
    [`${several} ${verb} {state:${words}}`, ofEach(compile)],
  ];
}

const grammar = new Grammar([
  [`${title} is|reads?|says?|equals? [titled] {value:${quoted}|[^⟦]+}`, hasTitle],
  [`${title} {value:${quoted}}`, hasTitle],
  ['[the] [browser] page|tab is titled {value}', hasTitle],
  [`[i|we|you|they] is on the|a page [titled|with the title] {value:${quoted}}`, hasTitle],
  [`${title} contains?|includes?|has|have {part}`, hasTitle],
  [`${address} contains?|includes?|has|have {part:\\S+}`, hasUrl],
  [`${address} ends? with|in {end:\\S+}`, hasUrl],
  [`${address} is|equals? {value:\\S+}`, hasUrl],
  [`${pronouns} is on|at {value:/\\S*}`, hasUrl],
  ['(not see|not get|not find|not to see|see no|get no|find no) {what}', isNotShown],
  [`[all] [of] [the] [(?<count>${numberPattern})] [input|text|form] fields is empty|blank|cleared`, areEmpty],
  [
    '{what} is [marked as|highlighted as] [the] current|active|selected page',
    ({ what = '' }, scope) =>
      expects(
        { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-current', 'page'] },
        find(what, scope, { isPossible: ({ role }) => role === 'link' }),
      ),
  ],
  ['{what} is|shows?|displays?|says?|reads?|has [at] {value:\\d+ ?%} [full|done|complete]', showsProgress],
  ['{what} offers? [(?<only>only|exactly)] [the] [options?] {list}', offers],
  [
    '{what} has|have|contains?|lists?|shows? [(?<only>only|exactly)] the (options:?|choices:?) {list}',
    offers,
  ],
  [
    '{place} has|have|contains?|shows?|lists? a|an|the|one row|entry|line|item with|for|containing {items}',
    hasRowWith,
  ],
  ['there is a|an|one row|entry|line|item with|for|containing {items}', hasRowWith],
  [
    'a|an|the [new] row|entry|line|item|record with|for|containing {items} is shown|visible|displayed|listed|added [(?:to )?(?<place>.+)]',
    hasRowWith,
  ],
  ['{place} has|have|contains?|shows?|lists?|displays? only {items}', hasOnlyRows],
  ['the {place:[^⟦,]+s} is {items:(?:⟦|[A-Z]).+(?:,| and ).+}', hasOnlyRows],
  [
    `[there is] [exactly|only] {count:${numberPattern}} {place:\\w+(?: is (?:shown|visible|displayed|listed)(?: on (?:the|this) (?:\\w+ )?page)?)?:} {items}`,
    hasOnlyRows,
  ],
  [
    'only {items} is [shown|visible|displayed|listed|left|remaining|there] [(?<place>(?:in|on|under) .+)]',
    hasOnlyRows,
  ],
  [
    `{value:[^⟦]*${quoted}} is shown|visible|displayed (below|beneath|underneath|under|next to|beside) {what}`,
    isBelow,
  ],
  ['{place} has|have|contains?|shows?|lists?|displays?|includes? {items:.+(?:,| and ).+}', areIn],
  ['(every|each|all|all the) {rows} has|have|contains?|shows?|costs? [a|an|the|its] {what}', everyRowHas],
  [
    '[the|these] [following] {kind:\\w+s} is {items:(?:visible|shown|displayed|present|listed): .+}',
    areListed,
  ],
  [`sees?|gets? [the|these] [following] [(?<count>${numberPattern})] {kind:\\w+s:?} {items}`, areListed],
  [
    `{place} has|have|contains?|shows?|lists?|displays?|includes? [the|these] [following] [(?<count>${numberPattern})] {kind:\\w+s:?} {items}`,
    areListed,
  ],
  [
    `{what} shows?|displays?|has|have|gets? a|an|the (error|message|error message|warning|hint|validation error|validation message) [saying|that] {value:${quoted}}`,
    showsError,
  ],
  ['sees?|gets?|reads?|receives?|notices?|counts? [that] {what}', isShown],
  [
    '[i|we|you|they] is on|at {what} tab',
    (parts, scope) => hasState(parts, { expectation: 'TO_BE_CHECKED' }, scope),
  ],
  ['[i|we|you|they] is on|at {what} [page]', isOnPage],
  ['{what} points?|links?|leads? to {url:\\S+}', pointsTo],
  ['there is not [a|an|any|the] {what}', isNotShown],
  [
    'unable to click|press|tap|edit|change|use [on] {what}',
    (parts, scope) => hasState(parts, { expectation: 'DISABLED' }, scope),
  ],
  [
    'the {what} page (opens|opened|loads|loaded|is shown|is displayed|is visible|is open|is opened|is loaded)',
    isOnPage,
  ],
  ['{what:.*\\b(?:dialog|modal|popup|window|menu)\\b.*?} is open|opened', isShown],
  ['{what:.*\\b(?:dialog|modal|popup|window|menu)\\b.*?} (is closed|closes?|closed)', isNotShown],
  [`[the] placeholder of {what} is|reads|says {value:${quoted}}`, hasPlaceholder],
  [`{what} has [a|an|the] placeholder [text] {value:${quoted}}`, hasPlaceholder],
  [
    '{value} is|comes? [listed|shown] {at:(?:(?:at|in) the )?(?:top|bottom|end|first|last|second|third)(?: row| place| position)?} [(?:in|of|on) (?<place>.+?)] [with (?<items>.+)]',
    isAtPosition,
  ],
  ['{value} is|comes? [listed|shown] {at:before|above|after|below|under} {what}', isInOrder],
  ['{what} has|have {value} selected|chosen', optionIsChosen],
  ['{value} is selected|chosen in|for|as {what}', optionIsChosen],
  ['{value} is the (selected|chosen|default|preselected|current) {what}', optionIsChosen],
  ...states.flatMap(([words, is, isNot]) => [
    ...stateRules('is not', words, isNot),
    ...stateRules('is', words, is),
  ]),
  ['{what} (is in|is \\w+ed in|is sorted) {order:ascending|descending} [order]', isSorted],
  ['.+? is (sorted|ordered) by {what} [in] {order:ascending|descending} [order]', isSorted],
  [
    '.+? is (sorted|ordered) by {value}',
    ({ value }, scope) => optionIsChosen({ what: 'sort', value }, scope) ?? isSorted({ what: value }, scope),
  ],
  ['{place:.*\\b(?:column|list|table)} is empty|blank', hasNoRows],
  ['{place} has|have|contains?|shows?|lists?|displays? (0|no|zero) {kind:\\w+}', hasNoRows],
  [
    '{what} (is focused|has focus|has the focus|has the keyboard focus|have the focus|gets the focus)',
    hasFocus,
  ],
  [`{what} is not ${shown}`, isNotShown],
  [
    '{what} is (not shown|not displayed|not visible|not present|not listed|gone|removed) {place:(?:in|on|from|under) .+}',
    isNotShownIn,
  ],
  [`{what} is [now] ${gone}`, isNotShown],
  ['{what} not show|exist|open', isNotShown],
  [`no {what} is (open|${shown.slice(1, -1)})`, isNotShown],
  [`{what} is ${shown} ${where}`, isShown],
  [`${several} is not ${shown}`, ofEach(isNotShown)],
  [`${several} is ${shown}`, ofEach(isShown)],
  [`${several} is [${shown.slice(1, -1)}] ${inPart}`, ofEach(isShown)],
  ['{what} (exists?|opens|opened)', isShown],
  [`{what} is [only] ${inPart}`, isShown],
  [`{what:(?:the|an?) .*s} open`, isShown],
  [`{place} has|have|contains?|shows?|displays? a|an|the {what:.+ ${ofRow}}`, rowHas],
  [`{place} not have|contain|show|display [a|an|the|any] {what:.+ ${ofRow}}`, rowLacks],
  ['{place} has|have|contains?|shows?|displays? a|an|the {what}', isShownIn],
  [`{what} not contain|include|say|show|read|have|display|list [the text] {value:${quoted}}`, lacksText],
  [
    '{place:(?:the|this) .+} not contain|include|list|show|display|have {what:[A-Z].*}',
    ({ place = '', what }, scope) => isNotShownIn({ what, place: `in ${place}` }, scope),
  ],
  [
    `{place} shows?|displays?|has|have|lists? a|an|the {what:[a-z ]+} of {value:${quoted}|[€$£+-]?\\d.*}`,
    ({ place = '', what = '', value = '' }, scope) =>
      showsValue(`the ${what} of ${place}`, 'is', value, scope),
  ],
  [
    'the {place:page|screen|dialog|modal|popup} shows?|displays?|has|lists?|contains?|includes? the {what}',
    showsLabelled,
  ],
  [
    'the (number|quantity) of {what} is {count:⟦\\d+⟧|\\d+}',
    ({ what = '', count = '' }, scope) =>
      showsValue(`the ${what}`, 'is', count, scope) ?? counts({ count, counted: what }, scope),
  ],
  [`[there is] [exactly|only] {count:${numberPattern}} {counted} [is] {left:left|remaining}`, counts],
  [
    `{place} have|has|contains?|shows?|lists?|displays?|includes? [exactly|only] {count:${numberPattern}} {counted}`,
    counts,
  ],
  [`[exactly|only] {count:${numberPattern}} {rows:[a-z]+s} is|has|have|shows? {what}`, rowsWithText],
  [`{count:${numberPattern}} {counted:(?!(?:as|in|into|to|for) ).+}`, counts],
  ['{what:.*\\d.*} is [(?<not>not)] {state:taken|occupied|booked|free|vacant|available}', isTaken],
  ['none of the {rows:(?!other ).+?} is|has|have|shows? {what}', noRowHas],
  ['no [new|more|other] {rows} is added|created', noNewRow],
  ['there is no {what}', isNotShown],
  ['there is {what}', isShown],
  ['[the] current|active {kind:step|page} is {value}', isCurrent],
]);

/** Whether a clause is a statement about the page, whatever it is about. */
export function looksLikeStatement(clause: string): boolean {
  const text = canonicalOf(clause);
  return (
    grammar.matches(text) || /⟦\d+⟧|\d|@|(?:^| )\p{Lu}|^\S+\.\p{Ll}{2,4}$/u.test(readSaying(text).value ?? '')
  );
}

/** @throws Unresolved */
export function compileAssertion(clause: string, scope: Scope): readonly CompiledStep[] {
  const text = canonicalOf(clause);
  return grammar.compile(text, scope, () => {
    const { what, verb = '', value } = readSaying(text);
    const isSaid = what !== undefined && value !== undefined;
    const step = (isSaid ? showsValue(what, verb, value, scope) : undefined) ?? statedText(text, scope);
    if (step !== undefined) return step;
    const candidates = nearest(phraseIn(text, scope), scope.view.elements);
    throw new NotFound(`Found no text for "${plainText(clause, scope.quotes)}"`, candidates);
  });
}
