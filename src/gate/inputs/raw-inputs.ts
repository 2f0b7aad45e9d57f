/** The defaults of action.yml; a blank input has its default. */
export const inputDefaults = {
  mode: 'draft-push',
  tests: 'browser-tests',
  url: '',
  start: '',
  'start-timeout': '2m',
  'wait-on': '',
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
  'comment-footer': '',
  'github-token': '',
  check: 'false',
  report: 'on-failure',
  artifact: '',
  'artifact-retention-days': '',
  prompt: '',
  'base-url': '',
  name: '',
  'entry-point': '',
  prerequisite: '',
  folder: '',
  'model-url': '',
  'model-name': '',
  'model-key': '',
  needs: '',
  'push-from-pull-request': 'false',
  shard: '',
  mutants: '20',
  seed: '1',
  'mutation-threshold': '0',
  matrix: '',
  'job-total': '',
  workers: '',
  retries: '1',
  'max-failures': '0',
  'timeout-per-step': '30s',
  'expect-timeout': '5s',
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

/** Not trimmed: a password may end with a blank, and a stray line break in a key must be reported, not removed. */
const untrimmed: readonly InputName[] = [
  'api-key',
  'model-key',
  'variables',
  'test-account-password',
  'basic-auth-password',
];

/** Reads every input as text. */
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

/** Reports a problem of an input; the message continues after the input's name. */
export type ReportProblem = (name: InputName, message: string) => void;

/** A value in quotes for a message: at most 100 characters, and without the password that a URL may hold. */
export function quoted(value: string): string {
  const text = value.replace(/\/\/[^/]*@/g, '//***@');
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** A URL in quotes for a message, even if it cannot be parsed: without what it has before an `@`, and without its query. */
export function quotedUrl(value: string): string {
  const withoutLogin = value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1***@');
  return quoted(withoutLogin.replace(/[?#].*/s, '?…'));
}

/** The lines of a multi-line input, trimmed, without blank ones. */
export function splitLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Splits a line of the input `headers`; name and value are empty if it is not `Name: value`. */
export function splitHeaderLine(line: string): { name: string; value: string } {
  const [, name = '', value = ''] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
  return { name, value };
}
