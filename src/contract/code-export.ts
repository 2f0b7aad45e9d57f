import { z } from 'zod';
import { exchangeTestCase } from './exchange/test-case.ts';
import { breakpoints, browsers, notBlank, uuid, webUrl } from './values.ts';

/** Body of POST code (section 4.6): the answer is a zip of Playwright test files. */
export const codeExportBody = z.object({
  executionUrl: webUrl,
  testCases: z.array(exchangeTestCase),
  environmentId: uuid.optional(),
  filterTestCaseIds: z.array(uuid).optional(),
});
export type CodeExportBody = z.infer<typeof codeExportBody>;

/** Begins a line of an exported file (a comment) before a step that it cannot express (extension). */
export const notExportedMark = '// Not exported:';

/** Query of GET case code (extension). */
export const caseCodeQuery = z.object({ executionUrl: webUrl, environmentId: uuid.optional() });
export const caseCodeAnswer = z.looseObject({ testCode: z.string() });

/** Query of GET config (extension): the answer is a Playwright configuration in TypeScript. */
export const configQuery = z.object({
  url: webUrl,
  outputDir: notBlank.optional(),
  headless: z.enum(['true', 'false']).optional(),
  environmentId: uuid.optional(),
  browser: z.enum(browsers).optional(),
  breakpoint: z.enum(breakpoints).optional(),
});
