import { expect } from 'vitest';
import { containsText, css, sees } from '../../support/steps.ts';

/** Two assertions on the text "Tea" of a paragraph. */
export const readsTea = [sees(css('p')), containsText('Tea', css('p'))];

export const forScreenReaders =
  'position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; white-space: nowrap;';

/** How a case ends whose text nobody can see. @param why as a pattern. */
export function passedUnseen(why: string): unknown {
  const warning: unknown = expect.stringMatching(`Nobody can see what .* should show: .*${why}`);
  return expect.objectContaining({ status: 'PASSED', warnings: [warning] });
}
