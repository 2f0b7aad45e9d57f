import type { Annotation } from '../../src/results/check-end.ts';
import { type Host, noTestsAdvice } from '../../src/runtime/host.ts';

/** A host that records what is written to it. */
export interface RecordingHost extends Host {
  /** Lines of the log; a warning begins with `warning: `, a failure with `failed: `. */
  readonly lines: string[];
  /** The values that the log masks. */
  readonly secrets: string[];
  readonly annotations: Annotation[];
  /** The last value of each. */
  readonly outputs: Record<string, string>;
  /** The parts of the summary. */
  readonly summary: string[];
}

export function createRecordingHost(): RecordingHost {
  const lines: string[] = [];
  const secrets: string[] = [];
  const annotations: Annotation[] = [];
  const outputs: Record<string, string> = {};
  const summary: string[] = [];
  return {
    lines,
    secrets,
    annotations,
    outputs,
    summary,
    noTestsAdvice,
    info: (text) => void lines.push(text),
    warning: (text) => void lines.push(`warning: ${text}`),
    fail: (reason) => void lines.push(`failed: ${reason}`),
    maskSecret: (secret) => void secrets.push(secret),
    annotate: (annotation) => void annotations.push(annotation),
    startGroup: () => {},
    endGroup: () => {},
    setOutput: (name, value) => {
      outputs[name] = value;
    },
    async writeSummary(markdown) {
      summary.push(markdown);
    },
    async rewriteSummary(markdown) {
      summary.splice(0, summary.length, markdown);
    },
  };
}
