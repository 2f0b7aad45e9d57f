import { z } from 'zod';
import { extension } from './attempt.ts';
import { answeredVersion, notBlank, nullAsMissing, openEnum, timestamp, uuid } from './values.ts';

const testCaseStatuses = ['ENABLED', 'DISABLED', 'DRAFT', 'OUTDATED', 'PROVISIONAL'] as const;
/** DELETED appears as a filter value only (section 3). */
export const testCaseFilterStatuses = [...testCaseStatuses, 'DELETED'] as const;
const runStatuses = ['ON', 'OFF'] as const;

const answeredId = nullAsMissing(uuid.optional());
const answeredIndex = nullAsMissing(z.int().optional());

const detailSelector = z.looseObject({
  id: answeredId,
  index: answeredIndex,
  selector: z.string(),
  selectorType: z.string(),
  options: z.looseObject({}).nullish(),
  testCaseElementId: uuid.nullish(),
  scrollStateId: uuid.nullish(),
});

/**
 * One step in the detail form (section 2.5), which requires no field: a service may answer less. `calledWith` is a text:
 * JSON if it is not a text in a file.
 */
export const testCaseElement = z.looseObject({
  id: answeredId,
  index: answeredIndex,
  interaction: z
    .looseObject({
      id: answeredId,
      action: z.string(),
      calledWith: z.string().nullish(),
      testCaseElementId: uuid.nullish(),
    })
    .nullish(),
  assertion: z
    .looseObject({
      id: answeredId,
      expectation: z.string(),
      calledWith: z.string().nullish(),
      testCaseElementId: uuid.nullish(),
    })
    .nullish(),
  scrollState: z.looseObject({}).nullish(),
  selectors: nullAsMissing(z.array(detailSelector).default([])),
  testCaseId: answeredId,
  ignoreFailure: nullAsMissing(z.boolean().optional()),
});
export type TestCaseElement = z.infer<typeof testCaseElement>;

const discoveryStatuses = [
  ...['CREATED', 'IN_PROGRESS', 'QUEUED', 'PAUSED', 'STOPPED'],
  ...['INCOMPLETE', 'ERROR', 'FAILED', 'SUCCESS', 'OUTDATED'],
];

const discoveryOfCase = z.looseObject({
  id: extension(z.string()).describe('ID of the discovery, as in the answer to the request that started it.'),
  updatedAt: nullAsMissing(timestamp.optional()),
  freePrompt: z.string().nullish(),
  traceUrl: z.string().nullish(),
  status: nullAsMissing(openEnum(discoveryStatuses).optional()),
  abortCause: z.string().nullish(),
  message: z.string().nullish(),
});

/** A test case in the detail form (section 2.3). */
export const testCase = z.looseObject({
  id: uuid,
  testTargetId: uuid,
  version: nullAsMissing(answeredVersion.optional()),
  type: z.string().nullish(),
  elements: nullAsMissing(z.array(testCaseElement).optional()),
  createdAt: nullAsMissing(timestamp.optional()),
  updatedAt: nullAsMissing(timestamp.optional()),
  description: z.string().nullish(),
  status: nullAsMissing(openEnum(testCaseStatuses).optional()),
  externalId: z.string().nullish(),
  entryPointUrlPath: z.string().nullish(),
  tags: nullAsMissing(z.array(z.string()).optional()),
  createdBy: nullAsMissing(openEnum(['EDIT']).optional()),
  runStatus: nullAsMissing(openEnum(runStatuses).optional()),
  prerequisiteId: z.string().nullish(),
  proposalRunId: z.string().nullish(),
  folderId: z.string().nullish(),
  teardownTestCaseId: z.string().nullish(),
  discovery: discoveryOfCase.nullish(),
});
export type TestCase = z.infer<typeof testCase>;

/** An element in PATCH test case. Ids and indexes are optional: the order of the list counts. */
const patchedElement = z.object({
  id: uuid.optional(),
  index: z.int().optional(),
  interaction: z.object({ action: z.string(), calledWith: z.string().nullish() }).nullish(),
  assertion: z.object({ expectation: z.string(), calledWith: z.string().nullish() }).nullish(),
  selectors: z
    .array(
      z.object({
        selectorType: z.string(),
        selector: z.string().default(''),
        options: z.looseObject({}).nullish(),
      }),
    )
    .default([]),
  ignoreFailure: z.boolean().optional(),
});
export type PatchedElement = z.infer<typeof patchedElement>;

/** Body of PATCH test case (section 4.3). */
export const patchTestCaseBody = z.object({
  elements: z.array(patchedElement).optional(),
  description: z.string().optional(),
  entryPointUrlPath: z.string().nullable().optional(),
  status: z.enum(testCaseStatuses).optional(),
  runStatus: z.enum(runStatuses).optional(),
  folderName: z.string().nullable().optional(),
  interactionStatus: z.enum(['NEW', 'EDITED', 'APPROVED', 'REJECTED']).optional(),
  createBackendDiscoveryPrompt: notBlank.optional(),
  assignedTagNames: z.array(z.string()).optional(),
  externalId: z.string().nullable().optional(),
});
export type PatchTestCaseBody = z.infer<typeof patchTestCaseBody>;

/** Body of PATCH element (section 4.3): a Playwright locator expression, which is parsed and never evaluated. */
export const patchElementBody = z.object({ locatorLine: z.string() });

/** Written out: the compiler infers a type that nests only in some orders of the files. */
type Nested = z.ZodOptional<z.ZodType<TestCaseFilter[]>>;

/** One filter or a list of them. A union would report a problem inside it only as "Invalid input". */
const nested = (): Nested =>
  z.preprocess((given) => (Array.isArray(given) ? given : [given]), z.array(testCaseFilter)).optional();

const filterFields = z.strictObject({
  id: z.string().toLowerCase().optional(),
  testTargetId: z.string().toLowerCase().optional(),
  description: z.string().optional(),
  status: z.enum(testCaseFilterStatuses).optional(),
  runStatus: z.enum(runStatuses).optional(),
  folderId: z.string().toLowerCase().nullable().optional(),
  externalId: z.string().nullable().optional(),
});
export interface TestCaseFilter extends z.infer<typeof filterFields> {
  AND?: TestCaseFilter[] | undefined;
  OR?: TestCaseFilter[] | undefined;
  NOT?: TestCaseFilter[] | undefined;
}

/** Fields of the test-case filter, joined by AND; the operators nest (section 4.3). */
export const testCaseFilter = filterFields.extend({
  get AND(): Nested {
    return nested();
  },
  get OR(): Nested {
    return nested();
  },
  get NOT(): Nested {
    return nested();
  },
});
