import type { Locator } from 'playwright-core';
import { z } from 'zod';

/** What the driver is asked about the elements of a locator. The names are its own. */
export interface Question {
  /** Such as `to.be.visible`. */
  readonly expression: string;
  /** Waits until it is not so. */
  readonly isNot?: boolean;
  readonly expressionArg?: string;
  readonly expectedNumber?: number;
  readonly expectedText?: readonly ExpectedText[];
  readonly expectedValue?: object;
}

export interface ExpectedText {
  readonly string?: string;
  readonly regexSource?: string;
  readonly regexFlags?: string;
  readonly matchSubstring?: boolean;
  readonly normalizeWhiteSpace?: boolean;
}

const answer = z.object({
  /** The verdict before `isNot` turns it round. */
  matches: z.boolean(),
  received: z.object({ value: z.unknown().optional() }).optional(),
  /** Begins with `Error: `; set where nothing could be compared. */
  errorMessage: z.string().optional(),
  timedOut: z.boolean().optional(),
  log: z.array(z.string()).optional(),
});

/** What the driver has seen until it was so, or until the time was over. */
export type Answer = z.infer<typeof answer>;

/**
 * Asks the driver until it is so, in its own rhythm. This is what Playwright Test's `expect(locator)` calls, and nothing
 * public does the same: looking again and again from outside is slower and judges otherwise. It is not public either, so
 * this file alone knows it, and looks whether it is there; the driver ships with us in one fixed version.
 * @param timeout in ms.
 * @throws Error where this driver does not have it or answers something else.
 */
export async function askDriver(
  locator: Locator,
  { expression, ...rest }: Question,
  timeout: number,
): Promise<Answer> {
  const ask: unknown = Reflect.get(locator, '_expect');
  if (typeof ask !== 'function') {
    throw new Error(
      'This playwright-core cannot check expectations: its Locator has no _expect. Use the version that comes with the action.',
    );
  }
  const given: unknown = await Reflect.apply(ask, locator, [expression, { isNot: false, ...rest, timeout }]);
  const read = answer.safeParse(given);
  if (read.success) return read.data;
  throw new Error(
    `This playwright-core answers expectations in another form (${z.prettifyError(read.error)}). Use the version that comes with the action.`,
  );
}
