import * as core from '@actions/core';
import { messageOf } from '../common/errors.ts';
import type { Redact } from '../common/text.ts';
import type { Annotation } from '../results/check-end.ts';
import { logSafe } from './log-text.ts';

/** The machine that runs the action: its log, outputs and job summary. Texts are redacted and escaped by the host. */
export interface Host {
  /** What to do if a pattern matches no test file. */
  readonly noTestsAdvice: string;
  info(text: string): void;
  warning(text: string): void;
  fail(reason: string): void;
  /** Has the runner mask a value in the log. */
  maskSecret(secret: string): void;
  /** Shows a message on a line of a file, and in the log. */
  annotate(annotation: Annotation): void;
  /** Folds everything in the log until `endGroup`. */
  startGroup(title: string): void;
  endGroup(): void;
  /** Sets an output of the step. If that is not possible, the first output has a warning. */
  setOutput(name: string, value: string): void;
  /** Appends to the job summary. */
  writeSummary(markdown: string): Promise<void>;
  /** Replaces what was written to the job summary. */
  rewriteSummary(markdown: string): Promise<void>;
}

/** For users of the action. */
export const noTestsAdvice =
  'Set `tests` to your test files, folders or globs, one per line; if there is intentionally nothing to test, set `tests: none`.';

/** The GitHub Actions runner. Texts are redacted, and none of them can act as a workflow command. */
export function createActionsHost(redact: Redact): Host {
  const safe = (text: string) => logSafe(redact(text));
  let canSetOutputs = true;
  return {
    noTestsAdvice,
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
