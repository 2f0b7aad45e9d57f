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
  rowsOf,
  sourcesOf,
  Unresolved,
} from './find-element.ts';
import { readPhrase } from './phrase.ts';
import { type CompiledStep, expects, find, isField, phraseIn, type Scope } from './scope.ts';
import { namingWords, nouns, wordsOf } from './vocabulary.ts';

type Rule = readonly [
  pattern: RegExp,
  compile: (groups: readonly (string | undefined)[], scope: Scope) => readonly CompiledStep[] | undefined,
];

const modal = '(?:should|must|shall|will|can|could|may)';
const be = `(?:${modal}(?: (?:now|still|also))? ?(?:be|become|remain|stay)?|is|are|was|were|becomes?|remains?|stays?|to be|has been|have been|gets?|be)`;
const not = `(?:n't|not|n’t| not| no longer| never)`;
const number = '\\d+|no|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const rule = (source: string) => new RegExp(`^${source}$`, 'i');

const states: readonly (readonly [names: string, is: Assertion, isNot: Assertion])[] = [
  [
    'disabled|greyed out|grayed out|inactive|not clickable',
    { expectation: 'DISABLED' },
    { expectation: 'ENABLED' },
  ],
  ['enabled|clickable|editable', { expectation: 'ENABLED' }, { expectation: 'DISABLED' }],
  [
    'checked|ticked|selected|on|switched on|turned on',
    { expectation: 'TO_BE_CHECKED' },
    { expectation: 'NOT_TO_BE_CHECKED' },
  ],
  [
    'unchecked|unticked|unselected|off|switched off|turned off',
    { expectation: 'NOT_TO_BE_CHECKED' },
    { expectation: 'TO_BE_CHECKED' },
  ],
  [
    'empty|blank|cleared',
    { expectation: 'TO_HAVE_VALUE', calledWith: '' },
    { expectation: 'TO_HAVE_VALUE', calledWith: patternText('.') },
  ],
];
const operate = '(?:click|press|tap|edit|change|use)';
const operated = '(?:clicked|pressed|tapped|edited|changed|used)';
const shownWords = 'visible|shown|displayed|present|there|on the page|on the screen|listed';
const goneWords = 'gone|hidden|invisible|absent|removed';

/** Patterns of statements and what they become, the first that fits first. */
const rules: readonly Rule[] = [
  [
    rule(`(?:the )?(?:page )?title (?:of the page )?(?:${be}|reads?|says?|equals?|should read) (⟦\\d+⟧|.+)`),
    ([value = ''], scope) => [expects({ expectation: 'TO_HAVE_TITLE', calledWith: text(value, scope) })],
  ],
  [
    rule(`(?:the )?(?:page )?title (?:should )?(?:contains?|includes?|has) (.+)`),
    ([value = ''], scope) => [
      expects({ expectation: 'TO_HAVE_TITLE', calledWith: containing(text(value, scope)) }),
    ],
  ],
  [
    rule(
      `(?:i |we |you |they )?(?:am |is |are |be )?(?:still )?on (?:the|a) page (?:titled|with the title) (⟦\\d+⟧)`,
    ),
    ([value = ''], scope) => [expects({ expectation: 'TO_HAVE_TITLE', calledWith: text(value, scope) })],
  ],
  [
    rule(
      `(?:the )?(?:page |current )?(?:url|address|path) (?:of the page )?(?:should )?(?:contains?|includes?|has) (\\S+)`,
    ),
    ([value = ''], scope) => [
      expects({ expectation: 'TO_HAVE_URL', calledWith: containing(text(value, scope)) }),
    ],
  ],
  [
    rule(
      `(?:the )?(?:page |current )?(?:url|address|path) (?:of the page )?(?:should )?ends? (?:with|in) (\\S+)`,
    ),
    ([value = ''], scope) => [
      expects({
        expectation: 'TO_HAVE_URL',
        calledWith: patternText(`.*${escapeRegExp(text(value, scope))}`),
      }),
    ],
  ],
  [
    rule(`(?:the )?(?:page |current )?(?:url|address|path) (?:${be}|equals?) (\\S+)`),
    ([value = ''], scope) => [expects({ expectation: 'TO_HAVE_URL', calledWith: text(value, scope) })],
  ],
  [
    rule(
      `(?:should )?(?:(?:not|n't|don't|do not|no longer)(?: to)?(?: be able to)? (?:see|get|find)|(?:see|get|find) no) (.+)`,
    ),
    ([what = ''], scope) => [isGone(what, scope)],
  ],
  [
    rule(
      `(?:should |can |could |must |will )?(?:now |still |also )?(?:be able to )?(?:see|get|receive|notice|count)s? (?:that )?(.+)`,
    ),
    ([what = ''], scope) => [isSeen(what, scope)],
  ],
  [
    rule(`(?:page|browser tab|tab|the page|the browser tab|the tab) ${be} titled (.+)`),
    ([value = ''], scope) => [expects({ expectation: 'TO_HAVE_TITLE', calledWith: text(value, scope) })],
  ],
  [
    rule(`(?:i |we |you |they |the browser )?(?:am |are |should be |is )(?:still |now )?(?:on|at) (/\\S*)`),
    ([value = '']) => [expects({ expectation: 'TO_HAVE_URL', calledWith: value })],
  ],
  [
    rule(`(?:i |we |you |they )?(?:am |are |should be |is )(?:still |now )?(?:on|at) (.+)`),
    ([what = ''], scope) => [isSeen(what.replace(/ page$/i, ''), scope)],
  ],
  [
    rule(`(.+?) (?:points?|links?|leads?|should (?:point|link|lead)) to (\\S+)`),
    ([what = '', url = ''], scope) => [pointsTo(what, text(url, scope), scope)],
  ],
  [
    rule(`there (?:is|are|should be)(?: not|n't) (?:an?y?|the) (.+)`),
    ([what = ''], scope) => [isGone(what, scope)],
  ],
  [
    rule(`(?:should )?(?:can${not}|(?:be |am |is |are )?unable to|not be able to) ${operate}(?: on)? (.+)`),
    ([what = ''], scope) => [hasState(what, { expectation: 'DISABLED' }, scope)],
  ],
  [
    rule(`(.+?) can${not} be ${operated}`),
    ([what = ''], scope) => [hasState(what, { expectation: 'DISABLED' }, scope)],
  ],
  [
    rule(`(.+?) can be ${operated}`),
    ([what = ''], scope) => [hasState(what, { expectation: 'ENABLED' }, scope)],
  ],
  [
    rule(`(.*\\b(?:dialog|modal|popup|menu)\\b.*?) ${be} (?:now )?(?:open|opened)`),
    ([what = ''], scope) => [isSeen(what, scope)],
  ],
  ...states.flatMap(([names, is, isNot]): Rule[] => [
    [
      rule(`(.+?) (?:${be}|${modal})${not} (?:be |currently )?(?:${names})`),
      ([what = ''], scope) => [hasState(what, isNot, scope)],
    ],
    [
      rule(`(.+?) ${be} (?:currently |now |still )?(?:${names})`),
      ([what = ''], scope) => [hasState(what, is, scope)],
    ],
  ]),
  [
    rule(
      `(.+?) (?:${be} (?:currently |now |still )?focused|(?:has|have|should have|gets?) (?:the )?(?:keyboard )?focus)`,
    ),
    ([what = ''], scope) => [expects({ expectation: 'FOCUSED' }, control(what, scope))],
  ],
  [
    rule(
      `(.+?) (?:(?:${be}|${modal})${not} (?:be )?(?:longer )?(?:${shownWords})|${be} (?:now )?(?:${goneWords})|disappears?|(?:has|have) (?:disappeared|gone)|(?:does|do|${modal})${not} (?:appear|show|exist))`,
    ),
    ([what = ''], scope) => [isGone(what, scope)],
  ],
  [rule(`no (.+?) (?:${be} (?:${shownWords})|appears?)`), ([what = ''], scope) => [isGone(what, scope)]],
  [
    rule(`(.+?) ${be} (?:now |still )?(?:${shownWords})( (?:in|on|at|under|inside|within|next to) .+)`),
    ([what = '', where = ''], scope) => [isSeen(what + where, scope)],
  ],
  [
    rule(
      `(.+?) (?:${be} (?:now |still )?(?:${shownWords})|appears?|(?:has|have) appeared|shows? up|should (?:appear|show up|exist)|exists?)`,
    ),
    ([what = ''], scope) => [isSeen(what, scope)],
  ],
  [
    rule(
      `(.+?) (?:does|do|should)${not} (?:contain|include|say|show|read|have|display|list)(?: the text)? (⟦\\d+⟧)`,
    ),
    ([what = '', value = ''], scope) => [lacksText(what, text(value, scope), scope)],
  ],
  [
    rule(`(?:there (?:is|are|should be)(?: exactly)?) (${number}) (.+)`),
    ([count = '', what = ''], scope) => textOrCount(`${count} ${what}`, count, what, '', scope),
  ],
  [
    rule(
      `(.+?) (?:should )?(?:have|has|contains?|shows?|lists?|displays?|includes?)(?: exactly)? (${number}) (.+)`,
    ),
    ([place = '', count = '', what = ''], scope) =>
      textOrCount(`${place} ${count} ${what}`, count, what, place, scope),
  ],
  [rule(`there (?:is|are|should be) no (.+)`), ([what = ''], scope) => [isGone(what, scope)]],
];

const saying =
  'costs?|(?:has|have) (?:an? |the )?(?:card|item|entry|row|option|link|button)|(?:is|has been) (?:filled(?: in)? with|set to)|shows?|says?|reads?|displays?|contains?|includes?|states?|warns?|tells? me|equals?|has the (?:text|value)|has value|have the (?:text|value)|should (?:show|say|read|display|contain|include|equal|have the (?:text|value)|have|be)|is|are|has|have';

/** Whether a clause is a statement about the page, whatever it is about. */
export function looksLikeStatement(clause: string): boolean {
  return (
    rules.some(([pattern]) => pattern.test(clause)) ||
    new RegExp(`^.+? (?:${saying}) (?:⟦\\d+⟧|.*\\d.*|(?-i:\\p{Lu}).*)`, 'iu').test(clause)
  );
}

/** @throws Unresolved */
export function compileAssertion(clause: string, scope: Scope): readonly CompiledStep[] {
  for (const [pattern, compile] of rules) {
    const groups = pattern.exec(clause);
    const steps = groups === null ? undefined : compile(groups.slice(1), scope);
    if (steps !== undefined) return steps;
  }
  const [, what, verb = '', value] =
    rule(`(.+?) (${saying}) (?:that |the text |the value |the message )?(.+)`).exec(clause) ?? [];
  const shown = statedText(clause, scope);
  if (what !== undefined && value !== undefined) {
    const stated = saysValue(what, verb, value, scope, shown);
    if (stated !== undefined) return [stated];
  }
  if (shown !== undefined) return [shown];
  throw new Unresolved(`Found no text for "${plainText(clause, scope.quotes)}"`);
}

function text(part: string, { quotes }: Scope): string {
  return plainText(part, quotes).replace(/^the text /i, '');
}

function containing(part: string): string {
  return patternText(`.*${escapeRegExp(part)}.*`);
}

function control(what: string, scope: Scope): PageElement {
  return find(what, scope, {
    isPossible: (element) =>
      element.field !== undefined ||
      /^(?:button|link|tab|menuitem|option|switch)$/.test(element.role) ||
      element.tag === 'button',
    allowsPart: true,
  });
}

function hasState(what: string, assertion: Assertion, scope: Scope): CompiledStep {
  const { expectation } = assertion;
  if (expectation === 'TO_HAVE_VALUE')
    return expects(assertion, find(what, scope, { isPossible: isField, allowsPart: true }));
  if (!/CHECKED/.test(expectation)) return expects(assertion, control(what, scope));
  const isChoice = ({ role }: PageElement) =>
    /^(?:checkbox|radio|switch|tab|option|menuitemcheckbox|menuitemradio)$/.test(role);
  const found = find(what, scope, { isPossible: isChoice, allowsPart: true });
  if (found.role !== 'tab' && found.role !== 'option') return expects(assertion, found);
  const calledWith: [string, string] = ['aria-selected', String(expectation === 'TO_BE_CHECKED')];
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith }, found);
}

function pointsTo(what: string, url: string, scope: Scope): CompiledStep {
  const found = find(what, scope, { isPossible: ({ href }) => href !== undefined });
  const path = escapeRegExp(url.replace(/^https?:\/\/[^/]+/, ''));
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['href', patternText(`${path}$`)] }, found);
}

/** The only text that a phrase quotes, if its other words are nouns only. */
function onlyQuoted(
  what: string,
  { quotes }: Scope,
): { quoted: string; roles: ReadonlySet<string> | undefined; hasPlaces: boolean } | undefined {
  const { quoted, words, roles, places } = readPhrase(
    what.replace(/\b(?:titled|named|called|saying|reading|with)\b/gi, ' '),
    quotes,
  );
  const [only] = quoted;
  if (only === undefined || quoted.length > 1) return undefined;
  const said = new Set(wordsOf(only));
  const others = words.filter((word) => !said.has(word) && nouns[word] === undefined);
  return others.length > 0 ? undefined : { quoted: only, roles, hasPlaces: places.length > 0 };
}

function isSeen(what: string, scope: Scope): CompiledStep {
  const [, count, counted = ''] = rule(`(?:exactly |only )?(${number}) (.+)`).exec(what) ?? [];
  const [shown] = (count && textOrCount(what, count, counted, '', scope)) || [];
  if (shown !== undefined) return shown;
  const only = onlyQuoted(what, scope);
  if (only !== undefined && !only.hasPlaces) {
    const found = withText(
      only.quoted,
      scope,
      (element) => only.roles === undefined || [...only.roles].some((each) => hasRole(element, each)),
    );
    if (found !== undefined) return found;
  }
  const phrase = what
    .replace(/^(?:an?|the) (?=.* (?:of|with) )/i, '')
    .replace(/\b(?:titled|named|called|saying|reading)\b/gi, ' ');
  const stated = only === undefined ? statedText(what, scope) : undefined;
  return stated ?? expects({ expectation: 'VISIBLE' }, find(phrase, scope, { isPossible: () => true }));
}

/** A text that is shown: by the only element with it, or by the first of several. */
function withText(
  wanted: string,
  { view }: Scope,
  isPossible: (element: PageElement) => boolean,
): CompiledStep | undefined {
  const all = view.elements.filter((element) => isPossible(element) && element.tag !== 'label');
  const same = all.filter((element) => sourcesOf(element).some((source) => isSameText(source, wanted)));
  const having = all.filter((element) =>
    [element.name, element.text].some((source) => hasText(source, wanted)),
  );
  const found = innermost(same.length > 0 ? same : having, view.elements);
  const [first] = found;
  if (first === undefined) return undefined;
  const isNamed = first.selectors.some(({ selector, options }) =>
    [selector, options?.name].some((each) => each !== undefined && hasText(each, wanted)),
  );
  if (found.length > 1) {
    // Any of them will do: the clause says that the text is there.
    return expects({ expectation: 'VISIBLE' }, undefined, [
      { selectorType: 'TEXT', selector: wanted },
      { selectorType: 'FIRST', selector: '' },
    ]);
  }
  return isNamed
    ? expects({ expectation: 'VISIBLE' }, first)
    : expects({ expectation: 'TO_CONTAIN_TEXT', calledWith: wanted }, first);
}

function innermost(found: readonly PageElement[], all: readonly PageElement[]): PageElement[] {
  return found.filter((outer) => !found.some(({ inside }) => inside.includes(all.indexOf(outer))));
}

function isGone(what: string, scope: Scope): CompiledStep {
  const only = onlyQuoted(what, scope);
  const gone: Assertion = { expectation: 'NOT_VISIBLE' };
  if (only !== undefined && !only.hasPlaces) {
    const roles = [...(only.roles ?? [])].filter((role) => !/^(?:field|text|alert|status)$/.test(role));
    const [role] = roles;
    const selectors: ExchangeSelector[] =
      role !== undefined && roles.length === 1
        ? [{ selectorType: 'ROLE', selector: role, options: { name: only.quoted } }]
        : [{ selectorType: 'TEXT', selector: only.quoted }];
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

function lacksText(what: string, value: string, scope: Scope): CompiledStep {
  const area = areaSelectors(what, scope);
  if (area !== undefined)
    return expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: value }, undefined, area);
  const found = find(what, scope, { isPossible: ({ field }) => field === undefined, allowsPart: true });
  return expects(
    { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: value },
    found,
    found.selectorsWithoutText ?? found.selectors,
  );
}

/** A part of the page that is no element of the view itself: "the Done column". */
function areaSelectors(what: string, { view, quotes }: Scope): readonly ExchangeSelector[] | undefined {
  const { words, places } = readPhrase(`in ${what}`, quotes);
  const [place] = places;
  if (words.length > 0 || place === undefined) return undefined;
  if (place.starts.includes('row')) {
    const rows = view.elements.filter((element) => isRow(element) && isIn(element, place, view));
    const [row] = innermost(rows, view.elements);
    return row !== undefined && rows.length === 1 ? row.selectors : undefined;
  }
  const entries = new Set(view.elements.flatMap(({ within }) => within));
  const meant = [...entries].flatMap((entry) => {
    const isMeant = place.starts.some((start) => entry.startsWith(`${start} `));
    const container = containerOf(entry);
    return isMeant && container !== undefined && place.words.every((word) => wordsOf(entry).includes(word))
      ? [container]
      : [];
  });
  return meant.length === 1 ? meant : undefined;
}

function textOrCount(
  whole: string,
  count: string,
  what: string,
  place: string,
  scope: Scope,
): readonly CompiledStep[] | undefined {
  const stated = statedText(whole, scope);
  if (stated !== undefined) return [stated];
  const counted = compileCount(count, what, place, scope);
  return counted === undefined ? undefined : [counted];
}

/** An element whose text says the same as the clause. What else the clause names is around it. */
function statedText(clause: string, scope: Scope): CompiledStep | undefined {
  if (clause.includes('⟦')) return undefined;
  const said = namingWords(clause).filter(
    (word) => !/^(?:show|say|read|display|there|is|are|has|have|see|list|contain)$/.test(word),
  );
  const { view } = scope;
  const found = view.elements.filter((element) => {
    if (element.field !== undefined || element.tag === 'label' || isRow(element)) return false;
    const own = namingWords(element.text);
    const around = new Set(element.within.flatMap(wordsOf));
    const isOther = (word: string) => own.includes(word) || nouns[word]?.length === 0 || around.has(word);
    return own.length > 1 && own.every((word) => said.includes(word)) && said.every(isOther);
  });
  const [only, ...others] = innermost(found, view.elements);
  return only === undefined || others.length > 0
    ? undefined
    : expects({ expectation: 'VISIBLE' }, only, only.selectors);
}

const amountNouns = /^(?:price|total|subtotal|cost|amount|sum|fee|count|number)$/;

/** Something shows a value: a field has it, or an element that is named so contains it. */
function saysValue(
  what: string,
  verb: string,
  given: string,
  scope: Scope,
  shown: CompiledStep | undefined,
): CompiledStep | undefined {
  const value = text(given, scope);
  const isQuoted = /^⟦\d+⟧$/.test(given);
  if (!isQuoted && !/\d|^\p{Lu}/u.test(value)) return undefined;
  // Words without quotation marks are a value only if an element shows them and nothing else.
  const isLoose = !isQuoted && (!/\d/.test(value) || /^\p{Ll}+\s/u.test(value));
  const container = areaSelectors(what, scope);
  if (container !== undefined && (isQuoted || !/\s/.test(value)))
    return expects({ expectation: 'TO_CONTAIN_TEXT', calledWith: value }, undefined, container);
  const area = readPhrase(`in ${what}`, scope.quotes);
  if (area.words.length === 0 && area.places.length > 0) {
    const places = [...scope.places, ...area.places];
    const inside = withText(value, scope, (each) => places.every((place) => isIn(each, place, scope.view)));
    if (inside !== undefined) return inside;
  }
  const phrase = phraseIn(what, scope);
  const { view } = scope;
  const called = `"${plainText(what, scope.quotes)}"`;
  const mayBeField = !isLoose && (phrase.roles?.has('field') ?? true);
  const fields = mayBeField
    ? matchingElements(phrase, { view, called, isPossible: isField, allowsPart: true })
    : [];
  const [field] = fields;
  if (field !== undefined && fields.length === 1)
    return expects({ expectation: 'TO_HAVE_VALUE', calledWith: fieldValue(field, verb, value) }, field);
  if (fields.length > 1) throw new Unresolved(`${fields.length} fields could be ${called}`);
  if (phrase.position !== undefined) return saysAtPosition(phrase.position, phrase.words, value, scope);
  const isAmount = /[\d€$£]/.test(value);
  const generic = phrase.words.filter((word) => nouns[word]?.length !== 0);
  const having = view.elements.filter((element) => {
    if (element.field !== undefined || element.tag === 'label' || !hasText(element.text, value)) return false;
    // What has rows shows the values of all of them.
    const hasRows = view.elements.some(
      (each) => isRow(each) && view.elements[each.inside.at(-1) ?? -1] === element,
    );
    if (
      hasRows &&
      !generic.every((word) => nouns[word] !== undefined || wordsOf(element.name).includes(word))
    )
      return false;
    if (isLoose && !isSameText(element.text, value)) return false;
    const own = new Set(wordsOf(element.text));
    const around = new Set(
      [
        ...element.within,
        ...element.inside
          .flatMap((index) => view.elements[index])
          .filter((each) => each !== undefined && isRow(each))
          .map((each) => each?.text ?? ''),
      ].flatMap(wordsOf),
    );
    const columns = new Set(wordsOf(columnOf(element, view)));
    // A column has a cell in every row: the clause has to name the row, too.
    if (columns.size > 0 && generic.every((word) => columns.has(word))) return false;
    const isRole = (word: string) => nouns[word]?.some((role) => hasRole(element, role)) === true;
    const isNamed = generic.every(
      (word) =>
        own.has(word) ||
        isRole(word) ||
        around.has(word) ||
        columns.has(word) ||
        (isAmount && amountNouns.test(word)),
    );
    const says = generic.some((word) => own.has(word) || isRole(word)) || isSameText(element.text, value);
    return isNamed && says && phrase.places.every((place) => isIn(element, place, view));
  });
  const [found, ...others] = innermost(having, view.elements);
  if (found !== undefined && others.length === 0) {
    return expects(
      { expectation: 'TO_CONTAIN_TEXT', calledWith: value },
      found,
      found.selectorsWithoutText ?? found.selectors,
    );
  }
  if (found !== undefined)
    throw new Unresolved(
      `${others.length + 1} elements could be ${called}`,
      [found, ...others].slice(0, 3).map(({ text }) => `text "${text.slice(0, 80)}"`),
    );
  if (shown !== undefined || isLoose || /^(?:is|are|has|have)$/i.test(verb)) return undefined;
  // It does not show the value now: the step will say so.
  const target = find(what, scope, { isPossible: ({ field }) => field === undefined });
  return expects(
    { expectation: 'TO_CONTAIN_TEXT', calledWith: value },
    target,
    target.selectorsWithoutText ?? target.selectors,
  );
}

/** The text of the header of a cell's column; empty for what is no cell. */
function columnOf(element: PageElement, { elements }: PageView): string {
  const row = element.inside.at(-1) ?? -1;
  const isInside = ({ inside }: PageElement, index: number) => inside.at(-1) === index;
  const cells = elements.filter((each) => /^(?:cell|gridcell)$/.test(each.role) && isInside(each, row));
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
  const found = view.elements.filter(
    (element) =>
      isRow(element) && rowsOf(view, element).at(position) === element && hasText(element.text, value),
  );
  const [row, ...others] = found.filter((element) => {
    const around = new Set([view.title, ...element.within].flatMap(wordsOf));
    return named.every((word) => nouns[word] !== undefined || around.has(word));
  });
  if (row === undefined || others.length > 0) return undefined;
  const same = view.elements.filter(({ role }) => role === row.role);
  const selectors: ExchangeSelector[] = [
    { selectorType: 'ROLE', selector: row.role },
    { selectorType: 'NTH', selector: String(same.indexOf(row)) },
  ];
  return expects({ expectation: 'TO_CONTAIN_TEXT', calledWith: value }, row, selectors);
}
