import { type ModeName, modeNames } from './mode-input.ts';
import { type InputName, inputDefaults, type RawInputs, type ReportProblem } from './raw-inputs.ts';

const generating: readonly ModeName[] = ['discovery', 'batch-generation'];
/** On a mutant, a test case is played once, and what it leaves behind is not looked at. */
const playing: readonly ModeName[] = ['draft-push', 'batch-generation', 'discovery'];
const playingAndMutate: readonly ModeName[] = [...playing, 'mutate'];
/** Exported tests read the values from environment variables. */
const playingAndExport: readonly ModeName[] = [...playing, 'export', 'mutate'];
/** That mode has neither an app nor a service. */
const allButPublish: readonly ModeName[] = modeNames.filter((mode) => mode !== 'publish');

/** Inputs that only the embedded service reads, and the modes that read them. */
const embeddedInputs: Readonly<Partial<Record<InputName, readonly ModeName[]>>> = {
  start: playingAndMutate,
  'start-timeout': playingAndMutate,
  'wait-on': playingAndMutate,
  workers: playingAndMutate,
  retries: playing,
  'max-failures': playing,
  'timeout-per-step': playingAndMutate,
  'expect-timeout': playingAndMutate,
  trace: playing,
  'reuse-login': playingAndMutate,
  'browser-endpoints': playingAndMutate,
  'mail-port': playingAndMutate,
  'test-account-username': playingAndMutate,
  'test-account-password': playingAndMutate,
  'test-account-otp-key': playingAndMutate,
  'basic-auth-username': playingAndExport,
  'basic-auth-password': playingAndExport,
  headers: playingAndExport,
};

/** Inputs that not every mode reads, and the modes that do. */
const readBy: typeof embeddedInputs = {
  ...embeddedInputs,
  prompt: generating,
  'entry-point': generating,
  prerequisite: generating,
  'model-url': generating,
  'model-name': generating,
  'model-key': generating,
  'base-url': ['batch-generation'],
  name: ['discovery'],
  folder: ['pull', 'export', 'discovery', 'batch-generation'],
  needs: ['publish'],
  'push-from-pull-request': ['push'],
  shard: ['draft-push'],
  check: ['draft-push', 'batch-generation', 'mutate', 'publish'],
  artifact: ['draft-push', 'batch-generation', 'mutate'],
  tags: ['draft-push', 'discovery', 'mutate'],
  variables: ['draft-push', 'mutate', 'discovery', 'batch-generation'],
  mutants: ['mutate'],
  seed: ['mutate'],
  'mutation-threshold': ['mutate'],
  tests: allButPublish,
  url: allButPublish,
  'service-url': allButPublish,
  'api-key': allButPublish,
  'test-target-id': allButPublish,
  environment: allButPublish,
  browser: allButPublish,
  breakpoint: allButPublish,
  'artifact-retention-days': allButPublish,
};

/** Reports each input that is set and would be ignored. @param mode undefined if the input `mode` is not valid. */
export function checkUnread(mode: ModeName | undefined, raw: RawInputs, problem: ReportProblem): void {
  for (const name of Object.keys(readBy).filter(isInputName)) {
    const modes = readBy[name] ?? [];
    if (raw[name] === inputDefaults[name]) continue;
    if (name in embeddedInputs && raw['service-url'] !== '' && mode !== 'publish') {
      problem(
        name,
        'is only read by the embedded service, and `service-url` names a hosted one. Remove it, and use the settings of that service',
      );
    } else if (mode !== undefined && !modes.includes(mode)) {
      // Workflows set `artifact` for earlier versions of `mode: publish`: it is a warning.
      if (name !== 'artifact' || mode !== 'publish') problem(name, describeUnread(mode, modes));
    }
  }
}

function describeUnread(mode: ModeName, readers: readonly ModeName[]): string {
  const reason =
    readers === allButPublish
      ? ', which runs no tests'
      : `, only by ${new Intl.ListFormat('en').format(readers)}`;
  return `is not read by \`mode: ${mode}\`${reason}. Remove it`;
}

function isInputName(name: string): name is InputName {
  return name in inputDefaults;
}
