import { looksLikeAction } from './actions/compile-action.ts';
import { sayingPart, withVerbOf } from './assertions/saying.ts';
import type { Clause } from './clause.ts';
import { withoutOpening } from './imperative.ts';

const endsWithPosition = / (?:first|second|third|last)$/i;

const comesAtPosition = new RegExp(`\\b(?:comes?|is)(?: listed| shown)?${endsWithPosition.source}`, 'i');

/** The rest of a list with the verb that it was begun with: "Tick Tea and Mug", "The row shows Tea and Mug". */
export function continueList(beginning: Clause, rest: Clause): Clause {
  const { text } = withoutOpening(beginning);
  // "Ada comes first and Bo last"
  if (endsWithPosition.test(rest.text) && comesAtPosition.test(text))
    return { ...rest, text: rest.text.replace(/ (?=\S+$)/, ' comes ') };
  const withVerb = looksLikeAction(text) ? undefined : withVerbOf(text, rest.text);
  if (withVerb !== undefined) return { ...rest, text: withVerb };
  const verb = looksLikeAction(text)
    ? `${text.split(' ', 1)} `
    : sayingPart(text) || (seeing.exec(text)?.[0] ?? '');
  return { ...rest, text: verb + rest.text };
}

/** "I should see ⟦0⟧" */
const seeing = /^(?:(?:should|must) )?(?:not )?(?:(?:be able to )?see|find|notice)s? /i;

const verbOfBe = 'is|are|was|were|has|have|should|must|can|(?:show|say|read|contain|exist|cost|belong)s?';

/** "The button says ⟦0⟧ and is disabled" says two things of one element. */
export function ofSameSubject({ text: before }: Clause, rest: Clause): Clause | undefined {
  if (!new RegExp(`^(?:${verbOfBe}) \\S`, 'i').test(rest.text)) return undefined;
  const subject = new RegExp(`^(.+?) (?:${verbOfBe})\\b`, 'i').exec(before)?.[1];
  return subject === undefined ? undefined : { ...rest, text: `${subject} ${rest.text}` };
}
