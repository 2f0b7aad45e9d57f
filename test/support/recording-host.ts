import type { Host } from '../../src/action/host.ts';
import type { Annotation } from '../../src/publish/annotations.ts';

/** A host that keeps what it is told. */
export interface RecordingHost extends Host {
  /** Lines of the log; a warning begins with `warning: `. */
  readonly lines: string[];
  readonly annotations: Annotation[];
  /** The last value of each. */
  readonly outputs: Record<string, string>;
  /** The parts of the summary. */
  readonly summary: string[];
}

export function createRecordingHost(): RecordingHost {
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  const outputs: Record<string, string> = {};
  const summary: string[] = [];
  return {
    lines,
    annotations,
    outputs,
    summary,
    info: (text) => void lines.push(text),
    warning: (text) => void lines.push(`warning: ${text}`),
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
