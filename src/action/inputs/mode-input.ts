import {
  type InputName,
  inputDefaults,
  type RawInputs,
  type ReportProblem,
  splitLines,
} from './raw-inputs.ts';

/** What the action can be asked to do. */
export const modeNames = [
  'draft-push',
  'batch-generation',
  'push',
  'pull',
  'export',
  'discovery',
  'publish',
] as const;
export type ModeName = (typeof modeNames)[number];

/** Which test files are meant; `none` says that there are none on purpose. */
export type TestsInput =
  | { readonly kind: 'none' }
  | { readonly kind: 'patterns'; readonly patterns: readonly string[] };

/** What is asked for, with what only this mode reads. */
export type ModeInput =
  | { readonly kind: 'draft-push'; readonly tests: TestsInput }
  | { readonly kind: 'push'; readonly tests: TestsInput }
  | { readonly kind: 'export'; readonly tests: TestsInput; readonly folder: string }
  | { readonly kind: 'pull'; readonly folder: string }
  | ({ readonly kind: 'discovery'; readonly name: string } & PromptInput)
  | ({ readonly kind: 'batch-generation' } & PromptInput)
  | { readonly kind: 'publish' };

/** What test cases are made from. */
export interface PromptInput {
  readonly prompt: string;
  readonly entryPoint?: string;
  /** Name of the test case that is played before. */
  readonly prerequisite?: string;
}

/** Inputs that not every mode reads, and the modes that do: given in another, they would be ignored. */
const readBy: Partial<Record<InputName, readonly ModeName[]>> = {
  prompt: ['discovery', 'batch-generation'],
  'entry-point': ['discovery', 'batch-generation'],
  prerequisite: ['discovery', 'batch-generation'],
  name: ['discovery'],
  folder: ['pull', 'export'],
  shard: ['draft-push'],
  check: ['draft-push', 'batch-generation', 'publish'],
  artifact: ['draft-push', 'batch-generation', 'publish'],
  'comment-key': ['draft-push', 'batch-generation', 'publish'],
  tags: ['draft-push', 'discovery'],
  variables: ['draft-push'],
};

/** What every mode reads but `publish`, which has no app and no service. */
const notForPublish = [
  'tests',
  'url',
  'service-url',
  'api-key',
  'test-target-id',
  'environment',
  'browser',
  'breakpoint',
  'artifact-retention-days',
] as const satisfies readonly InputName[];

/** These work on what a hosted service stores: the embedded one forgets all with the job. */
const needService: readonly string[] = ['push', 'pull', 'discovery', 'batch-generation'];

/** Whether what is given as `mode` works with a hosted service only. */
export function needsService(mode: string): boolean {
  return needService.includes(mode);
}

/** True where a mode ends with a verdict on the app, which belongs on the pull request. */
export function testsApp({ kind }: { readonly kind: ModeName }): boolean {
  return kind === 'draft-push' || kind === 'batch-generation';
}

/** Reads what belongs to the mode. What is wrong is told to `problem`; the result counts only without any. */
export function readModeInput(mode: ModeName, raw: RawInputs, problem: ReportProblem): ModeInput {
  for (const name of [
    'prompt',
    'entry-point',
    'prerequisite',
    'name',
    'folder',
    'shard',
    'check',
    'artifact',
    'comment-key',
    'tags',
    'variables',
  ] as const) {
    const modes = readBy[name] ?? [];
    if (raw[name] !== inputDefaults[name] && !modes.includes(mode)) {
      problem(name, `is not read with \`mode: ${mode}\`, only with ${modes.join(' and ')}. Leave it out`);
    }
  }
  if (needsService(mode) && raw['service-url'] === '') {
    problem('service-url', `is missing: \`mode: ${mode}\` works on what a hosted service stores`);
  }
  switch (mode) {
    case 'draft-push':
      return { kind: mode, tests: readTests(raw.tests) };
    case 'push':
      return { kind: mode, tests: readTests(raw.tests) };
    case 'export':
      return { kind: mode, tests: readTests(raw.tests), folder: raw.folder || 'playwright-tests' };
    case 'pull':
      return { kind: mode, folder: raw.folder || 'browser-tests' };
    case 'discovery':
      if (raw.name === '') problem('name', 'is missing: the new test case needs a name');
      return { kind: mode, name: raw.name, ...readPrompt(mode, raw, problem) };
    case 'batch-generation':
      return { kind: mode, ...readPrompt(mode, raw, problem) };
    case 'publish':
      checkPublish(raw, problem);
      return { kind: mode };
  }
}

function checkPublish(raw: RawInputs, problem: ReportProblem): void {
  for (const name of notForPublish) {
    if (raw[name] === inputDefaults[name]) continue;
    problem(name, 'is not read with `mode: publish`, which tests nothing itself. Leave it out');
  }
  if (raw.artifact === '') {
    problem(
      'artifact',
      'is missing: `mode: publish` reads the artifact that the workflow that tests gives this name',
    );
  }
}

function readTests(text: string): TestsInput {
  const patterns = splitLines(text);
  return patterns.length === 1 && patterns[0] === 'none' ? { kind: 'none' } : { kind: 'patterns', patterns };
}

function readPrompt(mode: ModeName, raw: RawInputs, problem: ReportProblem): PromptInput {
  if (raw.prompt === '') problem('prompt', `is missing: \`mode: ${mode}\` makes test cases from it`);
  return {
    prompt: raw.prompt,
    ...(raw['entry-point'] === '' ? {} : { entryPoint: raw['entry-point'] }),
    ...(raw.prerequisite === '' ? {} : { prerequisite: raw.prerequisite }),
  };
}
