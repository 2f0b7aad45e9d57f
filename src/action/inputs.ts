import { z } from 'zod';
import { breakpoints, browsers, uuid } from '../contract/values.ts';
import { parseDuration } from './duration.ts';
import { UserError } from './user-error.ts';

/** Where the work is triggered. */
export type ServiceInput =
  | { readonly kind: 'embedded'; readonly url: string }
  | {
      readonly kind: 'hosted';
      readonly baseUrl: string;
      readonly apiKey: string;
      readonly testTargetId: string;
      /** Where it is missing, the environment's own URL is tested. */
      readonly url?: string;
    };

/** The action's inputs, checked. */
export interface Inputs extends Omit<z.output<typeof fields>, 'timeout'> {
  readonly service: ServiceInput;
  /** Deadline of the whole run, in ms. */
  readonly timeoutMs: number;
}

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
} as const;

type InputName = keyof typeof inputDefaults;
type RawInputs = Record<InputName, string>;

const variableLine = /^\s*([A-Za-z_]\w*)\s*=([^\r]*)$/;

const shortestTimeoutMs = 1000;
const longestTimeoutMs = 6 * 3_600_000;

const lines = z.string().transform((text) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== ''),
);

/** Each input by itself. */
const fields = z.object({
  mode: choice(['draft-push']),
  tests: lines.transform((patterns) =>
    patterns.length === 1 && patterns[0] === 'none'
      ? ({ kind: 'none' } as const)
      : ({ kind: 'patterns', patterns } as const),
  ),
  environment: z.string(),
  browser: choice(browsers),
  breakpoint: choice(breakpoints),
  tags: lines,
  variables: z.string().transform(readVariables),
  timeout: z.string().transform(readTimeout),
  comment: choice(['always', 'on-failure', 'never']),
});

/** What the inputs say together. */
const connection = z.record(z.string(), z.string()).transform((raw, context): ServiceInput => {
  const problem = (name: InputName, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const input = (name: InputName) => raw[name] ?? '';
  const [url, baseUrl, apiKey, testTargetId] = [
    input('url'),
    input('service-url'),
    input('api-key'),
    input('test-target-id'),
  ];
  if (url !== '' && !isWebUrl(url)) {
    problem('url', `${shown(url)} is no http or https URL. Write it in full, such as http://localhost:3000`);
  }
  if (baseUrl === '') {
    checkEmbedded(input, problem);
    return { kind: 'embedded', url };
  }
  if (!isWebUrl(baseUrl) || /[?#]|\/\/[^/]*@/.test(baseUrl)) {
    problem(
      'service-url',
      `${shown(baseUrl)} is no base URL of a service. Write scheme, host and path only, such as https://tests.example.com`,
    );
  }
  checkCredentials(apiKey, testTargetId, problem);
  return { kind: 'hosted', baseUrl, apiKey, testTargetId, ...(url === '' ? {} : { url }) };
});

type ReportProblem = (name: InputName, message: string) => void;

function checkEmbedded(input: (name: InputName) => string, problem: ReportProblem): void {
  if (input('url') === '') {
    problem(
      'url',
      'is missing. Without `service-url` the tests run here and need the address of the app, such as http://localhost:3000',
    );
  }
  for (const name of ['api-key', 'test-target-id'] as const) {
    if (input(name) !== '') {
      problem(
        name,
        'is given, but `service-url` is empty. Name the service in `service-url`, or leave this out',
      );
    }
  }
  if (input('browser') === 'FIREFOX' || input('browser') === 'SAFARI') {
    problem(
      'browser',
      `${input('browser')} needs a hosted service (\`service-url\`) so far: without one, use CHROMIUM`,
    );
  }
}

function checkCredentials(apiKey: string, testTargetId: string, problem: ReportProblem): void {
  if (apiKey.trim() === '') {
    problem(
      'api-key',
      "is missing, and `service-url` needs it. Pass the service's key from a secret; on pull requests from forks secrets are empty",
    );
  } else if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    problem(
      'api-key',
      'has a line break, a blank or another character in it that no key has. Store the secret again, without it',
    );
  }
  if (testTargetId === '') {
    problem('test-target-id', 'is missing, and `service-url` needs it. Copy it from the service');
  } else if (!uuid.safeParse(testTargetId).success) {
    problem('test-target-id', `${shown(testTargetId)} is no UUID. Copy it from the service`);
  }
}

/**
 * Reads the action's inputs from the variables that the runner sets (`INPUT_URL`, `INPUT_SERVICE-URL`, …). A blank
 * one means its default.
 * @throws UserError with every problem, each with its input's name and what to write instead.
 */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const raw = rawInputs(env);
  const parsed = fields.safeParse(raw);
  const service = connection.safeParse(raw);
  if (parsed.success && service.success) {
    const { timeout, ...rest } = parsed.data;
    return { ...rest, timeoutMs: timeout, service: service.data };
  }
  const problems = [...(parsed.error?.issues ?? []), ...(service.error?.issues ?? [])].map(
    ({ path, message }) => `  - ${path.join('.')}: ${message}.`,
  );
  const count = problems.length === 1 ? 'An input needs' : `${problems.length} inputs need`;
  throw new UserError([`${count} a change in the workflow file:`, ...problems].join('\n'));
}

/** The inputs that are secret: known before anything is checked or printed. */
export function secretInputs(env: Readonly<Record<string, string | undefined>>): {
  readonly secrets: readonly string[];
  readonly githubToken: string | undefined;
} {
  const raw = rawInputs(env);
  const fromVariables = raw.variables.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = variableLine.exec(line) ?? [];
    return isSecretName(name) ? [value, value.trim()] : [];
  });
  const secrets = [raw['api-key'], raw['api-key'].trim(), raw['github-token'], ...fromVariables];
  return {
    secrets: [...new Set(secrets.filter((secret) => secret !== ''))],
    githubToken: raw['github-token'] === '' ? undefined : raw['github-token'],
  };
}

/** Variables with such names are kept out of everything that is printed or posted. */
function isSecretName(name: string): boolean {
  return /pass|secret|token|key|pin|otp|credential/i.test(name);
}

function rawInputs(env: Readonly<Record<string, string | undefined>>): RawInputs {
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
  };
}

function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => `${shown(String(input))} is not one of its values. Use ${values.join(', ')}`,
  });
}

function readVariables(text: string, context: z.RefinementCtx): Record<string, string> {
  const variables = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, name, value] = variableLine.exec(line) ?? [];
    // The line itself is not shown: its value may be secret.
    if (name === undefined || value === undefined) {
      context.addIssue({ code: 'custom', message: `line ${index + 1} is not NAME=value` });
    } else if (variables.has(name)) {
      context.addIssue({ code: 'custom', message: `line ${index + 1} gives ${name} a second time` });
    } else {
      variables.set(name, value);
    }
  }
  return Object.fromEntries(variables);
}

function readTimeout(text: string, context: z.RefinementCtx): number {
  const ms = parseDuration(text);
  if (ms !== undefined && ms >= shortestTimeoutMs && ms <= longestTimeoutMs) return ms;
  context.addIssue({
    code: 'custom',
    message:
      ms === undefined
        ? `${shown(text)} is no duration. Write a number and a unit, such as 90s, 30m or 1h`
        : `${shown(text)} is out of range. Use 1s to 6h`,
  });
  return z.NEVER;
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** A given value in quotes, cut, and without the password that a URL may hold. */
function shown(given: string): string {
  const text = given.replace(/\/\/[^/]*@/g, '//***@');
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
