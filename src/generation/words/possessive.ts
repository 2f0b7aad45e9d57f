import type { PageElement } from '../../runner/live-page.ts';
import { check, type Opened } from './imperative.ts';
import { hasText } from './page/element-texts.ts';
import { isRow } from './page/rows.ts';
import type { Scope } from './page/scope.ts';
import { namingWords, numberPattern } from './vocabulary.ts';

const itHas =
  /^it (?:has|shows|contains|displays) (?=(?:an?|the) .*\b(?:button|link|checkbox|badge|icon|tab|menu)$)/i;

const itIsGone =
  /^(?:it|he|she) (?:(?:is|was|has|should|must)\b.*\b(?:gone|removed|deleted|disappeared|not (?:be )?(?:shown|listed|visible))\b|(?:disappears|vanishes)\b)/i;

const itIsIn =
  /^(?:(?:it |he |she )?appears|(?:it|he|she) is (?:now )?(?:shown|listed|visible)) (?=(?:in|on|under) )/i;

const itCan = /^it (?:can|could)(?: ?not|['’]t| no longer)?(?: \w+)? be \p{L}+(?:ed|t)$/iu;

const itCounts = new RegExp(`^it (?:now )?(?:has|shows) ((?:${numberPattern}) \\p{L}+)$`, 'iu');

const possessiveWord = /\b(?:its|(his|her)) (?=[\p{L}⟦])/iu;

const sameRow = / (?:in|of|from) (?:that|this|the same) (?:row|item|card|entry|line)\b/i;

/**
 * "Its Refund button", "his status" and "it has a Reopen button" are about the row that the step before was about, if it is
 * still there. On another page, they are about the page.
 */
export function withPossessive(
  { text, places }: Opened,
  { view, context: { row, lastRow }, quotes }: Pick<Scope, 'view' | 'context' | 'quotes'>,
): Opened & Pick<Scope, 'quotes'> {
  const possessive = possessiveWord.exec(text);
  const label = possessive?.[1] === undefined ? row : lastRow;
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
  const isMeant = possessive !== null || itHas.test(text) || sameRow.test(text) || counted !== null;
  if (!isMeant || label === undefined || !view.elements.some(isThere)) return { text, places, quotes };
  if (counted !== null) return asQuoted(label, `${named} has ${counted[1]}`);
  const stated = itHas.test(text) ? `${text.replace(itHas, '').replace(/^an? /i, 'the ')} is visible` : text;
  const place = { starts: ['row'], words: namingWords(label), position: undefined };
  return {
    text: stated.replace(possessiveWord, 'the ').replace(sameRow, ''),
    places: [...places, place],
    quotes,
  };
}
