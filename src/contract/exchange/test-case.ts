import { z } from 'zod';
import { uuid } from '../values.ts';
import { assertion } from './assertion.ts';
import { interaction } from './interaction.ts';
import { exchangeSelector } from './selector.ts';

/** One step: selectors, and either an interaction or an assertion (section 2.4). */
export const exchangeElement = z
  .object({
    selectors: z.array(exchangeSelector).default([]),
    interaction: interaction.nullish(),
    assertion: assertion.nullish(),
    ignoreFailure: z.boolean().optional(),
  })
  .superRefine((element, context) => {
    if ((element.interaction == null) === (element.assertion == null)) {
      context.addIssue({
        code: 'custom',
        message: 'a step needs either an interaction or an assertion, and not both',
      });
    }
  });
export type ExchangeElement = z.infer<typeof exchangeElement>;

/** A test case as it travels in pull, push, draft push and files (section 2.4). */
export const exchangeTestCase = z.object({
  version: z.union([z.literal('1'), z.literal(1).transform(() => '1' as const)], {
    error: 'the only version is "1"',
  }),
  id: uuid,
  runStatus: z.enum(['ON', 'OFF']),
  description: z.string(),
  prompt: z.string(),
  type: z.enum(['LOGIN', 'COOKIE_BANNER', 'LINK', 'TEARDOWN']).optional(),
  tagNames: z.array(z.string()).optional(),
  excludedEnvironmentNames: z.array(z.string()).optional(),
  dependencyId: uuid.optional(),
  teardownId: uuid.optional(),
  entryPointUrlPath: z.string().optional(),
  folderName: z.string().optional(),
  externalId: z.string().optional(),
  localEditingStatus: z.enum(['IN_PROGRESS', 'DONE', 'CANCELLED']).optional(),
  elements: z.array(exchangeElement),
});
export type ExchangeTestCase = z.infer<typeof exchangeTestCase>;

/** Body of POST draft/push (section 4.6). */
export const draftPushBody = z.object({ testCases: z.array(exchangeTestCase) });

/** Answer of POST draft/push: `syncDataByStableId` is keyed by the id of the pushed test case (section 4.6). */
export const draftPushAnswer = z.looseObject({
  success: z.boolean(),
  versionIds: z.array(uuid),
  syncDataByStableId: z
    .record(z.string(), z.looseObject({ versionId: uuid, testResultId: uuid.nullish() }))
    .optional(),
});
