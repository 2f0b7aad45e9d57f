import type { PageElement, PageView } from '../../runner/live-page.ts';
import type { Clause } from './clause.ts';
import {
  buttonsCalled,
  clickByVerb,
  clickByWholeClause,
  compileAction,
  exception,
  looksLikeAction,
} from './compile-action.ts';
import { compileAssertion, looksLikeStatement, sayingPart, withVerbOf } from './compile-assertion.ts';
import { attempt, hasText, NotFound, shownElement, Unresolved } from './find-element.ts';
import { type Place, readPlaces } from './phrase.ts';
import { isRow } from './rows.ts';
import {
  type CompiledStep,
  type Context,
  expects,
  isCheckable,
  isControl,
  optionally,
  type Scope,
} from './scope.ts';
import { statedText, withText } from './shown-text.ts';
import { baseVerb, namingWords, numberPattern, sayingVerbs, withDigits, wordsOf } from './vocabulary.ts';

const person =
  '(?:user|customer|visitor|shopper|guest|admin|administrator|member|agent|editor|author|tester|buyer|client|employee|manager|owner)';
const pronoun = '(?:i|we|you|he|she|they)';
/** What a clause may begin with before it says what to do. Each is taken off as often as it is there. */
const introduction = new RegExp(
  `^(?:${[
    '(?:given|when|then|and|but|also|now|finally|please|afterwards|after that|first of all|at this point),? ',
    `(?:next|first|just)(?:, | (?=${pronoun} ))`,
    'as an? [^,]+, ',
    `as an? \\w+(?: \\w+)?,? (?=${pronoun} )`,
    '(?:by default|initially|at first),? ',
    "(?:go ahead and|let['’]s|let us|just|(?:try|decide|remember) to) ",
    `(?:${pronoun} (?:would|['’]d) (?:like|love) to|${pronoun} (?:want|need|have) to|it (?:should|must) be possible to) `,
  ].join('|')})+`,
  'i',
);
const ability = `(?:can now|can(?!not|['’]t| not)|will|would|has|have|(?:am|are|is|(?:should|must|will) (?:now )?be) (?:able|allowed) to)`;
const subject = new RegExp(
  String.raw`^(?:${pronoun}|(?:the|a|an) ${person})(?:['’](?:ll|ve))?\s+(?:${ability}\s+)?(?!(?:am|are|is|of)\b)`,
  'i',
);
/** "User clicks Save", but not "User name is shown": a verb that is no name must follow. */
const bareSubject = new RegExp(
  String.raw`^(?=${person}s? (?<modal>(?:should|must|${ability}) (?:(?:not|now|also|be able to) )*)?(?<verb>[a-z]+) (?!(?:is|are|was|were|should|must)\b))`,
  'i',
);
/** "Confirm order" and "Check availability" may be names: these verbs need a word after them that begins a statement. */
const check =
  /^(?:(?:verify|ensure|make sure|assert|expect)(?: to see| that| if| whether)?|(?:check|confirm|validate)(?: to see| that| if| whether|(?= (?:the|an?|there|i|my|\d+|no|⟦\d+⟧) ))|check(?= .+ (?:is|are) (?:not )?(?:on|off|shown|visible|\w+ed)$))\s+/i;
const waiting = /^wait (?:until|for)\s+/i;
const place = /^((?:in|inside|within|under|on|at) [^,]+?),\s*(.+)$/i;
const passive =
  /^(.+?) (?:is|are|was|were|has been|have been) (clicked|entered|typed|uploaded|attached)(?: on)?( .+)?$/i;
const possible = /^(.+?) can (?:now )?be (set|changed|updated|selected|chosen)( (?:to|from|as|for) .+)$/i;
/** The action that another one is done by: "Confirm it by clicking Delete". */
const means = /^.+? by (?=[a-z]+ing )/i;
/** "Push notifications should be on" begins with a name, not with a verb. */
const state = /^(?!scroll )\S.* (?:should|must|is|are) (?:be )?(?:on|off|shown|visible|\w+ed)$/i;
/** "Click Members to close the menu" says what the click is for. */
const purpose =
  /(?<=^(?:click|press|tap|hit|push) \S.*?)(?: once more| again)? (?:in order )?to (?:open|close|see|show|hide|view|start|finish|get|expand|collapse) .+$/i;
const repeated = /^(.+) (?:twice|two times)$/i;

/** Other ways to say what the grammar has a verb for. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/^(?:make|do|perform) (?:a|one) (?=(?:double |right )?click )/i, ''],
  [
    /^(?:should (?:show|display|list|contain|have)|(?:it )?(?:shows|displays)(?= (?:the (?:\w+ )*)?⟦\d+⟧$)) /i,
    'should see ',
  ],
  [/^(?:get rid of|take away) /i, 'remove '],
  [/^(switch|change) back (?=to )/i, '$1 '],
  [/^(open .+?) (?:called|named|titled) (?=⟦|\p{Lu})/iu, '$1 '],
  [/^look for (?=.+ (?:in|into|using|with) the search(?: box| field| bar)?$)/i, 'search for '],
  [/^narrow (?:.+? )?down (?:to|by) /i, 'filter by '],
  [/^make (?!sure\b)(.+?) an? (\p{L}+)$/iu, 'set $1 to $2'],
  [
    /^(?:lands?|arrives?|ends? up|is (?:taken|brought|sent|redirected|returned|back)) (?:back )?(?:on|at|to|in) (?=.+ (?:page|tab)$)/i,
    'is on ',
  ],
  [/^take (?=the )/i, 'choose '],
  [/^(?:move|advance|proceed|skip|jump) (?:forward |back )?(?=to (?:the )?(?:next|previous) )/i, 'go '],
  [/^(?:say|answer)(?: with)? (?=(?:yes|no|ok|⟦\d+⟧)$)/i, 'click '],
  [/^(?:move|slide|drag) (?=.+ to \d+$)/i, 'set '],
  [/^(add|remove) (?:another|one more) (?=\p{Ll})/iu, '$1 a '],
  [/^((?!the\b)\S+ (?:the )?)(?:number|quantity) of (?=\p{L}[\p{L} ]* to (?:\d|\p{Ll})+$)/iu, '$1'],
  [/^(?:delete|remove) the (?:content|text|value) of /i, 'clear '],
  [/^answer (?=.+ with ⟦\d+⟧$)/i, 'fill in '],
  [
    /^(?:in(?:to|side)?|under|for|as) ((?:the )?(?:⟦\d+⟧|[^,⟦]+?)(?: field| box)?),? (?:i |you )?(write|type|enter|put) (⟦\d+⟧|\S+)$/i,
    '$2 $3 into $1',
  ],
  [/^(\S+) (?:the )?(.+) by (press|click|tapp?)ing its (.+)$/i, '$3 $4 of $2'],
  [/,? (?:please|to (?:continue|proceed))$/i, ''],
  [
    / (?:once more|one more time|again|by default|as (?:the )?default|initially|at first|immediately|automatically|any ?more|any longer|instead|now|too|as well)$/i,
    '',
  ],
  [/\bradio button(?=s?\b)/gi, 'radio'],
  [/^(type|enter|write|input) (?:the|an?|my) (?:\p{Ll}+ ){1,3}(⟦\d+⟧) (?=(?:in|into|as) )/iu, '$1 $2 '],
  [/ with the (?:placeholder|label|name|text|title|heading) (?=⟦)/gi, ' '],
  [new RegExp(`^(?:(?:the|an?) )?${person} (?=is (?:on|at) .* page$)`, 'i'), 'i '],
];

interface Opened {
  /** The clause in the imperative or as a statement, without what does not say what to do. */
  readonly text: string;
  /** Where the clause begins to say that it is about. */
  readonly places: readonly Place[];
}

const plural = new RegExp(`^(${person})s(?= )`, 'i');

/** "User clicks Save" as "The user clicks Save". */
function withArticle(text: string): string {
  const { modal, verb = '' } = bareSubject.exec(text)?.groups ?? {};
  const base = baseVerb(verb);
  return base !== undefined && (modal !== undefined || base !== verb)
    ? `the ${text.replace(plural, '$1')}`
    : text;
}

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\b(i)['’]m\b/gi, '$1 am'],
  [/\b(we|you|they)['’]re\b/gi, '$1 are'],
  [/\b(it|there)['’]s\b/gi, '$1 is'],
];

function withoutOpening({ text, quotes }: Clause): Opened {
  const full = contractions.reduce((said, [from, to]) => said.replace(from, to), text.replace(/\s+/g, ' '));
  const plain = withArticle(full.replace(introduction, '')).replace(/[.!]+$/, '');
  const [where = '', rest = plain] = splitPlace(plain);
  const places = where === '' ? [] : readPlaces(where, quotes);
  const said = (where !== '' && places.length === 0 ? `${rest} ${where}` : rest).replace(
    /^(?:(?:i|we|you) (?:should|must|can|will)|should) (?=(?:not |be able to |now )?see )/i,
    'should ',
  );
  const bare = said.replace(subject, '').trim();
  // Where a test begins, it is taken there.
  const tab = /^given /i.test(text)
    ? /^(?:i am|we are|the user is) on (.+ tab)$/i.exec(said)?.[1]
    : undefined;
  if (tab !== undefined) return { text: `open ${tab}`, places };
  const page = /^given the (.+ page)$/i.exec(text)?.[1];
  if (page !== undefined) return { text: `i is on the ${page}`, places };
  const participle = /^(?:(?:and|but) )?(?:when|after|once) /i.test(text) ? happened.exec(bare) : null;
  const [, object = '', changed, how = '', verb = changed ?? ''] = participle ?? [];
  const base = baseVerb(verb);
  if (base !== undefined) return { text: `${base} ${object}${how}`, places };
  return { text: imperative(bare, subject.test(said)), places };
}

/** "When the filter is reset to Ada" says what is done. */
const happened =
  /^(?:(?:after|once) )?(.+) (?:is|are|gets?|has been) (?:(set|reset|changed|switched|updated|selected|chosen)( (?:to|as) [^,]+)|(cleared|emptied|pressed))$/i;

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
  const [, object = '', participle = '', rest = ''] = passive.exec(text) ?? possible.exec(text) ?? [];
  if (participle !== '') return `${baseVerb(participle) ?? participle} ${object}${rest}`;
  const known = synonyms.reduce((said, [from, to]) => said.replace(from, to), text);
  const [verb = '', after = ''] = /^([a-z]+)(.*)$/i.exec(known.replace(means, ''))?.slice(1) ?? [];
  const isVerb =
    hasSubject || (/(?:s|ing)$/i.test(verb) && !/^ (?:is|are|was|were|should|must|has|have)\b/i.test(after));
  const base = isVerb ? baseVerb(verb) : undefined;
  return base === undefined || base === verb.toLowerCase() ? known : base + after;
}

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
  const [target, ...others] = new Set(targets);
  return target === undefined || others.length > 0
    ? undefined
    : expects({ expectation: isNegative ? 'DISABLED' : 'ENABLED' }, target);
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

const endsWithPosition = / (?:first|second|third|last)$/i;
const comesAtPosition = new RegExp(`\\b(?:comes?|is)(?: listed| shown)?${endsWithPosition.source}`, 'i');

/** The rest of a list with the verb that it was begun with: "Tick Tea and Mug", "The row shows Tea and Mug". */
export function continued(beginning: Clause, rest: Clause): Clause {
  const { text } = withoutOpening(beginning);
  // "Ada comes first and Bo last"
  if (endsWithPosition.test(rest.text) && comesAtPosition.test(text))
    return { ...rest, text: rest.text.replace(/ (?=\S+$)/, ' comes ') };
  const whole = looksLikeAction(text) ? undefined : withVerbOf(text, rest.text);
  if (whole !== undefined) return { ...rest, text: whole };
  const verb = looksLikeAction(text) ? `${text.split(' ', 1)} ` : sayingPart(text);
  return { ...rest, text: verb + rest.text };
}

const verbOfBe = 'is|are|was|were|has|have|should|must|can|(?:show|say|read|contain|exist|cost|belong)s?';

/** "The button says ⟦0⟧ and is disabled" says two things of one element. */
export function ofSameSubject({ text: before }: Clause, rest: Clause): Clause | undefined {
  if (!new RegExp(`^(?:${verbOfBe}) \\S`, 'i').test(rest.text)) return undefined;
  const subject = new RegExp(`^(.+?) (?:${verbOfBe})\\b`, 'i').exec(before)?.[1];
  return subject === undefined ? undefined : { ...rest, text: `${subject} ${rest.text}` };
}

/** "If the cart is empty", but not "check if the cart is empty". */
const conditional =
  /^(?:and |but )?(if|unless) |(?<!\b(?:check|verify|validate|confirm|see|assert|expect|ensure|sure)) (if) (?!\S*$)/i;
const itHas =
  /^it (?:has|shows|contains|displays) (?=(?:an?|the) .*\b(?:button|link|checkbox|badge|icon|tab|menu)$)/i;
const itIsGone =
  /^(?:it|he|she) (?:(?:is|was|has|should|must)\b.*\b(?:gone|removed|deleted|disappeared|not (?:be )?(?:shown|listed|visible))\b|(?:disappears|vanishes)\b)/i;
const itIsIn =
  /^(?:(?:it |he |she )?appears|(?:it|he|she) is (?:now )?(?:shown|listed|visible)) (?=(?:in|on|under) )/i;
const itCan = /^it (?:can|could)(?: ?not|['’]t| no longer)?(?: \w+)? be \p{L}+(?:ed|t)$/iu;
const itCounts = new RegExp(`^it (?:now )?(?:has|shows) ((?:${numberPattern}) \\p{L}+)$`, 'iu');
const ownWord = /\b(?:its|(his|her)) (?=[\p{L}⟦])/iu;
const sameRow = / (?:in|of|from) (?:that|this|the same) (?:row|item|card|entry|line)\b/i;

/**
 * "Its Refund button", "his status" and "it has a Reopen button" are about the row that the step before was about, if it is
 * still there. On another page, they are about the page.
 */
function withOwner(
  { text, places }: Opened,
  { view, context: { row, lastRow }, quotes }: Pick<Scope, 'view' | 'context' | 'quotes'>,
): Opened & Pick<Scope, 'quotes'> {
  const own = ownWord.exec(text);
  const label = own?.[1] === undefined ? row : lastRow;
  const named = `⟦${quotes.length}⟧`;
  const asQuoted = (quote: string, said: string) => ({ text: said, places, quotes: [...quotes, quote] });
  if (lastRow !== undefined && /^\p{Ll}+ (?:him|her)$/iu.test(text))
    return asQuoted(lastRow, text.replace(/\S+$/, named));
  if (lastRow !== undefined && (itIsGone.test(text) || itCan.test(text)))
    return asQuoted(lastRow, text.replace(/^\p{L}+/u, named));
  const there = text.replace(check, '');
  const owner = /^it /i.test(there) ? row : lastRow;
  if (owner !== undefined && itIsIn.test(there))
    return asQuoted(owner, there.replace(itIsIn, `${named} is shown `));
  const isThere = (each: PageElement) => isRow(each) && label !== undefined && hasText(each.text, label);
  const counted = label === undefined ? null : itCounts.exec(text);
  const isMeant = own !== null || itHas.test(text) || sameRow.test(text) || counted !== null;
  if (!isMeant || label === undefined || !view.elements.some(isThere)) return { text, places, quotes };
  if (counted !== null) return asQuoted(label, `${named} has ${counted[1]}`);
  const stated = itHas.test(text) ? `${text.replace(itHas, '').replace(/^an? /i, 'the ')} is visible` : text;
  const place = { starts: ['row'], words: namingWords(label), position: undefined };
  return {
    text: stated.replace(ownWord, 'the ').replace(sameRow, ''),
    places: [...places, place],
    quotes,
  };
}

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
  const { text: whole, places, quotes } = withOwner(opened, { view, context, quotes: clause.quotes });
  const condition = conditional.exec(clause.text)?.[1];
  if (condition !== undefined)
    throw new Unresolved(
      `A test does the same each time, so "${condition.toLowerCase()}" is not understood. Write one test case for each case`,
    );
  if (/^(?:for|of|with|or|except|unless|to) /i.test(whole)) throw new Unresolved('The clause has no verb');
  const text = repeated.exec(whole)?.[1] ?? whole;
  const steps = compileOnce(text, { view, quotes, places, context });
  return text === whole ? steps : [...steps, ...steps];
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
  const aimless = text.replace(purpose, '').replace(/^((?:there is|\p{L}+) an?) new (?=\p{Ll})/iu, '$1 ');
  const plain = looksLikeAction(text) ? aimless : withDigits(aimless);
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
