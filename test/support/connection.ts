import { createClient } from '../../src/client/client.ts';
import type { Connection } from '../../src/connection/connection.ts';
import { targetId } from './reports.ts';

/** A connection to a local server, with the real client. */
export function connectTo(baseUrl: string): Connection {
  return {
    client: createClient({ baseUrl, apiKey: 'the-key' }),
    testTargetId: targetId,
    url: async () => 'http://app.test',
    async [Symbol.asyncDispose]() {},
  };
}
