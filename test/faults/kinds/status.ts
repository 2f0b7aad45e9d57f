import { type Effect, type FaultContext, gets, type Stage, stages, type TransportFault } from '../kind.ts';
import { type Answer, send } from '../wire.ts';

type Headers = Readonly<Record<string, string>>;

interface Refusal {
  readonly name?: string;
  readonly status: number;
  readonly effect?: Effect;
  readonly headers?: (hit: FaultContext) => Headers;
  readonly body?: (hit: FaultContext) => string;
  readonly stages?: readonly Stage[];
  readonly did?: boolean;
  readonly again?: boolean;
}

/** An answer that says no. */
function refusal({
  status,
  headers = () => ({}),
  did = false,
  again = false,
  ...more
}: Refusal): TransportFault {
  // 501 is what a service does not do, and says so for good.
  const transient = (status >= 500 && status !== 501) || status === 408 || status === 429;
  return {
    name: more.name ?? `${status}${did ? '-but-done' : ''}`,
    stages: more.stages ?? stages,
    effect: more.effect ?? (transient ? 'transient' : 'final'),
    at: 'whole',
    isProcessed: did,
    isRetryable: again,
    async inject(hit) {
      if (did) await hit.process();
      const body = Buffer.from(more.body?.(hit) ?? JSON.stringify({ message: `No: ${status}` }));
      const type = body[0] === 0x3c ? 'text/html' : 'application/json';
      const date = new Date().toUTCString();
      send(hit.socket, { status, headers: { 'content-type': type, date, ...headers(hit) }, body });
    },
  };
}

const badGateway = () => '<html><body><h1>502 Bad Gateway</h1><hr>proxy</body></html>';
const inASecond = (): Headers => ({ 'retry-after': new Date(Date.now() + 1000).toUTCString() });
const writes: readonly Stage[] = stages.filter((stage) => !gets.includes(stage));
const comments: readonly Stage[] = ['comment-create', 'comment-update'];

const refusals: readonly Refusal[] = [
  ...[400, 401, 403, 404, 409, 410, 413, 418, 422].map((status) => ({ status })),
  ...[408, 500, 501, 503, 529].map((status) => ({ status })),
  ...[502, 504].map((status) => ({ status, body: badGateway })),
  ...[500, 502, 503, 504].map((status) => ({ status, did: true, stages: writes })),
  ...[403, 404, 422].map((status) => ({ status, did: true, stages: comments })),
  { status: 429, again: true },
  { name: '429-in-seconds', status: 429, again: true, headers: () => ({ 'retry-after': '1' }) },
  { name: '429-by-date', status: 429, again: true, headers: inASecond },
  // By its own clock, which is hours ahead, it is a second.
  {
    name: '429-by-skewed-date',
    status: 429,
    again: true,
    headers: () => {
      const there = Date.now() + 5 * 3_600_000;
      return { date: new Date(there).toUTCString(), 'retry-after': new Date(there + 1000).toUTCString() };
    },
  },
  { name: '429-garbage', status: 429, again: true, headers: () => ({ 'retry-after': 'soon' }) },
  { name: '429-negative', status: 429, again: true, headers: () => ({ 'retry-after': '-5' }) },
  { name: '429-huge', status: 429, effect: 'stall', headers: () => ({ 'retry-after': '99999999999' }) },
  { name: '503-in-seconds', status: 503, again: true, headers: () => ({ 'retry-after': '1' }) },
  { name: '503-by-date', status: 503, again: true, headers: inASecond },
  { name: '503-huge', status: 503, effect: 'stall', headers: () => ({ 'retry-after': '86400' }) },
  {
    name: '403-rate-limit',
    status: 403,
    stages: ['comment-list', ...comments],
    headers: () => ({ 'retry-after': '1' }),
  },
  // A service that repeats what it was sent.
  {
    name: '500-with-the-key',
    status: 500,
    body: ({ secret }) => JSON.stringify({ message: `bad key ${secret}` }),
  },
  {
    name: '400-with-the-key',
    status: 400,
    body: ({ secret }) => JSON.stringify({ message: `bad key ${secret}` }),
  },
  { name: '299', status: 299, effect: 'transient' },
];

/** Moved elsewhere on the same server: followed for what only asks. */
function redirect(status: number): TransportFault {
  return {
    name: `${status}-here`,
    stages,
    effect: (stage) => (gets.includes(stage) ? 'harmless' : 'final'),
    at: 'whole',
    inject: ({ socket, request }) => {
      const location = `${request.path}${request.path.includes('?') ? '&' : '?'}${moved}`;
      send(socket, moving(status, location));
    },
  };
}

/** A request that was sent on by a redirect has this in its query. */
export const moved = 'moved=1';

function redirectElsewhere(status: number): TransportFault {
  return {
    name: `${status}-elsewhere`,
    stages,
    effect: 'final',
    at: 'whole',
    inject: ({ socket, request, elsewhere }) => send(socket, moving(status, `${elsewhere}${request.path}`)),
  };
}

const moving = (status: number, location: string): Answer => ({
  status,
  headers: { location },
  body: Buffer.from('moved'),
});

export const statusFaults: readonly TransportFault[] = [
  ...refusals.map(refusal),
  ...[301, 302, 307, 308].map(redirect),
  ...[301, 302, 307, 308].map(redirectElsewhere),
  {
    name: 'redirect-loop',
    stages,
    effect: (stage) => (gets.includes(stage) ? 'transient' : 'final'),
    at: 'whole',
    inject: ({ socket, request }) => send(socket, moving(302, request.path)),
  },
  {
    name: 'redirect-to-nowhere',
    stages,
    effect: 'final',
    at: 'whole',
    inject: ({ socket }) => send(socket, moving(302, 'http://[nowhere')),
  },
];
