import { type Stroke, stages } from '../kind.ts';
import { send } from '../wire.ts';

const everywhere = { stages, effect: 'transient' } as const;

/** Connections that fail before there is an answer. */
export const connectionFaults: readonly Stroke[] = [
  { name: 'refused', ...everywhere, at: 'refuse', again: true, strike: () => {} },
  { name: 'closed-at-accept', ...everywhere, at: 'accept', strike: ({ socket }) => void socket.end() },
  {
    name: 'reset-at-accept',
    ...everywhere,
    at: 'accept',
    strike: ({ socket }) => void socket.resetAndDestroy(),
  },
  { name: 'accepted-and-silent', ...everywhere, effect: 'stall', at: 'accept', strike: () => {} },
  {
    name: 'reset-after-line',
    ...everywhere,
    at: 'line',
    strike: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'reset-in-request',
    ...everywhere,
    at: 'half',
    strike: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'reset-not-done',
    ...everywhere,
    at: 'whole',
    strike: ({ socket }) => void socket.resetAndDestroy(),
  },
  { name: 'closed-not-done', ...everywhere, at: 'whole', strike: ({ socket }) => void socket.end() },
  {
    name: 'reset-but-done',
    ...everywhere,
    at: 'whole',
    did: true,
    async strike({ socket, done }) {
      await done();
      socket.resetAndDestroy();
    },
  },
  {
    name: 'closed-but-done',
    ...everywhere,
    at: 'whole',
    did: true,
    async strike({ socket, done }) {
      await done();
      socket.end();
    },
  },
  {
    name: 'done-and-silent',
    ...everywhere,
    effect: 'stall',
    at: 'whole',
    did: true,
    async strike({ done }) {
      await done();
    },
  },
  { name: 'silent-not-done', ...everywhere, effect: 'stall', at: 'whole', strike: () => {} },
  // The server has closed an idle connection at the moment in which the client writes to it.
  {
    name: 'kept-connection-closed',
    stages: ['execute', 'find', 'poll', 'comment-create', 'comment-update'],
    effect: 'transient',
    at: 'reused',
    strike: ({ socket }) => void socket.destroy(),
  },
  {
    name: 'kept-connection-reset',
    stages: ['execute', 'find', 'poll', 'comment-create', 'comment-update'],
    effect: 'transient',
    at: 'reused',
    strike: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'answer-before-request',
    ...everywhere,
    at: 'head',
    strike: ({ socket }) => send(socket, { status: 503, headers: {}, body: Buffer.from('busy') }),
  },
];
