import { z } from 'zod';
import type { Draw } from './draw.ts';
import { type Behind, FaultyServer } from './faulty-server.ts';
import { GitHubTruth } from './github-truth.ts';
import { isStroke, type Stage } from './kind.ts';
import { ServiceTruth } from './service-truth.ts';
import { type Answer, Wire, type WireRequest } from './wire.ts';

/** A result as the service has told it. */
const toldReport = z.object({
  id: z.string(),
  status: z.string(),
  testResults: z.array(z.object({ name: z.string(), status: z.string() })),
});
export type ToldReport = z.infer<typeof toldReport>;

/** Both sides that the action talks to, with a fault in one of them. */
export interface World extends AsyncDisposable {
  readonly service: ServiceTruth;
  readonly github: GitHubTruth;
  readonly serviceUrl: string;
  readonly githubUrl: string;
  /** How often the fault has struck. */
  struck(): number;
  /** The last state of the run's report that has gone out in a form that can be read. */
  told(): ToldReport | undefined;
  /** Requests that reached another origin with a secret. */
  leaks(): readonly string[];
}

/** How long a run of the service takes, in ms; each poll that is spared finds it under way. */
const runMs = 300;
const sparedMs = 1200;

export async function openWorld(draw: Draw): Promise<World> {
  await using opening = new AsyncDisposableStack();
  const { kind, stage } = draw;
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
  const tale = isStroke(kind) ? undefined : kind;
  const service = new ServiceTruth({
    truth: draw.truth,
    lacksExecute: draw.lacksExecute,
    runMs: runMs + draw.spared * sparedMs,
    story: tale?.story?.(draw.random) ?? {},
  });
  const github = new GitHubTruth({
    earlier: draw.earlierComment,
    others: 3,
    ...tale?.github,
    ...(tale?.github?.link === undefined
      ? {}
      : { link: tale.github.link.replace('ELSEWHERE', elsewhere.url) }),
  });
  const report: { told: ToldReport | undefined } = { told: undefined };
  const atService = opening.use(
    await FaultyServer.open(
      draw,
      behindService(service, (told) => (report.told = told)),
      elsewhere.url,
    ),
  );
  const atGitHub = opening.use(await FaultyServer.open(draw, behindGitHub(github), elsewhere.url));
  github.url = atGitHub.url;
  const opened = opening.move();
  return {
    service,
    github,
    serviceUrl: atService.url,
    githubUrl: atGitHub.url,
    struck: () => (stage.startsWith('comment') ? atGitHub : atService).struck,
    told: () => report.told,
    leaks: () => leaks,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const executed = z.object({ testReport: toldReport });
const listed = z.object({ data: z.array(z.unknown()) });

function behindService(service: ServiceTruth, told: (report: ToldReport) => void): Behind {
  const own = (body: unknown) => {
    const parsed = toldReport.safeParse(body);
    return parsed.data?.id === service.runs[0]?.id ? parsed.data : undefined;
  };
  const ownIn = (stage: Stage, { body }: Answer): ToldReport | undefined => {
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
    told(stage, answer) {
      const report = ownIn(stage, answer);
      if (report !== undefined) told(report);
    },
  };
}

function serviceStage({ method, path }: WireRequest): Stage | undefined {
  const plain = path.replace(/\?.*$/, '');
  if (method === 'POST') return plain.endsWith('/draft/push') ? 'push' : 'execute';
  if (plain.endsWith('/test-reports')) return 'find';
  return plain.includes('/test-reports/') ? 'poll' : undefined;
}

function behindGitHub(github: GitHubTruth): Behind {
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
    told: () => {},
  };
}
