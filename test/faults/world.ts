import { z } from 'zod';
import type { Scenario } from './fault-scenario.ts';
import { FaultyServer, type Upstream } from './faulty-server.ts';
import { GitHubTruth } from './github-truth.ts';
import { isTransportFault, type Stage } from './kind.ts';
import { ServiceTruth } from './service-truth.ts';
import { type Answer, Wire, type WireRequest } from './wire.ts';

/** A report as the service has answered it. */
const answeredReport = z.object({
  id: z.string(),
  status: z.string(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
});
export type AnsweredReport = z.infer<typeof answeredReport>;

/** The service and the GitHub that the action talks to, one of them with a fault. */
export interface World extends AsyncDisposable {
  readonly service: ServiceTruth;
  readonly github: GitHubTruth;
  readonly serviceUrl: string;
  readonly githubUrl: string;
  /** How often the fault was injected. */
  injections(): number;
  /** The last state of the run's report that the client could read. */
  lastReport(): AnsweredReport | undefined;
  /** Requests that reached another origin with a secret. */
  leaks(): readonly string[];
}

/** How long a run of the service takes, in ms. It is still running at each poll that is spared. */
const runMs = 300;
const sparedMs = 1200;

export async function openWorld(scenario: Scenario): Promise<World> {
  await using opening = new AsyncDisposableStack();
  const { kind, stage } = scenario;
  const leaks: string[] = [];
  const elsewhere = opening.use(
    await Wire.open({
      accepted: () => false,
      arrived: () => false,
      keepAlive: () => false,
      sent: () => {},
      async answer({ method, path, headers }) {
        const secret = headers.get('x-api-key') ?? headers.get('authorization');
        if (secret !== undefined) leaks.push(`${method} ${path}`);
        return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('[]') };
      },
    }),
  );
  const anomaly = isTransportFault(kind) ? undefined : kind;
  const service = new ServiceTruth({
    truth: scenario.truth,
    lacksExecute: scenario.lacksExecute,
    runMs: runMs + scenario.spared * sparedMs,
    overrides: anomaly?.overrides?.(scenario.random) ?? {},
  });
  const github = new GitHubTruth({
    earlier: scenario.earlierComment,
    others: 3,
    ...anomaly?.github,
    ...(anomaly?.github?.link === undefined
      ? {}
      : { link: anomaly.github.link.replace('ELSEWHERE', elsewhere.url) }),
  });
  const report: { last: AnsweredReport | undefined } = { last: undefined };
  const atService = opening.use(
    await FaultyServer.open(
      scenario,
      upstreamOfService(service, (answered) => (report.last = answered)),
      elsewhere.url,
    ),
  );
  const atGitHub = opening.use(await FaultyServer.open(scenario, upstreamOfGitHub(github), elsewhere.url));
  github.url = atGitHub.url;
  const opened = opening.move();
  return {
    service,
    github,
    serviceUrl: atService.url,
    githubUrl: atGitHub.url,
    injections: () => (stage.startsWith('comment') ? atGitHub : atService).injections,
    lastReport: () => report.last,
    leaks: () => leaks,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const executed = z.object({ testReport: answeredReport });
const listed = z.object({ data: z.array(z.unknown()) });

function upstreamOfService(service: ServiceTruth, onReport: (report: AnsweredReport) => void): Upstream {
  const own = (body: unknown) => {
    const parsed = answeredReport.safeParse(body);
    return parsed.data?.id === service.runs[0]?.id ? parsed.data : undefined;
  };
  const ownIn = (stage: Stage, { body }: Answer): AnsweredReport | undefined => {
    if (body.byteLength === 0) return undefined;
    const json: unknown = JSON.parse(body.toString());
    if (stage === 'execute') return executed.safeParse(json).data?.testReport;
    if (stage === 'find')
      return listed
        .safeParse(json)
        .data?.data.map(own)
        .find((each) => each !== undefined);
    return own(json);
  };
  return {
    first: 'push',
    secret: service.apiKey,
    handle: (request) => service.handle(request),
    stageOf: serviceStage,
    next(stage, answer) {
      if (stage === 'push') return 'execute';
      if (stage === 'execute') return answer.status === 200 ? 'poll' : 'find';
      if (stage === 'find') return ownIn(stage, answer) === undefined ? 'find' : 'poll';
      return 'poll';
    },
    answered(stage, answer) {
      const report = ownIn(stage, answer);
      if (report !== undefined) onReport(report);
    },
  };
}

function serviceStage({ method, path }: WireRequest): Stage | undefined {
  const plain = path.replace(/\?.*$/, '');
  if (method === 'POST') return plain.endsWith('/draft/push') ? 'push' : 'execute';
  if (plain.endsWith('/test-reports')) return 'find';
  return plain.includes('/test-reports/') ? 'poll' : undefined;
}

function upstreamOfGitHub(github: GitHubTruth): Upstream {
  return {
    first: 'comment-list',
    secret: github.token,
    handle: (request) => github.handle(request),
    stageOf({ method, path }) {
      if (!path.includes('/comments')) return undefined;
      if (method === 'GET') return 'comment-list';
      return method === 'POST' ? 'comment-create' : 'comment-update';
    },
    next(stage) {
      if (stage === 'comment-create') return 'comment-update';
      if (stage === 'comment-update') return 'comment-list';
      return github.own().length > 0 ? 'comment-update' : 'comment-create';
    },
    answered: () => {},
  };
}
