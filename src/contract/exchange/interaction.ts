import { z } from 'zod';
import { oneOf } from '../values.ts';
import { exchangeSelector } from './selector.ts';

const acts = <const Name extends string, Argument extends z.ZodType>(
  name: Name,
  description: string,
  calledWith: Argument,
) => z.object({ action: z.literal(name).describe(description), calledWith });
const text = (description: string) => z.string().describe(description);
const none = z.null().optional().describe('No argument.');

const clickOptions = z.object({
  button: z.enum(['left', 'right', 'middle']).optional().describe('Mouse button. Default: left.'),
  double: z.boolean().optional().describe('A double click.'),
  force: z.boolean().optional().describe('Clicks even if another element covers it.'),
});

const selectedOption = z.object({
  value: z.string().optional().describe('Its value attribute.'),
  label: z.string().optional().describe('Its text.'),
  index: z.int().min(0).optional().describe('Its index: 0 is the first.'),
});

export type SelectedOption = z.infer<typeof selectedOption>;

/** Defaults, in ms: the time of a fixed wait, and the time between two characters of TYPE_TEXT. */
export const defaultFixedWaitMs = 1000;
export const defaultTypingDelayMs = 10;

/** The longest fixed wait, in ms. */
export const maxFixedWaitMs = 60 * 60 * 1000;

const variableName = z.string().min(1).describe('Name of the variable: later texts use it as $$name.');

const extraction = z.discriminatedUnion(
  'type',
  [
    z.object({ variableName, type: z.literal('TEXT').describe('The text of the element.') }),
    z.object({
      variableName,
      type: z.literal('ATTRIBUTE').describe('An attribute of the element.'),
      attributeName: z.string().min(1).describe('Name of the attribute.'),
    }),
  ],
  oneOf('type', ['TEXT', 'ATTRIBUTE']),
);

const dropTarget = z.object({
  selectors: z.array(exchangeSelector).min(1).describe('Selectors of the element to drop on.'),
  options: z
    .object({
      targetPosition: z
        .object({ x: z.number().describe('Pixels to the right.'), y: z.number().describe('Pixels down.') })
        .optional()
        .describe('Position on the target, in pixels from its top left corner.'),
      angularWorkaround: z
        .boolean()
        .optional()
        .describe('Moves the mouse in small steps, as drag and drop in Angular requires.'),
    })
    .optional()
    .describe('How to drop.'),
});

const uploadedFile = z.object({
  file: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)], {
      error: 'takes a path, or a list of paths',
    })
    .describe(
      'Path of a file in the repository, from its root, or a list of paths. Variables are not replaced.',
    ),
});

const messageContaining = z
  .string()
  .optional()
  .describe('Text that the message of the dialog contains, or a pattern. Default: any message.');

const pageStates = [
  'load',
  'domContentLoaded',
  'networkIdle',
  'nuxtHydration',
  'nuxtDelayHydration',
  'webComponentsHydration',
  'preactHydration',
  'qwikHydration',
] as const;

const waitedFor = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.enum(pageStates).describe('A state of the page. networkIdle: 500 ms without connections.'),
    }),
    z.object({
      type: z.literal('fixedTime').describe('Waits for a fixed time.'),
      timeMilliseconds: z
        .number()
        .min(0)
        .optional()
        .describe(`The time in ms. Default: ${defaultFixedWaitMs}.`),
    }),
    z.object({
      type: z.literal('code').describe('Waits until code in the page returns true.'),
      code: z.string().optional().describe('Body of a function.'),
    }),
  ],
  oneOf('type', [...pageStates, 'fixedTime', 'code']),
);

const interactions = [
  acts(
    'CLICK',
    'Clicks the element.',
    clickOptions.nullish().describe('How to click. Default: once, with the left button.'),
  ),
  acts('ENTER_TEXT', 'Replaces the text of the input.', text('The text. $NAME stands for a variable.')),
  acts('GO_TO', 'Opens an address.', text('URL, or a path below the URL under test.')),
  acts('KEY_PRESS', 'Presses a key.', text('Name of the key, such as Enter or Control+a.')),
  acts(
    'UPLOAD',
    'Selects files in a file input.',
    z
      .union([z.string(), uploadedFile], {
        error: 'takes the URL of a file, or {file: path} for a file of the repository',
      })
      .describe(
        'URL of the file, or a path below the URL under test. {file: path}: a file of the repository (extension).',
      ),
  ),
  acts(
    'TYPE_TEXT',
    'Types a text, character by character.',
    z
      .object({
        text: text('The text. $NAME stands for a variable.'),
        delay: z
          .number()
          .min(0)
          .optional()
          .describe(`Time between two characters in ms. Default: ${defaultTypingDelayMs}.`),
      })
      .describe('What to type, and how fast.'),
  ),
  acts(
    'SELECT_OPTION',
    'Chooses options of a select element.',
    z
      .union([z.string(), z.array(z.string()), selectedOption, z.array(selectedOption)], {
        error: 'takes a text, a list of texts, {value, label, index}, or a list of such mappings',
      })
      .nullish()
      .describe(
        'Value or text of the option, or a list of these; {value, label, index}, or a list of those. If null, no option is selected.',
      ),
  ),
  acts('HOVER', 'Moves the mouse over the element.', none),
  acts('DOWNLOAD', 'Clicks the element and expects a download.', text('The file name, or a pattern.')),
  acts(
    'DRAG_AND_DROP',
    'Drags the element onto another one.',
    dropTarget.describe('Position to drop the element at.'),
  ),
  acts(
    'EXTRACT',
    'Stores a text of the element in a variable.',
    extraction.describe('What to store, and in which variable.'),
  ),
  acts(
    'JAVASCRIPT',
    'Runs JavaScript code.',
    z
      .object({
        code: text('Body of a function.'),
        execType: z
          .enum(['browser', 'sandbox'])
          .optional()
          .describe('Where it runs: in the page or in a sandbox. Default: sandbox.'),
      })
      .describe('The code, and where it runs.'),
  ),
  acts(
    'OPEN_EMAIL',
    'Opens the latest email in a new page.',
    z
      .object({
        subjectContaining: z.string().nullish().describe('Text that the subject contains.'),
        subAddress: z.string().nullish().describe('The part of the address after the +.'),
      })
      .nullish()
      .describe('Which email to open. Default: any.'),
  ),
  acts(
    'CLOSE_PAGE',
    'Closes the page that OPEN_EMAIL opened or SWITCH_PAGE switched to, and returns to the previous one.',
    none,
  ),
  acts('WAIT_FOR', 'Waits for the page.', waitedFor.nullish().describe('What to wait for.')),
  acts(
    'SCROLL',
    'Scrolls to a position, to the element, or to the end of the page.',
    z
      .object({
        x: z.number().optional().describe('Pixels to the right.'),
        y: z.number().optional().describe('Pixels down.'),
      })
      .nullish()
      .describe('Distance to scroll.'),
  ),
  acts(
    'SWITCH_PAGE',
    'Continues in another page: a window or tab (extension).',
    z
      .enum(['new', 'previous', 'next'])
      .describe(
        'The page to continue in. new: the first opened page that no step has visited; waits until one opens. previous, next: the page before or after the current one, in the order in which steps first visited them.',
      ),
  ),
  acts(
    'ACCEPT_DIALOG',
    'Accepts the dialog that the following step opens (extension). That step fails if it opens none.',
    z
      .object({
        messageContaining,
        promptText: z
          .string()
          .optional()
          .describe('Text to enter in a prompt. Default: the text that the prompt suggests.'),
      })
      .nullish()
      .describe('Which dialog to expect, and what to enter. Default: any dialog.'),
  ),
  acts(
    'DISMISS_DIALOG',
    'Dismisses the dialog that the following step opens (extension). That step fails if it opens none.',
    z.object({ messageContaining }).nullish().describe('Which dialog to expect. Default: any dialog.'),
  ),
] as const;

/** Every action of section 2.4, and the extensions of `test-case.ts`. */
export const actions = interactions.map(({ shape }) => shape.action.value);

/** What a step does, with the argument that its action takes (section 2.4). */
export const interaction = z.discriminatedUnion('action', interactions, oneOf('action', actions));
export type Interaction = z.infer<typeof interaction>;
export type Action = Interaction['action'];
export type CalledWith<A extends Action> = Extract<Interaction, { action: A }>['calledWith'];

/**
 * The name of a dynamic variable that a step sets, which may be written as `$$name`.
 * @returns undefined if it is no name of a variable.
 */
export function dynamicNameOf(written: string): string | undefined {
  return /^\$*([A-Za-z_]\w*)$/.exec(written)?.[1];
}

export const namesOfVariables = 'use letters, digits and _, and do not start with a digit';

/** Whether a step only says how to answer the dialog that the following step opens. */
export function preparesDialog(step: { readonly interaction?: Interaction | null | undefined }): boolean {
  const { action } = step.interaction ?? {};
  return action === 'ACCEPT_DIALOG' || action === 'DISMISS_DIALOG';
}
