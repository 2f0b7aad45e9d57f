import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sendJson, startHttpServer, type TestServer } from '../test/support/http-server.ts';
import { aReport, aResult, targetId } from '../test/support/reports.ts';
import { makeWorkspace, pullRequestEvent, runAction, type Workspace } from '../test/support/run-action.ts';
import { clickCase } from '../test/support/scenario.ts';
import { type Spread, spreadOf } from './statistics.ts';

const pushed = z.object({ testCases: z.array(z.object({ id: z.string() })) });

/** How long the shortest run takes, in ms; the others take up to a second longer, since polling happens once a second. */
const minRunMs = 3000;

/** A hosted service whose runs end by the clock, and when the last one did. */
interface TimedService extends TestServer {
  endedAt(): number;
}

/**
 * Measures the time from the end of a report at a hosted service to the verdict in the log, and to the end of the process.
 * @returns a Markdown table: medians and ranges, in ms.
 */
export async function benchLatency(rounds: number): Promise<string> {
  await using workspace = await makeWorkspace({ 'browser-tests/a.yaml': clickCase('Pay', 'Pay', 'Thanks') });
  const rows: string[] = [];
  for (const holdsBack of [true, false]) {
    const latencies: { verdict: number; exit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      latencies.push(await latency(workspace, holdsBack, minRunMs + (1000 * round) / rounds));
    }
    const name = holdsBack ? 'that honours `Prefer: wait`' : 'that ignores it';
    const [verdict, exit] = (['verdict', 'exit'] as const).map((key) =>
      formatSpread(spreadOf(latencies.map((each) => each[key]))),
    );
    rows.push(`| ${name} | ${verdict} | ${exit} |`);
  }
  return ['| a service | to the verdict | to the end of the process |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
}

function formatSpread({ median, min, max }: Spread): string {
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
}

async function latency(workspace: Workspace, holdsBack: boolean, runMs: number) {
  await using service = await startTimedService(holdsBack, runMs);
  let verdictAt: number | undefined;
  const { log } = await runAction({
    workspace: workspace.path,
    inputs: {
      url: 'http://app.example',
      'service-url': service.url,
      'api-key': 'the-key',
      'test-target-id': targetId,
    },
    event: pullRequestEvent,
    during: (child, logSoFar) =>
      child.stdout?.on('data', () => {
        if (logSoFar().includes('Verdict: ')) verdictAt ??= performance.now();
      }),
  });
  if (verdictAt === undefined || !log.includes('Verdict: passed'))
    throw new Error(`The run did not pass:\n${log}`);
  return { verdict: verdictAt - service.endedAt(), exit: performance.now() - service.endedAt() };
}

/** @param holdsBack whether it delays the answer to a request with `Prefer: wait` until the run has ended. */
async function startTimedService(holdsBack: boolean, runMs: number): Promise<TimedService> {
  let cases: z.infer<typeof pushed>['testCases'] = [];
  let report = aReport();
  let ending: Promise<void> = Promise.resolve();
  let endedAt: number | undefined;
  const answer = (response: ServerResponse) => {
    const testResults = cases.map(({ id }) => aResult({ testCaseId: id }));
    sendJson(response, 200, endedAt === undefined ? report : { ...report, status: 'PASSED', testResults });
  };
  const server = await startHttpServer(async ({ url, body, headers }, response) => {
    if (url.endsWith('/draft/push')) {
      cases = pushed.parse(JSON.parse(body)).testCases;
      return sendJson(response, 200, { success: true, versionIds: cases.map(() => randomUUID()) });
    }
    if (url.endsWith('/execute')) {
      report = aReport({ createdAt: new Date().toISOString() });
      ending = sleep(runMs).then(() => {
        endedAt = performance.now();
      });
      return sendJson(response, 200, { testReport: report });
    }
    const [, seconds] = /^wait=(\d+)$/.exec(String(headers.prefer)) ?? [];
    if (holdsBack && seconds !== undefined) await Promise.race([ending, sleep(Number(seconds) * 1000)]);
    answer(response);
  });
  return Object.assign(server, { endedAt: () => endedAt ?? Number.NaN });
}
