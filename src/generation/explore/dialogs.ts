import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { PageDialog, PageElement, PageView } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/text.ts';
import { isLasting } from './expectations.ts';
import { dangerOf, dangerOfText } from './safety.ts';
import { uniqueText } from './steps.ts';
import { hasChanged } from './transition.ts';
import type { Visit } from './visit.ts';

/** What a prompt of the browser is answered with. */
const promptText = `Paper lantern ${uniqueText}`;

/** Steps that were played, and what they have led to. */
interface PlayedSteps {
  readonly steps: readonly ExchangeElement[];
  readonly after: PageView;
  /** The texts that were entered in dialogs. */
  readonly entered: readonly string[];
  /** The same steps, with their question dismissed instead of accepted. */
  readonly dismissed?: PlayedSteps;
}

/**
 * Plays steps, the last of which may open dialogs. A question is dismissed first, and then accepted if that is safe.
 * @param element what the last step uses; undefined if it is not dangerous.
 * @returns undefined if a step fails.
 */
export async function playWithDialogs(
  visit: Visit,
  before: PageView,
  steps: readonly ExchangeElement[],
  element?: PageElement,
): Promise<PlayedSteps | undefined> {
  if (!(await visit.play(steps))) return undefined;
  const after = await visit.look();
  if (steps.length === 0) return { steps, after, entered: [] };
  const dismissed = answered(steps, after, 0);
  const question = after.dialogs.findIndex(({ type }) => type !== 'alert');
  const asked = after.dialogs.slice(0, question + 1);
  if (asked.length === 0 || hasChanged(before, { ...after, dialogs: [] })) return dismissed;
  if (!asked.every(({ message }) => mayAccept(message, visit.app.prompt, element))) return dismissed;
  if (!(await visit.play(answered(steps, { ...after, dialogs: asked }, asked.length).steps)))
    return dismissed;
  return { ...answered(steps, await visit.look(), asked.length), dismissed };
}

/** Whether the question of a control may be answered with yes: it asks for nothing worse than the control itself. */
function mayAccept(message: string, prompt: string, element: PageElement | undefined): boolean {
  const danger = dangerOfText(message, prompt);
  return (
    danger === 'none' || (danger === 'removes' && element !== undefined && dangerOf(element, '') === danger)
  );
}

/** The steps with answers to the dialogs that they have opened, the first of which were accepted. */
function answered(steps: readonly ExchangeElement[], after: PageView, accepted: number): PlayedSteps {
  const answers = after.dialogs.map((dialog, index) =>
    answer(dialog, index < accepted ? 'accept' : 'dismiss'),
  );
  const entered = after.dialogs.flatMap(({ type }, index) =>
    type === 'prompt' && index < accepted ? [promptText] : [],
  );
  return { steps: [...steps.slice(0, -1), ...answers, ...steps.slice(-1)], after, entered };
}

function answer({ type, message }: PageDialog, how: 'accept' | 'dismiss'): ExchangeElement {
  const expected = isLasting(message) ? { messageContaining: literalText(message) } : {};
  if (how === 'dismiss' && type !== 'alert') {
    return { selectors: [], interaction: { action: 'DISMISS_DIALOG', calledWith: expected } };
  }
  const calledWith = type === 'prompt' ? { ...expected, promptText } : expected;
  return { selectors: [], interaction: { action: 'ACCEPT_DIALOG', calledWith } };
}
