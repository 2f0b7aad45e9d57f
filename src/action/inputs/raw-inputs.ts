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
  'github-token': '',
  prompt: '',
  name: '',
  'entry-point': '',
  prerequisite: '',
  folder: '',
} as const;

export type InputName = keyof typeof inputDefaults;
export type RawInputs = Readonly<Record<InputName, string>>;

/** The runner's variables: `INPUT_URL`, `INPUT_SERVICE-URL`, … */
export type Env = Readonly<Record<string, string | undefined>>;

/** Reads every input as text; a blank one has its default. */
export function rawInputs(env: Env): RawInputs {
  const read = (name: InputName): string => {
    const value = env[`INPUT_${name.toUpperCase()}`] ?? '';
    if (value.trim() === '') return inputDefaults[name];
    // A key is taken as it is: what does not belong into it shall be told, not dropped. So are the variables: a value
    // may end in blanks.
    return name === 'api-key' || name === 'variables' ? value : value.trim();
  };
  return {
    mode: read('mode'),
    tests: read('tests'),
    url: read('url'),
    'service-url': read('service-url'),
    'api-key': read('api-key'),
    'test-target-id': read('test-target-id'),
    environment: read('environment'),
    browser: read('browser'),
    breakpoint: read('breakpoint'),
    tags: read('tags'),
    variables: read('variables'),
    timeout: read('timeout'),
    comment: read('comment'),
    'github-token': read('github-token'),
    prompt: read('prompt'),
    name: read('name'),
    'entry-point': read('entry-point'),
    prerequisite: read('prerequisite'),
    folder: read('folder'),
  };
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
