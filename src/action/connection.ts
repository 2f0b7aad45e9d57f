import type { Client } from '../client/client.ts';

/** A service, hosted or embedded, that is ready to be asked. Disposing of it ends what it has started here. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  readonly testTargetId: string;
  /**
   * Where the tests run: the input `url`, or the environment's own URL.
   * @throws UserError where neither is there, or ClientError.
   */
  url(): Promise<string>;
}
