import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import { type JobConclusions, needsLine } from '../../publish/publish-mode/needed-jobs.ts';
import { maxMutants } from '../../results/mode-results.ts';
import type { InputName, ModeName } from './input-table.ts';
import { choice, type RawInputs, type ReportProblem, splitLines, wholeNumber } from './input-values.ts';

/** Which test files are read; `none` says that there are none on purpose. */
type TestsInput =
  | { readonly kind: 'none' }
  | { readonly kind: 'patterns'; readonly patterns: readonly string[] };

/** The mode, with the inputs that only this mode reads. */
export type ModeInput =
  | { readonly kind: 'draft-push'; readonly tests: TestsInput }
  | {
      readonly kind: 'mutate';
      readonly tests: TestsInput;
      readonly mutants: number;
      readonly seed: string;
      /** In percent. */
      readonly threshold: number;
    }
  | { readonly kind: 'push'; readonly tests: TestsInput; readonly fromPullRequest: boolean }
  | { readonly kind: 'export'; readonly tests: TestsInput; readonly folder: string }
  | { readonly kind: 'pull'; readonly folder: string }
  | ({ readonly kind: 'discovery'; readonly name: string } & PromptInput)
  | ({
      readonly kind: 'batch-generation';
      /** URL of the app without the change. */
      readonly baseUrl?: string;
    } & PromptInput)
  | { readonly kind: 'publish'; readonly needs: JobConclusions | undefined };

/** What test cases are generated from. */
export interface PromptInput {
  readonly prompt: string;
  readonly entryPoint?: string;
  /** Name of the test case that is run first. */
  readonly prerequisite?: string;
  readonly existing: readonly string[];
  /** Where new test cases are written to, unless a hosted service keeps them. */
  readonly folder: string;
}

/** These work on what a hosted service stores: the embedded one stores nothing beyond the job. */
const needService: readonly string[] = ['push', 'pull'];

/** Whether the value of the input `mode` needs a hosted service. */
export function needsService(mode: string): boolean {
  return needService.includes(mode);
}

/** True if a mode ends with a verdict on the app, which is posted to the pull request. */
export function testsApp({ kind }: { readonly kind: ModeName }): boolean {
  return kind === 'draft-push' || kind === 'batch-generation' || kind === 'mutate';
}

/** True if the results are for the commit that is checked out; with `tests: none`, they say nothing about it. */
export function testsCommit(mode: ModeInput): boolean {
  return testsApp(mode) && !('tests' in mode && mode.tests.kind === 'none');
}

/** Reads the inputs of the mode. If a problem is reported, the result must not be used. */
export function readModeInput(mode: ModeName, raw: RawInputs, problem: ReportProblem): ModeInput {
  checkService(mode, raw, problem);
  switch (mode) {
    case 'draft-push':
      return { kind: mode, tests: readTests(raw.tests) };
    case 'mutate':
      return {
        kind: mode,
        tests: readTests(raw.tests),
        mutants: readValue('mutants', raw, wholeNumber(1, maxMutants), problem) ?? 1,
        seed: raw.seed,
        threshold: readValue('mutation-threshold', raw, wholeNumber(0, 100), problem) ?? 0,
      };
    case 'push': {
      const answer = readValue('push-from-pull-request', raw, choice(['true', 'false']), problem);
      return { kind: mode, tests: readTests(raw.tests), fromPullRequest: answer === 'true' };
    }
    case 'export':
      return { kind: mode, tests: readTests(raw.tests), folder: raw.folder || 'playwright-tests' };
    case 'pull':
      return { kind: mode, folder: raw.folder || 'browser-tests' };
    case 'discovery':
      if (raw.name === '') problem('name', 'is missing. Set it to the name of the new test case');
      return { kind: mode, name: raw.name, ...readPrompt(mode, raw, problem) };
    case 'batch-generation':
      return {
        kind: mode,
        ...(raw['base-url'] === '' ? {} : { baseUrl: raw['base-url'] }),
        ...readPrompt(mode, raw, problem),
      };
    case 'publish':
      return { kind: mode, needs: readNeeds(raw.needs, problem) };
  }
}

/** Reads an input by itself. @returns undefined if it has a problem. */
function readValue<Value>(
  name: InputName,
  raw: RawInputs,
  schema: z.ZodType<Value>,
  problem: ReportProblem,
): Value | undefined {
  const parsed = schema.safeParse(raw[name]);
  for (const { message } of parsed.error?.issues ?? []) problem(name, message);
  return parsed.data;
}

function readTests(text: string): TestsInput {
  const patterns = splitLines(text);
  return patterns.length === 1 && patterns[0] === 'none' ? { kind: 'none' } : { kind: 'patterns', patterns };
}

const needsContext = z.record(z.string(), z.object({ result: z.string() }));

function readNeeds(text: string, problem: ReportProblem): JobConclusions | undefined {
  if (text === '') return undefined;
  const parsed = needsContext.safeParse(tryParseJson(text));
  if (!parsed.success) problem('needs', `is not the JSON of jobs. Write \`${needsLine}\``);
  return Object.fromEntries(Object.entries(parsed.data ?? {}).map(([job, { result }]) => [job, result]));
}

/** Reports a missing or an unwanted hosted service, and what it would ignore when it generates test cases. */
function checkService(mode: ModeName, raw: RawInputs, problem: ReportProblem): void {
  const isHosted = raw['service-url'] !== '';
  if (needsService(mode) && !isHosted) {
    problem(
      'service-url',
      `is missing. \`mode: ${mode}\` works on the test cases of a hosted service. Set \`service-url\`, \`api-key\` and \`test-target-id\``,
    );
  }
  if (mode === 'mutate' && isHosted) {
    problem(
      'service-url',
      'is not read by `mode: mutate`, which runs the test cases on this machine. Remove it',
    );
  }
  if (!isHosted || (mode !== 'discovery' && mode !== 'batch-generation')) return;
  for (const name of ['base-url', 'folder', 'variables'] as const) {
    if (raw[name] === '') continue;
    problem(
      name,
      `is not read by \`mode: ${mode}\` with a hosted service, which keeps the test cases. Remove it`,
    );
  }
}

function readPrompt(mode: ModeName, raw: RawInputs, problem: ReportProblem): PromptInput {
  // The embedded service explores the app without one.
  if (raw.prompt === '' && (mode === 'discovery' || raw['service-url'] !== ''))
    problem('prompt', `is missing. \`mode: ${mode}\` generates test cases from it. Describe what to test`);
  return {
    prompt: raw.prompt,
    ...(raw['entry-point'] === '' ? {} : { entryPoint: raw['entry-point'] }),
    ...(raw.prerequisite === '' ? {} : { prerequisite: raw.prerequisite }),
    existing: splitLines(raw.tests),
    folder: raw.folder || 'generated-tests',
  };
}
