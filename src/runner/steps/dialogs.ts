import { readMatcher } from '../variables/text.ts';
import type { CalledWith, StepScope } from './step-scope.ts';

/** ACCEPT_DIALOG: has the dialog accepted that the following step opens. */
export async function acceptDialog(scope: StepScope, calledWith: CalledWith<'ACCEPT_DIALOG'>): Promise<void> {
  const { messageContaining, promptText } = calledWith ?? {};
  scope.dialogs.expect({
    answer: 'accept',
    message: readMessage(scope, messageContaining),
    promptText: promptText === undefined ? undefined : scope.fill(promptText),
  });
}

/** DISMISS_DIALOG: has the dialog dismissed that the following step opens. */
export async function dismissDialog(
  scope: StepScope,
  calledWith: CalledWith<'DISMISS_DIALOG'>,
): Promise<void> {
  const message = readMessage(scope, calledWith?.messageContaining);
  scope.dialogs.expect({ answer: 'dismiss', message, promptText: undefined });
}

function readMessage({ fill }: StepScope, text: string | undefined): string | RegExp | undefined {
  return text === undefined ? undefined : readMatcher(text, 'messageContaining', fill);
}
