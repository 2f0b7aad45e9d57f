import { z } from 'zod';
import { defined } from '../../common/object-fields.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../contract/exchange/interaction.ts';
import { selectorsOf, structuredLocator } from '../../runner/recording/structured-locator.ts';
import { literalText } from '../../runner/variables/variable-text.ts';

/** Bits of `modifiers`: the driver's order. */
const modifierKeys = ['Alt', 'Control', 'Meta', 'Shift'] as const;
const modifiers = z.int().min(0).max(15).default(0);
const locator = structuredLocator;
/** The variable that stands for the text of a password. */
const variable = z.string().optional();
const point = z.object({ x: z.number(), y: z.number() });

/**
 * One action of a recording: a line that `playwright codegen --target=jsonl` writes, or one of this recorder, which knows
 * more of them (`type`, `drag`, `scroll`, `download`, `dialog`, `switchPage`, `assertStyle`, `assertDisabled`).
 */
export const recordedAction = z.discriminatedUnion('name', [
  z.object({ name: z.literal('openPage'), url: z.string() }),
  z.object({ name: z.literal('closePage') }),
  z.object({ name: z.literal('navigate'), url: z.string() }),
  z.object({
    name: z.literal('click'),
    locator,
    button: z.enum(['left', 'right', 'middle']).default('left'),
    modifiers,
    /** 0: chosen in the driver's menu of actions, which means 1. */
    clickCount: z.int().min(0).default(1),
  }),
  z.object({ name: z.literal('check'), locator }),
  z.object({ name: z.literal('uncheck'), locator }),
  z.object({ name: z.literal('hover'), locator }),
  z.object({ name: z.literal('fill'), locator, text: z.string(), variable }),
  z.object({ name: z.literal('type'), locator: locator.optional(), text: z.string() }),
  z.object({ name: z.literal('press'), locator: locator.optional(), key: z.string(), modifiers }),
  z.object({ name: z.literal('select'), locator, options: z.array(z.string()) }),
  /** Paths of the repository, or names of files. */
  z.object({ name: z.literal('setInputFiles'), locator, files: z.array(z.string()) }),
  z.object({ name: z.literal('drag'), locator, target: locator, position: point.optional() }),
  z.object({ name: z.literal('scroll'), locator: locator.optional(), position: point.optional() }),
  z.object({ name: z.literal('download'), locator, fileName: z.string() }),
  z.object({
    name: z.literal('dialog'),
    accept: z.boolean(),
    message: z.string().optional(),
    promptText: z.string().optional(),
  }),
  z.object({ name: z.literal('switchPage'), to: z.enum(['new', 'previous', 'next']) }),
  z.object({ name: z.literal('assertVisible'), locator }),
  z.object({
    name: z.literal('assertText'),
    locator,
    text: z.string(),
    substring: z.boolean().default(true),
  }),
  z.object({ name: z.literal('assertValue'), locator, value: z.string(), variable }),
  z.object({ name: z.literal('assertChecked'), locator, checked: z.boolean() }),
  z.object({ name: z.literal('assertDisabled'), locator }),
  z.object({ name: z.literal('assertStyle'), locator, property: z.string(), value: z.string() }),
]);
export type RecordedAction = z.infer<typeof recordedAction>;

/** An action has no equivalent in the exchange form. */
export class UnsupportedAction extends Error {}

/**
 * The steps of one action.
 * @returns none for `openPage`; `closePage` is the end of a page that `switchPage` went to.
 * @throws UnsupportedAction, UnsupportedLocator
 */
export function elementsOf(action: RecordedAction): ExchangeElement[] {
  const locator = 'locator' in action ? action.locator : undefined;
  return stepsOf(action).map((step) => ({
    selectors: locator === undefined ? [] : selectorsOf(locator),
    ...step,
  }));
}

function stepsOf(action: RecordedAction): Omit<ExchangeElement, 'selectors'>[] {
  switch (action.name) {
    case 'openPage':
      return [];
    // The exchange form has no CHECK: the assertion makes a checkbox that had the state before visible.
    case 'check':
      return [...does({ action: 'CLICK' }), ...expects({ expectation: 'TO_BE_CHECKED' })];
    case 'uncheck':
      return [...does({ action: 'CLICK' }), ...expects({ expectation: 'NOT_TO_BE_CHECKED' })];
    case 'assertVisible':
      return expects({ expectation: 'VISIBLE' });
    case 'assertText':
      return expects({
        expectation: action.substring ? 'TO_CONTAIN_TEXT' : 'TO_HAVE_TEXT',
        calledWith: literalText(action.text),
      });
    case 'assertValue': {
      const calledWith = textOrVariable(action.value, action.variable);
      return expects({ expectation: 'TO_HAVE_VALUE', calledWith });
    }
    case 'assertChecked':
      return expects({ expectation: action.checked ? 'TO_BE_CHECKED' : 'NOT_TO_BE_CHECKED' });
    case 'assertDisabled':
      return expects({ expectation: 'DISABLED' });
    case 'assertStyle':
      return expects({
        expectation: 'TO_HAVE_STYLE',
        calledWith: [action.property, literalText(action.value)],
      });
    case 'navigate':
      return does({ action: 'GO_TO', calledWith: literalText(action.url) });
    case 'closePage':
      return does({ action: 'CLOSE_PAGE' });
    case 'click':
      return does(click(action));
    case 'hover':
      return does({ action: 'HOVER' });
    case 'fill':
      return does({ action: 'ENTER_TEXT', calledWith: textOrVariable(action.text, action.variable) });
    case 'type':
      return does({ action: 'TYPE_TEXT', calledWith: { text: literalText(action.text) } });
    case 'press': {
      const key = action.key === ' ' ? 'Space' : action.key;
      return does({ action: 'KEY_PRESS', calledWith: [...pressed(action.modifiers), key].join('+') });
    }
    case 'select': {
      const options = action.options.map(literalText);
      return does({ action: 'SELECT_OPTION', calledWith: options.length === 0 ? null : oneOrList(options) });
    }
    case 'setInputFiles':
      return does({ action: 'UPLOAD', calledWith: { file: oneOrList(action.files) } });
    case 'drag': {
      const options = action.position && { targetPosition: action.position };
      const calledWith = { selectors: selectorsOf(action.target), ...defined({ options }) };
      return does({ action: 'DRAG_AND_DROP', calledWith });
    }
    case 'scroll':
      return does({ action: 'SCROLL', ...defined({ calledWith: action.position }) });
    case 'download':
      return does({ action: 'DOWNLOAD', calledWith: literalText(action.fileName) });
    case 'dialog':
      return does(dialog(action));
    case 'switchPage':
      return does({ action: 'SWITCH_PAGE', calledWith: action.to });
  }
}

const does = (interaction: Interaction) => [{ interaction }];
const expects = (assertion: Assertion) => [{ assertion }];

type Named<Name extends RecordedAction['name']> = Extract<RecordedAction, { name: Name }>;

function click({ button, clickCount, modifiers }: Named<'click'>): Interaction {
  const keys = pressed(modifiers);
  if (keys.length > 0) throw new UnsupportedAction(`A click with ${keys.join('+')} is not possible.`);
  return clickWith(button, { double: clickCount === 2 });
}

/** A click that has only the arguments that differ from the defaults. */
export function clickWith(
  button: 'left' | 'middle' | 'right',
  { double = false, force = false },
): Interaction {
  const calledWith = {
    ...(button === 'left' ? {} : { button }),
    ...(double ? { double } : {}),
    ...(force ? { force } : {}),
  };
  return { action: 'CLICK', ...(Object.keys(calledWith).length === 0 ? {} : { calledWith }) };
}

function dialog({ accept, message, promptText }: Named<'dialog'>): Interaction {
  const messageContaining = message && literalText(message);
  const answer = accept && promptText !== undefined ? literalText(promptText) : undefined;
  return dialogWith(accept, defined({ messageContaining, promptText: answer }));
}

export function dialogWith(
  isAccepted: boolean,
  calledWith: { messageContaining?: string; promptText?: string },
): Interaction {
  const argument = Object.keys(calledWith).length === 0 ? {} : { calledWith };
  return isAccepted ? { action: 'ACCEPT_DIALOG', ...argument } : { action: 'DISMISS_DIALOG', ...argument };
}

function textOrVariable(text: string, variable: string | undefined): string {
  return variable === undefined ? literalText(text) : `$${variable}`;
}

function pressed(bits: number): string[] {
  return modifierKeys.filter((_, index) => (bits & (1 << index)) !== 0);
}

function oneOrList(items: readonly string[]): string | string[] {
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : [...items];
}
