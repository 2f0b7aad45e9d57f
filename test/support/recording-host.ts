import type { Host } from '../../src/action/host.ts';

/** A host that keeps what it is told. */
export interface RecordingHost extends Host {
  /** Lines of the log; a warning begins with `warning: `. */
  readonly lines: string[];
}

export function createRecordingHost(): RecordingHost {
  const lines: string[] = [];
  return {
    lines,
    info: (text) => void lines.push(text),
    warning: (text) => void lines.push(`warning: ${text}`),
    startGroup: () => {},
    endGroup: () => {},
    setOutput: () => {},
    async writeSummary() {},
  };
}
