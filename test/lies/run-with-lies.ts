import { createClient } from '../../src/client/client.ts';
import type { HttpRequest } from '../../src/client/transport.ts';
import type { Connection } from '../../src/connection/connection.ts';
import { buildContext } from '../../src/gate/context/context.ts';
import { readInputs } from '../../src/gate/inputs/read-inputs.ts';
import { runTests } from '../../src/gate/run-tests.ts';
import type { Verdict } from '../../src/results/run-results.ts';
import { createRecordingHost } from '../support/recording-host.ts';
import { targetId } from '../support/reports.ts';
import { makeWorkspace, type Workspace } from '../support/run-action.ts';
import { openRunningService } from '../support/running-service.ts';
import { createEventClock, type EventClock } from './event-clock.ts';
import {
  type Answer,
  answerSchemas,
  appUrl,
  cases,
  context,
  fetchFrom,
  honestService,
  operationOf,
} from './honest-service.ts';
import { type Lie, lieIn } from './lie.ts';
import { type PublishFlow, publishWithLies } from './publish-with-lies.ts';

/** A way in which the gate is used. The last two publish the results of other jobs. */
export const flows = ['execute', 'search', 'generation', 'embedded', 'last-job', 'finished-run'] as const;
export type Flow = (typeof flows)[number];

/** The outcome of a run with lies. */
export interface RunWithLies {
  readonly verdict: Pick<Verdict, 'status' | 'green' | 'reason' | 'results'>;
  /** The answers as they would have been without lies. */
  readonly answers: readonly Answer[];
  /** The lies that changed an answer: one about an answer that was not requested does not. */
  readonly applied: readonly Lie[];
  /** Those that made their answer unreadable. */
  readonly unreadable: readonly Lie[];
}

/** A run that does not end is cancelled after this time of its clock, in ms. */
const maxRunMs = 1_800_000;

/** The repository of all runs: a test case for each that the service knows, one of them excluded from an environment. */
export function makeRepository(): Promise<Workspace> {
  return makeWorkspace(
    Object.fromEntries(
      cases.map(({ id, name }) => [
        `browser-tests/${name}.yaml`,
        [
          `id: ${id}`,
          `description: ${name}`,
          ...(name === 'Mail' ? ['excludedEnvironmentNames: [staging]'] : []),
          'elements:',
          '  - interaction: { action: GO_TO, calledWith: / }',
          '  - { selectors: [{ selectorType: CSS, selector: h1 }], assertion: { expectation: VISIBLE } }',
          '',
        ].join('\n'),
      ]),
    ),
  );
}

/** Runs the gate, from the test files to the verdict, with a service whose answers contain these lies. */
export async function runWithLies(
  workspace: Workspace,
  flow: Flow,
  lies: readonly Lie[],
): Promise<RunWithLies> {
  const changer = createAnswerChanger(lies);
  const verdict = publishes(flow)
    ? await verdictOfPublishing(flow, changer)
    : await verdictOfRun(workspace, flow, changer);
  return { verdict, ...changer, applied: [...changer.applied], unreadable: [...changer.unreadable] };
}

type AnswerChanger = ReturnType<typeof createAnswerChanger>;

function publishes(flow: Flow): flow is PublishFlow {
  return flow === 'last-job' || flow === 'finished-run';
}

async function verdictOfPublishing(
  flow: PublishFlow,
  changer: AnswerChanger,
): Promise<RunWithLies['verdict']> {
  const { green, reason } = await publishWithLies(flow, changer.answer);
  return { status: green ? 'passed' : 'error', green, reason, results: [] };
}

async function verdictOfRun(workspace: Workspace, flow: Exclude<Flow, PublishFlow>, changer: AnswerChanger) {
  const cancel = new AbortController();
  const clock = createEventClock(maxRunMs, () => cancel.abort(new Error('the run does not end')));
  await using service = await openService(flow, clock);
  const client = createClient({
    baseUrl: 'http://service.test',
    apiKey: service.apiKey,
    now: service.now,
    random: () => 0,
    sleep: (ms, signal) => clock.sleep(ms, signal ?? cancel.signal),
    fetch: fetchFrom(async (path, url, request) => {
      // Each answer takes a moment.
      clock.advance(100);
      return changer.answer(await service.answer(path, url, request));
    }),
  });
  const connection: Connection = {
    client,
    testTargetId: service.testTargetId,
    url: async () => appUrl,
    async [Symbol.asyncDispose]() {},
  };
  const { owner, repo, sha, ref } = context;
  return await runTests({
    inputs: inputsOf(flow),
    context: buildContext(
      {
        GITHUB_WORKSPACE: workspace.path,
        GITHUB_REPOSITORY: `${owner}/${repo}`,
        GITHUB_SHA: sha,
        GITHUB_REF: `refs/heads/${ref}`,
        GITHUB_REF_NAME: ref,
      },
      undefined,
    ),
    evidenceFolder: workspace.path,
    host: createRecordingHost(),
    clock,
    connect: async () => connection,
    onProgress: () => {},
    cancel: cancel.signal,
  });
}

/** The service whose answers are changed. */
interface AnsweringService extends AsyncDisposable {
  readonly apiKey: string;
  readonly testTargetId: string;
  /** The service's time, in ms. */
  readonly now: () => number;
  readonly answer: (path: string, url: string, request: HttpRequest) => Promise<Answer>;
}

async function openService(flow: Exclude<Flow, PublishFlow>, clock: EventClock): Promise<AnsweringService> {
  if (flow === 'embedded') return openEmbeddedService();
  const base = Date.now();
  const now = () => base + clock.now();
  const answer = honestService({ hasExecute: flow === 'execute', now, finished: cases });
  return {
    apiKey: 'the-key',
    testTargetId: targetId,
    now,
    answer: async (path) => answer(path),
    async [Symbol.asyncDispose]() {},
  };
}

/** The embedded service, in which every case passes. */
async function openEmbeddedService(): Promise<AnsweringService> {
  const service = await openRunningService((run) => run.pass());
  return {
    apiKey: service.service.apiKey,
    testTargetId: service.testTargetId,
    now: Date.now,
    async answer(path, url, { signal: _, ...request }) {
      const response = await service.service.fetch(new Request(url, request));
      return {
        operation: operationOf(path),
        status: response.status,
        date: undefined,
        body: await response.json(),
      };
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

function inputsOf(flow: Flow) {
  return readInputs({
    INPUT_URL: appUrl,
    ...(flow === 'embedded'
      ? {}
      : {
          'INPUT_SERVICE-URL': 'http://127.0.0.1:1',
          'INPUT_API-KEY': 'the-key',
          'INPUT_TEST-TARGET-ID': targetId,
        }),
    ...(flow === 'generation' ? { INPUT_MODE: 'batch-generation', INPUT_PROMPT: 'the shop' } : {}),
  });
}

/** Changes the answers that the lies are about, and remembers the honest ones. */
function createAnswerChanger(lies: readonly Lie[]) {
  const answers: Answer[] = [];
  const applied = new Set<Lie>();
  const unreadable = new Set<Lie>();
  return {
    answers,
    applied,
    unreadable,
    answer(honest: Answer): Answer {
      const earlier = answers.filter(({ operation }) => operation === honest.operation);
      answers.push(honest);
      return lies.reduce((answer, lie) => {
        const isMeant =
          lie.operation === honest.operation &&
          (lie.lasting ? lie.nth <= earlier.length : lie.nth === earlier.length);
        const changed = isMeant ? lieIn(answer, earlier.at(-1), lie) : undefined;
        if (changed === undefined) return answer;
        applied.add(lie);
        if (!isReadable(changed)) unreadable.add(lie);
        return changed;
      }, honest);
    },
  };
}

function isReadable({ operation, status, body }: Answer): boolean {
  return status >= 200 && status < 300 && status !== 206 && answerSchemas[operation].safeParse(body).success;
}
