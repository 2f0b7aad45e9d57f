import type { Redact } from '../../src/common/text.ts';
import { type Host, noTestsAdvice } from '../../src/runtime/host.ts';
import { logSafe } from '../../src/runtime/log-text.ts';

export interface CommandHost {
  readonly openHost: (redact: Redact) => Host;
  /** Everything that was printed, with workflow commands as `@actions/core` writes them. */
  log(): string;
  readonly outputs: Record<string, string>;
  summary(): string;
}

/** A host like that of the GitHub Actions runner, which prints into memory. */
export function createCommandHost(): CommandHost {
  let log = '';
  let summary = '';
  const outputs: Record<string, string> = {};
  const print = (line: string) => {
    log += `${line}\n`;
  };
  const openHost = (redact: Redact): Host => {
    const safe = (text: string) => logSafe(redact(text));
    return {
      noTestsAdvice,
      info: (text) => print(safe(text)),
      warning: (text) => print(`::warning::${escapeData(safe(text))}`),
      fail: (reason) => print(`::error::${escapeData(safe(reason))}`),
      maskSecret: (secret) => print(`::add-mask::${escapeData(secret)}`),
      annotate({ level, file, line, title, message }) {
        const properties = { title: safe(title), file: safe(file), line: String(line) };
        const text = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
        print(`::${level} ${text.join(',')}::${escapeData(safe(message))}`);
      },
      startGroup: (title) => print(`::group::${escapeData(safe(title))}`),
      endGroup: () => print('::endgroup::'),
      setOutput: (name, value) => {
        outputs[name] = String(value);
      },
      async writeSummary(markdown) {
        summary += `${markdown}\n`;
      },
      async rewriteSummary(markdown) {
        summary = `${markdown}\n`;
      },
    };
  };
  return { openHost, log: () => log, outputs, summary: () => summary };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
