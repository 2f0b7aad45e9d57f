import { z } from 'zod';

const shortText = z.string().max(1000);
const count = z.int().min(0);

/** At most so many mutants are made in one run. */
export const maxMutants = 500;

const mutant = z
  .object({
    operator: shortText.describe('Name of the mutation operator, such as `dead-control`.'),
    page: shortText.describe('Path of the page.'),
    description: shortText.describe('Description of the fault, as a sentence.'),
    status: z
      .enum(['killed', 'survived'])
      .describe('`killed`: a test case failed. `survived`: no test case failed.'),
    killedBy: shortText.exactOptional().describe('Name of the first test case that failed.'),
    testCases: count.describe('Number of test cases that reach the page.'),
    durationMs: count,
    normalMs: count.describe('Approximate duration of these test cases on the healthy app.'),
  })
  .describe('A fault that was injected, and whether a test case detected it.');
export type MutantResult = z.infer<typeof mutant>;

/** The mutants of a run, as `mutation.json` lists them. */
export const mutationResults = z
  .object({
    seed: shortText,
    made: count.describe('Number of mutants that count.'),
    killed: count.describe('Number of mutants that a test case detected.'),
    score: z.int().min(0).max(100).describe('Killed mutants in percent, rounded down.'),
    threshold: z.int().min(0).max(100),
    notCounted: count.describe('Mutants that changed nothing while the test cases ran.'),
    pages: z.array(shortText).max(1000).describe('Paths of the pages that the test cases reach.'),
    leftOut: z
      .array(shortText)
      .max(1000)
      .describe(
        'Names of test cases that passed only once on the healthy app, and were therefore not run on mutants.',
      ),
    mutants: z.array(mutant).max(maxMutants).describe('All mutants, survivors first.'),
  })
  .describe('How many faults the test cases detect (`mode: mutate`).');
export type MutationResults = z.infer<typeof mutationResults>;

const text = z.string().max(100_000);

/** At most so many new test cases are listed. */
const maxGenerated = 100;

const generatedCase = z
  .object({
    testCaseId: text,
    name: text,
    file: text.describe('Path in the workspace.'),
    steps: z.array(text).max(1000).describe('Description of the steps and assertions, in plain English.'),
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
