/** A clause whose quoted texts are replaced by placeholders, so that no pattern looks into them. */
export interface Clause {
  readonly text: string;
  readonly quotes: readonly string[];
  /** Whether it is what a statement is said to come after, which may be done already. */
  readonly isCondition?: true;
}

const quote =
  /"([^"\n]*)"|“([^”\n]*)”|„([^“”\n]*)[“”]|‘([^’\n]*)’|«([^»\n]*)»|»([^«\n]*)«|`([^`\n]*)`|(?<![\p{L}\p{N}])'([^'\n]*(?:'\p{L}[^'\n]*)*)'(?![\p{L}\p{N}])/gu;

/** The items of "A, B and C". */
export function listItems(text: string): string[] {
  return text.split(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/i);
}

/** Replaces each quoted text by `⟦0⟧`, `⟦1⟧` and so on. */
function protectQuotes(text: string): Clause {
  const quotes: string[] = [];
  const replaced = text.replaceAll(/[⟦⟧]/g, '').replace(quote, (_, ...groups: unknown[]) => {
    quotes.push(String(groups.slice(0, 8).find((each) => each !== undefined) ?? ''));
    return `⟦${quotes.length - 1}⟧`;
  });
  return { text: replaced, quotes };
}

/** Puts the quoted texts back in quotation marks. */
export function shownText({ text, quotes }: Clause): string {
  return text.replace(/⟦(\d+)⟧/g, (_, index: string) => `"${quotes[Number(index)] ?? ''}"`);
}

/** The text that a part of a clause stands for, without quotation marks. */
export function plainText(part: string, quotes: readonly string[]): string {
  return part.replace(/⟦(\d+)⟧/g, (_, index: string) => quotes[Number(index)] ?? '').trim();
}

/** The quoted text, if a part of a clause is one and nothing else. */
export function quotedText(part: string, quotes: readonly string[]): string | undefined {
  const index = /^⟦(\d+)⟧$/.exec(part.trim())?.[1];
  return index === undefined ? undefined : quotes[Number(index)];
}

const verbs =
  'click|press|tap|hit|type|enter|fill|select|choose|pick|check|uncheck|tick|untick|open|go to|navigate|visit|hover|upload|scroll|wait|reload|refresh|verify|ensure|expect|make sure|log in|sign in|search|submit|clear|double-click|right-click|drag|i should|i see|you should|should see';
/** Verbs that may be nouns, too, unless an object follows. */
const transitive =
  'set|write|leave|put|add|delete|remove|close|change|mark|turn|switch|save|sort|filter|confirm|toggle|expand';
const sentenceEnd =
  /(?<=[.!?;])(?<!\b(?:[DM]r|Mrs|Ms|Prof|Jr|Sr|vs|e\.g|i\.e)\.)\s+(?=[\p{Lu}⟦])|(?<=⟧)\s+(?=[\p{Lu}⟦])(?!I\s)|(?<=[.;])\s*$|\s*;\s*/u;
/** "Save draft and Submit are shown" names two elements, and does nothing with them. */
const restOfTwo = '(?:(?! and | that |,).)* are (?:not )?(?:\\w+ed|shown|visible|on|off)$';
const hardSplit = new RegExp(
  `\\s*,?\\s+(?:(?:and|but)\\s+)?then\\s+|(?<=^given .+)\\s*,\\s*(?=when\\s)|\\s*,?\\s+and\\s+(?=(?:it|he|she|there)\\s)|\\s*,\\s*(?:and\\s+)?(?=(?:i\\s+)?(?:${verbs})\\b(?!-)|(?:${transitive}) (?:the|an?|it|them|its)\\b)|\\s+and\\s+(?=(?:i\\s+)?(?:${verbs})\\b(?!-))(?!${restOfTwo})`,
  'i',
);

/** Splits a line into clauses where another sentence or another action begins. */
export function splitClauses(line: string): Clause[] {
  const { text, quotes } = protectQuotes(line.trim());
  return text
    .split(sentenceEnd)
    .flatMap((sentence) => splitActions(sentence.replace(/\s*[.;]+$/, '')))
    .flatMap(splitFilling)
    .flatMap(splitDenied)
    .flatMap(splitBoth)
    .flatMap((part) => (part.trim() === '' ? [] : [{ text: part.trim(), quotes }]));
}

const doing =
  '(?:click|press|tapp?|hitt?|submitt?|select|choos|open|tick|check|activat|clear|delet|remov|sav|add|apply|confirm|chang|toggl|search|filter|sort|enter|typ)ing\\b.+?';
const doneLast = new RegExp(
  `^(?<stated>.+?),? (?:(?:right |immediately )?after|once|when|upon) (?<done>(?:(?:i|you|we|the user) (?:click|press|tap|hit)s? .+?)|${doing})$`,
  'i',
);
const doneFirst = new RegExp(`^(?:after|upon|when) (?<done>${doing}),\\s*(?<stated>.+)$`, 'i');

/** "Fill in the form with name ⟦0⟧ and e-mail ⟦1⟧" names each field before its value. */
function splitFilling(part: string): string[] {
  const filling =
    /^((?:(?:given|when|then|and|i|we|you|they|the user|please) )*)fills? (?:in |out )?(?:the |this )?(?:(\p{L}+) )?form with(?: the following(?: \p{L}+)?)?:? (.+)$/iu;
  const [, opening = '', form, fields = ''] = filling.exec(part) ?? [];
  if (fields === '') return [part];
  const where = form === undefined ? '' : ` in the ${form} form`;
  return listItems(fields).map(
    (each) =>
      `${opening}fill in ${each.replace(/ (?=(?:⟦\d+⟧|\S+)$)/, where === '' ? ' ' : `${where} with `)}`,
  );
}

/** "The table contains Ada but not Bo" is two statements about the table, and "Ada is shown but not Bo" is about both. */
function splitDenied(part: string): string[] {
  const [, subject = '', verb = '', stated = '', denied] =
    /^(.+? (?:should |must )?)(contain|include|show|list|display|see)s? (.+?),? but not (.+)$/i.exec(part) ??
    [];
  if (denied !== undefined) return [`${subject}${verb}s ${stated}`, `${subject}not ${verb} ${denied}`];
  const [, one = '', is = '', rest] =
    /^(.+?) ((?:is|are) \w+),? (?:and|but) ([^⟦]*?(?:⟦\d+⟧)?) (?:is|are) not$/i.exec(part) ?? [];
  if (rest !== undefined) return [`${one} ${is}`, `${rest} ${is.replace(' ', ' not ')}`];
  const [, shown = '', state = '', other] =
    /^(.+?) ((?:is|are|be) (?:shown|listed|displayed|visible)),? but not (.+)$/i.exec(part) ?? [];
  return other === undefined ? [part] : [`${shown} ${state}`, `${other} is not shown`];
}

/** "Both Ada and Bo are active" says the same of each. */
function splitBoth(part: string): string[] {
  const [, one, other, verb = '', rest = ''] =
    /^(?:and |then )?both (.+?) and (.+?) (are|have|show|contain) (.+)$/i.exec(part) ?? [];
  const singular = verb
    .replace('are', 'is')
    .replace('have', 'has')
    .replace(/^(show|contain)$/, '$1s');
  return verb === '' ? [part] : [one, other].map((each) => `${each} ${singular} ${rest}`);
}

/** "Clicking Save shows ⟦0⟧" */
const withEffect = new RegExp(
  `^(?<done>${doing}) (?<effect>(?:opens|shows|displays|reveals|closes|hides|removes|dismisses|enables|disables) .+)$`,
  'i',
);

/** What is to be seen after what "Clicking Save shows ⟦0⟧" does. */
function effectOf(text: string) {
  const { done, effect = '' } = withEffect.exec(text)?.groups ?? {};
  const stated = effect
    .replace(/^(?:opens|shows|displays|reveals) (.+)/i, '$1 is visible')
    .replace(/^(?:closes|hides|removes|dismisses) (.+)/i, '$1 is not visible')
    .replace(/^(enable|disable)s (.+)/i, '$2 is $1d');
  return done === undefined ? undefined : { done, stated };
}

/** "⟦0⟧ is shown after clicking Save": what is done, and what is to be seen then. */
export function splitCondition({ text, quotes }: Clause): readonly [Clause, Clause] | undefined {
  const { done, stated } =
    effectOf(text) ?? doneFirst.exec(text)?.groups ?? doneLast.exec(text)?.groups ?? {};
  if (done === undefined || stated === undefined) return undefined;
  return [
    { text: done, quotes, isCondition: true },
    { text: stated, quotes },
  ];
}

/** "Save draft and Preview are shown" names two elements, and does nothing with the first. */
const namesTwo =
  /\band (?!(?:the|all|both|no|two|three|\d+) )[^,]*\bare (?:not )?(?:\w+ed|shown|visible|on|off)$/i;

/** All of "a row with Ada and Editor" is about one row, and all of "only Ada and Bo" about one list. */
const isOfOneRow =
  /\b(?:row|entry|line|item) (?:with|for|containing) |^(?:every|each) |\b(?:has|have|contains?|shows?|lists?|displays?|offers?) only /i;

/** The end of a place: "In the row ⟦0⟧ I should see ⟦1⟧" may be written without a comma. */
const endOfPlace =
  /^((?:(?:given|when|then|and|but) )?(?:in|on|inside|within|under|at) (?:the|my|your|an?) [^,]+?) (?=(?:i|we|you) (?:should|must|can|will|do|don['’]t|see|expect|click|press|tap|type|enter|fill|select|choose|check)\b)/i;

function splitActions(text: string): string[] {
  const sentence = text.replace(endOfPlace, '$1, ');
  // What follows a place belongs to it: "In the dialog, click Delete".
  const place =
    /^(?:(?:given|when|then|and|but)\s+)?(?:in|on|inside|within|under|from|at|after|upon|if|as)\s[^,]*,\s*/i.exec(
      sentence,
    )?.[0] ?? '';
  const actions = sentence.slice(place.length).replace(/\bgo ahead and /i, '');
  const [first = '', ...rest] = actions.split(hardSplit);
  // "Click ⟦0⟧ and then on ⟦1⟧"
  const [clicking] = /^(?:(?:i|we|you) )?(?:click|press|tap|choose|select)\b/i.exec(first) ?? [];
  const isObject = /^(?:on )?(?:the )?⟦\d+⟧$|^on \p{Lu}[^,⟦]*$/u;
  const clauses = rest.map((part) => (clicking && isObject.test(part) ? `${clicking} ${part}` : part));
  return [place + first, ...clauses];
}
/** "The editors are Ada and Bo" names all of them. */
const isOfOneList = /\b[Tt]he [^⟦,]+s (?:are|should be) (?:⟦|\p{Lu})(?!.* (?:is|are|has|have|should) )/u;

/** "But" and "while" come between two statements only. */
const separators =
  /(?<=\S (?:is|are|has|have|shows?|be) .+?)\s*,?\s+(?:but|while|whereas)\s+(?=.+ (?:is|are|has|have|shows?|be) )|\s*,\s*(?:and\s+)?|\s+and\s+/gi;

/** The ways to split a clause at `and` or a comma, the longest beginning first. */
export function softSplits({ text, quotes }: Clause): (readonly [Clause, Clause])[] {
  if (namesTwo.test(text) || isOfOneRow.test(text) || isOfOneList.test(text)) return [];
  return [...text.matchAll(separators)].reverse().flatMap(({ 0: separator, index }) => {
    const [left, right] = [text.slice(0, index), text.slice(index + separator.length)];
    return left === '' || right === ''
      ? []
      : [
          [
            { text: left, quotes },
            { text: right, quotes },
          ] as const,
        ];
  });
}
