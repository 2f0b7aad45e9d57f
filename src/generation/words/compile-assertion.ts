import { escapeRegExp } from '../../common/text.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { patternText } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { plainText } from './clause.ts';
import { compileCount, containerOf } from './compile-count.ts';
import {
  hasRole,
  hasText,
  isIn,
  isRow,
  isSameText,
  matchingElements,
  NotFound,
  nearest,
  rowsOf,
  sourcesOf,
  Unresolved,
} from './find-element.ts';
import { Grammar, type Parts, type Rule } from './pattern.ts';
import { type Phrase, readPhrase } from './phrase.ts';
import { type CompiledStep, expects, find, isControl, isField, phraseIn, type Scope } from './scope.ts';
import { namingWords, nouns, numberPattern, wordsOf } from './vocabulary.ts';

/** Ways to say the same, and the one that the grammar knows, in the order in which they are replaced. */
const canonical: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:not|['’]t)\b/gi, 'can not'],
  [/n['’]t\b/gi, ' not'],
  [/\b(?:no longer|never)\b/gi, 'not'],
  [/\bcan (not )?be (?:click|press|tapp|edit|chang|us)ed\b/gi, 'is $1clickable'],
  [
    /\b(?:can not|(?:is |be |am |are )?(?:unable|not (?:be )?able) to) (?=(?:click|press|tap|edit|change|use)\b)/gi,
    'unable to ',
  ],
  [
    /\b(?:should|must|shall|will|can|could|may|(?:has|have|needs?|ought) to|is (?:expected|supposed) to)\b/gi,
    '',
  ],
  [/\bto (?=(?:not )?(?:be|have|show|contain|appear|disappear|say|read)\b)/gi, ''],
  [/\b(?:be|am|are|was|were|ha(?:s|ve) been|becomes?|remains?|stays?)\b/gi, 'is'],
  [/(?:(?<=\S )do|\bdoes|\bdid) not\b/gi, 'not'],
  [/^do not (?=see|get|find)/i, 'not '],
  [
    /^(.*\b(?:amount|price|total|sum)) (⟦\d+⟧|[€$£]?\d[\d.,]*) is (?:shown|displayed|visible)( in .+)?$/i,
    '$1$3 is $2',
  ],
  [/\bnow (?=(?:contain|show|say|read|display|list|include|has|have)s?\b)/gi, ''],
  [/\b(is|not) (?:now|still|also|already|currently|exactly)\b/gi, '$1'],
  [/^ *(?:still|now) /i, ''],
  [/\bnot +is\b/gi, 'is not'],
  [/\b(?:is )?(not )?able to /gi, '$1'],
  [/^((?:(?! is ).)+?) (disabled|enabled|checked|unchecked|visible|hidden)$/i, '$1 is $2'],
  [/ +/g, ' '],
];

function canonicalOf(clause: string): string {
  return canonical.reduce((text, [from, to]) => text.replace(from, to), clause).trim();
}

const quoted = '⟦\\d+⟧';
const shown = '(visible|shown|displayed|present|there|on the page|on the screen|listed)';
const gone = '(gone|hidden|invisible|absent|removed)';
const pronouns = '[i|we|you|they|the browser]';
const title = '[the] [(?<page>page|browser)] title|tab [(?<of>of the page)]';
const address = '[the] [page|current] url|address|path [of the page]';

type State = readonly [words: string, is: Assertion, isNot: Assertion];
const states: readonly State[] = [
  ['disabled|greyed out|grayed out|inactive', { expectation: 'DISABLED' }, { expectation: 'ENABLED' }],
  ['enabled|clickable|editable', { expectation: 'ENABLED' }, { expectation: 'DISABLED' }],
  [
    'checked|ticked|selected|activated|on|switched on|turned on',
    { expectation: 'TO_BE_CHECKED' },
    { expectation: 'NOT_TO_BE_CHECKED' },
  ],
  [
    'unchecked|unticked|unselected|deactivated|off|switched off|turned off',
    { expectation: 'NOT_TO_BE_CHECKED' },
    { expectation: 'TO_BE_CHECKED' },
  ],
  [
    'empty|blank|cleared',
    { expectation: 'TO_HAVE_VALUE', calledWith: '' },
    { expectation: 'TO_HAVE_VALUE', calledWith: patternText('.') },
  ],
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
  ['sees?|gets?|receives?|notices?|counts? [that] {what}', isSeen],
  ['[i|we|you|they] is on|at {what} [page]', isSeen],
  ['{what} points?|links?|leads? to {url:\\S+}', pointsTo],
  ['there is not [a|an|any|the] {what}', isGone],
  [
    'unable to click|press|tap|edit|change|use [on] {what}',
    ({ what }, scope) => hasState(what, { expectation: 'DISABLED' }, scope),
  ],
  ['{what:.*\\b(?:dialog|modal|popup|menu)\\b.*?} is open|opened', isSeen],
  ['{what:.*\\b(?:dialog|modal|popup|menu)\\b.*?} is closed', isGone],
  ['{what} has|have {value} selected|chosen', optionIsChosen],
  ['{value} is selected|chosen in|for|as {what}', optionIsChosen],
  ...states.flatMap(([words, is, isNot]): Rule[] => [
    [`{what} is not (${words})`, ({ what }, scope) => hasState(what, isNot, scope)],
    [`{what} is (${words})`, ({ what }, scope) => hasState(what, is, scope)],
  ]),
  [
    '{what} (is focused|has focus|has the focus|has the keyboard focus|have the focus|gets the focus)',
    hasFocus,
  ],
  [`{what} is not ${shown}`, isGone],
  [`{what} is [now] ${gone}`, isGone],
  ['{what} (disappears?|has disappeared|have disappeared|has gone|not appear|not show|not exist)', isGone],
  [`no {what} is ${shown}`, isGone],
  [`{what} is ${shown} {where:(?:in|on|at|under|inside|within|next to) .+}`, isSeen],
  [`{what} is ${shown}`, isSeen],
  ['{what} (appears?|has appeared|have appeared|shows? up|exists?)', isSeen],
  [`{what} not contain|include|say|show|read|have|display|list [the text] {value:${quoted}}`, lacksText],
  [`there is [exactly|only] {count:${numberPattern}} {counted}`, counts],
  [
    `{place} have|has|contains?|shows?|lists?|displays?|includes? [exactly|only] {count:${numberPattern}} {counted}`,
    counts,
  ],
  [`{count:${numberPattern}} {counted}`, counts],
  ['there is no {what}', isGone],
]);

const sayingVerbs = [
  'costs?|(?:has|have) (?:an? |the )?(?:card|item|entry|row|option|link|button|text|value)',
  'is (?:filled(?: in)? with|set to|assigned to)|has been (?:filled(?: in)? with|set to)',
  'shows?|says?|reads?|displays?|contains?|includes?|states?|warns?|tells? me|equals?|is|has|have',
].join('|');
const said = '(?:that |the text |the value |the message )?';
/** The verb is the last one before a quoted text, else the first one. */
const saying = [
  new RegExp(`^(?<what>.+) (?<verb>${sayingVerbs}):? ${said}(?<value>⟦\\d+⟧)$`, 'i'),
  new RegExp(
    `^(?<what>(?:(?:the|an?) )?(?!(?:the|an?) ).+?) (?<verb>${sayingVerbs}):? ${said}(?<value>.+)$`,
    'i',
  ),
];

function readSaying(text: string) {
  return saying.map((each) => each.exec(text)?.groups).find((each) => each !== undefined) ?? {};
}

/** Whether a clause is a statement about the page, whatever it is about. */
export function looksLikeStatement(clause: string): boolean {
  const text = canonicalOf(clause);
  return grammar.matches(text) || /⟦\d+⟧|\d|(?:^| )\p{Lu}/u.test(readSaying(text).value ?? '');
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

function text(part = '', { quotes }: Scope): string {
  return plainText(part, quotes).replace(/^the text /i, '');
}

function containing(part: string): string {
  return patternText(`.*${escapeRegExp(part)}.*`);
}

function hasTitle({ page, of, value, part }: Parts, scope: Scope): CompiledStep | undefined {
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

function hasFocus({ what = '' }: Parts, scope: Scope): CompiledStep {
  return expects({ expectation: 'FOCUSED' }, find(what, scope, { isPossible: isControl, allowsPart: true }));
}

function hasState(what = '', assertion: Assertion, scope: Scope): CompiledStep {
  const { expectation } = assertion;
  const isChoice = ({ role }: PageElement) =>
    /^(?:checkbox|radio|switch|tab|option|menuitemcheckbox|menuitemradio)$/.test(role);
  const isPossible =
    expectation === 'TO_HAVE_VALUE' ? isField : /CHECKED/.test(expectation) ? isChoice : isControl;
  const found = find(what, scope, { isPossible, allowsPart: true });
  if (!/CHECKED/.test(expectation) || (found.role !== 'tab' && found.role !== 'option'))
    return expects(assertion, found);
  const calledWith: [string, string] = ['aria-selected', String(expectation === 'TO_BE_CHECKED')];
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, found);
}

function pointsTo({ what = '', url }: Parts, scope: Scope): CompiledStep {
  const found = find(what, scope, { isPossible: ({ href }) => href !== undefined });
  const path = escapeRegExp(text(url, scope).replace(/^https?:\/\/[^/]+/, ''));
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['href', patternText(`${path}$`)] }, found);
}

/** The only text that a phrase quotes, if its other words are nouns only. */
function onlyQuoted(what: string, { quotes }: Scope) {
  const { quoted, words, roles, places } = readPhrase(withoutNaming(what), quotes);
  const [only, ...more] = quoted;
  const said = new Set(wordsOf(only ?? ''));
  const isNamed = words.every((word) => said.has(word) || nouns.has(word));
  return only === undefined || more.length > 0 || !isNamed || places.length > 0 ? undefined : { only, roles };
}

/** What a statement says its text of: "The first row contains " of "The first row contains Ada". */
export function sayingPart(clause: string): string {
  const { what, verb } = readSaying(canonicalOf(clause));
  return what === undefined ? '' : `${what} ${verb} `;
}

function withoutNaming(what: string): string {
  return what.replace(
    /\b(?:titled|named|called|saying|reading|asking|with|telling (?:you|me|us)(?: that)?)\b/gi,
    ' ',
  );
}

function isSeen({ what = '', where = '' }: Parts, scope: Scope): CompiledStep {
  const said = `${what} ${where}`.trim();
  const [, count, counted] = new RegExp(`^(?:exactly |only )?(${numberPattern}) (.+)$`, 'i').exec(said) ?? [];
  const number = count === undefined ? undefined : counts({ count, counted }, scope);
  if (number !== undefined) return number;
  const quote = onlyQuoted(said, scope);
  const hasOneRole = (element: PageElement) =>
    quote?.roles === undefined || [...quote.roles].some((each) => hasRole(element, each));
  const shows = quote === undefined ? statedText(said, scope) : withText(quote.only, scope, hasOneRole, said);
  if (shows !== undefined && isAtNamedPart(shows.target, where)) return shows;
  const phrase = withoutNaming(said.replace(/^(?:an?|the) (?=.* (?:of|with) )/i, ''));
  const found = find(phrase, scope, { isPossible: () => true });
  if (!isAtNamedPart(found, where)) throw new NotFound(`Found no "${plainText(said, scope.quotes)}"`);
  return sees(found, said, scope);
}

/** "in Notifications" is a name, also if the word is used for elements. */
function isAtNamedPart(found: PageElement | undefined, where: string): boolean {
  const known = found && wordsOf([...sourcesOf(found), ...found.within].join(' '));
  return [...where.matchAll(/\p{Lu}\p{Ll}+/gu)]
    .flatMap(([name]) => wordsOf(name))
    .every((word) => !nouns.has(word) || known === undefined || known.includes(word));
}

/** An element is there, with the text that the clause says, and in the part of the page that it names. */
function sees(found: PageElement, said: string, scope: Scope, wanted = ''): CompiledStep {
  const named = found.selectors.flatMap(({ selector, options }) => [selector, options?.name]);
  const isNamed = wanted === '' || named.some((each) => each !== undefined && hasText(each, wanted));
  const assertion: Assertion = isNamed ? { expectation: 'VISIBLE' } : containsText(wanted);
  return expects(assertion, found, inNamedPart(found, said, scope));
}

/** Texts with a number at an end are not to be found in "12 items" instead of "2 items". */
const numberAtEnd = /^\d|\d$/;

function untornNumbers(value: string): string {
  const [start, end] = [/^\d/.test(value) ? '(?<![\\d.,])' : '', /\d$/.test(value) ? '(?![.,]?\\d)' : ''];
  const isOpen = start !== '' || (end !== '' && !/\.\d\d$/.test(value));
  return isOpen ? patternText(`${start}${escapeRegExp(value)}${end}`) : value;
}

function containsText(value: string): Assertion {
  return { expectation: 'TO_CONTAIN_TEXT', calledWith: untornNumbers(value) };
}

function withExactNumbers({ name, text, selectors }: PageElement): ExchangeSelector[] {
  return selectors.map((each) => {
    const isText = each.selectorType === 'TEXT' && each.selector === text;
    const isName = each.selectorType === 'ROLE' && each.options?.name === name;
    return (isText && numberAtEnd.test(text)) || (isName && numberAtEnd.test(name))
      ? { ...each, options: { ...each.options, exact: true } }
      : each;
  });
}

/** The selectors of an element, limited to the row or part of the page that a clause names beside it. */
function inNamedPart(found: PageElement, said: string, scope: Scope): ExchangeSelector[] {
  const { view, quotes, places } = scope;
  const selectors = withExactNumbers(found);
  const own = wordsOf(`${found.name} ${found.text}`);
  const words = [...namingWords(plainText(said, quotes)), ...places.flatMap((place) => place.words)];
  const isMeant = (text: string) =>
    words.some((word) => !own.includes(word) && !nouns.has(word) && wordsOf(text).includes(word));
  const around = found.inside
    .flatMap((index) => view.elements[index] ?? [])
    .findLast((each) => (isRow(each) || /dialog$/.test(each.role)) && isMeant(`${each.name} ${each.text}`));
  const entry = found.within.findLast(
    (each) => !each.startsWith('dialog') && containerOf(each) && isMeant(each),
  );
  const container = around?.selectors ?? [entry === undefined ? undefined : containerOf(entry)];
  const isRelative = selectors.every(({ selectorType }) =>
    /^(?:TEXT|ROLE|LABEL|ALT_TEXT|TITLE)$/.test(selectorType),
  );
  const isThere = container.every((each) =>
    selectors.some((one) => JSON.stringify(one) === JSON.stringify(each)),
  );
  return isRelative && !isThere
    ? [...container.filter((each) => each !== undefined), ...selectors]
    : selectors;
}

/** A text that is shown: by the only element with it, or by the first of several. */
function withText(
  wanted: string,
  scope: Scope,
  isPossible: (element: PageElement) => boolean,
  said = '',
): CompiledStep | undefined {
  const { view } = scope;
  const all = view.elements.filter((element) => isPossible(element) && element.tag !== 'label');
  const same = all.filter((element) => sourcesOf(element).some((source) => isSameText(source, wanted)));
  const having = all.filter(({ name, text }) => hasText(name, wanted) || hasText(text, wanted));
  const [first, ...others] = innermost(same.length > 0 ? same : having, view);
  if (first === undefined) return undefined;
  if (others.length > 0) {
    // Any of them will do: the clause says that the text is there.
    return expects({ expectation: 'VISIBLE' }, undefined, [
      { selectorType: 'TEXT', selector: untornNumbers(wanted) },
      { selectorType: 'FIRST', selector: '' },
    ]);
  }
  return sees(first, said, scope, wanted);
}

function innermost(found: readonly PageElement[], { elements }: PageView): PageElement[] {
  return found.filter((outer) => !found.some(({ inside }) => inside.includes(elements.indexOf(outer))));
}

function isGone({ what = '' }: Parts, scope: Scope): CompiledStep {
  // With any other noun, the text must be gone altogether: that is not less than the clause says.
  const quote =
    onlyQuoted(what, scope) ?? onlyQuoted(what.replace(/^(?:[Tt]he|[Aa]n?) \p{Ll}+ (?=⟦\d+⟧$)/u, ''), scope);
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
  const search = { isPossible: () => true, called: `"${plainText(what, scope.quotes)}"` };
  for (const elements of [scope.view.elements, scope.context.seen]) {
    const matching = matchingElements(phrase, { view: { ...scope.view, elements }, ...search });
    // The same element was seen on several pages.
    const different = new Map(matching.map((each) => [JSON.stringify(each.selectors), each]));
    const [found, ...others] = different.values();
    if (found !== undefined && others.length === 0) return expects(gone, found);
  }
  // A message of that kind would be noticed, whatever it says.
  const isMessage =
    phrase.roles?.has('alert') === true && !scope.view.elements.some(({ role }) => role === 'alert');
  if (isMessage && phrase.quoted.length === 0)
    return expects(gone, undefined, [{ selectorType: 'ROLE', selector: 'alert' }]);
  return expects(gone, find(what, scope, search));
}

function lacksText({ what = '', value }: Parts, scope: Scope): CompiledStep {
  const assertion: Assertion = { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: text(value, scope) };
  const area = areaSelectors(what, scope);
  if (area !== undefined) return expects(assertion, undefined, area);
  const isPossible = ({ field }: PageElement) => field === undefined;
  return expectsOf(assertion, find(what, scope, { isPossible, allowsPart: true }));
}

/** An expectation of an element whose text may change. */
function expectsOf(assertion: Assertion, found: PageElement): CompiledStep {
  return expects(assertion, found, found.selectorsWithoutText ?? found.selectors);
}

/** A part of the page that is no element of the view itself: "the Done column". */
function areaSelectors(what: string, { view, quotes }: Scope): readonly ExchangeSelector[] | undefined {
  const { words, places } = readPhrase(`in ${what}`, quotes);
  const [place] = places;
  if (words.length > 0 || place === undefined) return undefined;
  if (place.starts.includes('row')) {
    const rows = view.elements.filter((element) => isRow(element) && isIn(element, place, view));
    const [row, ...others] = innermost(rows, view);
    return others.length === 0 ? row?.selectors : undefined;
  }
  const entries = [...new Set(view.elements.flatMap(({ within }) => within))];
  const [entry, ...others] = entries.filter(
    (each) =>
      place.starts.some((start) => each.startsWith(`${start} `)) &&
      containerOf(each) !== undefined &&
      place.words.every((word) => wordsOf(each).includes(word)),
  );
  const container = entry === undefined || others.length > 0 ? undefined : containerOf(entry);
  return container && [container];
}

function counts({ place = '', count = '', counted = '' }: Parts, scope: Scope): CompiledStep | undefined {
  return statedText(`${place} ${count} ${counted}`, scope) ?? compileCount(count, counted, place, scope);
}

const sayingWords = /^(?:show|say|read|display|see|list|contain|visible)$/;

/** An element whose text says the same as the clause. What else the clause names is around it. */
function statedText(clause: string, scope: Scope): CompiledStep | undefined {
  if (clause.includes('⟦') || / is (?:on|off|not)$/i.test(clause)) return undefined;
  const said = namingWords(clause).filter((word) => !sayingWords.test(word));
  const { view } = scope;
  const found = view.elements.filter((element) => {
    if (element.field !== undefined || element.tag === 'label' || isRow(element)) return false;
    const own = namingWords(element.text);
    const around = new Set(element.within.flatMap(wordsOf));
    const isOther = (word: string) => own.includes(word) || nouns.get(word)?.length === 0 || around.has(word);
    return own.length > 1 && own.every((word) => said.includes(word)) && said.every(isOther);
  });
  const [only, ...others] = innermost(found, view);
  return only === undefined || others.length > 0 ? undefined : sees(only, clause, scope, only.text);
}

const amountNouns = /^(?:price|total|subtotal|cost|amount|sum|fee|count|number)$/;

/** Something shows a value: a field has it, or an element that is named so contains it. */
function saysValue(what: string, verb: string, given: string, scope: Scope): CompiledStep | undefined {
  const value = text(given, scope);
  const isQuoted = /^⟦\d+⟧$/.test(given);
  if (/^not\b/i.test(given)) return undefined;
  const holding = holdsNow(what, value, scope);
  if (holding !== undefined) return holding;
  if (!isQuoted && !/\d|^\p{Lu}/u.test(value)) return undefined;
  const [, property, amount] = /^an? (\w+) of (\S*\d\S*)$/i.exec(given) ?? [];
  if (property !== undefined && amount !== undefined)
    return saysValue(`${what} ${property}`, verb, amount, scope);
  // Words without quotation marks are a value only if an element shows them and nothing else.
  const isLoose = !isQuoted && (!/\d/.test(value) || /^\p{Ll}+\s/u.test(value));
  if (isQuoted || !isLoose) {
    const area = areaSays(what, value, isQuoted, scope);
    if (area !== undefined) return area;
  }
  const phrase = phraseIn(what, scope);
  const { view } = scope;
  const called = `"${plainText(what, scope.quotes)}"`;
  const fields = isLoose
    ? []
    : matchingElements(phrase, { view, called, isPossible: isField, allowsPart: true });
  const [field, ...more] = fields;
  if (more.length > 0) throw new Unresolved(`${fields.length} fields could be ${called}`);
  if (field !== undefined)
    return expects({ expectation: 'TO_HAVE_VALUE', calledWith: fieldValue(field, verb, value) }, field);
  if (phrase.position !== undefined) return saysAtPosition(phrase.position, phrase.words, value, scope);
  const having = view.elements.filter((element) => {
    if (isLoose ? !isSameText(element.text, value) : !hasText(element.text, value)) return false;
    return (
      phrase.places.every((place) => isIn(element, place, view)) && isCalled(element, phrase, value, view)
    );
  });
  const all = innermost(having, view);
  const ofRole = all.filter((each) => [...(phrase.roles ?? [])].some((role) => hasRole(each, role)));
  const [found, ...others] = ofRole.length > 0 ? ofRole : all;
  if (found !== undefined && others.length === 0) return expectsOf(containsText(value), found);
  if (found !== undefined)
    throw new Unresolved(
      `${others.length + 1} elements could be ${called}`,
      [found, ...others].slice(0, 3).map(({ text }) => `text "${text.slice(0, 80)}"`),
    );
  return undefined;
}

/** The only field that is called so, if it has the value now: that tells a value from other words. */
function holdsNow(what: string, value: string, scope: Scope): CompiledStep | undefined {
  const search = { view: scope.view, called: '', isPossible: isField, allowsPart: true };
  const [found, ...others] = matchingElements(phraseIn(what, scope), search);
  return found?.field !== undefined && others.length === 0 && isSameText(found.field.value, value)
    ? expects({ expectation: 'TO_HAVE_VALUE', calledWith: value }, found)
    : undefined;
}

function optionIsChosen({ what = '', value = '' }: Parts, scope: Scope): CompiledStep | undefined {
  return holdsNow(what, text(value, scope), scope);
}

/** A value in a part of the page: "The Done column shows …". */
function areaSays(what: string, value: string, isQuoted: boolean, scope: Scope): CompiledStep | undefined {
  const container = areaSelectors(what, scope);
  if (container !== undefined && (isQuoted || !/\s/.test(value)))
    return expects(containsText(value), undefined, container);
  const area = readPhrase(`in ${what}`, scope.quotes);
  if (area.words.length > 0 || area.places.length === 0) return undefined;
  const places = [...scope.places, ...area.places];
  return withText(value, scope, (each) => places.every((place) => isIn(each, place, scope.view)));
}

/** Whether each word that a clause calls a shown value by is of its element, of what is around it, or of its column. */
function isCalled(element: PageElement, phrase: Phrase, value: string, view: PageView): boolean {
  if (element.field !== undefined || element.tag === 'label') return false;
  const words = phrase.words.filter((word) => nouns.get(word)?.length !== 0);
  // What has rows shows the values of all of them.
  const index = view.elements.indexOf(element);
  const hasRows = view.elements.some((each) => isRow(each) && each.inside.at(-1) === index);
  if (hasRows && !words.every((word) => nouns.has(word) || wordsOf(element.name).includes(word)))
    return false;
  const columns = new Set(wordsOf(columnOf(element, view)));
  // A column has a cell in every row: the clause has to name the row, too.
  const namesRow = phrase.places.some(({ starts }) => starts.includes('row'));
  if (columns.size > 0 && !namesRow && words.every((word) => columns.has(word))) return false;
  const rows = element.inside.flatMap((each) => view.elements[each] ?? []).filter(isRow);
  const around = new Set([...element.within, ...rows.map((row) => row.text)].flatMap(wordsOf));
  const isOwn = (word: string) =>
    wordsOf(element.text).includes(word) || nouns.get(word)?.some((role) => hasRole(element, role)) === true;
  const isAmount = /[\d€$£]/.test(value);
  return (
    words.every(
      (word) => isOwn(word) || around.has(word) || columns.has(word) || (isAmount && amountNouns.test(word)),
    ) &&
    (namesRow || words.some(isOwn) || isSameText(element.text, value))
  );
}

/** The text of the header of a cell's column; empty for what is no cell. */
function columnOf(element: PageElement, { elements }: PageView): string {
  const row = element.inside.at(-1) ?? -1;
  const cells = elements.filter(
    ({ role, inside }) => /^(?:cell|gridcell)$/.test(role) && inside.at(-1) === row,
  );
  const table = elements[row]?.inside.at(-1) ?? -1;
  const headers = elements.filter(({ role, inside }) => role === 'columnheader' && inside.includes(table));
  return headers[cells.indexOf(element)]?.text ?? '';
}

function fieldValue({ field }: PageElement, verb: string, value: string): string {
  const isPart = /contain|include/i.test(verb) && field !== undefined && !isSameText(field.value, value);
  return isPart ? containing(value) : value;
}

/** "The third step says …": the rows or items of the only group that has one with the text there. */
function saysAtPosition(
  position: number,
  named: readonly string[],
  value: string,
  { view }: Scope,
): CompiledStep | undefined {
  const [row, ...others] = view.elements.filter((element) => {
    if (!isRow(element) || rowsOf(view, element).at(position) !== element || !hasText(element.text, value))
      return false;
    const around = new Set([view.title, ...element.within].flatMap(wordsOf));
    return named.every((word) => nouns.has(word) || around.has(word));
  });
  if (row === undefined || others.length > 0) return undefined;
  const same = view.elements.filter(({ role }) => role === row.role);
  const selectors: ExchangeSelector[] = [
    { selectorType: 'ROLE', selector: row.role },
    { selectorType: 'NTH', selector: String(same.indexOf(row)) },
  ];
  return expects(containsText(value), row, selectors);
}
