import { expect, it } from 'vitest';
import { withGracePeriod } from '../../../src/gate/execution/timing.ts';

it('no timer outlives work that has ended in its grace period', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const before = timers();
  // No other timer can start or end meanwhile.
  expect(await withGracePeriod(Promise.resolve('done'), AbortSignal.abort())).toBe('done');
  expect(timers()).toBe(before);
});
