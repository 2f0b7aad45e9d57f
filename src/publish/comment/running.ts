import { maxCommentCharacters } from '../markdown/compose.ts';
import { footer } from '../markdown/sections.ts';
import type { PublishedRun } from '../verdict.ts';

const foldBegins = '<details><summary>What the last run said</summary>\n\n';
const foldEnds = '\n\n</details>';

/**
 * The comment while the tests run.
 * @param earlier the body that is written over: what it said stays, folded, also through several runs that never ended.
 */
export function composeRunning(
  run: Pick<PublishedRun, 'title'> & Partial<PublishedRun>,
  earlier?: string,
): string {
  const parts = ['### ⏳ Browser tests are running', footer(run)].filter((part) => part !== '');
  const text = [...parts, ...folded(earlier)].join('\n\n');
  return text.length <= maxCommentCharacters ? text : parts.join('\n\n');
}

function folded(earlier: string | undefined): string[] {
  if (earlier === undefined) return [];
  const said = withoutMarker(earlier).trim();
  const kept = said.startsWith('### ⏳') ? insideFold(said) : said;
  return kept === '' ? [] : [`${foldBegins}${kept}${foldEnds}`];
}

function withoutMarker(body: string): string {
  const end = body.indexOf('\n');
  return end < 0 ? '' : body.slice(end);
}

function insideFold(text: string): string {
  const begin = text.indexOf(foldBegins);
  return begin < 0 || !text.endsWith(foldEnds)
    ? ''
    : text.slice(begin + foldBegins.length, text.length - foldEnds.length);
}
