import { type Fields, isFields, mapFields, mapItems } from '../common/fields.ts';
import { cut } from '../common/text.ts';
import { maxSteps } from '../contract/attempt.ts';
import { maxListItems } from './run-results.ts';

/** How much is left of results that have to be smaller. */
export interface Brevity {
  /** Longer texts are cut. */
  readonly maxCharacters: number;
  /** The attempts whose steps are left. */
  readonly steps: 'all' | 'of failures' | 'none';
}

/** Results, or one of them, with shorter texts and lists: itself if they are short. */
export function briefly<Part extends object>(given: Part, brevity: Brevity): Part;
export function briefly(given: Fields, brevity: Brevity): Fields {
  const { steps } = brevity;
  const hasNoSteps = steps === 'none' || (steps === 'of failures' && given.status === 'passed');
  return mapFields(given, (value, name) =>
    hasNoSteps && name === 'steps' ? undefined : brieflyIn(name, value, brevity),
  );
}

function brieflyIn(name: string, value: unknown, brevity: Brevity): unknown {
  if (Array.isArray(value)) {
    const maxItems = name === 'steps' ? maxSteps : maxListItems;
    const items = value.length > maxItems ? value.slice(0, maxItems) : value;
    return mapItems(items, (item) => brieflyIn('', item, brevity));
  }
  if (isFields(value)) return briefly(value, brevity);
  if (typeof value !== 'string' || value.length <= brevity.maxCharacters) return value;
  return cut(value, brevity.maxCharacters - 1);
}
