import type { Frame, Locator } from 'playwright-core';
import { z } from 'zod';
import type { DriverLimits } from '../steps/step-scope.ts';

/** An expectation in the driver's own terms. */
export interface DriverExpectation {
  /** Such as `to.be.visible`. */
  readonly expression: string;
  /** Whether the expectation is negated. */
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

const expectResult = z.object({
  /** The result before `isNot` is applied. */
  matches: z.boolean(),
  received: z.object({ value: z.unknown().optional() }).optional(),
  /** Starts with `Error: `; set if nothing could be compared. */
  errorMessage: z.string().optional(),
  timedOut: z.boolean().optional(),
  log: z.array(z.string()).optional(),
});

/** What the driver has seen until the expectation was met or the time was over. */
export type ExpectResult = z.infer<typeof expectResult>;

/**
 * Has the driver check an expectation until it is met. This is what Playwright Test's `expect(locator)` and `expect(page)`
 * call; no public function does the same, and polling from outside is slower and gives different results. As it is not
 * public, only this file uses it and checks that it exists; the driver is bundled in one fixed version.
 * @throws Error if this driver does not have it or returns something else.
 */
export async function expectInDriver(
  target: Locator | Frame,
  { expression, ...rest }: DriverExpectation,
  limits: DriverLimits,
): Promise<ExpectResult> {
  const expect: unknown = Reflect.get(target, '_expect');
  if (typeof expect !== 'function') {
    throw new Error(
      'This playwright-core cannot check expectations: its Locator or Frame has no _expect. Use the version that is bundled with the action.',
    );
  }
  const returned: unknown = await Reflect.apply(expect, target, [
    expression,
    { isNot: false, ...rest, ...limits },
  ]);
  const read = expectResult.safeParse(returned);
  if (read.success) return read.data;
  throw new Error(
    `This playwright-core returns unknown results of expectations (${z.prettifyError(read.error)}). Use the version that is bundled with the action.`,
  );
}
