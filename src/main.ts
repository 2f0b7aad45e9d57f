import { runAction } from './gate/run-action.ts';
import { openJobArtifacts } from './github/job-artifacts.ts';
import { isDriverNoise } from './runner/browser/driver.ts';
import { cancelled } from './runtime/cancellation.ts';
import { createActionsHost } from './runtime/host.ts';
import { saveState } from './runtime/saved-state.ts';

/** The main step: the only place that sets the exit code, which is 1 until there is a verdict that allows 0. */
process.exitCode = await runAction(process.env, {
  cancel: cancelled,
  openHost: createActionsHost,
  saveState,
  onFatalError: (handler) => {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        if (!isDriverNoise(error)) handler(error);
      });
    }
  },
  openArtifacts: (options) => openJobArtifacts({ ...options, script: process.argv[1] ?? '' }),
});

// Nothing that may still be open keeps the job: everything is published. Browsers are killed on exit.
process.stdout.write('', () => process.exit());
