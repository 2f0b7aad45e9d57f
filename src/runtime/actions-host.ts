import * as core from '@actions/core';
import { messageOf } from '../common/errors.ts';
import type { Redact } from '../common/text.ts';
import type { Host } from './host.ts';
import { logSafe } from './log-text.ts';

/** The GitHub Actions runner. Texts are redacted, and none of them can act as a workflow command. */
export function createActionsHost(redact: Redact): Host {
  const safe = (text: string) => logSafe(redact(text));
  let canSetOutputs = true;
  return {
    info: (text) => core.info(safe(text)),
    warning: (text) => core.warning(safe(text)),
    fail: (reason) => core.setFailed(safe(reason)),
    maskSecret: (secret) => core.setSecret(secret),
    annotate({ level, file, line, title, message }) {
      const location = { file: safe(file), startLine: line, title: safe(title) };
      if (level === 'error') core.error(safe(message), location);
      else core.warning(safe(message), location);
    },
    startGroup: (title) => core.startGroup(safe(title)),
    endGroup: () => core.endGroup(),
    // Outputs are words of ours, ids, counts and paths: redacting could only break them.
    setOutput(name, value) {
      if (!canSetOutputs) return;
      try {
        core.setOutput(name, value);
      } catch (error) {
        canSetOutputs = false;
        const reason = messageOf(error).replace(/\.$/, '');
        core.warning(
          safe(
            `Cannot write the outputs of the step: ${reason}. Check the file that GITHUB_OUTPUT names. Later steps may not have the outputs; the test result is unaffected.`,
          ),
        );
      }
    },
    writeSummary: (markdown) => writeSummary(markdown, { overwrite: false }),
    rewriteSummary: (markdown) => writeSummary(markdown, { overwrite: true }),
  };
}

async function writeSummary(markdown: string, options: { overwrite: boolean }): Promise<void> {
  if (!process.env.GITHUB_STEP_SUMMARY) return;
  await core.summary.addRaw(markdown, true).write(options);
}
