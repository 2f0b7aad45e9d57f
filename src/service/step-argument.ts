import type { Assertion } from '../contract/exchange/assertion.ts';
import { type Interaction, interaction } from '../contract/exchange/interaction.ts';

/**
 * The argument of a step is text in the detail form (section 2.5): a text stands for itself, anything else is its
 * JSON. SELECT_OPTION alone takes both: there, a text that would be read as JSON is put into quotes.
 * @returns null where there is no argument.
 */
export function argumentText(step: Interaction | Assertion): string | null {
  const { calledWith } = step;
  if (calledWith == null) return null;
  if (typeof calledWith !== 'string') return JSON.stringify(calledWith);
  const isRead = argumentReadings('action' in step ? step.action : step.expectation, calledWith);
  return isRead[0] === calledWith ? calledWith : JSON.stringify(calledWith);
}

/** What the text of an argument may stand for; the first that the step can be called with is meant. */
export function argumentReadings(actionOrExpectation: string, text: string | null | undefined): unknown[] {
  if (text == null) return [undefined];
  const json = parsedOrText(text);
  if (actionOrExpectation !== 'SELECT_OPTION') return [text, json];
  const isArgument =
    json !== null && interaction.safeParse({ action: 'SELECT_OPTION', calledWith: json }).success;
  return isArgument ? [json] : [text];
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
