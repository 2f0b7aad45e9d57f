/** A piece of a text: plain, or the name of a variable without its first `$`. */
export type Piece = { readonly plain: string } | { readonly name: string };

/** Two dollar signs name another kind of variable, which may not be taken for `$NAME` after a dollar sign. */
const name = String.raw`\$(\$?[A-Za-z_]\w*)`;
/** Only before a name a backslash makes a difference: elsewhere it belongs to the text. */
const escapedDollar = new RegExp(String.raw`\\(\$)(?=(?:\\?\$)*[A-Za-z_])|${name}`, 'g');
const escapedAny = new RegExp(String.raw`(\\[\s\S])|${name}`, 'g');

/** The pieces of a text, in which `\$` before a name is a dollar sign. */
export function textPieces(text: string): Piece[] {
  return pieces(text, escapedDollar);
}

/** The pieces of a pattern's source or of code: there a backslash and what it stands before stay as they are. */
export function sourcePieces(source: string): Piece[] {
  return pieces(source, escapedAny);
}

/** @param marks finds what stands for itself, in its first group, and names, in its second. */
function pieces(text: string, marks: RegExp): Piece[] {
  const found: Piece[] = [];
  let plain = '';
  let end = 0;
  for (const { 0: whole, 1: kept, 2: name, index } of text.matchAll(marks)) {
    plain += text.slice(end, index) + (kept ?? '');
    end = index + whole.length;
    if (name === undefined) continue;
    found.push(...(plain === '' ? [] : [{ plain }]), { name });
    plain = '';
  }
  plain += text.slice(end);
  return plain === '' && found.length > 0 ? found : [...found, { plain }];
}
