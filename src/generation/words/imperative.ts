import type { Clause } from './clause.ts';
import { type PageArea, readPageAreas } from './phrase.ts';
import { baseVerb } from './vocabulary.ts';

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
export const check =
  /^(?:that|(?:i |we |you )?(?:see|notice|observe)s? that|(?:verify|ensure|make sure|assert|expect)(?: to see| that| if| whether)?|(?:check|confirm|validate)(?: to see| that| if| whether|(?= (?:the|an?|there|i|my|\d+|no|⟦\d+⟧) ))|check(?= .+ (?:is|are) (?:not )?(?:on|off|shown|visible|\w+ed)$))\s+/i;

const place = /^((?:in|inside|within|under|on|at) [^,]+?),\s*(.+)$/i;

const passive =
  /^(.+?) (?:is|are|was|were|has been|have been) (clicked|entered|typed|uploaded|attached)(?: on)?( .+)?$/i;

const possible = /^(.+?) can (?:now )?be (set|changed|updated|selected|chosen)( (?:to|from|as|for) .+)$/i;

/** The action that another one is done by: "Confirm it by clicking Delete". */
const means = /^.+? by (?=[a-z]+ing )/i;

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
  [/ \+ (?=(?:button|sign)\b)/gi, ' plus '],
  [/ [-−–] (?=(?:button|sign)\b)/gi, ' minus '],
  [/^(type|enter|write|input) (?:the|an?|my) (?:\p{Ll}+ ){1,3}(⟦\d+⟧) (?=(?:in|into|as) )/iu, '$1 $2 '],
  [/ with the (?:placeholder|label|name|text|title|heading) (?=⟦)/gi, ' '],
  [new RegExp(`^(?:(?:the|an?) )?${person} (?=is (?:on|at) .* page$)`, 'i'), 'i '],
];

export interface Opened {
  /** The clause in the imperative or as a statement, without what does not say what to do. */
  readonly text: string;
  /** Where the clause begins to say that it is about. */
  readonly places: readonly PageArea[];
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
  [/\b(?:i|we|you) can (?:now |again )?(?:edit|change) ((?:the )?⟦\d+⟧(?: field| box)?)$/i, '$1 is enabled'],
  [/\b(i)['’]m\b/gi, '$1 am'],
  [/\b(we|you|they)['’]re\b/gi, '$1 are'],
  [/\b(it|there)['’]s\b/gi, '$1 is'],
];

export function withoutOpening({ text, quotes }: Clause): Opened {
  const full = contractions.reduce(
    (statement, [from, to]) => statement.replace(from, to),
    text.replace(/\s+/g, ' '),
  );
  const plain = withArticle(full.replace(introduction, '')).replace(/[.!]+$/, '');
  const [where = '', rest = plain] = splitPlace(plain);
  const places = where === '' ? [] : readPageAreas(where, quotes);
  const statement = (where !== '' && places.length === 0 ? `${rest} ${where}` : rest).replace(
    /^(?:(?:i|we|you) (?:should|must|can|will)|should) (?=(?:not |be able to |now )?see )/i,
    'should ',
  );
  const bare = statement.replace(subject, '').trim();
  // Where a test begins, it is taken there.
  const tab = /^given /i.test(text)
    ? /^(?:i am|we are|the user is) on (.+ tab)$/i.exec(statement)?.[1]
    : undefined;
  if (tab !== undefined) return { text: `open ${tab}`, places };
  const page = /^given the (.+ page)$/i.exec(text)?.[1];
  if (page !== undefined) return { text: `i is on the ${page}`, places };
  const participle = /^(?:(?:and|but) )?(?:when|after|once) /i.test(text) ? happened.exec(bare) : null;
  const [, object = '', changed, how = '', verb = changed ?? ''] = participle ?? [];
  const base = baseVerb(verb);
  if (base !== undefined) return { text: `${base} ${object}${how}`, places };
  return { text: imperative(bare, subject.test(statement)), places };
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
