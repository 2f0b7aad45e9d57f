import { randomBytes } from 'node:crypto';
import { type Row, type RowKind, rowKinds } from '../markdown/rows.ts';
import { isData, readData, withinBounds, writeData } from './comment-data.ts';
import { layOut, type Placed } from './comment-layout.ts';
import { type RunIdentity, readMarker, writeMarker } from './comment-marker.ts';
import { maxCommentCharacters } from './limits.ts';
import { byAge, type Section } from './section.ts';

/** What a comment of ours holds. */
export type CommentContent =
  | { readonly kind: 'sections'; readonly sections: readonly Section[] }
  /** It remembers nothing that can be read: only its marker and perhaps a text are known. */
  | { readonly kind: 'plain'; readonly run: RunIdentity; readonly running: boolean; readonly text: string };

/** @returns undefined where the body does not begin with the marker of `key`. */
export function readBody(given: string, key: string): CommentContent | undefined {
  const body = given.replaceAll('\r\n', '\n');
  const marker = readMarker(body, key);
  if (marker === undefined) return undefined;
  const [, line = '', ...rest] = body.split('\n');
  const data = readData(line);
  if (data === undefined) {
    const { running, ...run } = marker;
    const text = running || isData(line) ? '' : [line, ...rest].join('\n').trim();
    return { kind: 'plain', run, running, text };
  }
  const rows = readRows(rest.join('\n'), data.nonce);
  const sections = data.sections.map((each) => ({ data: each, rows: rows.get(each.id) ?? [] }));
  return { kind: 'sections', sections };
}

/**
 * Writes the whole body: marker, what is remembered, and the text, which is cut to what GitHub takes.
 * @param own id of the section that stays, however many there are.
 */
export function writeBody(key: string, sections: readonly Section[], own: string): string {
  const nonce = randomBytes(6).toString('hex');
  const kept = withinBounds(sections, own);
  const [newest] = kept.map(({ data }) => data).sort(byAge);
  const running = kept.some(({ data }) => data.running !== undefined);
  const marker = writeMarker(key, newest?.run ?? { runId: 0, attempt: 0 }, running);
  const data = writeData({ nonce, sections: kept.map((each) => each.data) });
  const room = maxCommentCharacters - marker.length - data.length - 2;
  const { head, pieces } = layOut(kept, room);
  return [marker, data, [head, ...pieces.map((piece) => withMark(piece, nonce))].join('\n\n')].join('\n');
}

/** A piece behind the mark by which it is found again. */
function withMark({ section, kind, text }: Placed, nonce: string): string {
  return kind === 'glue' ? `<!--${nonce}-->\n${text}` : `<!--${nonce} ${section} ${kind}-->\n${text}`;
}

/** The rows of each section by its id. */
function readRows(text: string, nonce: string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  const mark = new RegExp(`^<!--${nonce}(?: ([0-9a-f]{16}) (\\w+))?-->\\n`, 'm');
  // Between two marks: the section, the kind, and the text.
  const parts = text.split(mark).slice(1);
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [id, kind, row = ''] = parts.slice(index, index + 3);
    if (id === undefined || kind === undefined || !isRowKind(kind)) continue;
    found.set(id, [...(found.get(id) ?? []), { kind, text: row.trimEnd() }]);
  }
  return found;
}

function isRowKind(kind: string): kind is RowKind {
  return rowKinds.some((each) => each === kind);
}
