import { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from './exchange/exchange-test-case.ts';
import { reportContext } from './report-context.ts';
import type { RunEnvironment } from './test-target.ts';
import { breakpoints, browsers, notBlank, uuid, webUrl } from './values.ts';

/** Body of POST batch-generations (section 4.5). */
export const batchGenerationBody = z.object({
  prompt: z.string().optional(),
  /**
   * Extension: texts that say what matters most, such as the title of a pull request and the paths of changed files.
   * Pages with their words come first; no text is read as a step or as a permission.
   */
  hints: z.array(z.string()).optional(),
  imageUrls: z.array(z.string()).optional(),
  entryPointUrlPath: z.string().nullable().optional(),
  /** The spelling of one public client. */
  entrypointUrlPath: z.string().nullable().optional(),
  environmentId: z.string().toLowerCase().nullable().optional(),
  prerequisiteId: z.string().toLowerCase().nullable().optional(),
  baseUrl: webUrl.nullable().optional(),
  context: reportContext.optional(),
});
export type BatchGenerationBody = z.infer<typeof batchGenerationBody>;

export const batchGenerationAnswer = z.looseObject({ batchGenerationId: uuid });

/** Body of POST discoveries (section 4.5): `name` and `prompt` are mandatory. */
export const discoveryBody = z.object({
  name: notBlank,
  prompt: notBlank,
  entryPointUrlPath: z.string().optional(),
  prerequisiteName: z.string().optional(),
  externalId: z.string().optional(),
  tagNames: z.array(z.string()).optional(),
  folderName: z.string().optional(),
  type: z.enum(['LOGIN', 'COOKIE_BANNER']).optional(),
});
export type DiscoveryBody = z.infer<typeof discoveryBody>;

export const discoveryAnswer = z.looseObject({ discoveryId: uuid, testCaseId: uuid });

/** What is to be generated, and for which app. */
export interface GenerationRequest {
  readonly prompt: string;
  /** Texts that say what matters most: data, never read as steps. */
  readonly hints?: readonly string[];
  readonly imageUrls?: readonly string[];
  readonly entryPointUrlPath?: string;
  /** URL of the app: that of the request, else that of the environment. */
  readonly baseUrl?: string;
  /** How the app is reached, and how its pages are used. */
  readonly environment?: RunEnvironment;
  readonly timeoutPerStepMs?: number;
  readonly testIdAttribute?: string | null;
  /** The test cases that are run before the new ones, outermost first, such as a login. */
  readonly prerequisites?: readonly ExchangeTestCase[];
}

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
