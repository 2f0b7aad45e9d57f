import { z } from 'zod';
import { openEnum, uuid } from '../values.ts';
import { assertion } from './assertion.ts';
import { interaction } from './interaction.ts';
import { exchangeSelector } from './selector.ts';

/** What `superRefine` checks below, in the words of JSON Schema: emitted documents say it too. */
const eitherOfTwo: z.core.JSONSchema.BaseSchema[] = [
  {
    required: ['interaction'],
    properties: { interaction: { type: 'object' }, assertion: { type: 'null' } },
  },
  {
    required: ['assertion'],
    properties: { assertion: { type: 'object' }, interaction: { type: 'null' } },
  },
];

/** One step: selectors, and either an interaction or an assertion (section 2.4). */
export const exchangeElement = z
  .object({
    selectors: z
      .array(exchangeSelector)
      .default([])
      .describe(
        'Find the element, read from left to right: each looks within what the one before has found.',
      ),
    interaction: interaction.nullish().describe('What the step does.'),
    assertion: assertion.nullish().describe('What the step expects.'),
    ignoreFailure: z.boolean().optional().describe('The case goes on when this step fails.'),
  })
  .superRefine((element, context) => {
    if ((element.interaction == null) === (element.assertion == null)) {
      context.addIssue({
        code: 'custom',
        message: 'a step needs either an interaction or an assertion, and not both',
      });
    }
  })
  .meta({ anyOf: eitherOfTwo });
export type ExchangeElement = z.infer<typeof exchangeElement>;

/** A test case as it travels in pull, push, draft push and files (section 2.4). */
export const exchangeTestCase = z.object({
  version: z
    .union([z.literal('1'), z.literal(1).transform(() => '1' as const)], {
      error: 'the only version is "1"',
    })
    .describe('Version of this form.'),
  id: uuid.describe('Stable id: other cases name it in dependencyId and teardownId.'),
  runStatus: z.enum(['ON', 'OFF']).describe('OFF: does not run by itself, only for the cases that name it.'),
  description: z.string().describe('Name of the test case.'),
  prompt: z.string().describe('What the test case was generated from.'),
  type: z
    .enum(['LOGIN', 'COOKIE_BANNER', 'LINK', 'TEARDOWN'])
    .optional()
    .describe('What the case is for, where it is no ordinary test.'),
  tagNames: z.array(z.string()).optional().describe('Tags: a run can be limited to the cases that have one.'),
  excludedEnvironmentNames: z
    .array(z.string())
    .optional()
    .describe('Names of the environments that the case does not run in.'),
  dependencyId: uuid.optional().describe('Id of the case whose steps are played before, in the same page.'),
  teardownId: uuid
    .optional()
    .describe('Id of the case whose steps are played afterwards, also after a failure.'),
  entryPointUrlPath: z
    .string()
    .optional()
    .describe('Path below the URL under test where the case starts. Not used when its first step is GO_TO.'),
  folderName: z.string().optional().describe('Folder at the service.'),
  externalId: z.string().optional().describe('Id of the case in another system.'),
  localEditingStatus: z
    .enum(['IN_PROGRESS', 'DONE', 'CANCELLED'])
    .optional()
    .describe('For tools that edit the case.'),
  elements: z.array(exchangeElement).describe('The steps, in order.'),
});
export type ExchangeTestCase = z.infer<typeof exchangeTestCase>;

/** A test case in an answer: unknown fields and values are kept. */
export const answeredTestCase = z.looseObject({
  version: z.union([z.literal('1'), z.literal(1)]),
  id: uuid,
  runStatus: openEnum(['ON', 'OFF']),
  description: z.string(),
  prompt: z.string(),
  elements: z.array(z.looseObject({ selectors: z.array(z.looseObject({})) })),
});
export type AnsweredTestCase = z.infer<typeof answeredTestCase>;

/** Body of POST push and of POST draft/push (section 4.6). */
export const pushBody = z.object({ testCases: z.array(exchangeTestCase) });

/** Answer of POST push. */
export const pushAnswer = z.looseObject({ success: z.boolean(), versionIds: z.array(uuid) });

/** Answer of POST draft/push: `syncDataByStableId` is keyed by the id of the pushed test case (section 4.6). */
export const draftPushAnswer = pushAnswer.extend({
  syncDataByStableId: z
    .record(z.string(), z.looseObject({ versionId: uuid, testResultId: uuid.nullish() }))
    .nullish(),
});

/** Query of GET pull: the test cases of a plan or of a report only. */
export const pullQuery = z.object({ testPlanId: uuid.optional(), testReportId: uuid.optional() });
export const pullAnswer = z.looseObject({ testCases: z.array(answeredTestCase) });

/** Answer of GET version. */
export const versionAnswer = answeredTestCase.extend({ versionId: uuid });
