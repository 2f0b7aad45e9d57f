import { z } from 'zod';
import { oneOf } from '../values.ts';
import { exchangeSelector } from './selector.ts';

/** Every action of section 2.4. */
export const actions = [
  'CLICK',
  'ENTER_TEXT',
  'GO_TO',
  'KEY_PRESS',
  'UPLOAD',
  'TYPE_TEXT',
  'SELECT_OPTION',
  'HOVER',
  'DOWNLOAD',
  'DRAG_AND_DROP',
  'EXTRACT',
  'JAVASCRIPT',
  'OPEN_EMAIL',
  'CLOSE_PAGE',
  'WAIT_FOR',
  'SCROLL',
] as const;

const clickOptions = z.object({
  button: z.enum(['left', 'right', 'middle']).optional(),
  double: z.boolean().optional(),
  force: z.boolean().optional(),
});

const selectedOption = z.object({
  value: z.string().optional(),
  label: z.string().optional(),
  index: z.int().min(0).optional(),
});

const extraction = z.discriminatedUnion('type', [
  z.object({ variableName: z.string().min(1), type: z.literal('TEXT') }),
  z.object({
    variableName: z.string().min(1),
    type: z.literal('ATTRIBUTE'),
    attributeName: z.string().min(1),
  }),
]);

const dropTarget = z.object({
  selectors: z.array(exchangeSelector).min(1),
  options: z
    .object({
      targetPosition: z.object({ x: z.number(), y: z.number() }).optional(),
      angularWorkaround: z.boolean().optional(),
    })
    .optional(),
});

const waitedFor = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'load',
      'domContentLoaded',
      'networkIdle',
      'nuxtHydration',
      'nuxtDelayHydration',
      'webComponentsHydration',
      'preactHydration',
      'qwikHydration',
    ]),
  }),
  z.object({ type: z.literal('fixedTime'), timeMilliseconds: z.number().min(0).optional() }),
  z.object({ type: z.literal('code'), code: z.string().optional() }),
]);

/** What a step does, with the argument that its action takes (section 2.4). */
export const interaction = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('CLICK'), calledWith: clickOptions.nullish() }),
    z.object({ action: z.literal('ENTER_TEXT'), calledWith: z.string() }),
    z.object({ action: z.literal('GO_TO'), calledWith: z.string() }),
    z.object({ action: z.literal('KEY_PRESS'), calledWith: z.string() }),
    z.object({ action: z.literal('UPLOAD'), calledWith: z.string() }),
    z.object({
      action: z.literal('TYPE_TEXT'),
      calledWith: z.object({ text: z.string(), delay: z.number().min(0).optional() }),
    }),
    z.object({
      action: z.literal('SELECT_OPTION'),
      calledWith: z
        .union([z.string(), z.array(z.string()), selectedOption, z.array(selectedOption)], {
          error: 'takes a text, a list of texts, {value, label, index}, or a list of those',
        })
        .nullish(),
    }),
    z.object({ action: z.literal('HOVER'), calledWith: z.null().optional() }),
    z.object({ action: z.literal('DOWNLOAD'), calledWith: z.string() }),
    z.object({ action: z.literal('DRAG_AND_DROP'), calledWith: dropTarget }),
    z.object({ action: z.literal('EXTRACT'), calledWith: extraction }),
    z.object({
      action: z.literal('JAVASCRIPT'),
      calledWith: z.object({ code: z.string(), execType: z.enum(['browser', 'sandbox']).optional() }),
    }),
    z.object({
      action: z.literal('OPEN_EMAIL'),
      calledWith: z
        .object({ subjectContaining: z.string().nullish(), subAddress: z.string().nullish() })
        .nullish(),
    }),
    z.object({ action: z.literal('CLOSE_PAGE'), calledWith: z.null().optional() }),
    z.object({ action: z.literal('WAIT_FOR'), calledWith: waitedFor.nullish() }),
    z.object({
      action: z.literal('SCROLL'),
      calledWith: z.object({ x: z.number().optional(), y: z.number().optional() }).nullish(),
    }),
  ],
  oneOf('action', actions),
);
export type Interaction = z.infer<typeof interaction>;
export type Action = Interaction['action'];
