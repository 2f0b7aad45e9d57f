import type { Step } from '../imported-file.ts';
import type { Framework } from '../javascript/framework.ts';
import {
  type Args,
  is,
  NotImported,
  noEquivalent,
  type Of,
  objectOf,
  type Value,
} from '../javascript/value.ts';
import { dialogAnswer } from '../steps/actions.ts';

/** What listeners need of `Cypress`. */
export interface ListeningTest extends Framework {
  readonly begin: Step | undefined;
}

/** `cy.on('window:confirm', () => false)`. Alerts have one answer only. */
export function listen(on: ListeningTest, event: Value, listener: Value): undefined {
  // Errors of the app do not end a test case.
  if (event === 'uncaught:exception') return on.useWithoutSteps(listener, 'an error of the app');
  if (event !== 'window:confirm' && event !== 'window:alert')
    throw new NotImported('only listeners for dialogs have an equivalent');
  const { writer, interpreter } = on;
  const dialog: Of<'dialog'> = { kind: 'dialog', answer: {} };
  const called = is(listener, 'object') ? listener.fields.get('listener') : listener;
  const returned = interpreter.run(called, [writer.reading(dialog, 'message')]);
  dialog.answer.accept = event === 'window:alert' || returned !== false;
  dialog.interaction = dialogAnswer(dialog.answer);
  // The listener is there before the commands that stand before it.
  const before = writer
    .stepsSince(on.begin)
    .findLast(({ element }) => element.interaction?.action === 'CLICK');
  writer.listen(dialog.interaction, { isPersistent: true, before });
}

/** `cy.stub(win, 'confirm').returns(true)`, or a listener for dialogs: `cy.on('window:confirm', cy.stub())`. */
export function stub(on: ListeningTest, [of, name]: Args): Value {
  const answers = is(of, 'code') && of.code === 'window' && (name === 'confirm' || name === 'alert');
  if (of !== undefined && !answers) throw noEquivalent('cy.stub');
  const stubbed = objectOf([]);
  const answer = (returned: Value) => {
    stubbed.fields.set('listener', { kind: 'native', call: () => returned });
    if (answers) listen(on, `window:${name}`, stubbed);
    return stubbed;
  };
  stubbed.fields.set('returns', { kind: 'native', call: ([returned]) => answer(returned) });
  stubbed.fields.set('as', { kind: 'native', call: () => stubbed });
  // A stub without a value returns undefined, which dismisses the dialog. So does a run if no step answers it.
  if (name === 'alert') answer(undefined);
  else stubbed.fields.set('listener', { kind: 'native', call: () => false });
  return stubbed;
}
