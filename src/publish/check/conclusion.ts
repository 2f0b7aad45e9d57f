import type { Verdict } from '../verdict.ts';

/** How a check run can end, in GitHub's words. */
export type CheckConclusion = 'success' | 'neutral' | 'failure' | 'timed_out' | 'cancelled';

/** A required check is satisfied by `success` and by `neutral`: by these two alone where the verdict is green. */
export function conclusionOf({ status, green }: Pick<Verdict, 'status' | 'green'>): CheckConclusion {
  switch (status) {
    case 'passed':
    case 'done':
      return green ? 'success' : 'failure';
    case 'nothing-to-run':
      return green ? 'neutral' : 'failure';
    case 'timed-out':
      return 'timed_out';
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'error':
      return 'failure';
  }
}
