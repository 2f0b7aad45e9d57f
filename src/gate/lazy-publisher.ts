import type { RunProgress } from '../report/headline.ts';
import type { Verdict } from '../results/run-results.ts';
import type { openPublisher, Publisher } from './publisher.ts';

/** A publisher whose code is loaded when it is needed: the first request of the run does not wait for it. */
export class LazyPublisher {
  readonly #load: () => Promise<Publisher>;
  #opened: Promise<Publisher> | undefined;

  constructor(...parameters: Parameters<typeof openPublisher>) {
    this.#load = async () => (await import('./publisher.ts')).openPublisher(...parameters);
  }

  #open(): Promise<Publisher> {
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
