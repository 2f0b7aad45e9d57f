import { expect, it } from 'vitest';
import { type HostedStandIn, startHosted } from '../support/hosted-stand-in.ts';
import { processesOf } from '../support/processes.ts';
import { endedWithinMs } from '../support/run-action.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';
import { timeUntilExit } from '../support/time-until-exit.ts';

/** More of them: SIGNALS=200. */
const signals = Number(process.env.SIGNALS ?? 24);

/** On a busy machine the time for GitHub may be over; the post step then writes the comment. */
const outOfTime = /The comment could not be posted: .*the job was cancelled/;

/** A recording of it always has something under way. */
const busyPage = `<h1>Hello</h1><script>
  setInterval(() => fetch('/').then(() => document.body.append(' more'), () => {}), 20);
</script>`;

const kinds = ['embedded', 'waiting', 'silent'] as const;

/** One run that would never end, and a signal after so many ms. @returns what is wrong with how it ended. */
async function cancelled(index: number): Promise<string[]> {
  const kind = kinds[index % kinds.length] ?? 'embedded';
  const githubHangs = index % 4 === 3;
  const signal = (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const)[index % 4] ?? 'SIGINT';
  // The golden ratio's multiples are spread evenly, whatever their number.
  const afterMs = ((index * 0.618) % 1) * (kind === 'embedded' ? 6000 : 2000);
  await using stack = new AsyncDisposableStack();
  const scenario = stack.use(
    await makeScenario({
      files: { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') },
      pages: { '/': busyPage },
      github: { intercept: () => githubHangs },
    }),
  );
  const hosted: HostedStandIn | undefined =
    kind === 'embedded' ? undefined : stack.use(await startHosted(kind));
  let untilExit = () => 0;
  const { exitCode, log, outputs, summary } = await scenario.run({
    inputs: hosted?.inputs ?? { trace: 'always' },
    during: (child) => {
      setTimeout(() => {
        untilExit = timeUntilExit(child);
        child.kill(signal);
      }, afterMs);
    },
  });
  const ms = Math.round(untilExit());
  const left = await processesOf(scenario.workspace.path);
  // Before the first line of the action runs, the signal itself ends the process: there is nothing to report.
  const begun = log !== '';
  const comments = scenario.github.comments.map(({ body }) => body);
  const wrong = [
    exitCode === 1 || (exitCode === null && !begun) ? '' : `exit code ${exitCode}`,
    ms <= endedWithinMs ? '' : `took ${ms} ms`,
    log.includes('Unexpected internal error') ? 'an unexpected error' : '',
    left.length === 0 ? '' : `left ${left.join(', ')}`,
    !begun || outputs.status === 'cancelled' ? '' : `status ${outputs.status}`,
    !begun || summary.includes('cancelled') ? '' : `summary ${summary}`,
    !begun || githubHangs || comments.some((body) => body.includes('🚫')) || outOfTime.test(log)
      ? ''
      : `comment ${comments}`,
  ].filter((each) => each !== '');
  return wrong.map((each) => `${index} ${kind} ${signal} after ${Math.round(afterMs)} ms: ${each}\n${log}`);
}

it(`a run is cancelled at any of ${signals} moments: red, reported, in time, and without a process left`, {
  timeout: signals * 30_000,
}, async () => {
  const wrong: string[] = [];
  for (let index = 0; index < signals; index += 2) {
    const both = await Promise.all([cancelled(index), cancelled(index + 1)]);
    wrong.push(...both.flat());
  }
  expect(wrong).toEqual([]);
});
