/** What a blank input means: the defaults of action.yml. */
export const inputDefaults = {
  mode: 'draft-push',
  tests: 'browser-tests',
  url: '',
  'service-url': '',
  'api-key': '',
  'test-target-id': '',
  environment: 'default',
  browser: 'CHROMIUM',
  breakpoint: 'DESKTOP',
  tags: '',
  variables: '',
  timeout: '30m',
  comment: 'always',
  'comment-key': '',
  'github-token': '',
  check: 'false',
  artifact: '',
  'artifact-retention-days': '',
  prompt: '',
  name: '',
  'entry-point': '',
  prerequisite: '',
  folder: '',
  shard: '',
  matrix: '',
  'job-total': '',
  workers: '',
  retries: '1',
  'timeout-per-step': '30s',
  trace: 'on-failure',
  'reuse-login': 'true',
  'browser-endpoints': '',
  'mail-port': '2525',
  'test-account-username': '',
  'test-account-password': '',
  'test-account-otp-key': '',
  'basic-auth-username': '',
  'basic-auth-password': '',
  headers: '',
} as const;

export type InputName = keyof typeof inputDefaults;
export type RawInputs = Readonly<Record<InputName, string>>;

/** The runner's variables: `INPUT_URL`, `INPUT_SERVICE-URL`, … */
export type Env = Readonly<Record<string, string | undefined>>;

/** Taken as they are, for a value may end in blanks, and what does not belong into it shall be told, not dropped. */
const untrimmed: readonly InputName[] = [
  'api-key',
  'variables',
  'test-account-password',
  'basic-auth-password',
];

/** Reads every input as text; a blank one has its default. */
export function rawInputs(env: Env): RawInputs {
  const raw: Record<InputName, string> = { ...inputDefaults };
  for (const name of Object.keys(raw).filter(isInputName)) {
    const value = env[`INPUT_${name.toUpperCase()}`] ?? '';
    if (value.trim() !== '') raw[name] = untrimmed.includes(name) ? value : value.trim();
  }
  return raw;
}

function isInputName(name: string): name is InputName {
  return name in inputDefaults;
}

/** Told of each thing that is wrong with an input. */
export type ReportProblem = (name: InputName, message: string) => void;

/** A given value in quotes, cut, and without the password that a URL may hold. */
export function shown(given: string): string {
  const text = given.replace(/\/\/[^/]*@/g, '//***@');
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** The lines of an input that takes one thing a line; blank ones do not count. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
