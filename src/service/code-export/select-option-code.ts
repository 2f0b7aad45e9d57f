import type { Interaction } from '../../contract/exchange/interaction.ts';
import type { TextCode } from '../locator-line/print.ts';

type Selected = Extract<Interaction, { action: 'SELECT_OPTION' }>['calledWith'];
type One = Extract<NonNullable<Selected>, { index?: unknown }>;

/** What SELECT_OPTION selects, as the value that `selectOption` takes; null selects nothing. */
export function selectOptionCode(selected: Selected, text: TextCode): string {
  if (selected == null) return 'null';
  if (Array.isArray(selected)) return `[${selected.map((each) => oneCode(each, text)).join(', ')}]`;
  return oneCode(selected, text);
}

function oneCode(option: string | One, text: TextCode): string {
  if (typeof option === 'string') return text.plain(option);
  const { value, label, index } = option;
  const members = [
    ...(value === undefined ? [] : [`value: ${text.plain(value)}`]),
    ...(label === undefined ? [] : [`label: ${text.plain(label)}`]),
    ...(index === undefined ? [] : [`index: ${index}`]),
  ];
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
