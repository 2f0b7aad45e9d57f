import { type Command, Option } from 'commander';
import { type InputName, inputFacts } from '../../gate/inputs/input-table.ts';

/** Arguments that the command cannot work with: exit code 2. */
export class WrongArguments extends Error {}

/** An option of the command that stands for an input of the action. */
interface InputOption {
  readonly input: InputName;
  readonly flags: string;
  readonly description: string;
  /** It may be given several times: each value is a line of the input. */
  readonly repeats?: true;
}

const option = (input: InputName, value: string, description: string): InputOption => ({
  input,
  flags: `--${input} <${value}>`,
  description,
});
const repeated = (input: InputName, name: string, value: string, description: string): InputOption => ({
  input,
  flags: `--${name} <${value}>`,
  description: `${description}; may be repeated`,
  repeats: true,
});

const inputOptions: readonly InputOption[] = [
  option('url', 'url', 'URL of the app under test'),
  option('start', 'command', 'command that starts the app; it is stopped after the tests'),
  option('start-timeout', 'duration', 'time for the app to answer after --start'),
  option('wait-on', 'url', 'URL that answers when the app is ready, if it is not --url'),
  repeated('tags', 'tag', 'tag', 'run only test cases with this tag'),
  option('shard', 'n/m', 'run only this shard of the test cases, such as 2/4'),
  option('mutants', 'n', 'number of faults to inject'),
  option('seed', 'text', 'seed for choosing the faults'),
  option('mutation-threshold', 'percent', 'fail if the mutation score is lower'),
  option('environment', 'name', 'name of the environment'),
  option('browser', 'name', 'chromium, firefox or safari'),
  option('breakpoint', 'size', 'desktop, tablet or mobile'),
  repeated('variables', 'variable', 'NAME=value', 'variable for the test cases'),
  option('workers', 'n', 'number of test cases to run at the same time'),
  option('retries', 'n', 'number of times to retry a failed test case'),
  option('max-failures', 'n', 'start no more test cases after n failures; 0 means no limit'),
  option('timeout', 'duration', 'deadline of the run'),
  option('timeout-per-step', 'duration', 'time limit for a step'),
  option('expect-timeout', 'duration', 'how long an assertion waits'),
  option('trace', 'when', 'always, on-failure or never'),
  option('reuse-login', 'boolean', 'whether test cases share a login'),
  repeated('browser-endpoints', 'browser-endpoint', 'url', 'remote browser'),
  option('mail-port', 'port', "port that receives the app's mail"),
  repeated('headers', 'header', 'Name: value', 'HTTP header for the app'),
  option('test-account-username', 'name', 'user name of the test account'),
  option('test-account-password', 'password', 'password of the test account'),
  option('test-account-otp-key', 'key', "key for the test account's one-time passwords"),
  option('basic-auth-username', 'name', 'user name for HTTP authentication'),
  option('basic-auth-password', 'password', 'password for HTTP authentication'),
];

/** The inputs that give access to an app behind HTTP authentication or a header field. */
export const accessInputs = [
  'headers',
  'basic-auth-username',
  'basic-auth-password',
] as const satisfies readonly InputName[];

/** Options as the parser returns them, by their names in camel case. */
export type ParsedOptions = Readonly<Record<string, unknown>>;

/** Inputs that `run` or `mutate` does not read, though the other one does. */
const notReadBy: Readonly<Record<'run' | 'mutate', readonly InputName[]>> = {
  run: ['mutants', 'seed', 'mutation-threshold'],
  mutate: ['shard', 'retries', 'max-failures', 'trace'],
};

/** How the names of environment variables begin that stand for options. */
export const variablePrefix = 'BROWSER_TEST_GATE_';

/**
 * Adds the options that stand for inputs: the given ones, or those that a command reads. Each can be set by an environment
 * variable, which keeps secrets out of the shell's history.
 */
export function addInputOptions(command: Command, names: readonly InputName[] | 'run' | 'mutate'): void {
  for (const { input, flags, description, repeats } of inputOptions) {
    const isRead = typeof names === 'string' ? !notReadBy[names].includes(input) : names.includes(input);
    if (!isRead) continue;
    const option = new Option(flags, withDefault(input, description));
    option.env(`${variablePrefix}${option.name().toUpperCase().replaceAll('-', '_')}`);
    if (repeats) option.argParser((value, previous?: unknown) => [...list(previous), value].join('\n'));
    command.addOption(option);
  }
  command.addHelpText(
    'after',
    '\nOptions with a value can also be set by environment variables, such as BROWSER_TEST_GATE_URL for --url.',
  );
}

function list(previous: unknown): string[] {
  return typeof previous === 'string' ? [previous] : [];
}

function withDefault(input: InputName, description: string): string {
  const value = inputFacts(input).default;
  return value === '' ? description : `${description} (default: ${value.toLowerCase()})`;
}

/** The options as the variables of the action's inputs, and the rest of the environment. */
export function inputEnv(
  parsed: ParsedOptions,
  more: Partial<Record<InputName, string>>,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !name.startsWith('INPUT_'));
  const options = inputOptions.flatMap(({ input, flags }) => {
    const value = parsed[new Option(flags).attributeName()];
    return typeof value === 'string' ? [[input, value] as const] : [];
  });
  const inputs = [...options, ...Object.entries(more)].map(([input, value]) => [
    `INPUT_${input.toUpperCase()}`,
    value,
  ]);
  return Object.fromEntries([...others, ...inputs]);
}

/** Names the options where a message names the inputs that they stand for. */
export function nameOptions(message: string): string {
  return message.replace(/(?:\b(?:the )?inputs? )?`([a-z-]+)`/g, (text, name: string) => {
    const isOption = name === 'folder' || inputOptions.some(({ input }) => input === name);
    return isOption ? `\`${optionName(name)}\`` : text;
  });
}

export function optionName(input: string): string {
  const found = inputOptions.find((each) => each.input === input);
  if (input === 'folder') return '--folder';
  return found === undefined ? input : `--${new Option(found.flags).name()}`;
}
