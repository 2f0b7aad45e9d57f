import { patternText } from '../../contract/exchange/pattern.ts';
import { type Piece, sourcePieces, textPieces } from '../../runner/variables/text.ts';
import { NotImported } from './not-imported.ts';

/**
 * Pieces as a text of the exchange form: `textPieces` reads it as the same pieces, so a dollar sign before a name gets a
 * backslash.
 * @throws NotImported for a backslash directly before a variable, which the form cannot express.
 */
export function exchangeText(pieces: readonly Piece[]): string {
  const text = pieces
    .map((piece, index) => {
      if ('name' in piece) return `$${piece.name}`;
      const next = pieces[index + 1] === undefined ? '' : '|$';
      return piece.plain.replace(new RegExp(`\\$(?=\\$*(?:[A-Za-z_]${next}))`, 'g'), '\\$$');
    })
    .join('');
  if (JSON.stringify(textPieces(text)) === JSON.stringify(joinPlain(pieces))) return text;
  throw new NotImported('a backslash stands directly before a variable');
}

/** Pieces of a regular expression's source as a pattern. In plain ones, `$` is the end of the text, and no variable. */
export function exchangePattern(pieces: readonly Piece[], flags = ''): string {
  if (!/^[gims]*$/.test(flags)) throw new NotImported(`the flags ${flags} of a regular expression`);
  const source = pieces
    .map((piece) => {
      if ('name' in piece) return `$${piece.name}`;
      const named = sourcePieces(piece.plain);
      return named.map((each) => ('name' in each ? `(?:$)${each.name}` : each.plain)).join('');
    })
    .join('');
  const inline = flags.replace('g', '');
  return patternText(inline === '' ? source : `(?${inline}:${source})`);
}

/** Adjacent plain pieces as one, none of them empty. */
export function joinPlain(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if ('plain' in piece && before !== undefined && 'plain' in before) {
      joined.splice(-1, 1, { plain: before.plain + piece.plain });
    } else if (!('plain' in piece) || piece.plain !== '') joined.push(piece);
  }
  return joined.length === 0 ? [{ plain: '' }] : joined;
}
