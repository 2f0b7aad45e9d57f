import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showInvisible } from '../../../src/common/text.ts';
import { code, codeBlock, link, plain } from '../../../src/report/markdown/markdown.ts';
import { hostileText } from '../../support/hostile-text.ts';
import { piecesByMarked, piecesByMicromark, seen, textByMicromark } from '../../support/parsed-markdown.ts';

const runs = (numRuns: number) => ({ numRuns, seed: 20_260_101 });

/** One line, with what can't be seen shown: so a text must look to a reader. */
function asOneLine(text: string): string {
  return showInvisible(text.replace(/\s+/g, ' ').trim());
}

const types = (pieces: readonly { type: string }[]) => pieces.map(({ type }) => type);

describe('whatever a test or a page says', () => {
  it('as plain text is nothing but text, at a line’s start, in bold and in a list', {
    timeout: 300_000,
  }, () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = `x${plain(text)}`;
        const markdown = `${plain(text)}x\n\n**${shown}**\n\n- ${shown}`;
        const wanted = ['root', 'paragraph', 'paragraph', 'strong', 'list', 'listItem', 'paragraph'];
        expect(types(piecesByMicromark(markdown))).toEqual(wanted);
        expect(types(piecesByMarked(markdown))).toEqual([
          'paragraph',
          'paragraph',
          'strong',
          'list',
          'list_item',
        ]);
      }),
      runs(10_000),
    );
  });

  it('as plain text reads as it was written', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(seen(textByMicromark(`x${plain(text)}x`))).toBe(seen(`x${asOneLine(text)}x`));
      }),
      runs(20_000),
    );
  });

  it('leaves nothing that GitHub looks for in the finished text', () => {
    const findings = /@[a-z0-9]|#\d|\bgh-\d|:\/\/|www\.|:[\w+-]+:|\b(?:ghsa|cve)-|[0-9a-f]{7}|(?:^|\s)\$\S/i;
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(textByMicromark(`x ${plain(text)} x`)).not.toMatch(findings);
      }),
      runs(20_000),
    );
  });

  it('stays in its code span, and reads as it was written', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const markdown = `x ${code(text)} x ${code(text)}`;
        const content = asOneLine(text);
        const spans = piecesByMicromark(markdown).slice(2);
        expect(types(spans)).toEqual(['inlineCode', 'inlineCode']);
        expect(spans[0]?.value.trim()).toBe(content.trim());
        expect(types(piecesByMarked(markdown))).toEqual(['paragraph', 'codespan', 'codespan']);
      }),
      runs(5000),
    );
  });

  it('stays in its code block, line by line', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const markdown = `x\n\n${codeBlock(text)}\n\nx`;
        const pieces = piecesByMicromark(markdown);
        expect(types(pieces)).toEqual(['root', 'paragraph', 'code', 'paragraph']);
        expect(pieces[2]?.value).toBe(showInvisible(text.replace(/\r\n?/g, '\n')));
        expect(types(piecesByMarked(markdown))).toEqual(['paragraph', 'code', 'paragraph']);
      }),
      runs(5000),
    );
  });

  it('makes no link but the one with our words, to the very address', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (query, fragment) => {
        const url = `https://example.com/a?${query}#${fragment}`;
        const markdown = `${link('Trace', url)} · ${code('x')} · ${link('Report', url)}`;
        const pieces = piecesByMicromark(markdown);
        expect(types(pieces)).toEqual(['root', 'paragraph', 'link', 'inlineCode', 'link']);
        const target = decodeBack(pieces[2]?.value ?? '');
        expect(target).toBe(decodeBack(new URL(url).href));
        expect(types(piecesByMarked(markdown))).toEqual(['paragraph', 'link', 'codespan', 'link']);
      }),
      runs(5000),
    );
  });
});

/** The characters that may be percent-encoded on top. */
function decodeBack(url: string): string {
  return url.replace(/%(?:3C|3E|5C|7C)/gi, (hex) => decodeURIComponent(hex));
}
