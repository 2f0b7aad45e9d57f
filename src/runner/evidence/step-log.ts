import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { defined } from '../../common/object-fields.ts';
import { type ExecutedStep, maxSteps } from '../../contract/attempt.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import { elementOf, isSameStep, type StepRef } from '../documents/step-ref.ts';
import { NothingChecked, type StepFailed } from '../step-failed.ts';
import { unlessLate, withTimeout } from '../wait.ts';

export interface LoggedStep {
  readonly ref: StepRef;
  readonly startedAt: number;
  /** Status and duration are undefined until the step has ended. */
  status?: 'PASSED' | 'FAILED' | 'IGNORED';
  durationMs?: number;
}

/** The steps of an attempt. Steps that start after the log was closed are left out. */
export class StepLog {
  #steps: LoggedStep[] = [];
  #isClosed = false;

  /** The step that was started last; undefined before the first one and after the log was closed. */
  get current(): LoggedStep | undefined {
    return this.#isClosed ? undefined : this.#steps.at(-1);
  }

  /** The last steps, at most 300. */
  get steps(): readonly LoggedStep[] {
    return this.#steps.slice(-maxSteps);
  }

  start(ref: StepRef): void {
    if (!this.#isClosed) this.#steps.push({ ref, startedAt: performance.now() });
  }

  end(status: 'PASSED' | 'FAILED' = 'PASSED'): void {
    const { current } = this;
    if (current === undefined || current.durationMs !== undefined) return;
    measure(current);
    current.status ??= status;
  }

  ignore(ref: StepRef): void {
    const ignored = this.#isClosed ? undefined : this.#find(ref);
    if (ignored !== undefined) ignored.status = 'IGNORED';
  }

  /** Closes the log. The failure may belong to an earlier step than the current one, which is left out then. */
  fail(failure: StepFailed): void {
    const failed = failure instanceof NothingChecked ? undefined : this.#find(failure.step);
    if (failed !== undefined && !this.#isClosed) {
      failed.status = 'FAILED';
      if (failed === this.current) measure(failed);
    }
    this.close();
  }

  close(): void {
    this.#steps = this.#steps.filter(({ status }) => status !== undefined);
    this.#isClosed = true;
  }

  #find(ref: StepRef): LoggedStep | undefined {
    return this.#steps.findLast((each) => isSameStep(each.ref, ref));
  }
}

function measure(step: LoggedStep): void {
  step.durationMs = performance.now() - step.startedAt;
}

/** @param testCaseId the case that was run: its steps do not repeat its id. */
export function toExecutedStep(
  { ref, status, durationMs = 0 }: LoggedStep,
  testCaseId: string,
): ExecutedStep {
  const { testCase, elementIndex } = ref;
  return {
    ...(testCase.id === testCaseId ? {} : { testCaseId: testCase.id }),
    ...defined({ elementIndex }),
    status: status ?? 'PASSED',
    durationMs: Math.round(durationMs),
  };
}

/** Such as `Sign in, step 2: click button “Sign in”`. */
export function titleOf(step: StepRef): string {
  const { testCase, elementIndex = 0 } = step;
  const element = elementOf(step);
  if (element === undefined) return `${testCase.description}: the entry point`;
  return `${testCase.description}, step ${elementIndex + 1}: ${describeStep(element)}`;
}

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

const options = {
  /** Width of a picture in pixels. */
  width: 320,
  /** Of its JPEG. */
  quality: 0.6,
  /** How many pixels of two different pictures differ at least: a blinking cursor is no change. */
  minPixels: 12,
  /** How far apart two different values of a colour are, of 255: compression changes them as well. */
  minDifference: 40,
};

const timeoutMs = 5000;

const smallPictures = z.array(z.string().nullable());

/**
 * Makes pictures smaller: JPEG, 320 pixels wide. The browser does it, in a context of its own.
 * @param pictures in any format that the browser reads.
 * @returns for each picture the small one; null if it looks like the one before.
 * @throws the driver's error; Error after 5 s.
 */
export async function makeSmallPictures(
  browser: Browser,
  pictures: readonly Buffer[],
): Promise<(Buffer | null)[]> {
  const context = await browser.newContext();
  try {
    const shrink = async () => {
      const page = await context.newPage();
      return page.evaluate(shrinkAll, {
        pictures: pictures.map((each) => each.toString('base64')),
        ...options,
      });
    };
    const small = await withTimeout(shrink(), timeoutMs, `Not ready within ${timeoutMs / 1000} s.`);
    return smallPictures
      .parse(small)
      .map((each) => (each === null ? null : Buffer.from(each.slice(each.indexOf(',') + 1), 'base64')));
  } finally {
    void context.close().catch(() => {});
  }
}

/** Runs in the browser as its source text, so it may only use what it declares. */
async function shrinkAll({
  pictures,
  width,
  quality,
  minPixels,
  minDifference,
}: typeof options & { readonly pictures: readonly string[] }): Promise<(string | null)[]> {
  const small: (string | null)[] = [];
  let before: ImageData | undefined;
  for (const picture of pictures) {
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(width, image.width);
    canvas.height = Math.round((image.height * canvas.width) / image.width);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser has no canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    if (before !== undefined && looksLike(pixels, before)) {
      small.push(null);
      continue;
    }
    before = pixels;
    small.push(canvas.toDataURL('image/jpeg', quality));
  }
  return small;

  function looksLike(one: ImageData, other: ImageData): boolean {
    if (one.width !== other.width || one.height !== other.height) return false;
    let different = 0;
    for (let start = 0; start < one.data.length && different < minPixels; start += 4) {
      const distance = (at: number) => Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0));
      if (Math.max(distance(start), distance(start + 1), distance(start + 2)) >= minDifference)
        different += 1;
    }
    return different < minPixels;
  }
}
