import { stages, type TransportFault } from '../kind.ts';
import { send } from '../wire.ts';

const everywhere = { stages, effect: 'transient' } as const;

/** Connections that fail before there is an answer. */
export const connectionFaults: readonly TransportFault[] = [
  { name: 'refused', ...everywhere, at: 'refuse', isRetryable: true, inject: () => {} },
  { name: 'closed-at-accept', ...everywhere, at: 'accept', inject: ({ socket }) => void socket.end() },
  {
    name: 'reset-at-accept',
    ...everywhere,
    at: 'accept',
    inject: ({ socket }) => void socket.resetAndDestroy(),
  },
  { name: 'accepted-and-silent', ...everywhere, effect: 'stall', at: 'accept', inject: () => {} },
  {
    name: 'reset-after-line',
    ...everywhere,
    at: 'line',
    inject: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'reset-in-request',
    ...everywhere,
    at: 'half',
    inject: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'reset-not-done',
    ...everywhere,
    at: 'whole',
    inject: ({ socket }) => void socket.resetAndDestroy(),
  },
  { name: 'closed-not-done', ...everywhere, at: 'whole', inject: ({ socket }) => void socket.end() },
  {
    name: 'reset-but-done',
    ...everywhere,
    at: 'whole',
    isProcessed: true,
    async inject({ socket, process: done }) {
      await done();
      socket.resetAndDestroy();
    },
  },
  {
    name: 'closed-but-done',
    ...everywhere,
    at: 'whole',
    isProcessed: true,
    async inject({ socket, process: done }) {
      await done();
      socket.end();
    },
  },
  {
    name: 'done-and-silent',
    ...everywhere,
    effect: 'stall',
    at: 'whole',
    isProcessed: true,
    async inject({ process: done }) {
      await done();
    },
  },
  { name: 'silent-not-done', ...everywhere, effect: 'stall', at: 'whole', inject: () => {} },
  // The server has closed an idle connection at the moment in which the client writes to it.
  {
    name: 'kept-connection-closed',
    stages: ['execute', 'find', 'poll', 'comment-create', 'comment-update'],
    effect: 'transient',
    at: 'reused',
    inject: ({ socket }) => void socket.destroy(),
  },
  {
    name: 'kept-connection-reset',
    stages: ['execute', 'find', 'poll', 'comment-create', 'comment-update'],
    effect: 'transient',
    at: 'reused',
    inject: ({ socket }) => void socket.resetAndDestroy(),
  },
  {
    name: 'answer-before-request',
    ...everywhere,
    at: 'head',
    inject: ({ socket }) => send(socket, { status: 503, headers: {}, body: Buffer.from('busy') }),
  },
];
