import { constants } from 'node:os';

/** The exit code that shells expect of a command that a signal has ended: 130 for Ctrl-C. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** What `--json` prints when there is no result. @param message as it is printed to stderr. */
export function jsonError(message: string): string {
  return `${JSON.stringify({ error: message.replace(/^error: /, '') }, null, 2)}\n`;
}
