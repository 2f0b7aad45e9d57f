import { expect, it } from 'vitest';
import { acts, openStage } from './stage.ts';

const { runOn } = openStage();

it('SCROLL times out on a busy page', async () => {
  // The page is busy as soon as it is scrolled, and never before.
  const html = '<p style="margin-top: 3000px">Far</p><script>scrollTo = () => { for (;;); }</script>';
  const steps = [acts({ action: 'SCROLL' })];
  const outcome = await runOn(html, steps, { timeoutPerStepMs: 5000 });
  expect(outcome.status).toBe('FAILED');
  expect(outcome.errorMessage).toBe(
    'Could not scroll to the end of the page: the step did not end in time. The page may be busy or unresponsive.\n\nTimeoutError: The step did not end within 5000 ms.',
  );
});
