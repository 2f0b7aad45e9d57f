import { z } from 'zod';
import { openEnum, uuid } from './values.ts';

/** An optional field that another service may use for something else: a value of another type is read as null. */
export const extension = <T extends z.ZodType>(schema: T) => z.nullish(schema).catch(null);

/** A list of another service, without the items that cannot be read: the others still count. */
export const readableItems = <T extends z.ZodType>(item: T) =>
  z.nullish(z.array(item)).catch((found?: { readonly input: unknown }) => {
    // Without an argument, it is called for the default in the emitted documents.
    if (!Array.isArray(found?.input)) return null;
    return found.input.flatMap((each) => {
      const { success, data } = item.safeParse(each);
      return success ? [data] : [];
    });
  });

/** How many steps of an attempt are reported: the last ones. */
export const maxSteps = 300;

/** A step that was run, or the opening of an entry point. */
const executedStep = z.looseObject({
  testCaseId: extension(uuid).describe(
    'The test case that the step belongs to, if that is a dependency of the one that was run.',
  ),
  elementIndex: extension(z.int().min(0)).describe(
    'The element of that test case. Without it, the entry point was opened.',
  ),
  status: openEnum(['PASSED', 'FAILED', 'IGNORED']).describe(
    '`IGNORED`: it failed, and has `ignoreFailure`.',
  ),
  durationMs: extension(z.number().min(0)),
  pictureUrl: extension(z.string()).describe(
    'A small JPEG of the page at the end of the step, if it looks different from the picture before.',
  ),
});
export type ExecutedStep = z.infer<typeof executedStep>;

/** Limits of what is reported of the page of a failure. */
export const maxSnapshotCharacters = 4000;
export const maxFailedRequests = 20;
export const maxCandidates = 3;

/** A request that got no response, or one with a status of 400 or more. */
const failedRequest = z.looseObject({
  method: extension(z.string()),
  url: extension(z.string()),
  status: extension(z.int()),
  error: extension(z.string()).describe(
    'Why there is no response, such as `net::ERR_CONNECTION_REFUSED`. Absent if the page was still waiting for one.',
  ),
});

/** What was compared, and what the page was like when an attempt failed. All texts come from the page. */
const failedPage = z.looseObject({
  title: extension(z.string()),
  expected: extension(z.string()).describe('The value that an assertion expected.'),
  received: extension(z.string()).describe('The actual value. Absent if the element does not exist.'),
  candidates: extension(z.array(z.string()).max(maxCandidates)).describe(
    'Elements that resemble the one that was not found, the most similar first, such as `button "Pay now"`.',
  ),
  failedRequests: extension(z.array(failedRequest).max(maxFailedRequests)).describe(
    'The last requests without a response or with a status of 400 or more, oldest first.',
  ),
  snapshot: extension(z.string()).describe(
    'The accessibility tree of the page or frame as YAML (Playwright’s `ariaSnapshot`): at most about 4,000 characters around the element that was searched for.',
  ),
});
export type FailedPage = z.infer<typeof failedPage>;
export type FailedRequest = z.infer<typeof failedRequest>;

/**
 * The fields of an attempt apart from its status. All but `errorMessage` and `traceUrl` are extensions. `failedStep`
 * names the element that failed and its test case, which is another one when a dependency failed. The embedded service
 * answers `file:` URLs for files that it has written.
 */
export const attemptFields = {
  errorMessage: z.string().nullish(),
  browserVersion: extension(z.string()).describe('Such as `153.0.8010.4`.'),
  viewport: extension(z.looseObject({ width: z.int().min(0), height: z.int().min(0) })).describe(
    'Size of the page on the screen, in CSS pixels.',
  ),
  pageUrl: extension(z.string()).describe('URL of the page when the attempt failed.'),
  failedPage: extension(failedPage),
  consoleErrors: extension(z.array(z.string())).describe(
    'The first console errors and uncaught errors of the pages.',
  ),
  missingEvidence: extension(z.array(z.string())).describe(
    'Evidence that could not be recorded, with the reason.',
  ),
  teardownFailures: extension(z.array(z.string())).describe(
    'Failures of the teardowns; they do not change the status.',
  ),
  warnings: extension(z.array(z.string())).describe(
    'Warnings that do not change the status, such as a failed step with ignoreFailure.',
  ),
  failedStep: extension(
    // An object that cannot be read still says that a step failed.
    z.looseObject({
      testCaseId: extension(uuid),
      elementIndex: extension(z.int().min(0)),
      locator: extension(z.string()).describe('The selector of the step as a Playwright expression.'),
    }),
  ).describe('The step that failed. While a result is WAITING: the step that is being run.'),
  steps: readableItems(executedStep).describe(
    `The last ${maxSteps} steps that were run, up to the one that failed: those of dependencies, then those of the test case. Teardowns are left out.`,
  ),
  screenshotUrl: extension(z.string()).describe('A PNG or JPEG of the page when it failed.'),
  traceUrl: extension(z.string()),
};

/**
 * One attempt at a test case: as the runner reports it, the embedded service stores it, and reports carry it. `ERROR`
 * means that the runner failed, not the test.
 */
export const attempt = z.object({ status: z.enum(['PASSED', 'FAILED', 'ERROR']), ...attemptFields });
export type Attempt = Readonly<z.infer<typeof attempt>>;
