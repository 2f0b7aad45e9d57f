import { messageOf } from '../common/errors.ts';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { BrowserPool } from './browser/browser-pool.ts';
import { type AttemptResult, type AttemptSettings, makeAttempt, type RunScope } from './make-attempt.ts';

/** In how many browsers an attempt is made: if each of them ends unexpectedly, the case is the reason. */
const browsersPerAttempt = 2;

/** Makes an attempt. If the browser ends unexpectedly, the attempt is made again in a browser of its own. */
export async function attemptInBrowser(
  pool: BrowserPool,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: AttemptSettings,
): Promise<AttemptResult> {
  for (let deaths = 0; ; deaths += 1) {
    await using lease = await pool.lease({ dedicated: deaths > 0 });
    try {
      const result = await makeAttempt(lease.browser, testCase, run, settings);
      if (result.browserIsStuck) await lease.discard();
      return result;
    } catch (error) {
      if (run.signal.aborted || lease.browser.isConnected()) throw error;
      if (deaths + 1 < browsersPerAttempt) continue;
      const reason = messageOf(error);
      throw new Error(`The browser ended unexpectedly, ${browsersPerAttempt} times: ${reason}`);
    }
  }
}
