import { lexer, type Token } from 'marked';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** One element of a Markdown document: its kind, and the source or the address that it comes from. */
export interface Piece {
  readonly type: string;
  readonly value: string;
}

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number];

function parse(markdown: string) {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Everything but plain text that micromark finds in a document, with GitHub's extensions. */
export function piecesByMicromark(markdown: string): Piece[] {
  const walk = (node: Node): Piece[] => {
    const value = 'url' in node ? node.url : 'value' in node ? node.value : '';
    const inside = 'children' in node ? node.children.flatMap(walk) : [];
    return [{ type: node.type, value }, ...inside];
  };
  return walk(parse(markdown)).filter(({ type }) => type !== 'text');
}

/** The text of a document as a reader sees it, by micromark; code included, HTML not. */
export function textByMicromark(markdown: string): string {
  const walk = (node: Node): string => {
    if (node.type === 'html') return '';
    if ('value' in node) return node.value;
    return 'children' in node ? node.children.map(walk).join('') : '';
  };
  return walk(parse(markdown));
}

/** Everything but plain text that marked finds in a document, with GitHub's extensions. */
export function piecesByMarked(markdown: string): Piece[] {
  const walk = (token: Token): Piece[] => {
    const inside: Token[] = childrenOf(token);
    const value: string = 'href' in token ? token.href : 'text' in token ? token.text : token.raw;
    return [{ type: token.type, value }, ...inside.flatMap(walk)];
  };
  return lexer(markdown)
    .flatMap(walk)
    .filter(({ type }) => type !== 'text' && type !== 'escape' && type !== 'space');
}

function childrenOf(token: Token): Token[] {
  if (token.type === 'table') {
    const cells: { readonly tokens: Token[] }[] = [...token.header, ...token.rows.flat()];
    return cells.flatMap(({ tokens }) => tokens);
  }
  const items = token.type === 'list' ? token.items : undefined;
  return items ?? ('tokens' in token ? token.tokens : undefined) ?? [];
}

/** Characters of no width, which only keep GitHub from finding something in a text, are not seen. */
export function seen(text: string): string {
  return text.replaceAll('\u200B', '');
}
