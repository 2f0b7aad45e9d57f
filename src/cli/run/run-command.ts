import { npxCommand } from '../../common/repository.ts';
import { shellWord } from '../../common/text.ts';

interface RunArguments {
  /** Default: the folder of the default pattern. */
  readonly folder?: string;
  readonly url: string;
  readonly start?: string | undefined;
  /** Names of variables whose values the reader knows. */
  readonly variables?: readonly string[];
}

/** How to call `run`: `npx` leaves no command behind. */
export function runCommand(
  { folder, url, start, variables = [] }: RunArguments,
  env: NodeJS.ProcessEnv,
): string {
  return [
    env.npm_command === 'exec' ? npxCommand : 'browser-test-gate',
    'run',
    ...(folder === undefined ? [] : [shellWord(folder)]),
    `--url ${shellWord(url)}`,
    ...(start === undefined ? [] : [`--start ${JSON.stringify(start)}`]),
    ...variables.map((name) => `--variable ${name}=…`),
  ].join(' ');
}
