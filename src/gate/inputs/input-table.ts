/** The values of the input `mode`. */
export const modeNames = [
  'draft-push',
  'batch-generation',
  'push',
  'pull',
  'export',
  'discovery',
  'mutate',
  'publish',
] as const;
export type ModeName = (typeof modeNames)[number];

/** Properties of an input, apart from how its value is parsed. */
interface InputFacts {
  /** The default in action.yml, which also applies to a blank input. */
  readonly default: string;
  /** The modes that read it. Default: all. */
  readonly modes?: readonly ModeName[];
  /** Set for inputs that hosted services have their own settings for. */
  readonly embeddedOnly?: true;
  /** Set where whitespace matters: passwords may end with a space, and a stray line break in a key must be reported. */
  readonly untrimmed?: true;
}

/** Modes that retry test cases and keep traces. `mutate` does neither. */
const runModes: readonly ModeName[] = ['draft-push', 'batch-generation', 'discovery'];
const generating: readonly ModeName[] = ['discovery', 'batch-generation'];
/** `publish` has neither an app nor a service. */
export const allButPublish: readonly ModeName[] = modeNames.filter((mode) => mode !== 'publish');

const whenRunning = { modes: runModes, embeddedOnly: true } as const;
const whenRunningOrMutating = { modes: [...runModes, 'mutate'], embeddedOnly: true } as const;
/** Exported tests read the values from environment variables. */
const whenRunningOrExporting = { modes: [...runModes, 'export', 'mutate'], embeddedOnly: true } as const;
const generated = { default: '', modes: generating } as const;
const ofMutate = { modes: ['mutate'] } as const;

/** All inputs of the action. */
const inputTable = {
  mode: { default: 'draft-push' },
  tests: { default: 'browser-tests', modes: allButPublish },
  url: { default: '', modes: allButPublish },
  start: { default: '', ...whenRunningOrMutating },
  'start-timeout': { default: '2m', ...whenRunningOrMutating },
  'wait-on': { default: '', ...whenRunningOrMutating },
  'service-url': { default: '', modes: allButPublish },
  'api-key': { default: '', modes: allButPublish, untrimmed: true },
  'test-target-id': { default: '', modes: allButPublish },
  environment: { default: 'default', modes: allButPublish },
  browser: { default: 'CHROMIUM', modes: allButPublish },
  breakpoint: { default: 'DESKTOP', modes: allButPublish },
  tags: { default: '', modes: ['draft-push', 'discovery', 'mutate'] },
  variables: { default: '', modes: [...runModes, 'mutate'], untrimmed: true },
  timeout: { default: '30m' },
  comment: { default: 'always' },
  'comment-footer': { default: '' },
  'github-token': { default: '' },
  check: { default: 'false', modes: ['draft-push', 'batch-generation', 'mutate', 'publish'] },
  report: { default: 'on-failure', modes: ['draft-push', 'batch-generation'] },
  artifact: { default: '', modes: ['draft-push', 'batch-generation', 'mutate'] },
  'artifact-retention-days': { default: '', modes: ['draft-push', 'batch-generation', 'mutate'] },
  prompt: generated,
  'base-url': { default: '', modes: ['batch-generation'] },
  name: { default: '', modes: ['discovery'] },
  'entry-point': generated,
  prerequisite: generated,
  folder: { default: '', modes: ['pull', 'export', 'discovery', 'batch-generation'] },
  'model-url': generated,
  'model-name': generated,
  'model-key': { ...generated, untrimmed: true },
  needs: { default: '', modes: ['publish'] },
  'push-from-pull-request': { default: 'false', modes: ['push'] },
  shard: { default: '', modes: ['draft-push'] },
  mutants: { default: '20', ...ofMutate },
  seed: { default: '1', ...ofMutate },
  'mutation-threshold': { default: '0', ...ofMutate },
  matrix: { default: '' },
  'job-total': { default: '' },
  workers: { default: '', ...whenRunningOrMutating },
  retries: { default: '1', ...whenRunning },
  'max-failures': { default: '0', ...whenRunning },
  'timeout-per-step': { default: '30s', ...whenRunningOrMutating },
  'expect-timeout': { default: '5s', ...whenRunningOrMutating },
  trace: { default: 'on-failure', ...whenRunning },
  'reuse-login': { default: 'true', ...whenRunningOrMutating },
  'browser-endpoints': { default: '', ...whenRunningOrMutating },
  'mail-port': { default: '2525', ...whenRunningOrMutating },
  'test-account-username': { default: '', ...whenRunningOrMutating },
  'test-account-password': { default: '', ...whenRunningOrMutating, untrimmed: true },
  'test-account-otp-key': { default: '', ...whenRunningOrMutating },
  'basic-auth-username': { default: '', ...whenRunningOrExporting },
  'basic-auth-password': { default: '', ...whenRunningOrExporting, untrimmed: true },
  headers: { default: '', ...whenRunningOrExporting },
} as const satisfies Record<string, InputFacts>;

export type InputName = keyof typeof inputTable;

export const inputNames: readonly InputName[] = Object.keys(inputTable).filter(isInputName);

function isInputName(name: string): name is InputName {
  return name in inputTable;
}

export function inputFacts(name: InputName): InputFacts {
  return inputTable[name];
}
