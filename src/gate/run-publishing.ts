import type { RunProgress } from '../report/headline.ts';
import type { Verdict } from '../results/run-results.ts';
import type { OpenedPublishing, openPublishing } from './open-publishing.ts';

/** What is published of a run. Its code is loaded when it is needed: the first request of the run does not wait for it. */
export class RunPublishing {
  readonly #load: () => Promise<OpenedPublishing>;
  #opened: Promise<OpenedPublishing> | undefined;

  constructor(...parameters: Parameters<typeof openPublishing>) {
    this.#load = async () => (await import('./open-publishing.ts')).openPublishing(...parameters);
  }

  #open(): Promise<OpenedPublishing> {
    this.#opened ??= this.#load();
    return this.#opened;
  }

  /** Says that the tests are running, at the first call. What fails here fails again at the end, and is reported then. */
  announce(): void {
    if (this.#opened !== undefined) return;
    this.#open()
      .then((opened) => opened.announce())
      .catch(() => {});
  }

  /** Says how far the tests are, if they are announced. */
  progress(progress: RunProgress): void {
    this.#opened?.then((opened) => opened.progress(progress)).catch(() => {});
  }

  /** Logs and publishes the verdict. */
  async conclude(verdict: Verdict): Promise<void> {
    await (await this.#open()).conclude(verdict);
  }
}
