import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { unlessLate } from '../wait.ts';
import { makeSmallPictures } from './small-pictures.ts';
import type { LoggedStep, StepLog } from './step-log.ts';

/** Frames of how many steps are kept; earlier ones are dropped. */
const maxFrames = 40;
/** Limit of one frame, in bytes: a busy page must not use up the memory. */
const maxFrameBytes = 500_000;
/** Longer than the pause between two frames of a trace, so that these frames cause no others. */
const ackMs = 1000;
/** Timeout for starting, in ms. */
const startMs = 2000;
/** How many pictures an attempt has: the last ones. */
const maxPictures = 20;

/**
 * Keeps the last frame of each step. The frames are those that the driver's trace records anyway, so they cost next to
 * nothing.
 */
export class StepFrames {
  readonly #log: StepLog;
  readonly #frames = new Map<LoggedStep, Buffer>();

  constructor(log: StepLog) {
    this.#log = log;
  }

  /** Begins before the trace does, which determines the size of the frames. */
  async start(context: BrowserContext): Promise<void> {
    context.on('page', (page) => void this.#watch(page));
    await Promise.all(context.pages().map((page) => this.#watch(page)));
  }

  /**
   * The small pictures of steps, at most 20: none for a step after which the page looks as it did before.
   * @throws Error if the browser cannot make them.
   */
  async pictures(browser: Browser, steps: readonly LoggedStep[]): Promise<Map<LoggedStep, Buffer>> {
    const framed = steps.flatMap((step) => {
      const frame = this.#frames.get(step);
      return frame === undefined ? [] : [{ step, frame }];
    });
    if (framed.length === 0) return new Map();
    const small = await makeSmallPictures(
      browser,
      framed.map(({ frame }) => frame),
    );
    const changed = framed.flatMap(({ step }, index) => {
      const picture = small[index];
      return picture == null ? [] : [[step, picture] as const];
    });
    return new Map(changed.slice(-maxPictures));
  }

  /** A page that provides no frames is left out. */
  async #watch(page: Page): Promise<void> {
    const onFrame = ({ data }: { data: Buffer }) => {
      const step = this.#log.current;
      if (step !== undefined && data.length <= maxFrameBytes) this.#add(step, data);
      return sleep(ackMs, undefined, { ref: false });
    };
    await unlessLate(page.screencast.start({ onFrame }), startMs);
  }

  #add(step: LoggedStep, frame: Buffer): void {
    this.#frames.set(step, frame);
    const [oldest] = this.#frames.keys();
    if (this.#frames.size > maxFrames && oldest !== undefined) this.#frames.delete(oldest);
  }
}
