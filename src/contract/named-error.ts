import { cut } from '../common/text.ts';

const maxCharacters = 300;

/**
 * The error that an answer names, whatever else it says, such as `` `errors`: ["…"] ``. The interface has no such fields, but services
 * add them.
 * @returns undefined if it names none.
 */
export function namedError(answer: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of ['errors', 'error', 'errorMessage']) {
    const value = answer[name];
    const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? null);
    if (!/^(|null|false|0|\[\]|\{\})$/.test(text)) return `\`${name}\`: ${cut(text, maxCharacters)}`;
  }
  return undefined;
}
