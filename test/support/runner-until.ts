import { TestRunner } from 'vitest';

type Suite = Parameters<TestRunner['onBeforeRunSuite']>[0];

/** No test file begins after this time, in ms since 1970. Without it, all do. */
const until = Number(process.env.TEST_FILES_BEGIN_UNTIL ?? Number.POSITIVE_INFINITY);

/** Skips the test files that would begin too late. */
export default class RunnerUntil extends TestRunner {
  override async onBeforeRunSuite(suite: Suite): Promise<void> {
    if (suite.file === suite && suite.mode === 'run' && Date.now() > until) {
      suite.mode = 'skip';
      console.log(`Skipped, since there is no time left: ${suite.name}`);
    }
    await super.onBeforeRunSuite(suite);
  }
}
