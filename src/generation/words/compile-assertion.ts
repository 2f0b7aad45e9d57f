import { escapeRegExp } from '../../common/text.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { patternText } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { PageElement } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/text.ts';
import { canonicalOf } from './canonical-wording.ts';
import { isSetTo } from './choose-option.ts';
import { plainText } from './clause.ts';
import { compileCount, groupOf } from './compile-count.ts';
import {
  attempt,
  hasRole,
  hasText,
  inModal,
  isSameText,
  matchingElements,
  NotFound,
  nearest,
  shownElement,
  sourcesOf,
  Unresolved,
  wordsOfPage,
} from './find-element.ts';
import { Grammar, type Parts, type Rule } from './grammar.ts';
import {
  areIn,
  areListed,
  everyRowHas,
  hasOnlyRows,
  hasRowWith,
  isBelow,
  noNewRow,
  noRowHas,
  offers,
  rowsWithText,
  showsError,
  textsOfRow,
} from './listed.ts';
import { readPhrase, readPlaces, withoutKind } from './phrase.ts';
import { rowIs, saysAtPosition } from './row-value.ts';
import { isRow, isSameKind, rowAround, rowSelectors } from './rows.ts';
import {
  type CompiledStep,
  controlsCalled,
  expects,
  find,
  holds,
  isCheckable,
  isControl,
  isField,
  isTextField,
  lastOfKind,
  optionally,
  phraseIn,
  type Scope,
} from './scope.ts';
import { containsText, sees, statedText, withText, withTexts } from './shown-text.ts';
import {
  areaSelectors,
  columnCalled,
  containing,
  expectsOf,
  onlyRowAt,
  optionIsChosen,
  saysValue,
  text,
} from './shown-value.ts';
import {
  areas,
  namingWords,
  nouns,
  numberOf,
  numberPattern,
  positionOf,
  sayingVerbs,
  wordsOf,
} from './vocabulary.ts';

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

/** Whether what a control opens is shown. */
function isExpanded(calledWith: boolean): Assertion {
  return { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-expanded', String(calledWith)] };
}

/** "The fields From and To" */
const several = '[the] [buttons|fields|boxes|options|tabs|links] {items:.+(?:,| and ).+}';

/** The same of each of several elements. @returns undefined if one of them is not found. */
function ofEach(
  { items = '', ...parts }: Parts,
  compile: (one: Parts) => CompiledStep | CompiledStep[] | undefined,
): CompiledStep[] | undefined {
  const steps = items
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
    .map((what) => optionally(() => compile({ ...parts, what })));
  return steps.every((step) => step !== undefined) ? steps.flat() : undefined;
}

type State = readonly [words: string, is: Assertion, isNot: Assertion];
const states: readonly State[] = [
  ['disabled|greyed out|grayed out|inactive', { expectation: 'DISABLED' }, { expectation: 'ENABLED' }],
  ['enabled|clickable|editable', { expectation: 'ENABLED' }, { expectation: 'DISABLED' }],
  [
    'checked|ticked|selected|chosen|pressed|active|activated|on|switched on|turned on',
    { expectation: 'TO_BE_CHECKED' },
    { expectation: 'NOT_TO_BE_CHECKED' },
  ],
  [
    'unchecked|unticked|unselected|deactivated|off|switched off|turned off',
    { expectation: 'NOT_TO_BE_CHECKED' },
    { expectation: 'TO_BE_CHECKED' },
  ],
  [
    'empty|blank|cleared|emptied',
    { expectation: 'TO_HAVE_VALUE', calledWith: '' },
    { expectation: 'TO_HAVE_VALUE', calledWith: patternText('.') },
  ],
  [
    'invalid|marked as invalid|marked invalid',
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-invalid', 'true'] },
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['aria-invalid', 'false'] },
  ],
  ['expanded|unfolded', isExpanded(true), isExpanded(false)],
  ['collapsed|folded', isExpanded(false), isExpanded(true)],
];

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
  ['(not see|not get|not find|not to see|see no|get no|find no) {what}', isGone],
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
  ['sees?|gets?|reads?|receives?|notices?|counts? [that] {what}', isSeen],
  [
    '[i|we|you|they] is on|at {what} tab',
    (parts, scope) => hasState(parts, { expectation: 'TO_BE_CHECKED' }, scope),
  ],
  ['[i|we|you|they] is on|at {what} [page]', isOnPage],
  ['{what} points?|links?|leads? to {url:\\S+}', pointsTo],
  ['there is not [a|an|any|the] {what}', isGone],
  [
    'unable to click|press|tap|edit|change|use [on] {what}',
    (parts, scope) => hasState(parts, { expectation: 'DISABLED' }, scope),
  ],
  [
    'the {what} page (opens|opened|loads|loaded|is shown|is displayed|is visible|is open|is opened|is loaded)',
    isOnPage,
  ],
  ['{what:.*\\b(?:dialog|modal|popup|window|menu)\\b.*?} is open|opened', isSeen],
  ['{what:.*\\b(?:dialog|modal|popup|window|menu)\\b.*?} (is closed|closes?|closed)', isGone],
  [`[the] placeholder of {what} is|reads|says {value:${quoted}}`, hasPlaceholder],
  [`{what} has [a|an|the] placeholder [text] {value:${quoted}}`, hasPlaceholder],
  [
    '{value} is|comes? [listed|shown] {at:(?:(?:at|in) the )?(?:top|bottom|end|first|last|second|third)(?: row| place| position)?} [(?:in|of|on) (?<place>.+?)] [with (?<items>.+)]',
    isAtPosition,
  ],
  ['{what} has|have {value} selected|chosen', optionIsChosen],
  ['{value} is selected|chosen in|for|as {what}', optionIsChosen],
  ['{value} is the (selected|chosen|default|preselected|current) {what}', optionIsChosen],
  ...states.flatMap(([words, is, isNot]): Rule[] => [
    [`{what} is not {state:${words}} ${where}`, (parts, scope) => hasState(parts, isNot, scope)],
    [`{what} is {state:${words}} ${where}`, (parts, scope) => hasState(parts, is, scope)],
    [
      `${several} is not {state:${words}}`,
      (parts, scope) => ofEach(parts, (one) => hasState(one, isNot, scope)),
    ],
    [`${several} is {state:${words}}`, (parts, scope) => ofEach(parts, (one) => hasState(one, is, scope))],
  ]),
  ['{what} is sorted [in] {order:ascending|descending} [order]', isSorted],
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
  [`{what} is not ${shown}`, isGone],
  [
    '{what} is (not shown|not displayed|not visible|not present|not listed|gone|removed) {place:(?:in|on|from|under) .+}',
    isGoneFrom,
  ],
  [`{what} is [now] ${gone}`, isGone],
  ['{what} not show|exist|open', isGone],
  [`no {what} is (open|${shown.slice(1, -1)})`, isGone],
  [`{what} is ${shown} ${where}`, isSeen],
  [`${several} is not ${shown}`, (parts, scope) => ofEach(parts, (one) => [isGone(one, scope)].flat())],
  [`${several} is ${shown}`, (parts, scope) => ofEach(parts, (one) => isSeen(one, scope))],
  [
    `${several} is [${shown.slice(1, -1)}] ${inPart}`,
    (parts, scope) => ofEach(parts, (one) => isSeen(one, scope)),
  ],
  ['{what} (exists?|opens|opened)', isSeen],
  [`{what} is [only] ${inPart}`, isSeen],
  [`{what:(?:the|an?) .*s} open`, isSeen],
  [`{place} has|have|contains?|shows?|displays? a|an|the {what:.+ ${ofRow}}`, rowHas],
  [`{place} not have|contain|show|display [a|an|the|any] {what:.+ ${ofRow}}`, rowLacks],
  ['{place} has|have|contains?|shows?|displays? a|an|the {what}', isSeenIn],
  [`{what} not contain|include|say|show|read|have|display|list [the text] {value:${quoted}}`, lacksText],
  [
    '{place:(?:the|this) .+} not contain|include|list|show|display|have {what:[A-Z].*}',
    ({ place = '', what }, scope) => isGoneFrom({ what, place: `in ${place}` }, scope),
  ],
  [
    `{place} shows?|displays?|has|have|lists? a|an|the {what:[a-z ]+} of {value:${quoted}|[€$£+-]?\\d.*}`,
    ({ place = '', what = '', value = '' }, scope) =>
      saysValue(`the ${what} of ${place}`, 'is', value, scope),
  ],
  [
    'the {place:page|screen|dialog|modal|popup} shows?|displays?|has|lists?|contains?|includes? the {what}',
    showsLabelled,
  ],
  [
    'the (number|quantity) of {what} is {count:⟦\\d+⟧|\\d+}',
    ({ what = '', count = '' }, scope) =>
      saysValue(`the ${what}`, 'is', count, scope) ?? counts({ count, counted: what }, scope),
  ],
  [`[there is] [exactly|only] {count:${numberPattern}} {counted} [is] {left:left|remaining}`, counts],
  [`there is [exactly|only] {count:${numberPattern}} {counted}`, counts],
  [
    `{place} have|has|contains?|shows?|lists?|displays?|includes? [exactly|only] {count:${numberPattern}} {counted}`,
    counts,
  ],
  [`[exactly|only] {count:${numberPattern}} {rows:[a-z]+s} is|has|have|shows? {what}`, rowsWithText],
  [`{count:${numberPattern}} {counted:(?!(?:as|in|into|to|for) ).+}`, counts],
  ['{what:.*\\d.*} is [(?<not>not)] {state:taken|occupied|booked|free|vacant|available}', isTaken],
  ['none of the {rows:(?!other ).+?} is|has|have|shows? {what}', noRowHas],
  ['no [new|more|other] {rows} is added|created', noNewRow],
  ['there is no {what}', isGone],
  ['there is {what}', isSeen],
  ['[the] current|active {kind:step|page} is {value}', isCurrent],
]);

const statingVerbs = [
  'costs?|weighs?|pays?|requires?|takes|lasts|consists of|comprises|(?:has|have) (?:an? |the )?(?:card|item|entry|row|option|link|button|text|value)',
  'is (?:filled(?: in)? with|set to|assigned to)|has been (?:filled(?: in)? with|set to)',
  `shows?|displays?|contains?|includes?|${sayingVerbs}|tells? (?:me|us|you|the user)(?: to)?|equals?|is|has|have`,
].join('|');
const said = '(?:that |the text |the value |the message )?';
/** The verb is the last one before a quoted text, else the first one. */
const saying = [
  new RegExp(`^(?<what>.+) (?<verb>${statingVerbs}):? ${said}(?<value>⟦\\d+⟧)$`, 'i'),
  new RegExp(
    `^(?<what>(?:(?:the|an?) )?(?!(?:the|an?) ).+?) (?<verb>${statingVerbs}):? ${said}(?<value>.+)$`,
    'i',
  ),
];

function readSaying(text: string) {
  return saying.map((each) => each.exec(text)?.groups).find((each) => each !== undefined) ?? {};
}

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
    const step = (isSaid ? saysValue(what, verb, value, scope) : undefined) ?? statedText(text, scope);
    if (step !== undefined) return step;
    const candidates = nearest(phraseIn(text, scope), scope.view.elements);
    throw new NotFound(`Found no text for "${plainText(clause, scope.quotes)}"`, candidates);
  });
}

/** "The page shows the department Chemistry": a label, and the value that it has. */
function showsLabelled({ place = '', what = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const isOfDialog = !/^(?:page|screen)$/i.test(place);
  if (isOfDialog && !scope.view.elements.some(({ isModal }) => isModal)) return undefined;
  const [, label, value = ''] = /^(\p{Ll}[\p{Ll} ]*?) (⟦\d+⟧|\p{Lu}.*|[€$£+-]?\d.*)$/u.exec(what) ?? [];
  return label === undefined ? undefined : saysValue(`the ${label}`, 'is', value, scope);
}

function hasTitle({ page, of, value, part }: Parts, scope: Scope): CompiledStep | undefined {
  const { elements } = scope.view;
  const [heading] = elements.filter(
    ({ tag, text: own }) => tag === 'h1' && isSameText(own, text(value, scope)),
  );
  // "The tab is selected" is about a tab of the page.
  if (/^(?:selected|active|open|closed|shown|visible|hidden|disabled|enabled)$/i.test(value ?? ''))
    return undefined;
  const isOfPage = of !== undefined || /^page$/i.test(page ?? '');
  if (heading !== undefined && isOfPage && text(value, scope) !== scope.view.title)
    return sees(heading, '', scope);
  const calledWith = value === undefined ? containing(text(part, scope)) : text(value, scope);
  const isTitle = ({ field, name }: PageElement) => field !== undefined && /\btitle\b/i.test(name);
  if (page === undefined && of === undefined && scope.view.elements.some(isTitle)) {
    if (calledWith !== scope.view.title) return undefined;
    throw new Unresolved('The title could be that of the page or a field. Write "the page title"');
  }
  return expects({ expectation: 'TO_HAVE_TITLE', calledWith });
}

function hasUrl({ value, part, end }: Parts, scope: Scope): CompiledStep {
  const ending =
    end === undefined ? containing(text(part, scope)) : patternText(`.*${escapeRegExp(text(end, scope))}$`);
  return expects({
    expectation: 'TO_HAVE_URL',
    calledWith: value === undefined ? ending : text(value, scope),
  });
}

/** "All three fields are empty": those of the open dialog, else of the only form. They are empty now. */
function areEmpty({ count }: Parts, { view }: Scope): CompiledStep[] | undefined {
  const fields = inModal(view.elements.filter(isTextField), (each) => each);
  const isOneForm = new Set(fields.map(({ within }) => within.join())).size === 1;
  const isCounted = count === undefined ? isOneForm : numberOf(count) === fields.length;
  if (fields.length === 0 || !isCounted || fields.some(({ field }) => field?.value !== '')) return undefined;
  return fields.map((each) => holds(each, ''));
}

/** "The storage bar shows 40 %": the only progress bar or meter that is called so, if it goes up to 100. */
function showsProgress({ what = '', value = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const [, called] = /^(.*)\b(?:bar|meter|indicator|progress)$/i.exec(what) ?? [];
  const words = namingWords(called ?? '').filter((word) => word !== 'progress');
  const [bar, ...others] = scope.view.elements.filter(
    ({ role, name, within }) =>
      /^(?:progressbar|meter)$/.test(role) &&
      words.every((word) => [name, ...within].flatMap(wordsOf).includes(word)),
  );
  if (called === undefined || bar === undefined || others.length > 0) return undefined;
  const [now, max] =
    bar.role === bar.tag || bar.tag === 'progress'
      ? (['value', 'max'] as const)
      : (['aria-valuenow', 'aria-valuemax'] as const);
  const has = (...calledWith: [string, string]) =>
    expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, bar);
  return [has(now, value.replace(/ ?%/, '')), has(max, '100')];
}

function hasFocus({ what = '' }: Parts, scope: Scope): CompiledStep {
  return expects({ expectation: 'FOCUSED' }, find(what, scope, { isPossible: isControl, allowsPart: true }));
}

function hasState(
  { what = '', where = '', state = '' }: Parts,
  assertion: Assertion,
  scope: Scope,
): CompiledStep | undefined {
  const { expectation } = assertion;
  const isChecked = expectation === 'TO_BE_CHECKED';
  const isState = isChecked || expectation === 'NOT_TO_BE_CHECKED';
  const isChoice = (each: PageElement) => isCheckable(each) || /^(?:tab|option)$/.test(each.role);
  const isOfField = /VALUE|aria-invalid/.test(JSON.stringify(assertion));
  const isPossible = isOfField ? isField : isState ? isChoice : isControl;
  const said = `${what} ${where}`.trim();
  const search = { isPossible, allowsPart: true };
  const last = lastOfKind(said, scope);
  const found =
    (last !== undefined && isPossible(last) ? last : undefined) ??
    optionally(() => find(said, scope, search));
  const option = found === undefined && isChecked && where === '' ? chosenOption(what, scope) : undefined;
  if (option !== undefined) return option;
  const target = found ?? find(said, scope, search);
  const roles = phraseIn(said, scope).roles ?? [];
  const isCalledControl = [...roles].some((role) => hasRole(target, role));
  if (!isCalledControl && isSaidOfRow(said, state, target, scope)) return undefined;
  // "Dark mode is enabled" says that the box is checked, unless it cannot be used.
  const isOn = /^(?:en|dis)abled$/i.test(state) && isCheckable(target) && !isCalledControl;
  if (isOn && !target.isDisabled) return isSetTo(target, expectation === 'ENABLED');
  return isState ? isSetTo(target, isChecked) : expects(assertion, target);
}

/** "Ada is active" may say what her row shows, and nothing of a control in it that is not called so. */
function isSaidOfRow(said: string, state: string, control: PageElement, { view }: Scope): boolean {
  if (rowAround(control, view) === undefined) return false;
  const words = wordsOf(said);
  const isNamed = control.role !== 'link' && namingWords(control.name).every((word) => words.includes(word));
  const isShown = (each: PageElement) => isSameText(each.text, state) && rowAround(each, view) !== undefined;
  return view.elements.some(isShown) || (/activ|abled/i.test(state) && !isNamed);
}

/** The page has a heading that is called so, or something else but what leads to it. */
export function isOnPage({ what = '' }: Parts, scope: Scope): CompiledStep {
  const bare = (text: string) => text.replace(/^(?:(?:the|an?|my|your|our|all) )+/i, '');
  const called = bare(text(what, scope));
  const [heading, ...others] = scope.view.elements.filter(
    ({ tag, name }) => tag === 'h1' && isSameText(bare(name), called),
  );
  if (heading !== undefined && others.length === 0) return sees(heading, what, scope);
  const step = isSeen({ what }, scope);
  if (step.target === undefined || !isControl(step.target)) return step;
  throw new Unresolved(`Found no heading for "${called}"`, [shownElement(step.target)]);
}

/** "Seat 5D is taken": the button that is called so is disabled. Without a number, it could do anything. */
function isTaken({ what = '', not, state = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const called = text(withoutKind(what, scope.quotes, { isControl: true }), scope);
  const isCalled = (each: PageElement) => each.role === 'button' && isSameText(each.name, called);
  const [seat, ...others] = scope.view.elements.filter(isCalled);
  const isFree = /^(?:free|vacant|available)$/i.test(state) === (not === undefined);
  const expectation = isFree ? 'ENABLED' : 'DISABLED';
  return seat === undefined || others.length > 0 ? undefined : expects({ expectation }, seat);
}

/** "The current step is Address": what the page marks as current, if it marks one. */
function isCurrent({ kind = '', value }: Parts, scope: Scope): CompiledStep {
  const selector = `[aria-current="${kind.toLowerCase()}"]`;
  return expects(containsText(text(value, scope)), undefined, [{ selectorType: 'CSS', selector }]);
}

/** "Medium is preselected": the only list with this option has it now. */
function chosenOption(what: string, scope: Scope): CompiledStep | undefined {
  const calledWith = text(what, scope);
  const all = scope.view.elements.filter(
    ({ tag, field }) => tag === 'select' && field?.options.some((each) => isSameText(each, calledWith)),
  );
  const [found, ...others] = inModal(all, (each) => each);
  const isChosen = others.length === 0 && isSameText(found?.field?.value ?? '', calledWith);
  return found && isChosen ? holds(found, calledWith) : undefined;
}

function isSorted({ what = '', order }: Parts, scope: Scope): CompiledStep {
  const isPossible = ({ role }: PageElement) => role === 'columnheader';
  const calledWith: [string, string] = ['aria-sort', order?.toLowerCase() ?? patternText('(?:a|de)scending')];
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, find(what, scope, { isPossible }));
}

function pointsTo({ what = '', url }: Parts, scope: Scope): CompiledStep {
  const found = find(what, scope, { isPossible: ({ href }) => href !== undefined });
  const path = escapeRegExp(text(url, scope).replace(/^https?:\/\/[^/]+/, ''));
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['href', patternText(`${path}$`)] }, found);
}

/** The only text that a phrase quotes, if its other words are nouns only. */
function onlyQuoted(what: string, { quotes }: Scope) {
  const { quoted, words, roles, places } = readPhrase(withoutKind(withoutNaming(what), quotes), quotes);
  const [only, ...more] = quoted;
  const said = new Set(wordsOf(only ?? ''));
  const isNamed = words.every((word) => said.has(word) || nouns.has(word));
  return only === undefined || more.length > 0 || !isNamed || places.length > 0 ? undefined : { only, roles };
}

/** A statement without its verb, which the one before has: "the total 45 €" after "The discount is 5 €". */
export function withVerbOf(before: string, rest: string): string | undefined {
  const { verb } = readSaying(canonicalOf(before));
  const [, what, value] =
    /^((?:the|its|his|her|my|your) (?:\p{L}+ ){1,3}?)(⟦\d+⟧|[€$£+-]?\d.*|\p{Lu}\p{Ll}.*)$/u.exec(rest) ?? [];
  return verb === undefined || what === undefined ? undefined : `${what}${verb} ${value}`;
}

/** What a statement says its text of: "The first row contains " of "The first row contains Ada". */
export function sayingPart(clause: string): string {
  const { what, verb } = readSaying(canonicalOf(clause));
  return what === undefined ? '' : `${what} ${verb} `;
}

function withoutNaming(what: string): string {
  return what.replace(
    /:(?= ⟦)|\s\b(?:that (?:says|reads)|titled|named|called|saying|reading|asking|with|telling (?:you|me|us)(?: that)?)\b/gi,
    '',
  );
}

function isSeen({ what = '', where = '' }: Parts, scope: Scope): CompiledStep {
  const said = `${what} ${where}`.trim();
  if (where !== '' && /^(?:he|she|they|it)$/i.test(what))
    throw new Unresolved(`"${what}" could be anything. Name what is shown ${plainText(where, scope.quotes)}`);
  const { acted, target } = scope.context;
  if (/^(?:it|that|this)$/i.test(said) && target !== undefined && target === acted)
    throw new Unresolved(`It was shown before, as it was used. Name what is shown now`, [
      shownElement(target),
    ]);
  const [, count, counted] =
    new RegExp(`^(?:exactly |only |all (?:the )?)?(${numberPattern}) (.+)$`, 'i').exec(said) ?? [];
  const number = count === undefined ? undefined : numberIsShown(`${numberOf(count)}`, `${counted}`, scope);
  if (number !== undefined) return number;
  const quote = onlyQuoted(said, scope);
  const hasOneRole = (element: PageElement) =>
    quote?.roles === undefined || [...quote.roles].some((each) => hasRole(element, each));
  const shows = quote === undefined ? statedText(said, scope) : withText(quote.only, scope, hasOneRole, said);
  if (shows !== undefined && isAtNamedPart(shows.target, where)) return shows;
  // "⟦0⟧ is listed under ⟦1⟧"
  const places = where === '' ? [] : readPlaces(where, scope.quotes);
  const there =
    places.length === 0
      ? undefined
      : optionally(() => isSeen({ what }, { ...scope, places: [...scope.places, ...places] }));
  if (there !== undefined) return there;
  const phrase = withoutNaming(said.replace(/^(?:an?|the) (?=.* (?:of|with) )/i, ''));
  const found = findSeen(phrase, said, scope);
  const isCounted =
    count === undefined ||
    (hasText(found.text, `${numberOf(count)}`) &&
      namingWords(`${counted}`).every((word) => sourcesOf(found).flatMap(wordsOf).includes(word)));
  if (!isCounted || !isAtNamedPart(found, where))
    throw new NotFound(`Found no "${plainText(said, scope.quotes)}"`);
  return sees(found, said, scope);
}

/** "4 books are shown": as many items, or a text such as "Showing 4 books". */
function numberIsShown(count: string, counted: string, scope: Scope): CompiledStep | undefined {
  return (
    counts({ count, counted }, scope) ??
    statedText(`${count} ${counted}`, scope) ??
    saysValue('the page', 'shows', `${count} ${counted}`, scope)
  );
}

/** "The Profile section has a Save button" */
function isSeenIn({ place = '', what }: Parts, scope: Scope): CompiledStep | undefined {
  const where = `in ${place}`;
  const isPart = readPlaces(where, scope.quotes).some(({ starts }) => starts.length > 0);
  return isPart ? isSeen({ what, where }, scope) : undefined;
}

/** The only row or item with these words, and how to look into it. */
function rowWith(place: string, scope: Scope) {
  const at = { starts: ['row'], words: namingWords(text(place, scope)), position: undefined };
  const row = at.words.length === 0 ? undefined : onlyRowAt(at, scope.view);
  return row && { row, at };
}

/** "Order 7 has a Cancel button" */
function rowHas({ place = '', what }: Parts, scope: Scope): CompiledStep | undefined {
  const at = rowWith(place, scope)?.at;
  return at && isSeen({ what }, { ...scope, places: [...scope.places, at] });
}

/** "Order 7 does not have a Cancel button": its row is there without it, while another row has it, or it had it before. */
function rowLacks({ place = '', what = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const { view, context } = scope;
  const row = rowWith(place, scope)?.row;
  const label = text(place, scope).replace(/^the (?:\p{Ll}+ )*(?=[\p{Lu}\d])/u, '');
  if (row === undefined || !hasText(row.text, label)) return undefined;
  const all = [...view.elements, ...context.seen];
  const controls = controlsCalled(readPhrase(what, scope.quotes), { ...view, elements: all });
  const [control] = controls;
  const index = view.elements.indexOf(row);
  if (control === undefined) return undefined;
  if (controls.some((each) => view.elements.includes(each) && each.inside.includes(index)))
    throw new Unresolved(`The row of "${label}" has it`, [shownElement(control)]);
  const selectors = [...rowSelectors(row), ...withTexts([label])];
  return [
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: 1 }, row, selectors),
    expects({ expectation: 'NOT_VISIBLE' }, undefined, [
      ...selectors,
      { selectorType: 'ROLE', selector: control.role, options: { name: control.name, exact: true } },
    ]),
  ];
}

/** @throws Unresolved that says if quotation marks would help: they stand for a part of a text, too. */
function findSeen(phrase: string, said: string, scope: Scope): PageElement {
  const found = attempt(() => find(phrase, scope), NotFound);
  if (!(found instanceof Unresolved)) return found;
  if (withText(said, scope) === undefined) throw found;
  throw new NotFound(`${found.message}: put a part of a text in quotation marks`, found.candidates);
}

/** "in Notifications" is a name, also if the word is used for elements. */
function isAtNamedPart(found: PageElement | undefined, where: string): boolean {
  const known = found && wordsOf([...sourcesOf(found), ...found.within].join(' '));
  return [...where.matchAll(/\p{Lu}\p{Ll}+/gu)]
    .flatMap(([name]) => wordsOf(name))
    .every((word) => !nouns.has(word) || known === undefined || known.includes(word));
}

/** "The Done column is empty": it is there, without what the others of its kind contain, or it has contained. */
function hasNoRows({ place = '', kind = 'rows' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const isOther = (word: string) => nouns.has(word) && !/^(?:row|item|entry|result|card)$/.test(word);
  if (wordsOf(kind).some(isOther)) return undefined;
  const column = columnCalled(place, scope);
  if (column?.column !== undefined)
    return [
      expects({ expectation: 'VISIBLE' }, column, column.column.items.slice(0, -1)),
      expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, undefined, column.column.items),
    ];
  const container = areaSelectors(place, scope);
  const area = container?.[0]?.selectorType === 'ROLE' ? container[0].selector : 'heading';
  const rows = [...scope.view.elements, ...scope.context.seen].filter(
    (each) => isRow(each) && each.within.some((entry) => entry.split(' ', 1)[0] === area),
  );
  if (container === undefined || rows.length === 0) return undefined;
  // The row with the headers stays.
  const roles = [...new Set(rows.map(({ role }) => (role === 'row' ? 'cell' : role)))];
  const none = roles.map((selector) =>
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, undefined, [
      ...container,
      { selectorType: 'ROLE', selector },
    ]),
  );
  return [expects({ expectation: 'VISIBLE' }, undefined, container), ...none];
}

/** "INV-104 is not shown in the table": checked in the table only, since a message elsewhere may name what was removed. */
function isGoneFrom({ what = '', place = '' }: Parts, scope: Scope) {
  const [ofPlace, ofPage] = [namingWords(place), wordsOfPage(scope.view)];
  if (ofPlace.length > 0 && ofPlace.every((word) => ofPage.includes(word))) return isGone({ what }, scope);
  const container = areaSelectors(place.replace(/^\w+ /, ''), scope);
  const isWhole = /^\w+ (?:the|this) (?:list|table|page|screen)$/i.test(place);
  const [, bare = ''] = /^(?:the )?(?:\p{Ll}+ )*(⟦\d+⟧|[\p{Lu}\d][^⟦]*)$/u.exec(what) ?? [];
  const wanted = text(bare, scope);
  const fromRows = container === undefined ? isGoneFromRows(wanted, place, scope) : undefined;
  if (fromRows !== undefined) return fromRows;
  if (container === undefined && isWhole) return isGone({ what }, scope);
  const wasSeen = scope.context.seen.some((each) => hasText(each.text, wanted));
  if (container === undefined || wanted === '' || !(wasSeen || bare.startsWith('⟦'))) return undefined;
  return [
    expects({ expectation: 'VISIBLE' }, undefined, container),
    expects({ expectation: 'NOT_VISIBLE' }, undefined, [
      ...container,
      { selectorType: 'TEXT', selector: wanted },
    ]),
  ];
}

/** No item of a list of plain elements has a text any more. Its other items are there. */
function isGoneFromRows(wanted: string, place: string, scope: Scope): CompiledStep[] | undefined {
  const said = place.replace(/^\w+ /, '').replace(/^(?:the|this) (?:list|table|page|screen)$/i, '');
  const group = attempt(() => groupOf('rows', said, 0, scope));
  if (wanted === '' || group === undefined || group instanceof Unresolved) return undefined;
  const { rows, first } = group;
  const wasThere = scope.context.seen.some((each) => isSameKind(each, first) && hasText(each.text, wanted));
  if (first.itemSelectors === undefined || !wasThere || rows.some((row) => hasText(row.text, wanted)))
    return undefined;
  return [
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: rows.length }, undefined, first.itemSelectors),
    expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, undefined, [
      ...first.itemSelectors,
      { selectorType: 'FILTER', selector: '', options: { hasText: literalText(wanted) } },
    ]),
  ];
}

/** The fields of the only form that was seen, which are not to be seen any more. */
function fieldsSeen({ context: { seen } }: Scope): PageElement[] {
  const inForm = seen.filter((each) => isTextField(each) && each.within.at(-1)?.startsWith('form'));
  const isOne = new Set(inForm.map(({ within }) => within.join())).size === 1;
  return isOne ? [...new Map(inForm.map((each) => [JSON.stringify(each.selectors), each])).values()] : [];
}

function isGone({ what = '' }: Parts, scope: Scope): CompiledStep | CompiledStep[] {
  const quote = onlyQuoted(what, scope);
  const gone: Assertion = { expectation: 'NOT_VISIBLE' };
  if (quote !== undefined) {
    const roles = [...(quote.roles ?? [])].filter((role) => !/^(?:field|text|alert|status)$/.test(role));
    const [role, ...more] = roles;
    const selectors: ExchangeSelector[] =
      role !== undefined && more.length === 0
        ? [{ selectorType: 'ROLE', selector: role, options: { name: quote.only } }]
        : [{ selectorType: 'TEXT', selector: quote.only }];
    return expects(gone, undefined, selectors);
  }
  const phrase = phraseIn(what, scope);
  const called = `"${plainText(what, scope.quotes)}"`;
  for (const elements of [scope.view.elements, scope.context.seen]) {
    const matching = matchingElements(phrase, { view: { ...scope.view, elements }, called });
    // The same element was seen on several pages.
    const different = new Map(matching.map((each) => [JSON.stringify(each.selectors), each]));
    const [found, ...others] = different.values();
    if (found !== undefined && others.length === 0) return expects(gone, found);
  }
  const fields = /^(?:the |this )?form$/i.test(what) ? fieldsSeen(scope) : [];
  if (fields.length > 0) return fields.map((each) => expects(gone, each));
  const seen = { ...scope.view, elements: [...scope.view.elements, ...scope.context.seen] };
  const area = areaSelectors(what, { ...scope, view: seen });
  if (area !== undefined) return expects(gone, undefined, area);
  // A message of that kind would be noticed, whatever it says.
  const isMessage =
    phrase.roles?.has('alert') === true && !scope.view.elements.some(({ role }) => role === 'alert');
  if (isMessage && phrase.quoted.length === 0) {
    const hadAlerts = scope.view.hasAlerts || scope.context.seen.some(({ role }) => role === 'alert');
    if (!hadAlerts && !phrase.words.includes('alert'))
      throw new Unresolved(
        `The page has no alert that ${called} could mean. Name the text that is not shown`,
      );
    return expects(gone, undefined, [{ selectorType: 'ROLE', selector: 'alert' }]);
  }
  const lost = attempt(() => find(what, scope), NotFound);
  if (!(lost instanceof Unresolved)) return expects(gone, lost);
  // A part of a text that was shown before, as "Dune" of "Dune by Frank Herbert".
  const wanted = text(what, scope);
  const has = (each: PageElement) => hasText(each.text, wanted) || hasText(each.name, wanted);
  if (!/^\p{Lu}[^⟦]*$/u.test(what) || !scope.context.seen.some(has) || scope.view.elements.some(has))
    throw lost;
  return expects(gone, undefined, [{ selectorType: 'TEXT', selector: wanted }]);
}

function lacksText({ what = '', value }: Parts, scope: Scope): CompiledStep {
  const assertion: Assertion = { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: text(value, scope) };
  const area = areaSelectors(what, scope);
  if (area !== undefined) return expects(assertion, undefined, area);
  const isPossible = ({ field }: PageElement) => field === undefined;
  return expectsOf(assertion, find(what, scope, { isPossible, allowsPart: true }));
}

function counts(
  { place = '', count = '', counted = '', left = '' }: Parts,
  scope: Scope,
): CompiledStep | undefined {
  // "It has two entries" may be about anything.
  if (/^(?:it|they|this|that)$/i.test(place))
    return statedText(`${numberOf(count) ?? count} ${counted}`, scope);
  // "Ada has 2 bags" may be in the row of Ada, in the column "Bags", and "Boxes has 2 in stock" is no list of boxes then.
  const { view } = scope;
  const isRowName =
    place !== '' && view.elements.some((each) => isSameText(each.text, place) && rowAround(each, view));
  // Any text with the number says nothing of a list.
  const isOfList = /\b(?:list|table|grid|column)$/i.test(place);
  const stated = `${place} ${numberOf(count) ?? count} ${counted} ${left}`.trim();
  const step =
    (isOfList ? undefined : statedText(stated, scope)) ??
    (isRowName ? undefined : compileCount(count, counted, place, scope)) ??
    (place === '' ? undefined : rowIs(place, `${count} ${counted}`, scope));
  if (isOfList && step === undefined)
    throw new Unresolved(`Found no rows or items to count in "${plainText(place, scope.quotes)}"`);
  return step;
}

function hasPlaceholder({ what = '', value }: Parts, scope: Scope): CompiledStep {
  const calledWith: [string, string] = ['placeholder', text(value, scope)];
  const field = find(what, scope, { isPossible: isTextField, allowsPart: true });
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, field);
}

/** "Ada comes first", "Ada is at the bottom of the Done column": what the row or item there says. */
function isAtPosition(
  { value, at = '', place = '', items }: Parts,
  scope: Scope,
): CompiledStep[] | undefined {
  const named = at.replace(/^(?:at|in) the /i, '').split(' ', 1)[0] ?? '';
  const word = named.replace(/^top$/i, 'first').replace(/^(?:end|bottom)$/i, 'last');
  const places = place === '' ? [] : readPlaces(`in ${place}`, scope.quotes);
  const said = [...places, ...scope.places].flatMap(({ words }) => words);
  if (place !== '' && places.length === 0 && !/^(?:the |this )?(?:list|table|board)$/i.test(place))
    return undefined;
  const name = text(value, scope).replace(/^the (?:\p{Ll}+ )*(?=\p{Lu})/u, '');
  const texts = [name, ...(items === undefined ? [] : textsOfRow(items, scope))];
  const steps = texts.map((one) => saysAtPosition(positionOf(word) ?? 0, said, one, scope));
  // "Tea is the second row" is not about "Tea pot", if another row is called "Tea".
  const { view } = scope;
  const called = view.elements.flatMap((each) =>
    isSameText(each.text, name) ? (rowAround(each, view) ?? []) : [],
  );
  if (called.length > 0 && !called.some((row) => row === steps[0]?.target)) return undefined;
  return steps.every((step) => step !== undefined) ? steps : undefined;
}
