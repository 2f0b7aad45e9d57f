import type { Client } from '../client/client.ts';

/** A service, hosted or embedded, that is ready to be asked. Disposing of it ends what it has started here. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  readonly testTargetId: string;
  /** Where the tests run. */
  readonly url: string;
}
