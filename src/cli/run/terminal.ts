import { styleText } from 'node:util';
import type { Redact } from '../../common/text.ts';
import type { Host } from '../../runtime/host.ts';
import { logSafe } from '../../runtime/log-text.ts';
import { nameOptions } from './input-options.ts';

type Style = Parameters<typeof styleText>[0];

/** Where a command prints. Texts are redacted, and cannot control the terminal. */
export interface Terminal {
  print(text: string, style?: Style): void;
  /** Shows a line below all others until it is replaced, if this is a terminal. */
  showStatus(text: string): void;
}

const clearLine = '\r\u001b[2K';

export function createTerminal(stream: NodeJS.WriteStream, redact: Redact): Terminal {
  let status = '';
  const show = (text: string) => {
    if (stream.isTTY && text !== status) stream.write(`${clearLine}${text}`);
    status = text;
  };
  return {
    print(text, style) {
      const shown = status;
      show('');
      const safe = logSafe(redact(text));
      stream.write(`${style === undefined ? safe : styleText(style, safe, { stream })}\n`);
      show(shown);
    },
    showStatus(text) {
      const line = logSafe(redact(text)).replaceAll('\n', ' ');
      // A terminal that does not know its width has 0 columns.
      show([...line].slice(0, (stream.columns || 80) - 1).join(''));
    },
  };
}

/** What to do if a pattern matches no test file. */
export const noTestsAdvice =
  'Name test files, folders or glob patterns, or write a first test with `browser-test-gate init`.';

/** The host of a run in a terminal. Progress, which the action prints in a group, is shown by the command itself. */
export function createTerminalHost({ print }: Terminal): Host {
  let isInGroup = false;
  const warn = (text: string) => print(`warning: ${nameOptions(text)}`, 'yellow');
  return {
    noTestsAdvice,
    info: (text) => {
      if (!isInGroup) print(nameOptions(text), 'dim');
    },
    warning: warn,
    fail: (reason) => print(reason, 'red'),
    maskSecret: () => {},
    // The problems of test files are all in the error that follows.
    annotate: ({ level, message }) => {
      if (level === 'warning') warn(message);
    },
    startGroup: () => {
      isInGroup = true;
    },
    endGroup: () => {
      isInGroup = false;
    },
    setOutput: () => {},
    writeSummary: async () => {},
    rewriteSummary: async () => {},
  };
}
