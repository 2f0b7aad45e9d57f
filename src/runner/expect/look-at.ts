import { type Cover, coverOf, hasClickThroughLayer } from './cover-of.ts';
import { unseenText } from './unseen-text.ts';

/** What a look at an element has found. */
export interface Visibility {
  /** The element was there when it was found, and is not any more. */
  readonly isGone?: boolean;
  readonly cover?: Cover | undefined;
  /** Why no text of it can be seen. */
  readonly unseen?: string | undefined;
}

/**
 * Evaluated in the page: both looks in one round trip, so it is made of their sources. What lets clicks through is not found
 * at any point. If that may matter, both look again while nothing does, which takes longer.
 */
export const lookAt = new Function(
  'targets',
  `const [target] = targets;
  if (target === undefined) return { isGone: true };
  const look = () => ({ cover: (${coverOf})(target), unseen: (${unseenText})(target) });
  const looked = look();
  if (looked.unseen === undefined && (looked.cover !== undefined || !(${hasClickThroughLayer})())) return looked;
  const sheets = [...document.adoptedStyleSheets];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important }');
  try {
    document.adoptedStyleSheets = [...sheets, sheet];
    return look();
  } finally {
    document.adoptedStyleSheets = sheets;
  }`,
) as (targets: Element[]) => Visibility;

/** The source of a check of an element in a page: at the first look, nothing is wrong. */
export const isPlainlySeen = `(target) =>
  (${coverOf})(target) === undefined && (${unseenText})(target) === undefined && !(${hasClickThroughLayer})()`;
