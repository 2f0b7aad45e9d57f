import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts';

/** The real client with the key `the-key`, whose retries do not wait. */
export function quickClient(options: Pick<ClientOptions, 'baseUrl'> & Partial<ClientOptions>): Client {
  return createClient({ apiKey: 'the-key', sleep: async () => {}, ...options });
}
