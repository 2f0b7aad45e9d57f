import { canonicalOf } from '../canonical-wording.ts';
import { sayingVerbs } from '../vocabulary.ts';

const statingVerbs = [
  'costs?|weighs?|pays?|requires?|takes|lasts|consists of|comprises|(?:has|have) (?:an? |the )?(?:card|item|entry|row|option|link|button|text|value)',
  'is (?:filled(?: in)? with|set to|assigned to)|has been (?:filled(?: in)? with|set to)',
  `shows?|displays?|contains?|includes?|${sayingVerbs}|tells? (?:me|us|you|the user)(?: to)?|equals?|is|has|have`,
].join('|');

const valueOpening = '(?:that |the text |the value |the message )?';

/** The verb is the last one before a quoted text, else the first one. */
const saying = [
  new RegExp(`^(?<what>.+) (?<verb>${statingVerbs}):? ${valueOpening}(?<value>⟦\\d+⟧)$`, 'i'),
  new RegExp(
    `^(?<what>(?:(?:the|an?) )?(?!(?:the|an?) ).+?) (?<verb>${statingVerbs}):? ${valueOpening}(?<value>.+)$`,
    'i',
  ),
];

export function readSaying(text: string) {
  return saying.map((each) => each.exec(text)?.groups).find((each) => each !== undefined) ?? {};
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
