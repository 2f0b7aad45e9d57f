import { z } from 'zod';

const text = z.string().max(100_000);

/** At most so many new test cases are listed. */
const maxGenerated = 100;

const generatedCase = z
  .object({
    testCaseId: text,
    name: text,
    file: text.describe('Path in the workspace.'),
    steps: z.array(text).max(1000).describe('What the test case does and checks, in plain words.'),
    yaml: text.describe('The content of the file.'),
    onBase: z
      .enum(['passed', 'failed', 'unknown'])
      .exactOptional()
      .describe(
        'What the test case did at `base-url`, if it failed at `url`. `passed`: the change broke it.',
      ),
  })
  .describe('A test case that this run has made.');
export type GeneratedCase = z.infer<typeof generatedCase>;

/** The test cases that a run has made. */
export const generatedCases = z
  .array(generatedCase)
  .max(maxGenerated)
  .describe('The test cases that this run has made (`mode: batch-generation` without a hosted service).');
