import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { compileCache } from './compile-cache.ts';
import { root } from './run-action.ts';

export const entry = join(root, 'dist/cli/index.js');

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  /** Working directory. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process once it runs, and a function that returns what it has printed. */
  readonly during?: (child: ChildProcess, printed: () => string) => void;
}

async function environment() {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, CHROME_BIN: await ensureChromium(), ...compileCache };
}

/** Runs the built command as a process. */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const { cwd, env, during } = options;
  const child = spawn(process.execPath, [entry, ...args], {
    cwd,
    env: { ...(await environment()), ...env },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      printed[name] += chunk;
    });
  }
  // It may end while it is answered.
  child.stdin.on('error', () => {});
  during?.(child, () => printed.stdout + printed.stderr);
  const [exitCode] = await once(child, 'close');
  return { exitCode, ...printed };
}

/**
 * Runs the built command on a terminal, and shows how it leaves the terminal.
 * @param answer called with all that was printed; returns the keys to press.
 */
export async function onTerminal(
  args: readonly string[],
  cwd: string,
  answer: (printed: string) => string,
): Promise<string> {
  const command = [process.execPath, entry, ...args].map((each) => `'${each}'`).join(' ');
  const child = spawn('script', ['-qec', `${command}; echo "exit code $?"; stty -a`, '/dev/null'], {
    cwd,
    env: { ...(await environment()), TERM: 'dumb' },
  });
  let printed = '';
  // It may end while it is answered.
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
    child.stdin.write(answer(printed));
  });
  await once(child, 'close');
  return printed;
}
