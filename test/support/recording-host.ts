import type { Host } from '../../src/action/host.ts';
import type { Annotation } from '../../src/publish/annotations.ts';

/** A host that keeps what it is told. */
export interface RecordingHost extends Host {
  /** Lines of the log; a warning begins with `warning: `. */
  readonly lines: string[];
  readonly annotations: Annotation[];
}

export function createRecordingHost(): RecordingHost {
  const lines: string[] = [];
  const annotations: Annotation[] = [];
  return {
    lines,
    annotations,
    info: (text) => void lines.push(text),
    warning: (text) => void lines.push(`warning: ${text}`),
    annotate: (annotation) => void annotations.push(annotation),
    startGroup: () => {},
    endGroup: () => {},
    setOutput: () => {},
    async writeSummary() {},
  };
}
