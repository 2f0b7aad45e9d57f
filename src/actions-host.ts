import * as core from '@actions/core';
import type { Host } from './action/host.ts';
import { logSafe } from './action/log-text.ts';
import type { Redact } from './publish/redact/redact.ts';

/** The GitHub Actions runner. Everything that goes to it is redacted, and its log takes no command from a text. */
export function createActionsHost(redact: Redact): Host {
  const safe = (text: string) => logSafe(redact(text));
  return {
    info: (text) => core.info(safe(text)),
    warning: (text) => core.warning(safe(text)),
    annotate({ level, file, line, title, message }) {
      const place = { file: safe(file), startLine: line, title: safe(title) };
      if (level === 'error') core.error(safe(message), place);
      else core.warning(safe(message), place);
    },
    startGroup: (title) => core.startGroup(safe(title)),
    endGroup: () => core.endGroup(),
    // Outputs are our own words, ids, counts and paths: a redaction could only break them.
    setOutput: (name, value) => core.setOutput(name, value),
    writeSummary: (markdown) => writeSummary(markdown, false),
    rewriteSummary: (markdown) => writeSummary(markdown, true),
  };
}

async function writeSummary(markdown: string, overwrite: boolean): Promise<void> {
  if (!process.env.GITHUB_STEP_SUMMARY) return;
  await core.summary.addRaw(markdown, true).write({ overwrite });
}
