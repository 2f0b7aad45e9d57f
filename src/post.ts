import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from './common/errors.ts';
import { killGroup } from './connection/app-process.ts';
import { buildContext } from './gate/context/context.ts';
import { Session } from './gate/session.ts';
import { openJobArtifacts } from './github/job-artifacts.ts';
import { completeRun, isComplete } from './publish/complete-run.ts';
import { createActionsHost } from './runtime/host.ts';
import { redirectWarnings } from './runtime/log-text.ts';
import { readState, type SavedState } from './runtime/saved-state.ts';
import { removeNow } from './runtime/temp-folder.ts';

/**
 * The post step. A main step that was killed leaves a comment that says "running", a check run that is in progress for
 * ever, and temporary files. It never fails the job.
 */

const script = join(dirname(process.argv[1] ?? ''), '..', 'index.js');
const session = new Session(process.env, {
  cancel: new AbortController().signal,
  openHost: createActionsHost,
  saveState: () => {},
  openArtifacts: (options) => openJobArtifacts({ ...options, script }),
});
const warn = (error: unknown) =>
  session.host.info(`Could not clean up after the browser tests: ${messageOf(error)}`);
redirectWarnings(warn);
process.on('uncaughtException', (error) => {
  warn(error);
  process.exit(0);
});

const state = readState();
if (state !== undefined) {
  await complete(state).catch(warn);
  await removeLeftovers(state).catch(warn);
}
process.stdout.write('', () => process.exit(0));

async function complete(state: SavedState): Promise<void> {
  if (isComplete(state)) return;
  if (state.verdict === undefined)
    session.host.info('The main step was killed or cancelled before there was a verdict.');
  const context = buildContext(process.env, undefined, { runsTests: false });
  const { evidenceFolder } = state;
  const publishContext = { ...(await session.publishContext(context, state.facts)), evidenceFolder };
  await completeRun(state, publishContext, warn);
}

async function removeLeftovers({ tempFolder, evidenceFolder, appPid }: SavedState): Promise<void> {
  killGroup(appPid, 'SIGKILL');
  if (tempFolder !== undefined) removeNow(tempFolder);
  // Traces that were still being written.
  const files = await readdir(evidenceFolder, { recursive: true }).catch(() => []);
  for (const file of files.filter((each) => each.endsWith('.part'))) {
    await rm(join(evidenceFolder, file), { force: true });
  }
}
