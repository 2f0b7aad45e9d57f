import { setImmediate as idle } from 'node:timers/promises';

/** A clock that stands still while anything can go on, and then jumps to the next moment that is waited for. */
export class VirtualTime {
  #now = 0;
  readonly #waiting: { readonly at: number; readonly wake: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => {
      this.#waiting.push({ at: this.#now + ms, wake });
    });

  /** Lets time pass until the work is done; nothing in it may wait for anything but this clock. */
  async run<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const end = () => {
      done = true;
    };
    work.then(end, end);
    for (;;) {
      await idle();
      if (done) return work;
      const next = this.#waiting.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined) throw new Error('The work waits for something else than the clock');
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#now = next.at;
      next.wake();
    }
  }
}
